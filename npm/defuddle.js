// The calls of defuddle 0.19.

import { extract } from "./core.js";
import { pageOf, warnOf } from "./dom.js";

export { init } from "./core.js";

/** Options of theirs that are read. */
const READ = [
  "debug", "url", "markdown", "separateMarkdown", "removeImages", "removeHiddenElements", "contentSelector", "includeReplies", "useAsync",
];

export class Defuddle {
  constructor(document, options = {}) {
    this.document = document;
    this.options = options;
    warnOf("zhengwen/defuddle", options, READ);
  }

  parse() {
    const { document, options } = this;
    const began = performance.now();
    const { html, url = "" } = pageOf(document);
    const address = options.url || url;
    const found = extract(html, {
      url: address,
      add: ["html", "markdown"],
      body: options.contentSelector,
      drop_hidden: options.removeHiddenElements,
      include: options.includeReplies === true ? "comments" : undefined,
      exclude: options.removeImages ? "images" : undefined,
    });
    const domain = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : "";
    return {
      title: found.title ?? "",
      description: found.description ?? "",
      domain,
      favicon: document.querySelector?.("link[rel~=icon]")?.href ?? "",
      image: found.images[0]?.url ?? "",
      language: found.language ?? "",
      published: found.publish_date ?? "",
      author: found.author?.replaceAll("; ", ", ") ?? "",
      site: found.site_name ?? domain,
      schemaOrgData: schemaOf(document),
      wordCount: found.word_count,
      content: options.markdown ? found.markdown : found.html,
      ...(options.separateMarkdown && { contentMarkdown: found.markdown }),
      metaTags: metaOf(document),
      parseTime: Math.round(performance.now() - began),
    };
  }

  async parseAsync() {
    return this.parse();
  }
}

export default Defuddle;

function schemaOf(document) {
  const scripts = document.querySelectorAll?.('script[type="application/ld+json"]') ?? [];
  return [...scripts].flatMap((script) => {
    try {
      return JSON.parse(script.textContent);
    } catch {
      return [];
    }
  });
}

function metaOf(document) {
  const all = [...(document.querySelectorAll?.("meta[content]") ?? [])];
  return all.map((meta) => ({
    name: meta.getAttribute("name"),
    property: meta.getAttribute("property"),
    content: meta.getAttribute("content"),
  }));
}
