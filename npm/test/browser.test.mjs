// The package in a real Chromium without a bundler: in a page, in a worker, on the page's own document.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium as playwright } from "playwright-core";
import { PACKAGE, chromium, read } from "./pages.mjs";

/** Milliseconds; who waits so long has hung, and nothing is measured by it. */
const HUNG = 120_000;
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html; charset=utf-8" };
const WORKER = `
  import { extract, init } from "/index.js";
  await init();
  onmessage = ({ data }) => postMessage(extract(data).author);
  postMessage("ready");`;

const found = chromium();
const skip = found ? false : "no Chromium";
let browser, server, address;

before(async () => {
  if (skip) return;
  server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const own = { "/sample.html": read("docs/sample.html"), "/gbk": read("fixtures/bytes/gbk-unlabelled.html"), "/worker.js": WORKER };
    let body = own[pathname];
    try {
      body ??= readFileSync(path.join(PACKAGE, pathname === "/plain.wasm" ? "wasm/zhengwen.wasm" : pathname));
    } catch {
      response.writeHead(404).end();
      return;
    }
    const type = pathname === "/plain.wasm" ? "application/octet-stream" : TYPES[path.extname(pathname)];
    response.writeHead(200, { "content-type": type ?? "text/html" }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}`;
  browser = await playwright.launch({
    executablePath: found,
    timeout: HUNG,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Runs a function in the sample page; what the page complains of fails the test. */
async function inPage(run) {
  const page = await browser.newPage();
  page.setDefaultTimeout(HUNG);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(address + "/sample.html");
  const answer = await page.evaluate(run);
  await page.close();
  assert.deepEqual(wrong, []);
  return answer;
}

test("in a page: init once, then every page at once; bytes of a fetch keep their encoding", { skip }, async () => {
  const answer = await inPage(async () => {
    const { extract, init } = await import("/index.js");
    let early;
    try {
      extract("<p>");
    } catch (error) {
      early = error.message;
    }
    await init();
    const bytes = await (await fetch("/gbk")).arrayBuffer();
    return { early, author: extract(document.documentElement.outerHTML).author, encoding: extract(bytes).encoding.name };
  });
  assert.deepEqual(answer, { early: "zhengwen: call `await init()` before the first page", author: "林小禾", encoding: "gb18030" });
});

test("in a page: a server that sends the module by another type, and one without it", { skip }, async () => {
  const answer = await inPage(async () => {
    const { extract, init } = await import("/index.js");
    const missing = await init("/none.wasm").catch((error) => error.message);
    await init("/plain.wasm");
    return { missing, author: extract(document.documentElement.outerHTML).author };
  });
  assert.match(answer.missing, /^zhengwen\.wasm: http:.*\/none\.wasm answers 404$/);
  assert.equal(answer.author, "林小禾");
});

test("in a page: the calls of Readability and defuddle on the document itself", { skip }, async () => {
  const answer = await inPage(async () => {
    const { Readability, init, isProbablyReaderable } = await import("/readability.js");
    const { default: Defuddle } = await import("/defuddle.js");
    await init();
    const readerable = isProbablyReaderable(document);
    const { byline, content } = new Readability(document).parse();
    const element = new Readability(document, { serializer: (node) => node.querySelectorAll("h2").length }).parse().content;
    return { readerable, byline, content, element, markdown: new Defuddle(document, { markdown: true }).parse().content };
  });
  assert.equal(answer.readerable, true);
  assert.equal(answer.byline, "林小禾");
  assert.match(answer.content, /<h2>桥面怎么设计<\/h2>/);
  assert.match(answer.markdown, /^## 桥面怎么设计$/m);
  assert.equal(answer.element, 1);
});

test("in a worker", { skip }, async () => {
  const author = await inPage(async () => {
    const worker = new Worker("/worker.js", { type: "module" });
    const next = () => new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = (event) => failed(new Error(event.message));
    });
    await next();
    worker.postMessage(document.documentElement.outerHTML);
    return next();
  });
  assert.equal(author, "林小禾");
});
