import type { CompiledModule, Made } from "./globals.js";
import type { Extraction, Options } from "./types.js";

export type * from "./types.js";

/** A page: text, or bytes as a server sends them. Bytes keep their encoding, which is found by our rules. */
export type Page = string | ArrayBufferView | ArrayBuffer;

/** Where the module comes from, if not from beside the package. */
export type Source = string | ArrayBufferView | ArrayBuffer | CompiledModule | Made<"Response"> | Made<"URL">;

/**
 * Loads the module. Browsers need it once before the first page; elsewhere the first page loads it, and this does nothing more.
 * Give a source where the bundler or the server has the module somewhere else.
 */
export function init(source?: Source | Promise<Source>): Promise<void>;

/**
 * Finds the article of a page. Any page gives an answer, perhaps an empty one with warnings.
 *
 * @throws TypeError if the page is none, or an option is wrong; the message says which.
 * @throws RangeError if the page does not fit into memory.
 */
export function extract(html: Page, options?: Options): Extraction;
