"use strict";
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const fetches = root.dataset.fetches === "true";
// The service has sanitised the article; the browser wants to be told so.
const policy = window.trustedTypes
  ? window.trustedTypes.createPolicy("zhengwen", { createHTML: (html) => html })
  : { createHTML: (html) => html };

/** What is shown: the page that was asked for, and what was found. */
let page = null;
let found = null;
let file = null;
let turn = 0;
/** What is told now, to be told again in another language. */
let told = () => "";
/** Answers of addresses, the last few, for who goes back to them. */
const answers = new Map();
const MOST_ANSWERS = 10;

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
  byId("status").textContent = told();
  if (found && !byId("result").hidden) {
    show();
    if (byId("second").value) compare(turn);
  }
}

/** Tells something: a word of `WORDS`, or what gives the words. */
function tell(word, isProblem = false) {
  told = typeof word === "string" ? () => say(word) : word;
  byId("status").textContent = told();
  byId("status").classList.toggle("problem", isProblem);
}

function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What the service says is wrong; none where it says nothing. */
class Refusal extends Error {
  constructor(problem) {
    super(problem ? problem.message : "");
    this.problem = problem;
  }
}

/** The article by a method: what the service answers, or throws what it says is wrong. */
async function extract(method) {
  const key = page.url && page.html === undefined ? method + " " + page.url : null;
  if (key && answers.has(key)) return answers.get(key);
  const answer = await ask("/v1/extract", { method, add: "markdown,html" });
  if (key) {
    answers.set(key, answer);
    if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value);
  }
  return answer;
}

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
  let response, answer;
  try {
    response = await fetch(path, init);
    answer = await response.json();
  } catch {
    throw new Refusal(null);
  }
  if (!response.ok) throw new Refusal(answer.error);
  return answer;
}

/** Puts what is read into the page's own address, so that it can be sent on, reloaded and gone back to. */
function note() {
  const query = new URLSearchParams();
  if (page && page.url && page.html === undefined && !page.file) query.set("address", page.url);
  if (byId("method").value !== "auto") query.set("method", byId("method").value);
  if (byId("second").value) query.set("compare", byId("second").value);
  const text = query.has("address") ? "?" + query : "";
  if (text !== location.search) history.pushState(null, "", location.pathname + text);
}

/** Reads what the page's own address says. */
function follow() {
  const query = new URLSearchParams(location.search);
  const address = query.get("address") || "";
  const choose = (id, name, usual) => {
    byId(id).value = query.get(name) || usual;
    if (byId(id).selectedIndex < 0) byId(id).value = usual;
  };
  choose("method", "method", "auto");
  choose("second", "compare", "");
  byId("address").value = address;
  if (fetches && /^https?:/i.test(address)) {
    page = { url: address };
    read();
    return;
  }
  turn++;
  [page, found] = [null, null];
  byId("result").hidden = true;
  byId("welcome").hidden = false;
  document.title = "zhengwen 正文";
  tell(() => "");
}

/** Reads the page with the method that is chosen. */
async function read() {
  if (!page) return;
  const own = ++turn;
  tell("reading");
  try {
    const answer = await extract(byId("method").value);
    if (own !== turn) return;
    found = answer;
    show();
    if (byId("second").value) await compare(own);
    if (own !== turn) return;
    tell(found.text ? "ready" : "nothing", !found.text);
    byId("status").scrollIntoView({ block: "start" });
  } catch (error) {
    if (own !== turn) return;
    if (!(error instanceof Refusal)) throw error;
    found = null;
    byId("result").hidden = true;
    tell(() => problemIn(language, error.problem), true);
  }
}

/** The language of a text: what the page says, unless its letters plainly are not Chinese. */
function languageOf(answer) {
  const own = (answer.language || "").replaceAll("_", "-");
  const letters = (answer.text.match(/\p{L}/gu) || []).length;
  const isHan = (answer.text.match(/\p{Script=Han}/gu) || []).length * 4 > letters;
  if (isHan) return /^(zh|ja)/i.test(own) ? own : "zh";
  return own && !/^zh/i.test(own) ? own : "und";
}

/** The lines under a title: who wrote it and when, as people write it. */
function bylineOf(answer) {
  const date = dateIn(language, answer.publish_date);
  return [...new Set([answer.author, answer.source, date, answer.site_name])].filter(Boolean);
}

/** The address of the original, if it can be opened. */
function addressOf(answer) {
  return /^https?:/i.test(answer.url || "") ? answer.url : "";
}

