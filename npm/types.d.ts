// Written by types.mjs from schema/extraction.schema.json and the request of the HTTP service.

/**
 * What somebody did for an article, if not write it.
 */
export type AuthorRole = "photographer" | "translator";
/**
 * The direction in which most of a text is written.
 */
export type Direction = "ltr" | "rtl";
/**
 * The reason an encoding was chosen.
 */
export type DecodingReason =
  | "already-text"
  | "byte-order-mark"
  | "forced"
  | "http-header"
  | "meta"
  | "valid-utf8"
  | "valid-utf8-despite-label"
  | "other-label-despite-utf8-label"
  | "detected-despite-utf8-label"
  | "detected";
/**
 * The kind of a page.
 */
export type PageKind = "home" | "article" | "forum" | "product" | "listing" | "collection" | "documentation" | "service";
/**
 * A way to find the main text.
 */
export type Method =
  "auto" | "punctuation-path" | "block-smoothing" | "block-weighting" | "line-density" | "template-matching" | "site-template";
/**
 * The four groups of pages in block-weighting's post.
 */
export type PageGroup = "home" | "list" | "content" | "comment";
/**
 * The decider on a block.
 */
export type DecidedBy =
  | "method"
  | "table"
  | "heading"
  | "paragraphs"
  | "thread"
  | "code"
  | "note"
  | "standfirst"
  | "attachment"
  | "caption"
  | "declared"
  | "twice"
  | "machine"
  | "form"
  | "elsewhere"
  | "site"
  | "caller"
  | "wall"
  | "data";
/**
 * The origin of a candidate. Serialised as its name.
 */
export type Origin =
  | "meta"
  | "JSON-LD"
  | "microdata"
  | "og:site_name"
  | "the method"
  | "first post"
  | "heading that the title element repeats"
  | "heading that is most of the title element"
  | "heading that is part of the title element"
  | "h1 like the title element"
  | "only h1"
  | "h1"
  | "og:title"
  | "twitter:title"
  | "title element"
  | "text that the title element begins with"
  | "first line of the main text"
  | "first block of the main text"
  | "heading in the text"
  | "heading above the text"
  | "headings around the beginning of the text"
  | "class of title"
  | "classes of titles"
  | "class of title in the text"
  | "line above the text"
  | "lines above the text"
  | "last step of the breadcrumb"
  | "first part of the title element"
  | "last part of the title element"
  | "shown beginning of the title element"
  | "linked beginning of the title element"
  | "shown part of the title element"
  | "linked part of the title element"
  | "heading"
  | "line near the text"
  | "part of the title element"
  | "first line of a heading"
  | "time element"
  | "date line"
  | "near the title"
  | "after the text"
  | "foot of the page"
  | "label far from the article"
  | "address"
  | "script"
  | "date of the last change"
  | "JSON-LD author"
  | "meta author"
  | "rel=author"
  | "itemprop=author"
  | "class of author"
  | "link to a profile"
  | "byline"
  | "name under the title"
  | "agency line"
  | "meta editor"
  | "JSON-LD editor"
  | "editor line"
  | "meta source"
  | "source line"
  | "class of source"
  | "beside the date"
  | "html lang"
  | "writing system"
  | "link rel=canonical"
  | "og:url"
  | "article:tag"
  | "rel=license"
  | "link to a deed";
/**
 * A date, as precise as the page gives it. Serialised in ISO 8601.
 */
export type Date = string;

/**
 * What zhengwen finds on a page: a line of its JSON output, a row of its tables.
 */
