// The calls of @mozilla/readability 0.6.

import { extract } from "./core.js";
import { pageOf, warnOf } from "./dom.js";

export { init } from "./core.js";

/** Options of theirs that are read. */
const READ = ["debug", "maxElemsToParse", "serializer"];

/** What one character counts for where words have no blanks between them: theirs wants 140 Latin ones. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LETTERS_OF_AN_IDEOGRAPH = 3;

export class Readability {
  constructor(document, options = {}) {
    if (!document) throw new Error("First argument to Readability constructor should be a document object.");
    this.document = document;
    this.options = options;
    warnOf("zhengwen/readability", options, READ);
  }

  parse() {
    const { document, options } = this;
    const most = options.maxElemsToParse;
    const elements = most > 0 ? (document.querySelectorAll?.("*").length ?? 0) : 0;
    if (elements > most) throw new Error(`Aborting parsing document; ${elements} elements found`);
    const { html, url } = pageOf(document);
    const found = extract(html, { url, add: "html" });
    if (!found.text) return null;
    const content = `<div id="readability-page-1" class="page">${found.html}</div>`;
    return {
      title: found.title ?? "",
      byline: found.author,
      dir: found.direction,
      lang: found.language,
      content: options.serializer ? options.serializer(elementOf(document, content)) : content,
      textContent: found.text,
      length: found.text.length,
      excerpt: found.description ?? found.text.split("\n", 1)[0],
      siteName: found.site_name,
      publishedTime: found.publish_date,
    };
  }
}

function elementOf(document, html) {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}

export function isProbablyReaderable(document, options = {}) {
  const { minContentLength = 140 } = typeof options === "function" ? {} : options;
  const { html, url } = pageOf(document);
  const { text, page_group: group } = extract(html, { url });
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0;
  const length = text.length + ideographs * (LETTERS_OF_AN_IDEOGRAPH - 1);
  return (group === "content" || group === "comment") && length >= minContentLength;
}
