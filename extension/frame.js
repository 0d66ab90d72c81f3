// The reader page inside the extension: answers it in place of the service, and adds what only the extension has.

import { why } from "./why.js";
import { words } from "./words.js";
import { extract, init } from "./zhengwen/index.js";

const api = globalThis.browser ?? chrome;
const byId = (id) => document.getElementById(id);
const isChinese = () => document.documentElement.lang === "zh";
const say = (word) => words[isChinese() ? "zh" : "en"][word];
/** The reader page writes the words of its elements from `WORDS` of reader-words.js; ours have names of their own there. */
const OWN = "extension.";
for (const language of ["en", "zh"]) {
  for (const [word, text] of Object.entries(words[language])) WORDS[language][OWN + word] = text;
}

/** The page that is read, and the answer that is shown. */
let page = null;
let shown = null;
/** The tab that has the page, if it is not the reader's own. */
const tabId = Number(new URLSearchParams(location.search).get("tab"));
const isAlone = tabId > 0;
const ready = init(window.fetch(new URL("./zhengwen/wasm/zhengwen.wasm", import.meta.url)));

/** What the page answers; `null` if it is gone. */
function ask(what) {
  return api.runtime.sendMessage({ ask: what, tabId });
}

/** The time of the page's reader, without a zone. */
function now() {
  const time = new Date();
  return new Date(time - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What is shown is what is read: text that the page does not show is left out. */
function read(options) {
  return extract(page.html, { url: page.url, read_at: now(), drop_hidden: true, ...options });
}

// The reader page asks the service by `fetch`; nothing here leaves the browser.
window.fetch = async (path, { body }) => {
  await ready;
  const { method, add } = JSON.parse(body);
  try {
    if (path !== "/v1/extract") throw new RangeError(`no route ${path}`);
    shown = read({ method, add });
    return Response.json(shown);
  } catch ({ message }) {
    return Response.json({ error: { code: "failed", message } }, { status: 500 });
  }
};
// The frame adds nothing to the way back of the tab.
history.pushState = history.replaceState.bind(history);

/** The article as a note: its properties, then Markdown. */
function note() {
  return read({ method: byId("method").value, add: "markdown", front_matter: true }).markdown;
}

/** The title as the name of a file, on any system and in Obsidian. */
function nameOf() {
  const name = (shown?.title ?? "").replace(/[\\/:*?"<>|#^[\]\p{Cc}]/gu, " ").replace(/\s+/g, " ").replace(/^[. ]+/, "");
  return [...name].slice(0, 80).join("").replace(/[. ]+$/, "") || "zhengwen";
}

/** Writes to the clipboard; the second way is for pages whose policy forbids the first in frames. */
async function copied(text) {
  const area = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    document.body.append(area);
    area.select();
    return document.execCommand("copy");
  } finally {
    area.remove();
  }
}

function tell(word, isProblem = false) {
  byId("status").textContent = say(word);
  byId("status").classList.toggle("problem", isProblem);
}

function open(properties) {
  Object.assign(document.createElement("a"), properties).click();
}

function save() {
  const href = URL.createObjectURL(new Blob([note()], { type: "text/markdown;charset=utf-8" }));
  open({ href, download: nameOf() + ".md" });
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

async function copyNote() {
  if (await copied(note())) tell("copied");
  else tell("notCopied", true);
}

/** The clipboard hands the text over, as an address may be too short for it. */
async function toObsidian() {
  const text = note();
  const content = (await copied(text)) ? "&clipboard" : "&content=" + encodeURIComponent(text);
  open({ href: `obsidian://new?name=${encodeURIComponent(nameOf())}${content}` });
}

/** Puts the pictures where the reader page has their words. They come from where the page has them, once they are asked for. */
function showPictures() {
  const policy = window.trustedTypes?.createPolicy("zhengwen-pictures", { createHTML: (html) => html }) ?? { createHTML: (html) => html };
  const place = () => {
    const found = new DOMParser().parseFromString(policy.createHTML(shown?.html ?? ""), "text/html");
    const [images, gaps] = [found.querySelectorAll("img"), byId("article").querySelectorAll(".no-image")];
    if (images.length !== gaps.length) return;
    gaps.forEach((gap, at) => {
      const picture = document.createElement("img");
      for (const name of ["alt", "title", "width", "height", "src"]) {
        if (images[at].hasAttribute(name)) picture.setAttribute(name, images[at].getAttribute(name));
      }
      picture.addEventListener("error", () => picture.replaceWith(gap));
      gap.replaceWith(picture);
    });
  };
  place();
  // Another method makes the article anew.
  new MutationObserver(place).observe(byId("article"), { childList: true });
  byId("pictures").remove();
}

function closeWhy() {
  byId("why").hidden = true;
  byId("shown").hidden = false;
}

function openWhy() {
  const found = read({ method: byId("method").value, trace: true });
  byId("why").replaceChildren(...why(found, { say, isChinese: isChinese(), selection: page.selection, back: closeWhy }));
  byId("why").lang = isChinese() ? "zh" : "en";
  byId("why").hidden = false;
  byId("shown").hidden = true;
  byId("why").scrollIntoView();
  byId("why").querySelector("details[open] summary")?.scrollIntoView({ block: "center" });
}

/** Ends what runs in the page: the reader above it goes. */
function leavePage() {
  return ask("close");
}

function closeReader() {
  if (isAlone) window.close();
  else leavePage();
}

/** Adds the extension's own buttons to those of the reader page. */
function furnish() {
  const acts = { save, copyNote, obsidian: toObsidian, pictures: showPictures, close: closeReader };
  const buttons = Object.entries(acts).map(([id, act]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", id });
    button.dataset.t = OWN + id;
    button.addEventListener("click", act);
    return button;
  });
  byId("report").dataset.t = OWN + "why";
  document.querySelector("header .tools").append(buttons.pop());
  document.querySelector("#side .tools").prepend(...buttons);
  byId("shown").after(Object.assign(document.createElement("section"), { id: "why", className: "reading", hidden: true }));
  document.querySelector("a.brand").removeAttribute("href");
  // Before the page's own listener: there is no service to write the report.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#report")) return;
    event.stopPropagation();
    if (byId("why").hidden) openWhy();
    else closeWhy();
  }, true);
  for (const id of ["method", "second"]) byId(id).addEventListener("change", closeWhy);
  const speakWhy = new MutationObserver(() => byId("why").hidden || openWhy());
  speakWhy.observe(document.documentElement, { attributeFilter: ["lang"] });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && closeReader());
}

/** Leaves out the methods that need other pages of the site. */
function chooseMethods() {
  const lacksSite = (method) => extract("<p>a", { method }).warnings.some((warning) => warning.code === "nothing_of_site");
  for (const option of document.querySelectorAll("#method option, #second option")) {
    if (option.value && lacksSite(option.value)) option.remove();
  }
}

async function begin() {
  page = await ask("page").catch(() => null);
  if (!page) return tell("lost", true);
  if (isAlone) await leavePage();
  await ready;
  chooseMethods();
  // The form of the reader page, which is out of sight, is told that there is a page.
  byId("address").value = page.url;
  byId("html").value = "page";
  byId("html").dispatchEvent(new Event("input", { bubbles: true }));
  byId("ask").requestSubmit();
}

furnish();
document.addEventListener("DOMContentLoaded", begin);