export interface Extraction {
  /**
   * Who wrote it; several names are joined by `; `.
   */
  author: string | null;
  /**
   * The authors one by one, in order, and after them the photographers and translators that the page names.
   */
  authors: Author[];
  /**
   * The address by which links and images were made absolute, where the caller gave none and the page declares one (`base`, `canonical`, `og:url`).
   */
  base_url?: string | null;
  /**
   * The article as a tree of blocks, when asked for.
   */
  body?: Node[] | null;
  /**
   * The address that the page declares for itself, absolute if the page's address is known.
   */
  canonical_url: string | null;
  /**
   * The text in chunks with their places, when asked for.
   */
  chunks?: Chunk[] | null;
  /**
   * Readers' comments on an article, and remarks under the answers to a question; separate from the text.
   */
  comments: Post[];
  /**
   * The F1 that the method expects of the text, 0 to 1, if the method can estimate it.
   */
  confidence: number | null;
  /**
   * The page's own description.
   */
  description: string | null;
  /**
   * The direction in which most of the text is written.
   */
  direction: Direction | null;
  /**
   * Who edited it for this site (责任编辑).
   */
  editor: string | null;
  /**
   * How the bytes became text.
   */
  encoding: Decoding;
  /**
   * The event that the page declares and is about.
   */
  event: Event | null;
  /**
   * The items by their columns, with the columns' headings.
   */
  groups: ItemGroup[];
  /**
   * The article as safe HTML, when asked for.
   */
  html?: string | null;
  /**
   * The images of the article: the page's lead image first, the others in document order.
   */
  images: ArticleImage[];
  /**
   * The items of a list or of a home page.
   */
  items: Item[];
  /**
   * The addresses of the pages that were joined into this article; empty if it is a single page.
   */
  joined_pages?: string[];
  /**
   * The page's keywords, at most 50.
   */
  keywords: string[];
  /**
   * The page kind, if the method determines it.
   */
  kind: PageKind | null;
  /**
   * The probabilities of all page kinds, the likeliest first; empty if the method does not estimate them.
   */
  kinds?: KindProbability[];
  /**
   * The language that the page declares, or that its writing suggests; that of the text where another is declared and plainly wrong.
   */
  language: string | null;
  /**
   * The licence, by name or address.
   */
  license: string | null;
  /**
   * The article as Markdown, when asked for.
   */
  markdown?: string | null;
  /**
   * The method that was requested.
   */
  method: Method;
  /**
   * When the page was last changed, ISO 8601.
   */
  modified_date: string | null;
  /**
   * The date of the last change as the page writes it.
   */
  modified_date_raw: string | null;
  /**
   * The article after this one.
   */
  next_article: Link | null;
  /**
   * The next page of the same article or list.
   */
  next_page: string | null;
  /**
   * The kind's group: home, list, content or comment page (block-weighting's paper).
   */
  page_group: PageGroup | null;
  /**
   * The page without its noise as a safe HTML document with absolute addresses, when asked for.
   */
  page_html?: string | null;
  /**
   * The pages of the same article or list, in order.
   */
  pages: string[];
  /**
   * The posts of a thread.
   */
  posts: Post[];
  /**
   * The article before this one.
   */
  previous_article: Link | null;
  /**
   * The facts of a product.
   */
  product: Product | null;
  /**
   * The publish date in ISO 8601, as precise as the page gives it: `2010-12`, `2010-12-15`, `2010-12-15T09:30:00+08:00`.
   */
  publish_date: string | null;
  /**
   * The publish date as the page writes it.
   */
  publish_date_raw: string | null;
  /**
   * The organisation that published it, as the page's data name it; else the name that the site gives itself there.
   */
  publisher: string | null;
  /**
   * The minutes that it takes to read the text, rounded up.
   */
  reading_minutes: number;
  /**
   * The recipe that the page declares.
   */
  recipe: Recipe | null;
  /**
   * Articles that the page calls related.
   */
  related_links: Link[];
  /**
   * The site's own name.
   */
  site_name: string | null;
  /**
   * Where the text was first published (来源).
   */
  source: string | null;
  /**
   * The article as XML-TEI, when asked for.
   */
  tei?: string | null;
  /**
   * The main text, with the line breaks that a reader sees.
   */
  text: string;
  /**
   * The title without the site's name.
   */
  title: string | null;
  /**
   * Every block of the page with the reasons for keeping or dropping it, and every candidate of every field, when asked for.
   */
  trace?: Trace | null;
  /**
   * The address that the caller gave.
   */
  url: string | null;
  /**
   * Warnings for the caller.
   */
  warnings: Warning[];
  /**
   * The words of the text: between blanks and marks; every character of Chinese and Japanese is one.
   */
  word_count: number;
}
/**
 * A person or organisation that a page names as an author, or that took its pictures or translated it.
 */
