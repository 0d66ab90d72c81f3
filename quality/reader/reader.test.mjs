// The reader page as a person uses it: in a real Chromium, in a window of a phone and of a desktop.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium as playwright } from "playwright-core";
import { ROOT, chromium, faultsOf, programPath, startService, startSite } from "./programs.mjs";

const WINDOWS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1440, height: 900 } },
};
/** Milliseconds; who waits so long has hung, and nothing is measured by it. */
const HUNG = Number(process.env.HUNG || 120_000);
const SHOTS = process.env.SCREENSHOTS;
const PAGE = readFileSync(path.join(ROOT, "fixtures/pages/auto--news-article.html"), "utf8");

let browser, site, service, address, news, folder;

before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "zhengwen-reader-"));
  site = await startSite();
  service = await startService("--allow-private", "--delay=0", "--resolve=news.test:127.0.0.1");
  address = service.said;
  news = "http://news.test:" + site.said;
  browser = await playwright.launch({
    executablePath: chromium(),
    timeout: HUNG,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
});

after(async () => {
  await browser?.close();
  service?.child.kill();
  site?.child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A window that notes what should not be: errors, requests to other hosts, dialogs. */
async function open(settings, url) {
  const context = await browser.newContext({ locale: "en-US", ...settings });
  context.setDefaultTimeout(HUNG);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: address }).catch(() => {});
  const wrong = [];
  const watch = (page) => {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("dialog", (dialog) => { wrong.push("dialog: " + dialog.message()); dialog.dismiss(); });
    page.on("request", (request) => {
      const asked = request.url();
      if (!asked.startsWith(address + "/") && !/^(data|file|blob|about):/.test(asked)) wrong.push("asked " + asked);
    });
  };
  context.on("page", watch);
  const page = await context.newPage();
  if (url) await page.goto(url);
  return { context, page, wrong };
}

/** No fault that axe-core finds, in the light and in the dark. */
async function checkAccess(page, name) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
    const faults = await faultsOf(page);
    assert.deepEqual(faults, [], name + " in the " + theme);
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SHOTS, name + "-" + theme + ".png") });
    }
  }
}

/** Nothing is wider than the window. */
async function checkWidth(page) {
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(inner <= outer, inner + " wider than " + outer);
}

/** Waits until what was asked for is shown. */
async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.state === "ready");
}

async function paste(page, html, read = "Read") {
  await page.locator("#other summary").click();
  await page.locator("#html").fill(html);
  await page.getByRole("button", { name: read, exact: true }).click();
  await page.locator("#result").waitFor();
}

for (const [name, settings] of Object.entries(WINDOWS)) {
  describe("on a " + name, () => {
    test("paste, read, change the look, copy, and ask why", async () => {
      const { context, page, wrong } = await open(settings, address + "/");
      await checkAccess(page, name + "-welcome");
      await paste(page, PAGE);
      assert.equal(await page.locator("#article h1").textContent(), "河岸图书馆周末开放夜间阅览室");
      assert.match(await page.locator("#article").textContent(), /馆长介绍说/);
      assert.doesNotMatch(await page.locator("#article").textContent(), /版权所有/);
      await checkWidth(page);
      await checkAccess(page, name + "-article");

      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const was = await background();
      await page.locator("#theme").click();
      assert.notEqual(await background(), was);
      const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.getElementById("article")).fontSize));
      const small = await size();
      await page.locator("#look summary").click();
      await page.locator("#larger").click();
      assert.ok((await size()) > small);
      await page.locator("#language").click();
      assert.equal(await page.locator("[type=submit]").textContent(), "阅读");
      await page.locator("#language").click();

      await page.getByRole("button", { name: "Copy Markdown" }).click();
      await page.getByText("Copied.").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^# 河岸图书馆周末开放夜间阅览室\n\n[^\n]*\d{4}[^\n]*\n\n本周六起/);
      await checkPlaces(page, name);

      await page.locator("#method").selectOption("line-density");
      await ready(page);
      await page.locator("#method").selectOption("auto");

      const [report] = await Promise.all([context.waitForEvent("page"), page.locator("#report").click()]);
      await report.waitForLoadState();
      await tapBlock(report);
      await checkWidth(report);
      await checkAccess(report, name + "-report");
      assert.deepEqual(wrong, []);
      await context.close();
    });

    test("an address with pictures, and two methods beside each other", async () => {
      const { context, page, wrong } = await open(settings, address + "/");
      await page.locator("#address").fill(news + "/gallery.html");
      await page.keyboard.press("Enter");
      await page.locator("#article img").first().waitFor();
      await page.locator("#article .no-image").first().waitFor();
      assert.match(await page.locator("#article .no-image").first().textContent(), /^\[渡口\]$/);
      assert.equal(await page.locator("#original").getAttribute("href"), news + "/gallery.html");
      const pictures = await page.locator("#article img").evaluateAll((all) => all.map((one) => one.src));
      assert.ok(pictures.length >= 1 && pictures.every((one) => one.startsWith(address + "/v1/image?")), pictures);
      await page.waitForFunction(() => document.querySelector("#article img").naturalWidth > 0);
      await page.locator("#second").selectOption("block-smoothing");
      await page.locator("#comparison").waitFor();
      assert.ok((await page.locator("#comparison > div").count()) > 6);
      await checkWidth(page);
      await checkAccess(page, name + "-comparison");
      // Pictures that are none are answered with errors, which the browser tells.
      assert.deepEqual(wrong.filter((one) => !one.includes("Failed to load resource")), []);
      await context.close();
    });
  });
}