function show() {
  byId("welcome").hidden = true;
  byId("result").hidden = false;
  byId("comparison").hidden = true;
  const article = byId("article");
  article.hidden = false;
  article.lang = languageOf(found);
  const head = [make("h1", {}, found.title || say("untitled"))];
  const byline = bylineOf(found).join(" · ");
  if (byline) head.push(make("p", { class: "byline", lang: language }, byline));
  for (const warning of found.warnings) {
    head.push(make("p", { class: "warning", lang: language }, warningIn(language, warning)));
  }
  article.replaceChildren(...head, ...withoutTitle(bodyOf(found.html || "")));
  const address = addressOf(found);
  byId("origin").hidden = !address;
  byId("original").href = address || "#";
  byId("original").textContent = say("original") + (address ? " (" + new URL(address).host + ")" : "");
  byId("other").open = !fetches && !found.text;
  document.title = (found.title || say("untitled")) + " · zhengwen";
  showFields();
}

/** Whether a node is a heading that says the title again. */
function isTitle(node) {
  return /^H[1-6]$/.test(node.tagName || "") && node.textContent.trim() === (found.title || "").trim();
}

/** An article's nodes without its title at the start, which stands above them. */
function withoutTitle(nodes) {
  const first = nodes.find((node) => node.nodeType === Node.ELEMENT_NODE);
  return nodes.filter((node) => node !== first || !isTitle(node));
}

/** What stands in place of a picture that cannot be shown. */
function withoutPicture(image, source) {
  const words = image.getAttribute("alt") || say("image");
  return make("em", { class: "no-image" }, "[" + words + "]" + (image.alt || !source ? "" : " " + source));
}

/** Characters of a table's cell that stand on one line. */
const MOST_ON_A_LINE = 16;

/** The article's elements, made without asking anybody for its pictures but this service. */
function bodyOf(html) {
  const parsed = new DOMParser().parseFromString(policy.createHTML(html), "text/html").body;
  for (const image of parsed.querySelectorAll("img")) {
    const source = image.getAttribute("src") || "";
    if (fetches && /^https?:/.test(source)) {
      const shown = make("img", { src: "/v1/image?url=" + encodeURIComponent(source), loading: "lazy" });
      for (const name of ["alt", "title", "width", "height"]) {
        if (image.hasAttribute(name)) shown.setAttribute(name, image.getAttribute(name));
      }
      shown.addEventListener("error", () => shown.replaceWith(withoutPicture(image, source)));
      image.replaceWith(shown);
    } else {
      image.replaceWith(withoutPicture(image, source));
    }
  }
  for (const link of parsed.querySelectorAll("a[href]")) {
    if (link.getAttribute("href").startsWith("#")) continue;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const table of parsed.querySelectorAll("table")) {
    const scroll = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("table") });
    table.replaceWith(scroll);
    scroll.append(table);
    // A number, a date, a name stays on one line; the table scrolls instead.
    for (const cell of table.querySelectorAll("th, td")) cell.classList.toggle("short", cell.textContent.trim().length <= MOST_ON_A_LINE);
  }
  for (const code of parsed.querySelectorAll("pre")) code.tabIndex = 0;
  return [...parsed.childNodes];
}

/** A field's value for people. */
function valueOf(name, value) {
  if (/_date$/.test(name)) return dateIn(language, value);
  if (name === "kind") return language === "zh" ? KINDS[value] || value : value;
  if (name === "confidence") return Math.round(value * 100) + " %";
  if (name === "encoding") return value.name;
  if (["images", "comments", "posts", "items"].includes(name)) return String(value.length);
  if (Array.isArray(value)) {
    const parts = value.map((one) => valueOf("", one));
    const between = value.some((one) => typeof one === "object") ? make("br", {}) : say("comma");
    return make("span", {}, ...parts.flatMap((part, at) => (at ? [between.cloneNode ? between.cloneNode() : between, part] : [part])));
  }
  const address = typeof value === "object" ? value.url : value;
  if (!/^https?:/i.test(String(address))) return String(value.title || value);
  const words = typeof value === "object" ? value.title || address : address;
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words);
}

function showFields() {
  const isSaid = (value) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  const rows = Object.entries(FIELDS).filter(([name]) => isSaid(found[name]));
  byId("fields").querySelector("table").replaceChildren(
    ...rows.map(([name, words]) => {
      const label = words[language === "zh" ? 1 : 0];
      return make("tr", {}, make("th", { scope: "row" }, label), make("td", {}, valueOf(name, found[name])));
    }),
  );
}

/** The paragraphs of an article: what holds no other; a table, a list, a quotation and code are one each. */
function paragraphs(html) {
  const parts = [];
  const open = bodyOf(html).reverse();
  while (open.length) {
    const node = open.pop();
    const isContainer = ["ARTICLE", "SECTION", "DIV", "MAIN"].includes(node.tagName) && !node.matches(".scroll");
    if (isContainer) open.push(...[...node.childNodes].reverse());
    else if (!isTitle(node) && (node.textContent.trim() || (node.querySelector && node.querySelector("img")))) parts.push(node);
  }
  return parts.map((node) => ({ node, text: node.textContent.replace(/\s+/g, " ").trim() }));
}