export interface Author {
  /**
   * The name.
   */
  name: string;
  /**
   * The role that the page gives; missing for who wrote the text.
   */
  role: AuthorRole | null;
}
/**
 * A block, an inline element or a text.
 */
export interface Node {
  /**
   * The target of a link, or the source of an image, video, audio player or frame.
   */
  address?: string | null;
  /**
   * The alternative text of an image.
   */
  alt?: string | null;
  /**
   * The nodes in it.
   */
  children?: Node[];
  /**
   * The number of columns that a cell spans, if more than one.
   */
  columns?: number | null;
  /**
   * True if a formula is on a line of its own.
   */
  display?: boolean | null;
  /**
   * True if a cell is the header of its row or column.
   */
  header?: boolean | null;
  /**
   * The height of an image in CSS pixels.
   */
  height?: number | null;
  /**
   * The label of a footnote or of a mark that refers to one.
   */
  label?: string | null;
  /**
   * The language of code.
   */
  language?: string | null;
  /**
   * The source of a formula.
   */
  latex?: string | null;
  /**
   * The level of a heading, 1 to 6.
   */
  level?: number | null;
  /**
   * The number of rows that a cell spans, if more than one.
   */
  rows?: number | null;
  /**
   * The first number of a numbered list.
   */
  start?: number | null;
  /**
   * The text of a `text` or `code` node.
   */
  text?: string | null;
  /**
   * True if the box of a task is ticked.
   */
  ticked?: boolean | null;
  /**
   * The title of a link, image or similar.
   */
  title?: string | null;
  /**
   * Its type: `paragraph`, `heading`, `text`, ... (see `schema/extraction.schema.json`).
   */
  type: string;
  /**
   * The width of an image in CSS pixels.
   */
  width?: number | null;
}
/**
 * A piece of the text with its place.
 */
export interface Chunk {
  /**
   * The author of that post.
   */
  author?: string | null;
  /**
   * Its end: the number of the character after its last.
   */
  end: number;
  /**
   * The title and the headings above all of it, the outermost first: at most half as many characters as a chunk may have.
   */
  headings: string[];
  /**
   * The same as Markdown, if both are asked for.
   */
  markdown?: string | null;
  /**
   * The element of the page that it begins in: `html/body/div#main.wide/p`. None for an article joined from several pages, which are gone by then.
   */
  path: string | null;
  /**
   * The post of a thread that it is of, by its place in `posts`, from 0. None for an article joined from several pages.
   */
  post?: number | null;
  /**
   * Its rank for the query (BM25), if there is one: the higher, the better. Ranks compare within a page.
   */
  score?: number | null;
  /**
   * Its start in `text`, in characters from 0.
   */
  start: number;
  /**
   * Its part of `text`; if it continues a table, below the table's header.
   */
  text: string;
}
/**
 * A post of a thread, or a comment on an article.
 */
export interface Post {
  /**
   * The author.
   */
  author: string | null;
  /**
   * Its depth among the answers: 0 for a post that is no answer.
   */
  depth: number;
  /**
   * Its number in the thread, from 1, as the page gives it, or else by its place on the page. A question above its answers has none, nor have answers below a post (楼中楼), unless the page gives them one.
   */
  floor: number | null;
  /**
   * The post that it answers, by its place in the list, from 0, where the page shows it.
   */
  parent: number | null;
  /**
   * Its text, a line for each block; code has the lines that it is written in.
   */
  text: string;
  /**
   * The time, in ISO 8601.
   */
  time: string | null;
}
/**
 * The choice of an encoding.
 */
export interface Decoding {
  /**
   * The label found, HTTP header first, as written there.
   */
  declared: string | null;
  /**
   * The encoding's WHATWG name in lower case (`gb18030` for every GB label).
   */
  name: string;
  /**
   * Why it was chosen.
   */
  reason: DecodingReason;
  /**
   * The number of places that could not be decoded and show as U+FFFD.
   */
  replaced: number;
}
/**
 * An event, as the page's data have it.
 */
