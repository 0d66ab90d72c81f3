import type { Made } from "./globals.js";
import type { Page } from "./index.js";

export { init } from "./index.js";

/** The options of defuddle 0.19 that are read here. Each other one gives a warning on the console once. */
export interface DefuddleOptions {
  /** The page's address. */
  url?: string;
  /** `content` as Markdown. */
  markdown?: boolean;
  /** Also `contentMarkdown`. */
  separateMarkdown?: boolean;
  /** Leave out images. */
  removeImages?: boolean;
  /** Leave out text that the page hides. */
  removeHiddenElements?: boolean;
  /** Take these elements for the article. */
  contentSelector?: string;
  /** `true` also writes comments. */
  includeReplies?: boolean | "extractors";
  [other: string]: unknown;
}

/** An article by the names of defuddle 0.19. What a page does not have is an empty string. */
export interface DefuddleResponse {
  title: string;
  author: string;
  description: string;
  domain: string;
  /** From a Document alone, as `metaTags` and `schemaOrgData`. */
  favicon: string;
  image: string;
  language: string;
  published: string;
  site: string;
  wordCount: number;
  /** Safe HTML, or Markdown. */
  content: string;
  contentMarkdown?: string;
  metaTags: { name: string | null; property: string | null; content: string | null }[];
  // Any JSON.
  schemaOrgData: any;
  /** Milliseconds. */
  parseTime: number;
}

export class Defuddle {
  /** A Document, which is left as it is, or the page as text or bytes. */
  constructor(document: Made<"Document"> | Page, options?: DefuddleOptions);
  parse(): DefuddleResponse;
  parseAsync(): Promise<DefuddleResponse>;
}

export default Defuddle;
