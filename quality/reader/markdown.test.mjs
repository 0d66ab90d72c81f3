// The Markdown of hostile pages, read by readers that people use, with HTML allowed: nothing in it may run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import * as commonmark from "commonmark";
import MarkdownIt from "markdown-it";
import { marked } from "marked";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { parseFragment } from "parse5";
import { Remarkable } from "remarkable";
import remarkableLinks from "remarkable/dist/cjs/linkify.js";
import showdown from "showdown";
import { ROOT, programPath } from "./programs.mjs";

const markdownIt = new MarkdownIt({ html: true, linkify: true });
const remarkable = new Remarkable({ html: true }).use(remarkableLinks.linkify);
const shower = new showdown.Converter({ tables: true, strikethrough: true, tasklists: true });
const READERS = {
  commonmark: (text) => new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(text)),
  marked: (text) => marked.parse(text, { gfm: true, async: false }),
  "markdown-it": (text) => markdownIt.render(text),
  micromark: (text) => micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  remarkable: (text) => remarkable.render(text),
  showdown: (text) => shower.makeHtml(text),
};

/** Elements that Markdown of ours may become. */
const ALLOWED = new Set(("a blockquote br code dd del dl dt em h1 h2 h3 h4 h5 h6 hr img input li ol p pre s section strong strike sub " +
  "sup table tbody td th thead tr ul ruby rt rp figure figcaption span").split(" "));
const ATTRIBUTES = new Set("align alt aria-describedby aria-label checked class colspan data-footnote-backref data-footnote-ref data-footnotes dir disabled href id rel rowspan src start style target title type".split(" "));

/** What in the HTML of a reader could run, by name. */
function faults(html) {
  const found = [];
  const open = [parseFragment(html)];
  while (open.length) {
    const node = open.pop();
    open.push(...(node.childNodes || []));
    if (!node.tagName) continue;
    if (!ALLOWED.has(node.tagName)) found.push("<" + node.tagName + ">");
    for (const { name, value } of node.attrs) {
      const address = value.replace(/[\u0000-\u0020]+/g, "");
      if (!ATTRIBUTES.has(name)) found.push(node.tagName + " " + name);
      if (["href", "src"].includes(name) && /^(javascript|vbscript|data|blob|file):/i.test(address)) found.push(name + "=" + address.slice(0, 40));
    }
  }
  return found;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");

/** A vector as it may stand on a page: as markup, and as text in every place from which it may come to life. */
function places(vector) {
  const text = escaped(vector);
  return [
    vector,
    text,
    "http://a.example/" + text,
    "https://a.example/?q=" + text + "#x",
    "www.a.example/" + text,
    "me@a.example" + text,
    "mailto:me@a.example" + text,
    "http://a.example/<code>" + text + "</code>",
    "www.a.example/中文<code>`" + text + "</code>",
    "http://a.example/<b>" + text + "</b>",
    "http://a.example/<a href='https://b.example/' title=\"" + text + "\">link</a>",
    "<a href=\"https://b.example/" + text + "\">" + text + "</a>",
    "<img src='https://b.example/a.png' alt=\"" + text + "\" title=\"" + text + "\">",
    "http://a.example/<img src='https://b.example/a.png' alt=\"" + text + "\" title=\"" + text + "\">",
    "http://a.example/[x](javascript:alert(1)) " + text,
    "http://a.example/\\" + text,
    "<sub>http://a.example/" + text + "</sub>",
    "<q>http://a.example/" + text + "</q>",
  ];
}

const SENTENCE = "会议讨论了供水的问题，代表们提出了建议，大家都同意。还有一段话，说的是别的事情。";

let folder;
before(() => { folder = mkdtempSync(path.join(os.tmpdir(), "zhengwen-markdown-")); });
after(() => rmSync(folder, { recursive: true, force: true }));

function vectors() {
  const lines = readFileSync(path.join(ROOT, "fixtures/xss/vectors.txt"), "utf8").split("\n");
  return lines.filter((line) => line && !line.startsWith("#")).map((line) => line.replaceAll("%0A", "\n"));
}

/** The Markdown of pages, each of which holds one vector in one place. */
function markdownOf(pages) {
  const files = pages.map((html, at) => {
    const file = path.join(folder, at + ".html");
    writeFileSync(file, html);
    return file;
  });
  const args = ["-f", "markdown", "--body", "article", "--include", "comments", ...files];
  const told = execFileSync(programPath(), args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  return told.split(/^==> .*\.html <==$/m).slice(1);
}

const SHAPES = [
  (part) => "<p>" + SENTENCE + part + "</p>",
  (part) => "<h2>" + part + "</h2><p>" + SENTENCE + "</p>",
  (part) => "<p>" + SENTENCE + "</p><ul><li>" + part + "</li><li>" + SENTENCE + "</li></ul>",
  (part) => "<p>" + SENTENCE + "</p><table><tr><th>一</th><th>二</th></tr><tr><td>" + part + "</td><td>" + SENTENCE + "</td></tr></table>",
  (part) => "<p>" + SENTENCE + "</p><figure><img src='https://b.example/a.png'><figcaption>" + part + "</figcaption></figure>",
  (part) => "<p>" + SENTENCE + "</p><blockquote><p>" + part + "</p></blockquote>",
  (part) => "<p>" + SENTENCE + "</p><dl><dt>" + part + "</dt><dd>" + part + "</dd></dl>",
];

test("nothing in the Markdown of a hostile page runs in any reader", () => {
  const all = vectors();
  assert.ok(all.length > 50);
  const parts = all.flatMap((vector) => places(vector).map((part) => [vector, part]));
  const pages = parts.map(([, part], at) => "<!DOCTYPE html><article><h1>题目</h1>" + SHAPES[at % SHAPES.length](part) + "</article>");
  const found = [];
  let count = 0;
  for (let from = 0; from < pages.length; from += 500) {
    const markdown = markdownOf(pages.slice(from, from + 500));
    assert.equal(markdown.length, Math.min(500, pages.length - from));
    markdown.forEach((text, at) => {
      for (const [name, read] of Object.entries(READERS)) {
        count++;
        const wrong = faults(read(text));
        if (wrong.length) found.push(name + ": " + wrong.join(", ") + "\n  page: " + pages[from + at].slice(32, 400) + "\n  Markdown: " + text.trim().slice(0, 400));
      }
    });
  }
  console.log(pages.length, "pages by", Object.keys(READERS).length, "readers:", count, "readings");
  assert.deepEqual(found.slice(0, 10), [], found.length + " readings with faults");
});

test("the test would find what runs", () => {
  for (const html of ["<img src=x onerror=alert(1)>", "<script>1</script>", "<a href='java\nscript:alert(1)'>x</a>", "<svg></svg>"]) {
    assert.ok(faults(html).length > 0, html);
  }
  // As it was written before: the backslash is taken for a part of the address.
  assert.ok(faults(READERS.micromark("http://a.example/\\<img src=x onerror=alert(1)>")).length > 0);
  assert.deepEqual(faults(READERS.micromark("http://a.example/&lt;img src=x onerror=alert(1)>")), []);
});