export interface Event {
  /**
   * When it ends, likewise.
   */
  end: string | null;
  /**
   * Its name.
   */
  name: string | null;
  /**
   * Where it takes place: the name of the place and its address, parted by commas.
   */
  place: string | null;
  /**
   * When it begins, as the page's data write it: mostly ISO 8601.
   */
  start: string | null;
}
/**
 * Items of one column of a home page or one part of a list.
 */
export interface ItemGroup {
  /**
   * The heading above them, where there is one.
   */
  heading: string | null;
  /**
   * Their places in the list of items, from 0.
   */
  items: number[];
}
/**
 * An image of an article.
 */
export interface ArticleImage {
  /**
   * Its alternative text.
   */
  alt?: string | null;
  /**
   * Its caption.
   */
  caption?: string | null;
  /**
   * The height in CSS pixels, if the page gives it.
   */
  height?: number | null;
  /**
   * Its address, absolute if the page's is known.
   */
  url: string;
  /**
   * The width in CSS pixels, if the page gives it.
   */
  width?: number | null;
}
/**
 * An item of a list.
 */
export interface Item {
  /**
   * The address of its picture, absolute where the page's address is known.
   */
  image: string | null;
  /**
   * Its summary, where there is one.
   */
  summary: string | null;
  /**
   * Its time, in ISO 8601, where one is shown.
   */
  time: string | null;
  /**
   * Its title.
   */
  title: string;
  /**
   * The target of its title's link, absolute if the page's address is known.
   */
  url: string;
}
/**
 * A page kind with its probability.
 */
export interface KindProbability {
  /**
   * The kind.
   */
  kind: PageKind;
  /**
   * Its probability, 0 to 1, to three decimals; those of all kinds add up to about 1.
   */
  probability: number;
}
/**
 * A link with its words.
 */
export interface Link {
  /**
   * Its words.
   */
  title: string;
  /**
   * Its target; absolute if the page's address is known.
   */
  url: string;
}
/**
 * The facts of a product. Values are those of the page; numbers have a decimal point and no separators of thousands.
 */
export interface Product {
  /**
   * Its availability: `InStock`, `OutOfStock`, ... (schema.org `ItemAvailability`).
   */
  availability: string | null;
  /**
   * Its brand or maker.
   */
  brand: string | null;
  /**
   * The currency, as an ISO 4217 code.
   */
  currency: string | null;
  /**
   * Its description.
   */
  description: string | null;
  /**
   * Its global trade item number (条形码, ISBN).
   */
  gtin: string | null;
  /**
   * The highest price of its variants or offers, if they differ in price.
   */
  highest_price: string | null;
  /**
   * Its price before, or by the maker's list (原价, 市场价).
   */
  list_price: string | null;
  /**
   * The maker's number for it (型号).
   */
  mpn: string | null;
  /**
   * Its name.
   */
  name: string | null;
  /**
   * What a buyer may choose (颜色分类, 尺寸), its values joined by `; `, and its parameters (规格, 参数), each in the order of the page.
   */
  parameters: Parameter[];
  /**
   * Its price; the lowest of several.
   */
  price: string | null;
  /**
   * The mean rating.
   */
  rating: string | null;
  /**
   * The number of ratings.
   */
  rating_count: string | null;
  /**
   * The seller's number for it (货号).
   */
  sku: string | null;
}
/**
 * A parameter of a product.
 */
export interface Parameter {
  /**
   * Its name, like `颜色`.
   */
  name: string;
  /**
   * Its value for this product, like `红色`.
   */
  value: string;
}
/**
 * A recipe, as the page's data have it.
 */
export interface Recipe {
  /**
   * The time of cooking, likewise.
   */
  cook_time: string | null;
  /**
   * Its ingredients with their amounts, in order; at most 300.
   */
  ingredients: string[];
  /**
   * Its name.
   */
  name: string | null;
  /**
   * The time of preparation, as the page's data write it: mostly ISO 8601 (`PT20M`).
   */
  prep_time: string | null;
  /**
   * Its steps in order, those of all sections; at most 300.
   */
  steps: string[];
  /**
   * The time from beginning to end, likewise.
   */
  total_time: string | null;
  /**
   * How much it makes: `4`, `12 rolls`.
   */
  yields: string | null;
}
/**
 * An explanation of the answer.
 */
