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
/** What is said now, to be said again in another language. */
let told = () => "";
/** The part of the page's own address that is shown. */
let shownQuery = location.search;
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

/** Milliseconds that a note stays. */
const NOTE = 4000;
let fading = 0;

/** Says something: a word of `WORDS`, or what gives the words. A `problem` stays, a `note` goes away, an `unseen` word is only heard. */
function tell(word, kind = "") {
  clearTimeout(fading);
  told = typeof word === "string" ? () => say(word) : word;
  byId("status").textContent = told();
  byId("status").className = kind;
  const isRead = !byId("result").hidden && !(byId("article").hidden && byId("comparison").hidden);
  byId("heading").hidden = isRead || !byId("welcome").hidden;
  if (kind === "note" || kind === "unseen") fading = setTimeout(() => tell(() => ""), NOTE);
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
  const answer = await ask("/v1/extract", { method, add: "markdown,html", for_reading: true });
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
  shownQuery = location.search;
}

/** The address that somebody means by a text; nothing if it is none. */
function addressFrom(text) {
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const address = hasScheme ? text : "https://" + text;
  if (!URL.canParse(address)) return "";
  return hasScheme || /[.:]|^localhost$/.test(new URL(address).host) ? address : "";
}

/** The address that another app shares: some put it into the text. */
function shared(query) {
  const texts = ["address", "url", "text", "title"].map((name) => query.get(name) || "");
  return texts.find((text, at) => text && (at < 2 || /https?:\/\//i.test(text)))?.replace(/^[^]*?(https?:\/\/\S+)[^]*$/i, "$1").trim() || "";
}

/** Reads what the page's own address says. */
function follow() {
  shownQuery = location.search;
  const asked = new URLSearchParams(shownQuery);
  const given = shared(asked);
  const address = given && addressFrom(given);
  const choose = (id, name, usual) => {
    byId(id).value = asked.get(name) || usual;
    if (byId(id).selectedIndex < 0) byId(id).value = usual;
  };
  choose("method", "method", "auto");
  choose("second", "compare", "");
  byId("address").value = address || given;
  if (fetches && address) {
    page = { url: address };
    read();
    return;
  }
  turn++;
  [page, found] = [null, null];
  byId("result").hidden = true;
  byId("welcome").hidden = Boolean(given);
  document.title = "zhengwen 正文";
  if (!given) tell(() => "");
  else if (address) tell("noFetch", "problem");
  else tell(() => say("noAddress")(given), "problem");
}

/** Reads the page with the method that is chosen. */
async function read() {
  if (!page) return;
  const own = ++turn;
  root.dataset.state = "reading";
  tell("reading");
  try {
    const answer = await extract(byId("method").value);
    if (own !== turn) return;
    found = answer;
    show();
    if (byId("second").value && found.text) await compare(own);
    if (own !== turn) return;
    if (found.text) tell("ready", "unseen");
    goBack();
  } catch (error) {
    if (own !== turn) return;
    if (!(error instanceof Refusal)) throw error;
    found = null;
    byId("result").hidden = true;
    byId("welcome").hidden = true;
    tell(() => problemIn(language, error.problem), "problem");
  }
  root.dataset.state = "ready";
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
    tell("copied", "note");
  } catch {
    tell("notCopied", "problem");
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
  const given = byId("address").value.trim();
  const url = given && addressFrom(given);
  const canFetch = url && fetches;
  if (html.trim() && (isPasted || !canFetch)) page = { html, url: url || undefined };
  else if (canFetch) page = { url };
  else if (file) page = { file };
  else if (given && !url) return tell(() => say("noAddress")(given), "problem");
  else return tell(url ? "noFetch" : "give", "problem");
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
// A step to a footnote is one within the same article.
window.addEventListener("popstate", () => { if (location.search !== shownQuery) follow(); });
byId("report").addEventListener("click", report);
byId("print").addEventListener("click", () => window.print());
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copy(button.dataset.copy));
}
byId("bookmarklet").href =
  "javascript:location.href=" + JSON.stringify(location.origin + "/?address=") + "+encodeURIComponent(location.href)";
byId("bookmarklet").addEventListener("click", (event) => {
  event.preventDefault();
  tell("drag", "note");
});

/** Called once everything is defined. */
function begin() {
  speak(remembered("language") || (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));
  if (!fetches) byId("other").open = true;
  if (location.search) follow();
}
