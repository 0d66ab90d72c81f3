// Twelve invented pages on a phone and on a desktop, in the light and in the dark: each is read without a fault. With SCREENSHOTS=FOLDER
// their pictures are kept, to be looked at.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium as playwright } from "playwright-core";
import { ROOT, chromium, faultsOf, startService } from "./programs.mjs";

const PAGES = path.join(ROOT, "quality/reader/pages");
/** The page that the READMEs show. */
const SAMPLE = path.join(ROOT, "docs/sample.html");
const WIDTHS = { phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }, desktop: { viewport: { width: 1280, height: 860 } } };
/** Each page: the language of the interface, and what its article must show. */
const SHOWN = {
  prose: ["en-US", "p.deck"],
  table: ["zh-CN", ".scroll td.n"],
  code: ["zh-CN", "pre code"],
  formulas: ["zh-CN", ".display math"],
  thread: ["zh-CN", "h2.post time"],
  qa: ["en-US", "h2.post i"],
  recipe: ["en-US", "ol li"],
  home: ["zh-CN", "a[href]"],
  product: ["zh-CN", "th"],
  news: ["zh-CN", "figcaption"],
  rtl: ["en-US", "blockquote"],
};
const SHOTS = process.env.SCREENSHOTS;
const HUNG = 120_000;

let browser, server, service, address, site;

before(async () => {
  server = createServer((request, response) => {
    const name = path.basename(new URL(request.url, "http://pages.test").pathname) || "home.html";
    const type = name.endsWith(".png") ? "image/png" : "text/html; charset=utf-8";
    const file = name === "sample.html" ? SAMPLE : path.join(PAGES, name);
    if (!existsSync(file)) return response.writeHead(404, { "Content-Type": "text/html" }).end("<p>Nothing is here.</p>");
    response.writeHead(200, { "Content-Type": type }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = "http://pages.test:" + server.address().port;
  service = await startService("--allow-private", "--delay=0", "--resolve=pages.test:127.0.0.1");
  address = service.said;
  browser = await playwright.launch({ executablePath: chromium(), timeout: HUNG, args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"] });
});

after(async () => {
  await browser?.close();
  service?.child.kill();
  server?.close();
});

/** Opens a page in the reader, and notes what the browser complains of. */
async function read(width, scheme, locale, given) {
  const context = await browser.newContext({ ...WIDTHS[width], locale, colorScheme: scheme });
  context.setDefaultTimeout(HUNG);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(address + "/?address=" + encodeURIComponent(given));
  await page.waitForFunction(() => document.documentElement.dataset.state === "ready");
  return { context, page, wrong };
}

async function keep(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.waitForFunction(() => [...document.images].every((one) => one.loading === "lazy" || one.complete));
  await page.screenshot({ path: path.join(SHOTS, name + ".png"), fullPage: true });
}

for (const width of Object.keys(WIDTHS)) {
  for (const scheme of ["light", "dark"]) {
    describe(`on a ${width} in the ${scheme}`, () => {
      for (const [name, [locale, part]] of Object.entries(SHOWN)) {
        test(name, async () => {
          const given = name === "home" ? site + "/" : `${site}/${name}.html`;
          const { context, page, wrong } = await read(width, scheme, locale, given);
          assert.ok((await page.locator("#article " + part).count()) > 0, part);
          assert.equal(await page.locator("#article h1").count(), 1);
          const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
          assert.ok(inner <= outer, inner + " wider than " + outer);
          await keep(page, `${name}-${width}-${scheme}`);
          assert.deepEqual(await faultsOf(page), []);
          assert.deepEqual(wrong, []);
          await context.close();
        });
      }
      test("error", async () => {
        const { context, page } = await read(width, scheme, "zh-CN", site + "/none.html");
        await page.locator("#status.problem", { hasText: "404" }).waitFor();
        assert.equal(await page.locator("#welcome, #result").filter({ visible: true }).count(), 0);
        await keep(page, `error-${width}-${scheme}`);
        assert.deepEqual(await faultsOf(page), []);
        await context.close();
      });
    });
  }
}

// The pictures of the READMEs: reader and report in both languages, as much as a window shows.
for (const [language, locale] of [["en", "en-US"], ["zh", "zh-CN"]]) {
  test("reader and report in " + language, async () => {
    const { context, page, wrong } = await read("desktop", "light", locale, site + "/sample.html");
    const keepWindow = async (picture, width, height) => {
      await page.setViewportSize({ width, height });
      if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${picture}-${language}.png`) });
    };
    await page.waitForFunction(() => [...document.images].every((one) => one.complete));
    await keepWindow("reader", 1180, 1000);
    await page.goto(`${address}/v1/explain?lang=${language}&url=${encodeURIComponent(site + "/sample.html")}`);
    await page.locator(".b.d").nth(3).click();
    await page.locator("#panel").waitFor();
    await keepWindow("report", 1180, 1000);
    assert.deepEqual(await faultsOf(page), []);
    assert.deepEqual(wrong, []);
    await context.close();
  });
}