export interface Trace {
  /**
   * The blocks of the page in document order, as many as the limits allow.
   */
  blocks: BlockTrace[];
  /**
   * Every candidate of every field, best first.
   */
  fields: Fields;
  /**
   * The trace of `template-matching`.
   */
  matching?: MatchingTrace | null;
}
/**
 * A block of the page and the decision on it.
 */
export interface BlockTrace {
  /**
   * The decider on it.
   */
  decided_by: DecidedBy;
  /**
   * True if it is part of the text.
   */
  kept: boolean;
  /**
   * The DOM path of its container.
   */
  path: string;
  /**
   * The columns that counted for and against it, strongest first; for `auto` only.
   */
  reasons: Reason[];
  /**
   * The method's score; for `auto`, the probability that it is main text, 0 to 1.
   */
  score: number;
  /**
   * Its text.
   */
  text: string;
}
/**
 * A column that spoke for a block (over 0) or against it.
 */
export interface Reason {
  /**
   * The column's name in `COLUMNS` or `CORRECTIONS`.
   */
  column: string;
  /**
   * The column's addition to the log odds.
   */
  log_odds: number;
  /**
   * The block's value, in the column's unit, if it has one.
   */
  value: number | null;
}
/**
 * All candidates of every field, the best first.
 */
export interface Fields {
  /**
   * The candidates for `author`.
   */
  author: CandidateOfString[];
  /**
   * The candidates for `canonical_url`.
   */
  canonical_url: CandidateOfString[];
  /**
   * The candidates for `description`.
   */
  description: CandidateOfString[];
  /**
   * The candidates for `editor`.
   */
  editor: CandidateOfString[];
  /**
   * The candidates for the image that represents the page.
   */
  image: CandidateOfString[];
  /**
   * The candidates for `keywords`.
   */
  keywords: CandidateOfString[];
  /**
   * The candidates for `language`.
   */
  language: CandidateOfString[];
  /**
   * The candidates for `license`.
   */
  license: CandidateOfString[];
  /**
   * The candidates for `modified_date`.
   */
  modified_date: CandidateOf_Date[];
  /**
   * The candidates for `publish_date`.
   */
  publish_date: CandidateOf_Date[];
  /**
   * The candidates for `publisher`.
   */
  publisher: CandidateOfString[];
  /**
   * The candidates for `site_name`.
   */
  site_name: CandidateOfString[];
  /**
   * The candidates for `source`.
   */
  source: CandidateOfString[];
  /**
   * The candidates for `title`.
   */
  title: CandidateOfString[];
}
/**
 * A possible value of a field.
 */
export interface CandidateOfString {
  /**
   * The value as the page writes it, if that differs.
   */
  raw?: string | null;
  /**
   * The reliability of that origin; the candidate with the highest score is chosen.
   */
  score: number;
  /**
   * The origin of the candidate.
   */
  source: Origin;
  /**
   * The value.
   */
  value: string;
}
/**
 * A possible value of a field.
 */
export interface CandidateOf_Date {
  /**
   * The value as the page writes it, if that differs.
   */
  raw?: string | null;
  /**
   * The reliability of that origin; the candidate with the highest score is chosen.
   */
  score: number;
  /**
   * The origin of the candidate.
   */
  source: Origin;
  /**
   * The value.
   */
  value: Date;
}
/**
 * The facts that `template-matching` judged by: the matching with the most similar page.
 */
export interface MatchingTrace {
  /**
   * The clusters in level order of their first node.
   */
  clusters: ClusterTrace[];
  /**
   * The main visual region (definition 8), in CSS pixels; `None` without boxes.
   */
  main_visual_region: Rectangle | null;
  /**
   * True if both pages have boxes, so that the spatial features were compared. The two areas are indicators if the page itself has boxes.
   */
  with_boxes: boolean;
}
/**
 * A cluster and how it was ranked.
 */
