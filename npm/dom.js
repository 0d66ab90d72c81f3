// What the calls of other packages share: pages that are documents.

/** The markup and the address of a document, or of a page given as text or bytes. */
export function pageOf(document) {
  if (typeof document === "string" || ArrayBuffer.isView(document)) return { html: document };
  const root = document.documentElement;
  if (!root) throw new TypeError("document: must be a Document, a string or a Uint8Array");
  const url = [document.baseURI, document.documentURI].find((address) => /^https?:/.test(address ?? ""));
  return { html: root.outerHTML, url };
}

/** Warns once of each option that changes nothing here. */
const warned = new Set();
export function warnOf(entry, options, read) {
  for (const name of Object.keys(options)) {
    const warning = `${entry}: ${name} changes nothing here`;
    if (read.includes(name) || options[name] === undefined || warned.has(warning)) continue;
    warned.add(warning);
    console.warn(warning);
  }
}