/** Of more pairs than this the longest common sequence is not looked for; the next same paragraph is. */
const MOST_PAIRS = 4e6;

/** Two sequences beside each other: what both have, what only the first and what only the second has. */
function align(first, second) {
  const same = (a, b) => first[a].text === second[b].text;
  const width = second.length + 1;
  const isLarge = first.length * width > MOST_PAIRS;
  const common = isLarge ? null : new Uint16Array((first.length + 1) * width);
  for (let a = first.length - 1; common && a >= 0; a--) {
    for (let b = second.length - 1; b >= 0; b--) {
      const at = a * width + b;
      common[at] = same(a, b) ? common[at + width + 1] + 1 : Math.max(common[at + width], common[at + 1]);
    }
  }
  const isFirst = (a, b) => {
    if (common) return common[(a + 1) * width + b] >= common[a * width + b + 1];
    return !second.slice(b, b + 500).some((own) => own.text === first[a].text);
  };
  const steps = [];
  let [a, b] = [0, 0];
  while (a < first.length || b < second.length) {
    if (a < first.length && b < second.length && same(a, b)) steps.push([first[a++], second[b++]]);
    else if (b >= second.length || (a < first.length && isFirst(a, b))) steps.push([first[a++], null]);
    else steps.push([null, second[b++]]);
  }
  return steps;
}

/** Two methods beside each other, paragraph by paragraph. */
async function compare(own) {
  const names = [byId("method").value, byId("second").value];
  const other = await extract(names[1]);
  if (own !== turn) return;
  const steps = align(paragraphs(found.html || ""), paragraphs(other.html || ""));
  const parts = [make("h1", {}, found.title || say("untitled"))];
  const count = steps.filter((step) => !step[0] || !step[1]).length;
  parts.push(make("p", { class: "note", lang: language }, say("differ")(count)));
  parts.push(...names.map((name) => make("h2", { lang: "en" }, name)));
  for (const [first, second] of steps) {
    if (first && second) {
      parts.push(make("div", { class: "both" }, first.node));
      continue;
    }
    const side = first ? "first" : "second";
    const mark = make("strong", { class: "mark", lang: language }, say("only")(names[first ? 0 : 1]));
    parts.push(make("div", { class: "only " + side }, mark, (first || second).node));
  }
  byId("comparison").lang = languageOf(found);
  byId("comparison").replaceChildren(...parts);
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

/** The article to take along: with its title, who wrote it, and its address. */
function taken(form) {
  if (form === "json") return JSON.stringify(found, null, 2);
  const title = found.title || say("untitled");
  const [byline, address] = [bylineOf(found).join(" · "), addressOf(found)];
  if (form === "text") return [title, byline, address, "", found.text].filter((line, at) => line || at > 2).join("\n");
  if (form === "html") {
    const head = make("div", {}, make("h1", {}, title));
    if (byline) head.append("\n", make("p", {}, byline));
    if (address) head.append("\n", make("p", {}, make("a", { href: address }, address)));
    return head.innerHTML + "\n" + (found.html || "");
  }
  const escaped = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]~$]/g, "\\$&").replaceAll("<", "&lt;");
  const heading = "# " + escaped(title);
  const own = found.markdown || "";
  // The article may begin with its title.
  const body = own.startsWith("# ") ? own.replace(/^.*\n*/, "") : own;
  return [heading, escaped(byline), address && "<" + address + ">", body].filter(Boolean).join("\n\n") + "\n";
}

async function copy(form) {
  try {
    await navigator.clipboard.writeText(taken(form));
    tell("copied");
  } catch {
    tell("notCopied", true);
  }
}

function readFile(dropped) {
  file = dropped;
  page = { file };
  byId("file-name").textContent = file.name;
  start();
}

/** Reads the page that was given, and notes it. */
function start() {
  if (page) note();
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
  else return tell(url ? "noFetch" : "give", true);
  start();
});
byId("choose").addEventListener("click", () => byId("file").click());
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
  else if (html) { page = { html }; start(); }
});
byId("method").addEventListener("change", start);
byId("second").addEventListener("change", start);
window.addEventListener("popstate", follow);
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
  tell("drag");
});

if (remembered("theme")) root.dataset.theme = remembered("theme");
if (remembered("size")) root.dataset.size = remembered("size");
speak(remembered("language") || (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));
if (!fetches) byId("other").open = true;
if (location.search) follow();
