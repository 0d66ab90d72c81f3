// The extension as a person uses it: in a real Chromium, by its button.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { EXTENSION, ROOT, axeSource, chromium, serve, start, until } from "./browser.mjs";

const skip = chromium() ? false : "no Chromium";
const SAMPLE = readFileSync(path.join(ROOT, "docs/sample.html"));
const LINES = ["水厂新建的滤池上周开始供水，镇上九百户人家不再到河边挑水。", "工程从去年三月动工，管线沿着旧公路铺设，全长十一公里。"];
const PAGE = `<!DOCTYPE html><meta charset=utf-8><title>滤池供水_某某网</title>
<meta name=author content=许望舒>
<link rel=stylesheet href=/style.css>
<nav><a href=/>首页</a> <a href=/a>新闻</a> <a href=/b>体育</a></nav>
<h1>滤池供水</h1>
<article><p>${LINES[0]}</p><p>${LINES[1]}</p>
<p class=trap>这一段用样式表藏了起来，读者在网页上看不到它，也不应当存进笔记。</p>
<p class=veil>这一段用另一种样式藏了起来，读者在网页上同样看不到它的一个字。</p>
<div class=wide>这一段直接写在没有盒子的元素里，读者在网页上看得到它的每个字。</div>
<p style="opacity: 0; color: black">这一段滚动到时才渐渐显出来，它和别的段落一样是正文的一部分。</p>
<details><summary>施工的细节</summary><p>这一段折叠着，点开就能看到，滤池的石英砂来自上游的两个采砂场。</p></details>
<p id=late></p><story-part></story-part><story-note><b slot=n>这一句由投影树的插槽取用，它在网页上显示在注解的后面。</b></story-note>
<img src=/filter.png alt=滤池 width=600 height=400><noscript>请打开脚本以后再来阅读这篇文章的全部内容。</noscript></article>
<p>版权所有 某某网</p>
<script>
  late.textContent = "这一段是脚本写进网页的，水价仍按每吨两元收取，低保户减半。";
  const shadow = (name, mode, html) => customElements.define(name, class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode }).innerHTML = html; }
  });
  shadow("story-part", "closed", "<p>这一段在关闭的投影树里，镇政府说下一期工程明年春天开工。</p>");
  shadow("story-note", "open", "<p>这一段在打开的投影树里，水质检测的结果每月在村口公布。</p><slot name=n></slot>");
</script>`;
const STYLE = ".trap { display: none } .veil { visibility: hidden } .wide { display: contents }";
const SEEN = [...LINES, "这一段直接写在", "这一段滚动到时", "这一段折叠着", "这一段是脚本写进", "这一段在关闭的", "这一段在打开的", "这一句由投影树"];
const UNSEEN = ["这一段用样式表", "这一段用另一种", "请打开脚本", "版权所有", "首页"];
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

let browser, site;

