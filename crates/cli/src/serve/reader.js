"use strict";
const WORDS = {
  en: {
    look: "Look", smaller: "A− smaller text", larger: "A+ larger text", theme: "theme", language: "中文",
    address: "Address", read: "Read", other: "or a file, or pasted HTML", file: "File (or drop one anywhere)",
    paste: "HTML", method: "Method", compare: "compare with", none: "nothing", take: "Take it along",
    copyMarkdown: "Copy Markdown", copyText: "Copy text", copyHtml: "Copy HTML", copyJson: "Copy JSON",
    report: "Why? The report", print: "Print", fields: "Fields", title: "Just the article",
    welcome: "Paste the address of a page, drop a file, or paste its HTML. Nothing is kept.",
    bookmarklet: "Read with zhengwen", aboutBookmarklet: "Drag this to your bookmarks; on any page it opens the article here.",
    reading: "Reading…", copied: "Copied.", notCopied: "The browser does not let it be copied.",
    nothing: "No main text was found.", give: "Give an address, a file or HTML.",
    noFetch: "This service fetches nothing; drop a file or paste HTML.", only: "only here",
    differ: (count) => count + (count === 1 ? " block differs." : " blocks differ."), untitled: "Untitled",
    ready: "Done.", drag: "Drag it to your bookmarks instead.", image: "image",
  },
  zh: {
    look: "外观", smaller: "A− 缩小文字", larger: "A+ 放大文字", theme: "明暗", language: "English",
    address: "网址", read: "阅读", other: "或文件，或粘贴 HTML", file: "文件（也可拖到页面任意处）",
    paste: "HTML", method: "方法", compare: "对比", none: "不对比", take: "带走",
    copyMarkdown: "复制 Markdown", copyText: "复制文本", copyHtml: "复制 HTML", copyJson: "复制 JSON",
    report: "为什么？看报告", print: "打印", fields: "字段", title: "只看正文",
    welcome: "粘贴网页的网址，拖入文件，或粘贴 HTML。不保存任何内容。",
    bookmarklet: "用 zhengwen 阅读", aboutBookmarklet: "拖到书签栏；在任何网页点它，就在这里打开正文。",
    reading: "正在读取……", copied: "已复制。", notCopied: "浏览器不允许复制。",
    nothing: "没有找到正文。", give: "请给出网址、文件或 HTML。",
    noFetch: "本服务不抓取网页；请拖入文件或粘贴 HTML。", only: "仅此处",
    differ: (count) => "有 " + count + " 块不同。", untitled: "无标题",
    ready: "完成。", drag: "请把它拖到书签栏。", image: "图片",
  },
};
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const fetches = root.dataset.fetches === "true";
// The service has sanitised the article; the browser wants to be told so.
const policy = window.trustedTypes
  ? window.trustedTypes.createPolicy("zhengwen", { createHTML: (html) => html })
  : { createHTML: (html) => html };

/** What is shown: the page that was asked for, what was found, and the page as text. */
let page = null;
let found = null;
let file = null;
let turn = 0;

let language = "en";
const say = (word) => WORDS[language][word];

function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* A browser that keeps nothing forgets it. */ }
}

function speak(code) {
  language = code;
  root.lang = code;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = say(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
  }
  byId("language").textContent = say("language");
  byId("language").lang = code === "en" ? "zh" : "en";
}

function tell(text, isProblem = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("problem", isProblem);
}

function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Asks the service, and gives what it answers or throws what it says is wrong. */
async function ask(path, parameters) {
  const init = { method: "POST" };
  if (page.file) {
    // A file is sent as it is: its encoding is the service's to tell.
    const query = new URLSearchParams(parameters);
    path += "?" + query;
    init.body = page.file;
    init.headers = { "Content-Type": "text/html" };
  } else {
    const source = page.html === undefined ? { url: page.url } : { html: page.html, url: page.url };
    init.body = JSON.stringify({ ...source, ...parameters });
    init.headers = { "Content-Type": "application/json" };
  }
  const response = await fetch(path, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ? answer.error.message : response.statusText);
  return answer;
}

/** Reads the page with the method that is chosen. */
async function read() {
  if (!page) return;
  const own = ++turn;
  tell(say("reading"));
  const parameters = { method: byId("method").value, add: "markdown,html" };
  try {
    const answer = await ask("/v1/extract", parameters);
    if (own !== turn) return;
    found = answer;
    show();
    if (byId("second").value) await compare(own);
    tell(found.text ? say("ready") : say("nothing"), !found.text);
    byId("status").scrollIntoView({ block: "start" });
  } catch (error) {
    if (own !== turn) return;
    byId("result").hidden = true;
    tell(error.message, true);
  }
}

function show() {
  byId("welcome").hidden = true;
  byId("result").hidden = false;
  byId("comparison").hidden = true;
  const article = byId("article");
  article.hidden = false;
  if (found.language) article.lang = found.language; else article.removeAttribute("lang");
  const head = [make("h1", {}, found.title || say("untitled"))];
  const date = (found.publish_date || "").replace("T", " ").replace(/^(.{16}):00/, "$1");
  const byline = [...new Set([found.author, found.source, date, found.site_name])].filter(Boolean).join(" · ");
  if (byline) head.push(make("p", { class: "byline" }, byline));
  for (const warning of found.warnings) head.push(make("p", { class: "warning" }, warning.message));
  article.replaceChildren(...head, ...bodyOf(found.html || ""));
  byId("other").open = !fetches && !found.text;
  document.title = (found.title || say("untitled")) + " · zhengwen";
  showFields();
}

