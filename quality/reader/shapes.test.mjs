// The service in the shapes of others, asked by their own programs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Firecrawl } from "@mendable/firecrawl-js";
import { startService, startSite } from "./programs.mjs";

let site, service, news, firecrawl;

before(async () => {
  site = await startSite();
  service = await startService("--allow-private", "--delay=0", "--resolve=news.test:127.0.0.1");
  news = "http://news.test:" + site.said;
  firecrawl = new Firecrawl({ apiKey: "none", apiUrl: service.said });
});

after(() => {
  service?.child.kill();
  site?.child.kill();
});

test("Firecrawl's SDK scrapes a page and maps a site", async () => {
  const page = await firecrawl.scrape(news + "/long/1.html", { formats: ["markdown", "html", "links"] });
  assert.match(page.markdown, /\S/);
  assert.match(page.html, /<p>/);
  assert.ok(page.links.includes(news + "/news/"), String(page.links));
  assert.equal(page.metadata.sourceURL, news + "/long/1.html");
  const map = await firecrawl.map(news + "/long/1.html", { limit: 3 });
  assert.equal(map.links.length, 3);
  assert.equal(map.links[0].url, news + "/long/1.html");
});

test("Firecrawl's SDK is told what the service does not do", async () => {
  const asked = {
    crawl: () => firecrawl.crawl(news + "/", { limit: 2 }),
    batchScrape: () => firecrawl.batchScrape([news + "/"]),
    crawlStatus: () => firecrawl.getCrawlStatus("1"),
    search: () => firecrawl.search("x"),
    extract: () => firecrawl.extract({ urls: [news + "/"], prompt: "x" }),
  };
  for (const [name, ask] of Object.entries(asked)) {
    const error = await ask().then(() => null, (error) => error);
    assert.ok(error, name + " is answered");
    assert.match(error.message, /reads one page a request/, name + ": " + error.message);
    assert.equal(error.status, 501, name);
  }
});

test("Firecrawl's SDK is told why a page is not read", async () => {
  await assert.rejects(firecrawl.scrape(news + "/none"), /status 404/);
  await assert.rejects(firecrawl.scrape("http://name:word@news.test/"), /user name or password/);
});

test("the examples in Jina Reader's README are answered", async () => {
  const read = async (path, init) => {
    const answer = await fetch(service.said + "/r/" + path, init);
    assert.equal(answer.status, 200, path);
    return answer.text();
  };
  const page = news + "/long/1.html";
  const plain = await read(page);
  assert.match(plain, /^Title: .+\n\nURL Source: .+\n\n(.|\n)*Markdown Content:\n/);
  assert.equal(await read("", { method: "POST", body: new URLSearchParams({ url: page }) }), plain);
  assert.equal(await read("", { method: "POST", body: JSON.stringify({ url: page }), headers: { "Content-Type": "application/json" } }), plain);
  assert.equal(await read(encodeURIComponent(page)), plain);
  const json = JSON.parse(await read(page, { headers: { Accept: "application/json" } }));
  assert.deepEqual([json.code, json.status, json.data.url], [200, 20000, page]);
});