/** The article comes first; everything else stands below it on a phone, beside it on a desktop. */
async function checkPlaces(page, name) {
  const [article, side] = await Promise.all(["#article", "#side"].map((id) => page.locator(id).boundingBox()));
  if (name === "phone") assert.ok(side.y >= article.y + article.height - 1, JSON.stringify([article, side]));
  else assert.ok(side.x >= article.x + article.width && article.y < 400, JSON.stringify([article, side]));
}

/** Opens the reasons of a block, as a person with a finger, a mouse or a keyboard does. */
async function tapBlock(report) {
  const kept = report.locator(".b.k").first();
  await kept.hover();
  assert.match(await kept.getAttribute("title"), /^✓ kept · 0\.\d+\n[+-]\d/);
  await kept.click();
  const panel = report.locator("#panel");
  await panel.waitFor();
  assert.match(await panel.textContent(), /kept/);
  assert.ok((await panel.locator("tr").count()) > 5);
  // What was measured is shown on demand.
  assert.equal(await panel.locator("code").nth(1).isVisible(), false);
  await panel.getByRole("button", { name: "What was measured" }).click();
  assert.equal(await panel.locator("code").nth(1).isVisible(), true);
  const first = await panel.locator("h2").textContent();
  await report.locator("#blocks").focus();
  await report.keyboard.press("ArrowDown");
  assert.notEqual(await panel.locator("h2").textContent(), first);
  await report.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await report.getByRole("button", { name: "dropped", exact: true }).click();
  assert.equal(await report.locator(".b.k").first().isVisible(), false);
  await report.getByRole("button", { name: "all", exact: true }).click();
  await report.locator(".b.k").first().click();
}

const TABLE = "<table><tr>" + ["项目名称", "一期投资", "二期投资", "开工时间", "完工时间", "负责单位", "监理单位", "工程备注"].map((head) => "<th>" + head + "</th>").join("") + "</tr>" +
  Array.from({ length: 3 }, (_, n) => "<tr>" + ["取水泵房", "12,300", "8,100", "2026年3月", "2027年9月", "第二市政工程公司", "河岸监理公司", "含围堰" + n].map((cell) => "<td>" + cell + "</td>").join("") + "</tr>").join("") + "</table>";
const LONG = "城西水厂的扩建工程昨天上午开工，工程分两期，一期明年秋天完工，届时全市的日供水能力将翻一番。";
const DATED = "<html lang=zh><title>水厂开工</title><meta name=author content=林一舟><meta property='article:published_time' content='2026-03-05T09:30:00+08:00'>" +
  "<article><h1>水厂开工</h1><p>" + LONG + "</p><p>" + LONG.replace("昨天", "前天") + "</p>" + TABLE + "<p>" + LONG.replace("工程分", "管网分") + "</p></article>";

