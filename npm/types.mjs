// Writes types.d.ts: an extraction by the schema, options by the HTTP service's request.
//
// usage: node types.mjs

import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const FILE = new URL("types.d.ts", import.meta.url);

/** Fields of the request that mean nothing where the page is given and the answer is an object. */
const OF_THE_SERVICE = ["html", "format", "lang", "join_pages", "no_title", "with_metadata", "for_reading"];
/** Options that the service has no field for. */
const OF_THE_PACKAGE = {
  http_charset: { type: "string", description: "The charset of the HTTP header" },
  text_only: { type: "boolean", description: "Only what the text needs: faster, without fields" },
  title_heading: { type: "boolean", description: "Begin markdown with the title" },
};

/** The words of the command line and of the service are left out. */
const plain = (text) => text.replace(/ \((?:json only|json|repeatable)\)/g, "").replace("address. It is fetched unless html is given", "address").replace("markdown and text with", "markdown with");

/** A list of names, or one of them. */
const named = (field) => (field.anyOf?.[1].items.enum ? { ...field, anyOf: [field.anyOf[1].items, field.anyOf[1]] } : field);

export function optionsSchema() {
  const request = JSON.parse(read("../crates/cli/src/serve/openapi.json")).components.schemas.PageRequest;
  const own = Object.entries(request.properties).filter(([name]) => !OF_THE_SERVICE.includes(name));
  const properties = Object.fromEntries(own.map(([name, { default: _, ...field }]) => [name, { ...named(field), description: plain(field.description) }]));
  return {
    title: "Options",
    description: "The options of an extraction. None is needed.",
    type: "object",
    additionalProperties: false,
    properties: { ...properties, ...OF_THE_PACKAGE },
  };
}

const SETTINGS = { bannerComment: "", additionalProperties: false, ignoreMinAndMaxItems: true, format: true, style: { printWidth: 130 } };

/** A reference with a description of its own stays a reference: it would be written out in each place. */
const referring = (_, field) => (field?.$ref && field.description ? { description: field.description, allOf: [{ $ref: field.$ref }] } : field);

export function extractionSchema() {
  const schema = JSON.parse(read("../schema/extraction.schema.json"), referring);
  const own = Object.entries(schema.properties).filter(([, field]) => !field.description?.includes("(batch only"));
  return { ...schema, properties: Object.fromEntries(own) };
}

export async function types() {
  const banner = "// Written by types.mjs from schema/extraction.schema.json and the request of the HTTP service.\n\n";
  const extraction = await compile(extractionSchema(), "Extraction", SETTINGS);
  return banner + extraction + "\n" + (await compile(optionsSchema(), "Options", SETTINGS));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(FILE, await types());
}