before(async () => {
  if (skip) return;
  site = await serve({
    "/sample": [SAMPLE], "/page": [PAGE], "/style.css": [STYLE, { "content-type": "text/css" }], "/filter.png": [PICTURE, { "content-type": "image/png" }], "/empty": ["<title>空</title>"],
    "/strict": [SAMPLE, { "content-security-policy": "default-src 'none'; frame-src 'none'; trusted-types" }],
    "/silent": [SAMPLE, { "permissions-policy": "clipboard-write=()" }], "/boxed": [SAMPLE, { "content-security-policy": "sandbox allow-scripts" }],
    "/framed": [SAMPLE, { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" }],
  });
  browser = await start();
});

after(async () => {
  await browser?.stop();
  site?.server.close();
});

/** A page with the reader open above it. What goes wrong in either fails the test. */
async function read(where, prepare = () => {}) {
  const page = await browser.context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    const isOurs = message.location().url.startsWith("chrome-extension:");
    if (isOurs && ["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  await page.goto(site.address + where);
  await prepare(page);
  const asked = site.asked.length;
  await browser.press(page);
  const frame = await browser.reader(page);
  const close = async () => {
    assert.deepEqual(wrong, []);
    await page.close();
  };
  return { page, frame, close, news: () => site.asked.slice(asked) };
}

const articleOf = (frame) => frame.locator("#article").innerText();

test("it asks for no more than the tab it is pressed on", () => {
  const manifest = JSON.parse(readFileSync(path.join(EXTENSION, "manifest.json"), "utf8"));
  assert.deepEqual(manifest.permissions, ["activeTab", "scripting"]);
  for (const name of ["host_permissions", "optional_permissions", "optional_host_permissions", "content_scripts"]) assert.ok(!(name in manifest), name);
  const policy = manifest.content_security_policy.extension_pages;
  assert.match(policy, /default-src 'none';.* connect-src 'self';/);
});

test("what the browser shows is read, and nothing else; nobody is asked for anything", { skip }, async () => {
  const { frame, close, news } = await read("/page");
  const text = await articleOf(frame);
  for (const part of SEEN) assert.ok(text.includes(part), part);
  for (const part of UNSEEN) assert.ok(!text.includes(part), part);
  assert.match(text, /^滤池供水\s+许望舒/);
  assert.equal(await frame.locator("#status.problem").count(), 0);
  // The methods are those that one page is enough for.
  const methods = await frame.locator("#method option").allTextContents();
  assert.deepEqual(methods, ["auto", "punctuation-path", "block-smoothing", "block-weighting", "line-density"]);
  await frame.locator("#method").selectOption("line-density");
  await frame.locator("#second").selectOption("auto");
  await frame.locator("#comparison").waitFor();
  assert.deepEqual(news(), []);
  await close();
});

test("the page is as it was, and knows nothing of the reader", { skip }, async () => {
  const page = await browser.context.newPage();
  await page.goto(site.address + "/page");
  const source = () => page.evaluate(() => document.documentElement.outerHTML);
  const was = await source();
  const ways = [
    (frame) => frame.getByRole("button", { name: "Close" }).click(),
    (frame) => frame.locator("body").press("Escape"),
    () => browser.press(page),
  ];
  for (const close of ways) {
    await browser.press(page);
    const frame = await browser.reader(page);
    assert.equal(await page.evaluate(() => document.querySelector("zhengwen-reader").shadowRoot), null);
    await close(frame);
    await browser.closed(page);
    assert.equal(await source(), was);
  }
  // It reads anew what the page has become.
  await page.evaluate(() => { document.querySelector("article p").textContent = "网页后来换了第一段，供水的人家增加到一千一百户，夜里也不停水。"; });
  await browser.press(page);
  assert.match(await articleOf(await browser.reader(page)), /网页后来换了第一段/);
  await page.close();
});

test("a page with a strict policy, and one that isolates itself", { skip }, async () => {
  for (const where of ["/strict", "/framed"]) {
    const { frame, close } = await read(where);
    assert.match(await articleOf(frame), /青石河步行桥正式通车/, where);
    await close();
  }
});

test("a page that lets no frame write to the clipboard", { skip }, async () => {
  const { frame } = await read("/silent");
  await frame.getByRole("button", { name: "Copy with front matter" }).click();
  await frame.getByText("Copied.").waitFor();
  assert.match(await clipboard(), /^---\ntitle: /);
});

test("a page in a sandbox: the reader has a tab of its own", { skip }, async () => {
  const page = await browser.context.newPage();
  await page.goto(site.address + "/boxed");
  const [tab] = await Promise.all([browser.context.waitForEvent("page"), browser.press(page)]);
  assert.match(await articleOf(await browser.reader(tab)), /青石河步行桥正式通车/);
  // The click may not be heard of again, as its page is gone.
  await Promise.all([tab.waitForEvent("close"), tab.getByRole("button", { name: "Close" }).click().catch(() => {})]);
  await page.close();
});

test("Markdown with front matter: as a file, on the clipboard, to Obsidian", { skip }, async () => {
  const { page, frame, close, news } = await read("/sample");
  const [download] = await Promise.all([page.waitForEvent("download"), frame.getByRole("button", { name: "Save Markdown" }).click()]);
  assert.equal(download.suggestedFilename(), "青石河步行桥通车 三个村子不再绕路.md");
  const saved = readFileSync(await download.path(), "utf8");
  const head = ["---", 'title: "青石河步行桥通车 三个村子不再绕路"', 'author: "林小禾"', "date: 2026-05-18T09:30:00", 'source: "云岭晚报"', `url: "${site.address}/sample"`];
  assert.equal(saved.split("\n").slice(0, head.length).join("\n"), head.join("\n"));
  assert.match(saved, /\n---\n\n5月18日上午，[^]*\n## 桥面怎么设计\n[^]*\| 桥长 \| 86米 \|/);

  await frame.getByRole("button", { name: "Copy with front matter" }).click();
  await frame.getByText("Copied.").waitFor();
  assert.equal(await clipboard(), saved);

  // No program opens such addresses here: what would open is noted.
  await frame.evaluate(() => {
    window.opened = [];
    document.addEventListener("click", ({ target }) => target.href && window.opened.push(target.href));
    HTMLAnchorElement.prototype.click = function () { window.opened.push(this.href); };
  });
  await frame.getByRole("button", { name: "To Obsidian" }).click();
  await frame.waitForFunction(() => window.opened.length);
  const name = encodeURIComponent("青石河步行桥通车 三个村子不再绕路");
  assert.deepEqual(await frame.evaluate(() => window.opened), [`obsidian://new?name=${name}&clipboard`]);
  assert.deepEqual(news(), []);
  await close();
});

/** What the clipboard holds, pasted as a person does. */
async function clipboard() {
  const page = await browser.context.newPage();
  await page.setContent("<textarea></textarea>");
  await page.locator("textarea").focus();
  await page.keyboard.press("Control+V");
  const text = await page.locator("textarea").inputValue();
  await page.close();
  return text;
}

test("pictures come when they are asked for", { skip }, async () => {
  const { frame, close, news } = await read("/page");
  const pictures = frame.getByRole("button", { name: "Show pictures" });
  await pictures.click();
  await frame.waitForFunction(() => document.querySelector("#article img")?.naturalWidth === 1);
  assert.equal(await frame.locator("#article img").getAttribute("alt"), "滤池");
  assert.ok(news().every((url) => url === "/filter.png"));
  assert.equal(await pictures.count(), 0);
  await close();
  // An article without any has no such button.
  const other = await read("/sample");
  assert.equal(await other.frame.getByRole("button", { name: "Show pictures" }).count(), 0);
  await other.close();
});

test("why: every block with its reasons, in both languages; the one that was selected is open", { skip }, async () => {
  const { frame, close } = await read("/sample", (page) => page.evaluate(() => getSelection().selectAllChildren(document.querySelector("div.crumb"))));
  await frame.getByRole("button", { name: "Why? Block by block" }).click();
  const picked = frame.locator("#why details[open]");
  assert.match(await picked.locator("summary").textContent(), /^dropped · 0 % · your selection 首页 > 本地 > 正文/);
  assert.match(await picked.innerText(), /dropped: by the method's score\s+html\/body\/div\.crumb/);
  const kept = frame.locator("#why details.kept", { hasText: "5月18日上午" });
  await kept.locator("summary").click();
  await kept.locator("tr").nth(3).waitFor();
  const rows = await kept.locator("tr").allInnerTexts();
  for (const row of rows.slice(1)) assert.match(row, /^[+−]\d+\.\d\d\t\S.*\t/);
  await frame.locator("#language").click();
  await frame.locator("#why h1", { hasText: "为什么" }).waitFor();
  assert.match(await picked.locator("td").nth(1).innerText(), /\p{Script=Han}/u);
  await frame.locator("#why button").click();
  assert.ok(await frame.locator("#article").isVisible());
  assert.ok(!(await frame.locator("#why").isVisible()));
  // The browser remembers the language for the site.
  await frame.locator("#language").click();
  await close();
});

test("no fault that axe-core finds, in the article and in its reasons, by day and by night", { skip }, async () => {
  const { frame, page, close } = await read("/sample");
  const check = async (name) => {
    for (const theme of ["light", "dark"]) {
      await frame.evaluate((value) => { document.documentElement.dataset.theme = value; }, theme);
      const found = await frame.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
      assert.deepEqual(found.violations.map((fault) => fault.id + ": " + fault.nodes[0].html), [], `${name} in the ${theme}`);
      if (process.env.SCREENSHOTS) await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `extension-${name}-${theme}.png`) });
    }
  };
  await frame.evaluate(axeSource());
  await check("article");
  await frame.locator("#report").click();
  await frame.locator("#why details summary").nth(5).click();
  await check("why");
  await close();
});

test("a page without text, and one that no extension may read", { skip }, async () => {
  const { frame, close } = await read("/empty");
  assert.equal(await frame.locator("#status.problem").count(), 1);
  assert.match(await articleOf(frame), /^空/);
  await close();
  const page = await browser.context.newPage();
  await page.goto("chrome://version");
  await browser.press(page);
  const said = () => browser.worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return [await chrome.action.getBadgeText({ tabId: tab.id }), await chrome.action.getTitle({ tabId: tab.id })];
  });
  await until(async () => (await said())[0]);
  assert.deepEqual(await said(), ["!", "The browser lets no extension read this page"]);
  await page.close();
});

test("the reader by itself says that it has no page", { skip }, async () => {
  const page = await browser.context.newPage();
  await page.goto(`chrome-extension://${browser.id}/reader.html`);
  await page.getByText("The page is gone. Press the button again.").waitFor();
  await page.close();
});