for (const [name, settings] of Object.entries(WINDOWS)) {
  test("tables scroll, numbers are aligned, dates are as people write them, on a " + name, async () => {
    const { context, page, wrong } = await open(settings, address + "/");
    await paste(page, DATED);
    await checkWidth(page);
    const table = page.locator("#article .scroll");
    const [inner, outer] = await table.evaluate((box) => [box.scrollWidth, box.clientWidth]);
    if (name === "phone") assert.ok(inner > outer, "it scrolls");
    // No word of a cell is broken: a number stands on one line.
    const height = await page.locator("#article td", { hasText: "12,300" }).first().evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    assert.equal(height, 1);
    // Columns of numbers end below each other, and the row of heads stays.
    const style = (cell, name) => cell.evaluate((one, name) => getComputedStyle(one)[name], name);
    assert.equal(await style(page.locator("#article td", { hasText: "12,300" }).first(), "textAlign"), "end");
    assert.equal(await style(page.locator("#article th").first(), "position"), "sticky");
    assert.equal(await page.locator("#article thead th").count(), 8);
    assert.ok((await style(table, "backgroundImage")).includes("gradient"), "a shadow where it goes on");
    assert.equal(await style(page.locator("#article th").first(), "backgroundColor"), "rgba(0, 0, 0, 0)");
    assert.equal(await page.locator("#article .byline").textContent(), "林一舟 · March 5, 2026 at 9:30 AM");
    await page.locator("#language").click();
    assert.equal(await page.locator("#article .byline").textContent(), "林一舟 · 2026年3月5日 09:30");
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test("Back, reload and sharing work", async () => {
  const { context, page, wrong } = await open(WINDOWS.desktop, address + "/");
  const title = () => page.locator("#article h1").textContent();
  const read = async (path) => {
    await page.locator("#address").fill(news + path);
    await page.keyboard.press("Enter");
    await page.waitForFunction((url) => document.getElementById("original").href === url, news + path);
  };
  await read("/long/1.html");
  const first = await title();
  assert.equal(new URL(page.url()).searchParams.get("address"), news + "/long/1.html");
  await read("/gallery.html");
  const second = await title();
  assert.notEqual(first, second);
  await page.locator("#method").selectOption("line-density");
  await ready(page);
  assert.equal(new URL(page.url()).searchParams.get("method"), "line-density");
  await page.goBack();
  await page.waitForFunction(() => document.getElementById("method").value === "auto");
  await page.goBack();
  await page.waitForFunction((title) => document.querySelector("#article h1").textContent === title, first);
  await page.goForward();
  await page.waitForFunction((title) => document.querySelector("#article h1").textContent === title, second);
  await page.reload();
  await page.waitForFunction((title) => document.querySelector("#article h1")?.textContent === title, second);
  await page.goBack();
  await page.goBack();
  await page.locator("#welcome").waitFor();
  assert.equal(await page.locator("#result").isVisible(), false);
  assert.deepEqual(wrong.filter((one) => !one.includes("Failed to load resource")), []);
  await context.close();
});

test("a comparison is by paragraph, and a table is one", async () => {
  const { context, page, wrong } = await open(WINDOWS.desktop, address + "/");
  await paste(page, DATED);
  await page.locator("#second").selectOption("line-density");
  await page.locator("#comparison").waitFor();
  const parts = page.locator("#comparison > div");
  const texts = await parts.evaluateAll((all) => all.map((one) => one.querySelectorAll("table").length + " " + one.querySelectorAll("p, h1, h2").length));
  assert.ok(texts.includes("1 0") && texts.every((counts) => counts === "1 0" || counts === "0 1"), texts.join("; "));
  // The same method twice differs in nothing.
  await page.locator("#second").selectOption("auto");
  await page.locator("#comparison .note", { hasText: "No paragraph differs." }).waitFor();
  assert.equal(await page.locator("#comparison .only").count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("the interface is in one language, errors and warnings included", async () => {
  const { context, page } = await open({ ...WINDOWS.phone, locale: "zh-CN" }, address + "/");
  const isChinese = (text) => /\p{Script=Han}/u.test(text) && !/[a-z]{3,} [a-z]{2,}/i.test(text);
  for (const [given, told] of [[news + "/none", "服务器返回状态 404。"], ["http://name:word@example.com/", "不接受带用户名或密码的网址。"], ["nonsense", "这不是网址：nonsense"], ["", "请给出网址、文件或 HTML。"]]) {
    await page.locator("#address").fill(given);
    await page.locator("[type=submit]").click();
    await page.locator("#status.problem", { hasText: told }).waitFor();
  }
  await paste(page, "<p>" + LONG + "</p><p style='display:none'>" + LONG.repeat(3) + "</p>", "阅读");
  await page.locator("#fields summary").click();
  const shown = await page.evaluate(() => [...document.querySelectorAll("main button, main label, main summary, main .warning, #fields th, #status, #welcome p, header button")]
    .map((one) => one.textContent.trim()).filter((text) => text && !["A−", "A+", "English", "HTML"].includes(text)));
  assert.ok(shown.length > 15);
  assert.deepEqual(shown.filter((text) => !isChinese(text)), []);
  // The words that are there turn with the language.
  await page.locator("#address").fill("");
  await page.evaluate(() => { document.getElementById("html").value = ""; });
  await page.locator("[type=submit]").click();
  await page.locator("#status", { hasText: "请给出" }).waitFor();
  await page.locator("#language").click();
  assert.match(await page.locator("#status").textContent(), /^Give an address/);
  await context.close();
});

test("every warning and refusal of the service is told in Chinese", async () => {
  const words = readFileSync(path.join(ROOT, "crates/cli/src/serve/reader-words.js"), "utf8");
  const { WARNINGS, PROBLEMS } = new Function(words + "; return { WARNINGS, PROBLEMS };")();
  const { components } = await (await fetch(address + "/openapi.json")).json();
  const warnings = components.schemas.Warning.properties.code.examples;
  assert.ok(warnings.length > 15, warnings.join(" "));
  for (const code of warnings) assert.ok(code in WARNINGS, code);
  const refusals = readFileSync(path.join(ROOT, "crates/cli/src/serve/answer.rs"), "utf8");
  const codes = new Set([...refusals.matchAll(/StatusCode::\w+,\s*"([a-z-]+)"/g)].map((found) => found[1]));
  assert.ok(codes.size > 12);
  // What no request of the page can meet.
  for (const own of ["not-found", "method-not-allowed", "not-offered", "unknown-encoding"]) codes.delete(own);
  for (const code of codes) assert.ok(code in PROBLEMS, code);
});

test("the report links to the original, writes dates as people do, and no label of a chart covers another", async () => {
  for (const [lang, date] of [["en", "March 5, 2026"], ["zh", "2026年3月5日"]]) {
    const { context, page, wrong } = await open(WINDOWS.desktop, address + "/v1/explain?lang=" + lang + "&url=" + encodeURIComponent(news + "/gallery.html"));
    const link = page.locator(".facts a").first();
    assert.equal(await link.getAttribute("href"), news + "/gallery.html");
    assert.match(await link.getAttribute("rel"), /noopener/);
    await page.locator(".facts dd", { hasText: date }).first().waitFor();
    const covered = await page.evaluate(() => {
      const found = [];
      for (const svg of document.querySelectorAll("main svg")) {
        const labels = [...svg.querySelectorAll("text")].map((label) => [label.textContent, label.getBBox()]);
        labels.forEach(([name, a], at) => {
          for (const [other, b] of labels.slice(at + 1)) {
            const apart = a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 3 || b.y + b.height <= a.y + 3;
            if (!apart) found.push(name + " / " + other);
          }
        });
      }
      return found;
    });
    assert.deepEqual(covered, []);
    assert.deepEqual(wrong.filter((one) => !one.includes("Failed to load resource")), []);
    await context.close();
  }
});

test("a file keeps its encoding", async () => {
  const { context, page, wrong } = await open(WINDOWS.desktop, address + "/");
  const file = path.join(folder, "page.html");
  // GB18030: 你好，世界。这一段话够长，读得出来。
  const gbk = "c4e3bac3a3accac0bde7a1a3d5e2d2bbb6cebbb0b9bbb3a4a3acb6c1b5c3b3f6c0b4a1a3";
  writeFileSync(file, Buffer.concat([Buffer.from("<meta charset=gbk><p>"), Buffer.from(gbk, "hex")]));
  await page.locator("#other summary").click();
  await page.locator("#file").setInputFiles(file);
  await page.getByText("你好，世界。这一段话够长，读得出来。").waitFor();
  const [report] = await Promise.all([context.waitForEvent("page"), page.locator("#report").click()]);
  await report.getByText("你好，世界。这一段话够长，读得出来。").waitFor();
  assert.deepEqual(wrong, []);
  await context.close();
});

test("the bookmarklet's address opens the article", async () => {
  const { context, page, wrong } = await open(WINDOWS.desktop, address + "/?address=" + encodeURIComponent(news + "/long/1.html"));
  await page.locator("#article h1").waitFor();
  await page.goto(address + "/");
  const script = await page.locator("#bookmarklet").getAttribute("href");
  assert.ok(script.startsWith("javascript:location.href=\"" + address + "/?address=\""), script);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a service that fetches nothing reads what it is given", async () => {
  const own = await startService("--no-fetch");
  const { context, page, wrong } = await open(WINDOWS.phone);
  await page.goto(own.said + "/");
  await page.locator("#address").fill(news + "/long/1.html");
  await page.keyboard.press("Enter");
  await page.locator("#status.problem", { hasText: "fetches nothing" }).waitFor();
  const picture = "<p>" + "这一段话够长，读得出来。".repeat(5) + "</p><p><img src='" + news + "/dot.png' alt='渡口'></p><p>" + "还有一段，也不短。".repeat(6) + "</p>";
  await page.locator("#html").fill(picture);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator("#article em", { hasText: "渡口" }).waitFor();
  own.child.kill();
  assert.deepEqual(wrong.filter((one) => !one.startsWith("asked " + own.said)), []);
  await context.close();
});

test("what was given last is read", async () => {
  const { context, page } = await open(WINDOWS.desktop, address + "/");
  await paste(page, PAGE);
  await page.locator("#address").fill(news + "/long/1.html");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("#article h1").textContent.includes("图书馆"));
  await context.close();
});

test("what cannot be read is told", async () => {
  const { context, page } = await open(WINDOWS.desktop, address + "/");
  for (const [given, told] of [["http://name:word@example.com/", /user name or password/], [news + "/none", /status 404/], ["", /Give an address/]]) {
    await page.locator("#address").fill(given);
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await page.locator("#status.problem", { hasText: told }).waitFor();
  }
  await context.close();
});

test("no hostile page runs anything", async () => {
  const vectors = readFileSync(path.join(ROOT, "fixtures/xss/vectors.txt"), "utf8").split("\n");
  const hostile = vectors.filter((line) => line && !line.startsWith("#")).map((line) => line.replaceAll("%0A", "\n"));
  assert.ok(hostile.length > 50);
  const paragraph = "会议讨论了供水的问题，代表们提出了建议，大家都同意。还有一段话，说的是别的事情。";
  const { context, page, wrong } = await open(WINDOWS.desktop, address + "/");
  await page.addInitScript(() => { window.alert = () => { window.hit = true; }; });
  await page.goto(address + "/");
  // One page with all of them, and pages with some each, so that none hides the others.
  const parts = [hostile];
  for (let at = 0; at < hostile.length; at += 10) parts.push(hostile.slice(at, at + 10));
  for (const part of parts) {
    await page.locator("#other").evaluate((details) => { details.open = true; });
    await page.locator("#html").fill("<h1>" + part.join("") + "</h1><p>" + paragraph + part.join("</p><p>" + paragraph) + "</p>");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await page.waitForFunction(() => !document.getElementById("status").textContent.includes("Reading"));
    await page.locator("#second").selectOption("line-density");
    await page.waitForFunction(() => !document.getElementById("status").textContent.includes("Reading"));
    await page.locator("#second").selectOption("");
    await page.waitForFunction(() => !document.getElementById("status").textContent.includes("Reading"));
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.equal(await page.evaluate(() => document.querySelectorAll("#article script, #article iframe, #article object, #article style, #article form").length), 0);
  }
  const asked = wrong.filter((one) => !one.includes("Failed to load resource"));
  assert.deepEqual(asked, []);
  await context.close();
});

/** How many boxes and elements the browser lays out and styles while something is done: the most at once, and all. */
async function work(page, act) {
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const counts = traceEvents.map(({ name, args }) => {
    if (name === "Layout") return args.beginData?.dirtyObjects;
    if (name === "UpdateLayoutTree") return args.elementCount;
  }).filter((count) => count !== undefined);
  return { most: Math.max(0, ...counts), all: counts.reduce((sum, count) => sum + count, 0) };
}

test("a report is one file that opens without a network, and a frame of a large one takes little work", async () => {
  const block = (n) => "<div class='row item-" + (n % 7) + "'><p class=text>" + ("第" + n + "段讨论了供水、道路和预算，代表们提出了许多建议。").repeat(5) + "<a href='/" + n + ".html'>第" + n + "条消息</a></p></div>\n";
  const html = path.join(folder, "large.html");
  const report = path.join(folder, "report.html");
  writeFileSync(html, Array.from({ length: 5000 }, (_, n) => block(n)).join(""));
  execFileSync(programPath(), ["explain", html, "-o", report, "--lang", "zh"]);
  const sizes = [html, report].map((file) => readFileSync(file).length);
  assert.ok(sizes[0] > 1.9e6 && sizes[1] < sizes[0] * 3, sizes.join(" "));
  const { context, page, wrong } = await open(WINDOWS.desktop);
  await context.setOffline(true);
  const opened = await work(page, async () => {
    await page.goto(pathToFileURL(report).href);
    assert.equal(await page.locator(".b").count(), 5000);
  });
  // What a frame has to do is what a person feels: a quick turn of the wheel, and jumps from end to end.
  const frames = (pixels) => work(page, () => page.evaluate(async (pixels) => {
    const height = document.getElementById("text").scrollHeight;
    for (let step = 0; step <= 120; step++) {
      window.scrollTo(0, pixels ? 2000 + step * pixels : (height * step) / 120);
      await new Promise(requestAnimationFrame);
    }
  }, pixels));
  const [wheel, jumps] = [await frames(120), await frames(0)];
  await page.locator(".b").nth(4000).click();
  await page.locator("#panel").waitFor();
  const told = JSON.stringify({ opened, wheel, jumps });
  console.log("large report:", sizes[1], "bytes of", sizes[0], "boxes and elements worked on:", told);
  // To lay out all of its blocks takes 20,000 and more.
  assert.ok(opened.all > 0 && opened.all < 5000, told);
  assert.ok(wheel.most > 0 && wheel.most < 500 && jumps.most > 0 && jumps.most < 500, told);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an address that is none is said to be none, however it comes", async () => {
  const { context, page } = await open(WINDOWS.phone, address + "/?address=nonsense");
  await page.locator("#status.problem", { hasText: "This is not a web address: nonsense" }).waitFor();
  assert.equal(await page.locator("#welcome").isVisible(), false);
  // Another app shares an address, some within a text.
  await page.goto(address + "/?title=x&text=" + encodeURIComponent("Read this: " + news + "/long/1.html"));
  await ready(page);
  assert.equal(await page.locator("#original").getAttribute("href"), news + "/long/1.html");
  await context.close();
});

test("a page without a text has one message and no buttons for a text", async () => {
  const { context, page } = await open(WINDOWS.phone, address + "/");
  await page.locator("#other summary").click();
  await page.locator("#html").fill("<title>x</title><nav><a href=/>Home</a></nav>");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator("#status.problem").waitFor();
  assert.equal(await page.locator(".warning").filter({ visible: true }).count(), 0);
  assert.equal(await page.locator("#article, [data-copy], #print, #welcome").filter({ visible: true }).count(), 0);
  await context.close();
});

test("a comparison on a phone shows headings and no empty block", async () => {
  const { context, page } = await open(WINDOWS.phone, address + "/");
  await paste(page, "<html lang=zh><article><h1>水厂</h1><p>" + LONG + "</p><h2>工期</h2><p>" + LONG.replace("昨天", "前天") + "</p></article>");
  await page.locator("#second").selectOption("punctuation-path");
  await page.locator("#comparison h2", { hasText: "工期" }).waitFor();
  const empty = await page.locator("#comparison > div").evaluateAll((all) => all.filter((one) => ![...one.children].some((part) => !part.matches(".mark") && part.getBoundingClientRect().height > 0)).length);
  assert.equal(empty, 0);
  await context.close();
});

test("the page is one answer and asks for nothing before it is read", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const response = await page.goto(address + "/");
  const bytes = (await response.body()).length;
  console.log("the reader page:", bytes, "bytes");
  assert.ok(bytes > 30_000 && bytes < 150 * 1024, bytes);
  assert.deepEqual(asked.filter((one) => !/^\/(icon\.\w+|reader\.webmanifest)$/.test(one)), ["/"]);
  const manifest = await (await fetch(address + "/reader.webmanifest")).json();
  assert.equal(manifest.share_target.params.url, "url");
  for (const icon of manifest.icons) assert.equal((await fetch(address + icon.src)).headers.get("content-type"), icon.type);
  await context.close();
});

test("choices and the place where reading stopped are kept; keys go on", async () => {
  const { context, page, wrong } = await open(WINDOWS.desktop, address + "/");
  await page.locator("#look summary").click();
  await page.locator("#font").selectOption("serif");
  await page.locator("#width").selectOption("wide");
  const url = address + "/?address=" + encodeURIComponent(news + "/long/1.html");
  await page.goto(url);
  await ready(page);
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dataset.font, document.documentElement.dataset.width]), ["serif", "wide"]);
  await page.setViewportSize({ width: 900, height: 200 });
  for (let step = 0; step < 3; step++) await page.keyboard.press("j");
  const here = () => page.evaluate(() => [...document.getElementById("article").children].findIndex((one) => one.classList.contains("here")));
  const at = await here();
  assert.ok(at > 0, at);
  await page.keyboard.press("k");
  assert.equal(await here(), at - 1);
  await page.keyboard.press("m");
  await page.locator("#status.note", { hasText: "Copied." }).waitFor();
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("places") || "[]").length === 1);
  await page.reload();
  await ready(page);
  assert.ok((await page.evaluate(() => window.scrollY)) > 0);
  // Without the choice, a key is a key.
  await page.locator("#look summary").click();
  await page.locator("#keys").uncheck();
  await page.keyboard.press("Escape");
  await page.locator("body").press("j");
  assert.equal(await here(), -1);
  assert.deepEqual(wrong.filter((one) => !one.includes("Failed to load resource")), []);
  await context.close();
});

