// One page: what goes in, what comes out, what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { extract, init } from "zhengwen";
import { optionsSchema } from "../types.mjs";
import { read } from "./pages.mjs";

const SAMPLE = read("docs/sample.html");

test("text and bytes give the same article, and nothing needs to be waited for", () => {
  const [bytes, text] = [extract(SAMPLE), extract(SAMPLE.toString())];
  assert.equal(bytes.title, "青石河步行桥通车 三个村子不再绕路");
  assert.equal(bytes.text, text.text);
  const { buffer, byteOffset, byteLength } = SAMPLE;
  const copy = buffer.slice(byteOffset, byteOffset + byteLength);
  assert.deepEqual(extract(copy), bytes);
  assert.deepEqual(extract(new DataView(copy)), bytes);
});

test("init is harmless where it is not needed, and more than once", async () => {
  await Promise.all([init(), init()]);
  await init();
  assert.ok(extract(SAMPLE).text);
});

test("bytes keep their encoding", () => {
  const page = read("fixtures/bytes/gbk-unlabelled.html");
  assert.equal(extract(page).encoding.name, "gb18030");
  assert.match(extract(page).text, /\p{Script=Han}{4}/u);
  // As a server that tells it in its header.
  assert.equal(extract(page, { http_charset: "gbk" }).encoding.reason, "http-header");
  assert.equal(extract(page, { encoding: "big5" }).encoding.name, "big5");
});

test("text is text already, whatever it says of its encoding, and half a pair is no error", () => {
  const page = "<meta charset=big5><p>会议今天召开，代表们讨论了供水问题。\ud800</p><p>会议明天结束。</p>";
  assert.equal(extract(page).text, "会议今天召开，代表们讨论了供水问题。\ufffd\n会议明天结束。");
});

test("options do what their names say, and null and undefined are no options", () => {
  const found = extract(SAMPLE, { url: "https://news.example.com/local/0518.html", add: ["markdown", "html"], drop: "table", chunks: 100 });
  assert.match(found.markdown, /^## 桥面怎么设计$/m);
  assert.doesNotMatch(found.html, /<table>/);
  assert.equal(found.related_links[0].url, "https://news.example.com/local/0512.html");
  assert.ok(found.chunks.length > 1);
  assert.deepEqual(extract(SAMPLE, { url: undefined, encoding: null }), extract(SAMPLE));
  assert.match(extract(SAMPLE, { add: "markdown", title_heading: true }).markdown, /^# 青石河/);
  assert.match(extract(SAMPLE, { add: "markdown", front_matter: true }).markdown, /^---\ntitle: "青石河[^]*\ndate: 2026-05-18T09:30:00\n[^]*\n---\n\n5月18日/);
  // The next page has none of them.
  assert.equal(extract(SAMPLE).chunks, undefined);
});

test("what is wrong is said in one line with its name", () => {
  const refused = [
    [{ drop_hiden: true }, /^no option "drop_hiden"; there are url, .*drop_hidden/],
    [{ drop: "a[" }, /^drop: "a\[" is not a CSS selector$/],
    [{ method: "best" }, /^method: "best" is none of auto, /],
    [{ options: ["line-density.gap"] }, /^options: "line-density.gap" is not NAME=VALUE$/],
    [{ limits: "pages=1" }, /^limits: .*pages/],
    [{ favor: "both" }, /^favor: "both" is none of balance, precision, recall$/],
    [{ add: "pdf" }, /^add: "pdf" is none of markdown, /],
    [{ include: "adverts" }, /^include: "adverts" is none of images, /],
    [{ query: "?" }, /^query: "\?" has no word$/],
    [{ chunks: 1 }, /^chunks: 1 is not a number from 50 to 10000000$/],
    [{ encoding: "latin-15" }, /^encoding: "latin-15" is not an encoding; try /],
    [{ read_at: "yesterday" }, /^read_at: "yesterday" is not a date; try /],
    [{ text_only: "yes" }, /^text_only: must be true or false$/],
    [{ keep: 1 }, /^keep: must be a string or an array of strings$/],
    [[], /^options: must be an object$/],
  ];
  for (const [options, message] of refused) assert.throws(() => extract(SAMPLE, options), { name: "TypeError", message });
  for (const page of [null, undefined, 1, {}, [60, 112, 62]]) assert.throws(() => extract(page), { name: "TypeError", message: /^html: must be/ });
});

test("the module reads the options that the types have", () => {
  const options = Object.keys(optionsSchema().properties);
  const read = (error) => error.message.split("there are ")[1].split(", ");
  assert.throws(() => extract("", { "": 1 }), (error) => assert.deepEqual(read(error).sort(), options.sort()) ?? true);
});

test("a page that is too large for memory is an error of its own, and the next page is read", () => {
  const large = new Uint8Array(3_900_000_000);
  assert.throws(() => extract(large), { name: "RangeError", message: "zhengwen: no memory for a page of 3900000000 bytes" });
  assert.equal(extract(SAMPLE).title, "青石河步行桥通车 三个村子不再绕路");
});

test("any bytes give an answer", () => {
  for (const page of ["", "\0", "<", "<".repeat(100_000), "<div>".repeat(100_000)]) {
    const found = extract(page);
    assert.equal(typeof found.text, "string");
    assert.ok(found.text || found.warnings.length > 0);
  }
});
