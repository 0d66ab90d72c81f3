// Puts the extension together in out/extension: its own files, those of the reader page, the npm package for browsers, and the words of
// the report.
//
// usage: node extension/build.mjs

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const OUT = path.join(ROOT, "out/extension");
const READER = "crates/cli/src/serve";
const OWN = ["background.js", "page.js", "frame.js", "why.js", "words.js", "extension.css", "_locales", "icons"];
const SCRIPTS = ["reader.js", "reader-article.js", "reader-compare.js", "reader-look.js"];
const PACKAGE = ["index.js", "core.js", "wasm/zhengwen.js", "wasm/zhengwen.wasm"];

const read = (file) => readFileSync(path.join(ROOT, file), "utf8");
const write = (file, text) => writeFileSync(path.join(OUT, file), text);
const copy = (from, to) => cpSync(path.join(ROOT, from), path.join(OUT, to), { recursive: true });

/** Stops the build when a source that it reads has another form than it knows. */
function must(condition, problem) {
  if (condition) return;
  console.error(`extension/build.mjs: ${problem}`);
  process.exit(1);
}

/** The reader page with the extension's script before its own, and the files that it names. */
function reader() {
  const { enum: methods } = JSON.parse(read(`${READER}/openapi.json`)).components.schemas.PageRequest.properties.method;
  // Pages of extensions run scripts of files alone.
  const inlined = { style: '<style>{{style}}</style>', script: '<script>{{script}}</script>' };
  let html = read(`${READER}/reader.html`);
  for (const part of Object.values(inlined)) must(html.includes(part), `reader.html has no ${part}`);
  write("reader.css", read(`${READER}/reader.css`) + read("crates/io/src/reading/reading.css"));
  write("reader.js", [...SCRIPTS.map((name) => read(`${READER}/${name}`)), "begin();"].join("\n"));
  copy(`${READER}/reader-words.js`, "reader-words.js");
  html = html.replace(inlined.style, '<link rel="stylesheet" href="reader.css">');
  const scripts = '<script src="reader-words.js" defer></script>\n<link rel="stylesheet" href="extension.css">\n<script type="module" src="frame.js"></script>\n<script src="reader.js" defer></script>';
  html = html.replace(inlined.script, scripts);
  const values = { fetches: "false", methods: methods.map((name) => `<option value="${name}">${name}</option>`).join("") };
  const page = html.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    must(name in values, `reader.html has {{${name}}}, which is not known here`);
    return values[name];
  });
  for (const [, file] of page.matchAll(/(?:src|href)="\/([\w.-]+)"/g)) copy(`${READER}/${file}`, file);
  return page;
}

/** The words of the report, as the core has them: names with their English and their Chinese. */
function reasons() {
  const rows = (file) => read(file).trimEnd().split("\n").map((line) => line.split("\t"));
  const [table, words] = [read("crates/core/src/auto/features/table.rs"), read("crates/core/src/explain/words.rs")];
  const ofRow = table.matchAll(/(?:!\(\s*|name: )"(\w+)",\s*(?:unit: )?"[^"]*",\s*(?:doc: )?"([^"]*)"/g);
  const english = Object.fromEntries([...ofRow].map(([, name, doc]) => [name, doc]));
  const columns = rows("crates/core/src/explain/columns.zh.txt").map(([name, chinese]) => [name, [english[name], chinese]]);
  const said = [...words.matchAll(/DecidedBy::(\w+) =>\s*\{?\s*\("([^"]*)", "([^"]*)"\)/g)];
  const deciders = Object.fromEntries(said.map(([, name, ...both]) => [name.toLowerCase(), both]));
  const lost = columns.filter(([, [doc]]) => !doc).map(([name]) => name);
  must(!lost.length, `no English words for the columns ${lost.join(", ")}`);
  for (const { const: name } of JSON.parse(read("schema/extraction.schema.json")).$defs.DecidedBy.oneOf) must(deciders[name], `no words for decided_by ${name}`);
  return `export const columns = ${JSON.stringify(Object.fromEntries(columns))};\nexport const deciders = ${JSON.stringify(deciders)};\n`;
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const file of OWN) copy(`extension/${file}`, file);
for (const file of PACKAGE) copy(`npm/${file}`, `zhengwen/${file}`);
for (const file of ["LICENSE-APACHE", "LICENSE-MIT"]) copy(file, file);
write("reader.html", reader());
write("reasons.js", reasons());
const { version } = JSON.parse(read("npm/package.json"));
write("manifest.json", JSON.stringify({ ...JSON.parse(read("extension/manifest.json")), version }, null, 2) + "\n");
console.log(`out/extension: version ${version}`);
