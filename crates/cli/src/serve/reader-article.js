"use strict";
// The article that was found, as elements of the page.

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
  const parts = new Set([answer.author, answer.source, date, answer.site_name]);
  return [...parts].filter((part) => part && part !== answer.title);
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
  article.hidden = !found.text;
  article.lang = languageOf(found);
  article.dir = "auto";
  for (const button of document.querySelectorAll("[data-copy], #print")) button.hidden = !found.text;
  byId("second").closest(".line").hidden = !found.text;
  if (!found.text) tell(() => warningsIn(language)[0] || say("nothing"), "problem");
  const head = [make("h1", {}, ...phrased(found.title || say("untitled"), article.lang))];
  const byline = bylineOf(found).flatMap((part, at, all) => (at < all.length - 1 ? [make("span", {}, part, make("i", {}, " ·")), " "] : [make("span", {}, part)]));
  if (byline.length) head.push(make("p", { class: "byline", lang: language }, ...byline));
  const body = leveled(withoutTitle(bodyOf(found.html || "")));
  // A deck belongs to the title.
  if (body[0]?.className === "deck") head.splice(1, 0, body.shift());
  head.push(...warningsIn(language).map((words) => make("p", { class: "warning", lang: language }, words)));
  article.replaceChildren(...head, ...body);
  const address = addressOf(found);
  byId("origin").hidden = !address;
  byId("original").href = address || "#";
  byId("original").textContent = say("original") + (address ? " (" + new URL(address).host + ")" : "");
  byId("other").open = !fetches && !found.text;
  document.title = (found.title || say("untitled")) + " · zhengwen";
  showFields();
}

/** What the service warns of; for a page without a text the reason comes first. */
function warningsIn(language) {
  const rank = (warning) => (warning.code === "interstitial" ? 0 : warning.code === "no_text" ? 1 : 2);
  return [...found.warnings].sort((a, b) => rank(a) - rank(b)).map((warning) => warningIn(language, warning));
}

/** Characters of a phrase between marks that stay on one line of a heading. */
const MOST_OF_A_PHRASE = 10;

/** A heading's text that breaks after marks, and between the words of long phrases: Chinese has no blanks that would say where. */
function phrased(text, lang) {
  if (!/^zh/i.test(lang) || !Intl.Segmenter) return [text];
  const words = new Intl.Segmenter("zh", { granularity: "word" });
  const parts = [];
  for (const phrase of text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) || []) {
    const isLong = phrase.length > MOST_OF_A_PHRASE && /\p{L}/u.test(phrase);
    const within = isLong ? [...words.segment(phrase)].flatMap(({ segment }, at) => (at ? [document.createElement("wbr"), segment] : [segment])) : [phrase];
    parts.push(...within);
  }
  return parts;
}

/** The text nodes of an element. */
function textsOf(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

/** Whether a node is a heading that says the title again. */
function isTitle(node) {
  return /^H[1-6]$/.test(node.tagName || "") && node.textContent.trim() === (found.title || "").trim();
}

/** Makes the headings of an article follow each other without a gap: who hears the page goes by their levels. */
function leveled(nodes) {
  const isHeading = (node) => /^H[2-6]$/.test(node.tagName || "");
  const all = nodes.flatMap((node) => (isHeading(node) ? [node] : [...(node.querySelectorAll?.("h2, h3, h4, h5, h6") || [])]));
  let last = 1;
  for (const heading of all) {
    const level = Math.min(Number(heading.tagName[1]), last + 1);
    last = level;
    if (level === Number(heading.tagName[1])) continue;
    const own = make("h" + level, heading.className ? { class: heading.className } : {}, ...heading.childNodes);
    if (nodes.includes(heading)) nodes[nodes.indexOf(heading)] = own;
    heading.replaceWith(own);
  }
  return nodes;
}

/** An article's elements without its title at the start, which is above them. */
function withoutTitle(nodes) {
  const elements = nodes.filter((node) => node.nodeType === Node.ELEMENT_NODE || node.textContent.trim());
  return elements.filter((node, at) => at > 0 || !isTitle(node));
}

/** What stands in place of a picture that cannot be shown. */
function withoutPicture(image, source) {
  const words = image.getAttribute("alt") || say("image");
  return make("em", { class: "no-image" }, "[" + words + "]" + (image.alt || !source ? "" : " " + source));
}

/** A table that is too tall for the window needs paper under the head that stays; elsewhere the shadow at the edge is seen through it. */
const tall = new ResizeObserver((tables) => {
  for (const { target } of tables) target.classList.toggle("tall", target.scrollHeight > target.clientHeight);
});

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
    tall.observe(scroll);
    // A number, a date, a name stays on one line; the table scrolls instead.
    for (const cell of table.querySelectorAll("th, td")) cell.classList.toggle("short", cell.textContent.trim().length <= MOST_ON_A_LINE);
  }
  for (const code of parsed.querySelectorAll("pre, .display")) code.tabIndex = 0;
  for (const time of parsed.querySelectorAll(".post time")) {
    time.textContent = dateIn(language, time.getAttribute("datetime"));
    time.lang = language;
  }
  for (const heading of parsed.querySelectorAll("h1, h2:not(.post), h3:not(.post), h4, h5, h6")) {
    for (const text of textsOf(heading)) text.replaceWith(...phrased(text.data, languageOf(found)));
  }
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
