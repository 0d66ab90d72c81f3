// The calls of other packages: the same names and types as theirs, on documents of linkedom and on text.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as theirs from "@mozilla/readability";
import theirDefuddle from "defuddle";
import { parseHTML } from "linkedom";
import Default, { Defuddle } from "zhengwen/defuddle";
import { Readability, isProbablyReaderable } from "zhengwen/readability";
import { read } from "./pages.mjs";

const NEWS = read("docs/sample.html").toString();
const ENGLISH = read("fixtures/pages/auto--english-post.html").toString();
const documentOf = (html) => parseHTML(html).document;

/** Warnings on the console while a function runs. */
function warnings(run) {
  const said = [];
  const { warn } = console;
  console.warn = (text) => said.push(text);
  try {
    run();
  } finally {
    console.warn = warn;
  }
  return said;
}

test("an article has the fields of Readability, each of the same type", () => {
  for (const page of [NEWS, ENGLISH]) {
    const [ours, others] = [new Readability(documentOf(page)).parse(), new theirs.Readability(documentOf(page)).parse()];
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(others).sort());
    for (const [name, value] of Object.entries(others)) {
      const kinds = [typeof value, "object"];
      assert.ok(value == null || ours[name] === null || kinds.includes(typeof ours[name]), name);
    }
    assert.equal(ours.length, ours.textContent.length);
    assert.match(ours.content, /^<div id="readability-page-1" class="page"><(p|h1)>/);
    // linkedom writes elements that a script made in capitals.
    assert.match(others.content, /^<div [^>]*id="readability-page-1"/i);
  }
  assert.equal(new Readability(documentOf(NEWS)).parse().byline, "林小禾");
});

test("a document is left as it is, and gives what its text gives", () => {
  const document = documentOf(NEWS);
  const before = document.documentElement.outerHTML;
  const found = new Readability(document).parse();
  assert.equal(document.documentElement.outerHTML, before);
  assert.deepEqual(new Readability(NEWS).parse(), found);
  assert.deepEqual(new Readability(Buffer.from(NEWS)).parse(), found);
});

test("a page without an article is null, as theirs", () => {
  assert.equal(new Readability(documentOf("<html><body></body></html>")).parse(), null);
  assert.equal(new theirs.Readability(documentOf("<html><body></body></html>")).parse(), null);
});

test("the options that Readability documents are read, or said to change nothing", () => {
  const element = new Readability(documentOf(NEWS), { serializer: (node) => node }).parse().content;
  assert.equal(element.querySelectorAll("#readability-page-1 h2").length, 1);
  assert.throws(() => new Readability(documentOf(NEWS), { maxElemsToParse: 3 }).parse(), /^Error: Aborting parsing document; \d+ elements found$/);
  for (const Reader of [Readability, theirs.Readability]) {
    assert.throws(() => new Reader(), /^Error: First argument to Readability constructor should be a document object\.$/);
  }
  const said = warnings(() => {
    new Readability(NEWS, { charThreshold: 100, debug: true, keepClasses: undefined });
    new Readability(NEWS, { charThreshold: 100 });
  });
  assert.deepEqual(said, ["zhengwen/readability: charThreshold changes nothing here"]);
});

test("articles are readerable, Chinese ones too, lists and empty pages are not", () => {
  for (const page of [NEWS, ENGLISH, "pages/auto--news-article.html", "pages/auto--japanese-article.html"]) {
    const html = page.startsWith("pages/") ? read("fixtures/" + page).toString() : page;
    assert.equal(isProbablyReaderable(documentOf(html)), true, page.slice(0, 60));
  }
  // Theirs wants paragraphs of 140 characters, which is three times as much text in Chinese.
  assert.equal(theirs.isProbablyReaderable(documentOf(NEWS), { visibilityChecker: () => true }), false);
  assert.equal(isProbablyReaderable(documentOf(NEWS), { minContentLength: 10_000 }), false);
  assert.equal(isProbablyReaderable(documentOf(NEWS), () => true), true);
  const items = Array.from({ length: 40 }, (_, at) => `<li><a href="/news/${at}.html">One of the many headlines of ${at} May</a></li>`);
  for (const page of ["<p>Short.</p>", "<html></html>", `<title>News</title><h1>News</h1><ul>${items.join("\n")}</ul>`]) {
    assert.equal(isProbablyReaderable(page), false, page.slice(0, 60));
  }
});

test("an article has the fields of defuddle, each of the same type", async () => {
  for (const page of [NEWS, ENGLISH]) {
    const options = { url: "https://www.example.com/a/1.html", separateMarkdown: true };
    const [ours, others] = [new Defuddle(documentOf(page), options).parse(), new theirDefuddle(documentOf(page), options).parse()];
    for (const name of Object.keys(others).filter((name) => !["debug", "profile", "extractorType", "variables"].includes(name))) {
      assert.ok(name in ours, name);
      if (name !== "schemaOrgData" && others[name] !== undefined) assert.equal(typeof ours[name], typeof others[name], name);
    }
    assert.equal(ours.domain, others.domain);
    assert.match(ours.content, /^<(p|h1)>/);
    assert.equal(new Default(page, { markdown: true }).parse().content, new Defuddle(page, { separateMarkdown: true }).parse().contentMarkdown);
    assert.equal((await new Defuddle(page).parseAsync()).title, ours.title);
  }
});

test("the options of defuddle are read, or said to change nothing", () => {
  assert.doesNotMatch(new Defuddle(NEWS, { contentSelector: "h1" }).parse().content, /桥长/);
  const said = warnings(() => new Defuddle(NEWS, { standardize: false }));
  assert.deepEqual(said, ["zhengwen/defuddle: standardize changes nothing here"]);
});