export interface ClusterTrace {
  /**
   * Area in square pixels.
   */
  area: number | null;
  /**
   * Content tags (definition 3).
   */
  content_tags: number;
  /**
   * Area within the main visual region (definition 8), in square pixels.
   */
  effective_area: number | null;
  /**
   * True if it is part of the answer.
   */
  kept: boolean;
  /**
   * The share of links in the code, 0 to 1.
   */
  link_rate: number;
  /**
   * The number of its nodes, without their descendants.
   */
  nodes: number;
  /**
   * The DOM path of its first node.
   */
  path: string;
  /**
   * The sum of its points.
   */
  points: number;
  /**
   * Characters of text.
   */
  text_length: number;
  /**
   * Text over code, 0 to 1.
   */
  text_rate: number;
}
/**
 * A bounding box in CSS pixels, from the top left corner of the page.
 */
export interface Rectangle {
  /**
   * The height, 0 or more.
   */
  height: number;
  /**
   * The distance from the page's left edge.
   */
  left: number;
  /**
   * The distance from the page's top.
   */
  top: number;
  /**
   * The width, 0 or more.
   */
  width: number;
}
/**
 * Something about the page or its extraction that the caller should know; some codes come with numbers of their own.
 */
export interface Warning {
  /**
   * Stable, in snake case.
   */
  code: string;
  /**
   * For people; its wording may change.
   */
  message: string;
  [k: string]: unknown;
}

/**
 * The options of an extraction. None is needed.
 */
export interface Options {
  /**
   * Also write these forms of the article besides its text
   */
  add?: ("markdown" | "html" | "body" | "xml-tei" | "page-html") | ("markdown" | "html" | "body" | "xml-tei" | "page-html")[];
  /**
   * Take the text of these elements instead of what the method finds
   */
  body?: string | string[];
  /**
   * Also give the text in chunks of at most this many characters, each with its headings, its element and its place in the text
   */
  chunks?: number;
  /**
   * Drop the elements that this CSS selector selects
   */
  drop?: string | string[];
  /**
   * Drop text that the page hides from view
   */
  drop_hidden?: boolean;
  /**
   * Decode as this encoding, whatever the page says
   */
  encoding?: string;
  /**
   * Leave out images, links, tables, comments or formatting
   */
  exclude?:
    ("images" | "links" | "tables" | "comments" | "formatting") | ("images" | "links" | "tables" | "comments" | "formatting")[];
  /**
   * Which error auto should prefer: to lose text (precision) or to keep too much (recall)
   */
  favor?: "balance" | "precision" | "recall";
  /**
   * Begin markdown with the properties that Obsidian reads: title, author, date, source, url, tags
   */
  front_matter?: boolean;
  /**
   * Also write images, links, tables, comments or formatting (by default all but comments)
   */
  include?:
    ("images" | "links" | "tables" | "comments" | "formatting") | ("images" | "links" | "tables" | "comments" | "formatting")[];
  /**
   * Keep the elements that this CSS selector selects, whatever the method says
   */
  keep?: string | string[];
  /**
   * Change a limit on what one page may cost, for example blocks=50000
   */
  limits?: string | string[];
  /**
   * Find the main text with this method
   */
  method?:
    "auto" | "punctuation-path" | "block-smoothing" | "block-weighting" | "line-density" | "template-matching" | "site-template";
  /**
   * Set an option of a method, for example line-density.gap=2
   */
  options?: string | string[];
  /**
   * Give only what answers this query best: the paragraphs and tables with its words, under their headings
   */
  query?: string;
  /**
   * Answer a query with at most this many characters of text (2000 by default)
   */
  query_chars?: number;
  /**
   * When the page was read (2026-11-21T10:30): what "3小时前" counts from. Later dates are ignored
   */
  read_at?: string;
  /**
   * Also write every block of the page, with its score and the reasons to keep or drop it
   */
  trace?: boolean;
  /**
   * The page's address
   */
  url?: string | null;
  /**
   * The charset of the HTTP header
   */
  http_charset?: string;
  /**
   * Only what the text needs: faster, without fields
   */
  text_only?: boolean;
  /**
   * Begin markdown with the title
   */
  title_heading?: boolean;
}
