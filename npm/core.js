// The module and its one function. Nothing here knows where it runs: `provide` is how a platform hands the module over.

import { __wbg_reset_state as restart, extract as call, initSync } from "./wasm/zhengwen.js";

const encoder = new TextEncoder();
let provided;
let starting;
let isReady = false;

/** Names the function that gives the compiled module at once, where a platform can do that. */
export function provide(load) {
  provided = load;
}

export function init(source) {
  starting ??= start(source).catch((error) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function start(source) {
  if (isReady) return;
  if (source === undefined && provided) return begin(provided());
  begin(await compiled(await (source ?? new URL("./wasm/zhengwen.wasm", import.meta.url))));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) source = await fetch(source);
  if (typeof Response === "undefined" || !(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`zhengwen.wasm: ${source.url} answers ${source.status}`);
  // A server that sends another type is no reason to fail.
  const isNamed = source.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

function begin(module) {
  initSync({ module });
  isReady = true;
}

export function extract(html, options = {}) {
  const isText = typeof html === "string";
  const page = isText ? encoder.encode(html) : bytesOf(html);
  if (!isReady) {
    if (!provided) throw new Error("zhengwen: call `await init()` before the first page");
    begin(provided());
  }
  const found = JSON.parse(answer(page, isText, JSON.stringify(options)));
  if (found.error !== undefined) throw new TypeError(found.error);
  return found;
}

function bytesOf(html) {
  if (ArrayBuffer.isView(html)) return new Uint8Array(html.buffer, html.byteOffset, html.byteLength);
  if (Object.prototype.toString.call(html) === "[object ArrayBuffer]") return new Uint8Array(html);
  throw new TypeError("html: must be a string, a Uint8Array or an ArrayBuffer");
}

function answer(page, isText, request) {
  try {
    return call(page, isText, request);
  } catch (error) {
    // The module ran out of memory. What it held is lost, the next page has a new instance.
    restart();
    throw new RangeError(`zhengwen: no memory for a page of ${page.length} bytes`, { cause: error });
  }
}