/** The article's elements, made without asking anybody for its pictures but this service. */
function bodyOf(html) {
  const parsed = new DOMParser().parseFromString(policy.createHTML(html), "text/html").body;
  for (const image of parsed.querySelectorAll("img")) {
    const source = image.getAttribute("src") || "";
    if (fetches && /^https?:/.test(source)) {
      image.src = "/v1/image?url=" + encodeURIComponent(source);
      image.loading = "lazy";
    } else {
      const text = (image.alt || say("image")) + (source ? " (" + source + ")" : "");
      image.replaceWith(make("em", {}, text));
    }
  }
  for (const link of parsed.querySelectorAll("a[href]")) {
    if (link.getAttribute("href").startsWith("#")) continue;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const table of parsed.querySelectorAll("table")) {
    const scroll = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "table" });
    table.replaceWith(scroll);
    scroll.append(table);
  }
  for (const code of parsed.querySelectorAll("pre")) code.tabIndex = 0;
  return parsed.childNodes;
}

function showFields() {
  const left = new Set(["text", "markdown", "html", "warnings"]);
  const rows = Object.entries(found).filter(([name, value]) => {
    const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return !left.has(name) && !isEmpty;
  });
  const cell = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  byId("fields").querySelector("table").replaceChildren(
    ...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, cell(value)))),
  );
}

/** Two methods beside each other, block by block. */
async function compare(own) {
  const names = [byId("method").value, byId("second").value];
  const report = await ask("/v1/explain", { method: names[0], format: "json" });
  if (own !== turn) return;
  const kept = names.map((name) => report.methods.find((method) => method.name === name).kept);
  const cells = [make("h1", {}, found.title || say("untitled")), ...names.map((name) => make("h2", {}, name))];
  let count = 0;
  report.extraction.trace.blocks.forEach((block, at) => {
    if (!kept[0][at] && !kept[1][at]) return;
    const differs = kept[0][at] !== kept[1][at];
    count += differs ? 1 : 0;
    for (const own of kept) {
      const cell = make("p", {});
      if (own[at]) cell.textContent = block.text;
      if (own[at] && differs) {
        cell.className = "only";
        cell.prepend(make("strong", {}, "[" + say("only") + "] "));
      }
      cells.push(cell);
    }
  });
  cells.push(make("p", { class: "note" }, say("differ")(count)));
  byId("comparison").replaceChildren(...cells);
  byId("comparison").hidden = false;
  byId("article").hidden = true;
}

/** Opens the report in a window of its own, under its own policy. */
async function report() {
  const fields = { method: byId("method").value, lang: language };
  if (page.url) fields.url = page.url;
  if (page.html !== undefined) fields.html = page.html;
  if (page.file) {
    const bytes = await page.file.arrayBuffer();
    fields.html = new TextDecoder(found.encoding.name).decode(bytes);
  }
  const form = byId("report-form");
  form.replaceChildren();
  for (const [name, value] of Object.entries(fields)) {
    const area = make("textarea", { name });
    area.value = value;
    form.append(area);
  }
  form.submit();
}

async function copy(form) {
  const text = { markdown: found.markdown, text: found.text, html: found.html, json: JSON.stringify(found, null, 2) }[form];
  try {
    await navigator.clipboard.writeText(text || "");
    tell(say("copied"));
  } catch {
    tell(say("notCopied"), true);
  }
}

function readFile(dropped) {
  file = dropped;
  page = { file };
  read();
}

// Of an address and pasted HTML the one that was given last is read.
let isPasted = false;
byId("html").addEventListener("input", () => { isPasted = true; });
byId("address").addEventListener("input", () => { isPasted = false; });
byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const html = byId("html").value;
  let url = byId("address").value.trim();
  if (url && !/^[a-z]+:/i.test(url)) url = "https://" + url;
  const canFetch = url && fetches;
  if (html.trim() && (isPasted || !canFetch)) page = { html, url: url || undefined };
  else if (canFetch) page = { url };
  else if (file) page = { file };
  else return tell(url ? say("noFetch") : say("give"), true);
  read();
});
byId("file").addEventListener("change", (event) => {
  if (event.target.files[0]) readFile(event.target.files[0]);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
document.addEventListener("dragleave", () => document.body.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  const [dropped] = event.dataTransfer.files;
  const html = event.dataTransfer.getData("text/html");
  if (dropped) readFile(dropped);
  else if (html) { page = { html }; read(); }
});
byId("method").addEventListener("change", read);
byId("second").addEventListener("change", read);
byId("report").addEventListener("click", report);
byId("print").addEventListener("click", () => window.print());
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copy(button.dataset.copy));
}
byId("theme").addEventListener("click", () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  remember("theme", root.dataset.theme);
});
function resize(step) {
  const size = Math.min(4, Math.max(0, Number(root.dataset.size || 1) + step));
  root.dataset.size = String(size);
  remember("size", String(size));
}
byId("smaller").addEventListener("click", () => resize(-1));
byId("larger").addEventListener("click", () => resize(1));
byId("language").addEventListener("click", () => {
  speak(language === "en" ? "zh" : "en");
  remember("language", language);
});
byId("bookmarklet").href =
  "javascript:location.href=" + JSON.stringify(location.origin + "/?address=") + "+encodeURIComponent(location.href)";
byId("bookmarklet").addEventListener("click", (event) => {
  event.preventDefault();
  tell(say("drag"));
});

if (remembered("theme")) root.dataset.theme = remembered("theme");
if (remembered("size")) root.dataset.size = remembered("size");
speak(remembered("language") || (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));
if (!fetches) byId("other").open = true;
const given = new URLSearchParams(location.search).get("address");
if (given) {
  byId("address").value = given;
  if (fetches && /^https?:/i.test(given)) { page = { url: given }; read(); }
}
