import type { Made } from "./globals.js";
import type { Page } from "./index.js";

export { init } from "./index.js";

/** The options of @mozilla/readability 0.6. Of those that change nothing here, each gives a warning on the console once. */
export interface ReadabilityOptions<T = string> {
  /** More elements than these are an error. */
  maxElemsToParse?: number;
  /** Makes `content` of the article's element. It needs a Document. */
  serializer?: (node: Made<"Node">) => T;
  /** Changes nothing here, as those below. */
  debug?: boolean;
  nbTopCandidates?: number;
  charThreshold?: number;
  classesToPreserve?: string[];
  keepClasses?: boolean;
  disableJSONLD?: boolean;
  allowedVideoRegex?: RegExp;
  linkDensityModifier?: number;
}

/** An article by the names of @mozilla/readability 0.6. */
export interface Article<T = string> {
  /** The title; empty if there is none. */
  title: string;
  /** The authors. */
  byline: string | null;
  /** The direction of the text: `ltr` or `rtl`. */
  dir: string | null;
  /** The language. */
  lang: string | null;
  /** Safe HTML. */
  content: T;
  /** The main text. */
  textContent: string;
  /** The length of `textContent`. */
  length: number;
  /** The page's description, or the first paragraph. */
  excerpt: string;
  /** The name of the site. */
  siteName: string | null;
  /** The publish date in ISO 8601. */
  publishedTime: string | null;
}

export class Readability<T = string> {
  /** A Document, which is left as it is, or the page as text or bytes. */
  constructor(document: Made<"Document"> | Page, options?: ReadabilityOptions<T>);
  /** The article; `null` if the page has no main text. */
  parse(): Article<T> | null;
}

/** True if the page is an article or a thread, with enough text: `minContentLength` Latin letters, or a third of it in ideographs. */
export function isProbablyReaderable(
  document: Made<"Document"> | Page,
  options?: { minContentLength?: number; minScore?: number; visibilityChecker?: (node: Made<"Node">) => boolean } | ((node: Made<"Node">) => boolean),
): boolean;