test("formulas are set, footnotes have a way back, and a step to one keeps the article", async () => {
  const { context, page, wrong } = await open(WINDOWS.phone, address + "/");
  await paste(page, readFileSync(path.join(ROOT, "quality/reader/pages/formulas.html"), "utf8"));
  assert.ok((await page.locator("#article math").count()) > 5);
  assert.equal(await page.locator("#article .tex").count(), 1);
  assert.ok((await page.locator("#article math").nth(2).boundingBox()).height > 20);
  const title = await page.locator("#article h1").textContent();
  await page.locator("#article sup a").first().click();
  await page.locator(".note .back").first().click();
  assert.equal(await page.locator("#article h1").textContent(), title);
  assert.equal(new URL(page.url()).hash, "#fnref-1");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("on paper an article and a report are dark on light, without buttons, in the dark scheme too", async () => {
  const { context, page, wrong } = await open({ ...WINDOWS.desktop, colorScheme: "dark" }, address + "/");
  const colour = (place) => page.locator(place).first().evaluate((one) => getComputedStyle(one).color);
  const visible = () => page.locator("button, input, select, #side").filter({ visible: true }).count();
  await paste(page, DATED);
  for (const theme of ["", "dark"]) {
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
    await page.emulateMedia({ media: "print" });
    assert.equal(await colour("#article > p:not([class])"), "rgb(0, 0, 0)", theme);
    assert.equal(await visible(), 0);
    await page.emulateMedia({ media: "screen" });
    assert.equal(await colour("#article > p:not([class])"), "rgb(235, 233, 226)", theme);
  }
  // The row of heads is printed on each page.
  assert.equal(await page.locator("#article thead").evaluate((head) => getComputedStyle(head).display), "table-header-group");
  await page.goto(address + "/v1/explain?url=" + encodeURIComponent(news + "/gallery.html"));
  await page.emulateMedia({ media: "print" });
  assert.equal(await colour("h1"), "rgb(29, 28, 25)");
  assert.equal(await visible(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("no fault of access in either language and either scheme", async () => {
  for (const locale of ["en-US", "zh-CN"]) {
    for (const colorScheme of ["light", "dark"]) {
      const { context, page } = await open({ ...WINDOWS.phone, locale, colorScheme }, address + "/");
      const check = async (name) => assert.deepEqual(await faultsOf(page), [], [name, locale, colorScheme].join(" "));
      await check("start");
      await page.locator("#look summary").click();
      await check("look");
      await page.goto(address + "/?address=" + encodeURIComponent(news + "/gallery.html"));
      await ready(page);
      await page.locator("#fields summary").click();
      await check("article");
      await page.goto(address + "/?address=" + encodeURIComponent(news + "/none"));
      await ready(page);
      await check("error");
      await page.goto(address + "/v1/explain?lang=" + locale.slice(0, 2) + "&url=" + encodeURIComponent(news + "/gallery.html"));
      await page.locator(".b.k").first().click();
      await check("report");
      await context.close();
    }
  }
});
