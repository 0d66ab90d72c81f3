// Runs in the page when the button is pressed: keeps the page as the browser shows it, and opens the reader above it.

(() => {
  const api = globalThis.browser ?? chrome;
  if (globalThis.closeReader) return globalThis.closeReader();

  /** Elements whose text HTML writes as it is, without their end, and without what is in them: scripts have replaced it. */
  const RAW = new Set(["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]);
  const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
  const LEFT_OUT = new Set(["noscript", "template"]);
  /** Elements that have no box where all is well. */
  const BOXLESS = new Set([...RAW, ...LEFT_OUT, "head", "title", "base", "link", "meta", "source", "track", "area", "br", "wbr", "col", "option", "optgroup"]);
  const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" };
  const escaped = (text, what) => text.replace(what, (one) => ESCAPES[one]);
  const make = (name) => document.createElementNS("http://www.w3.org/1999/xhtml", name);
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

  /** What is below a node on the screen: its shadow tree, or what its slot takes, or its own children. */
  function below(node) {
    if (!isElement(node)) return node.childNodes;
    if (LEFT_OUT.has(node.localName)) return [];
    const isHtml = node instanceof HTMLElement;
    const shadow = isHtml && (api.dom?.openOrClosedShadowRoot(node) ?? node.openOrClosedShadowRoot ?? node.shadowRoot);
    if (shadow) return shadow.childNodes;
    const taken = node.localName === "slot" && isHtml ? node.assignedNodes() : [];
    return taken.length ? taken : node.childNodes;
  }

  /** The nodes in document order, each with the index of the one above it. */
  function listed() {
    const nodes = [{ node: document, above: -1 }];
    const open = [{ at: 0, children: below(document), next: 0 }];
    while (open.length) {
      const last = open.at(-1);
      if (last.next === last.children.length) {
        open.pop();
        continue;
      }
      const node = last.children[last.next++];
      nodes.push({ node, above: last.at });
      if (isElement(node)) open.push({ at: nodes.length - 1, children: below(node), next: 0 });
    }
    return nodes;
  }

  /** Notes which nodes are shown: those with a box in sight, and what holds them. What is folded up may be read like the rest. */
  function look(nodes) {
    for (const own of nodes) {
      const above = nodes[own.above] ?? {};
      if (!isElement(own.node)) continue;
      own.isFolded = above.isFolded || (above.node?.localName === "details" && !above.node.open);
      own.isShown = own.node.checkVisibility({ visibilityProperty: true });
      if (own.isShown || !above.isShown) continue;
      const { display, visibility } = getComputedStyle(own.node);
      own.isShown = visibility === "visible" && (display === "contents" || (own.isFolded && display !== "none"));
    }
    for (const { above, isShown } of nodes.toReversed()) {
      if (isShown && above >= 0) nodes[above].isShown = true;
    }
  }

  /** The page as HTML. What is not shown has the attribute `hidden`. */
  function written(nodes) {
    const parts = document.compatMode === "BackCompat" ? [] : ["<!DOCTYPE html>"];
    const open = [];
    const end = () => {
      const name = nodes[open.pop()].node.localName;
      if (name && !VOID.has(name)) parts.push(`</${name}>`);
    };
    nodes.forEach(({ node, above, isShown }, at) => {
      while (open.length && open.at(-1) !== above) end();
      if (isElement(node)) {
        const isHidden = !isShown && nodes[above].isShown && !BOXLESS.has(node.localName);
        parts.push(startOf(node, isShown, isHidden));
        open.push(at);
      } else if (node.nodeType === Node.TEXT_NODE) {
        parts.push(RAW.has(nodes[above].node.localName) ? node.data : escaped(node.data, /[&<>\u00a0]/g));
      } else if (at === 0) {
        open.push(at);
      }
    });
    while (open.length) end();
    return parts.join("");
  }

  function startOf(element, isShown, isHidden) {
    let start = "<" + element.localName;
    for (const { name, value } of element.attributes) {
      if (isHidden && name === "hidden") continue;
      // What fades in once it is scrolled to is text like any other.
      const own = isShown && name === "style" ? value.replace(/(^|;)\s*opacity\s*:[^;]*/gi, "$1") : value;
      start += ` ${name}="${escaped(own, /[&"\u00a0]/g)}"`;
    }
    return start + (isHidden ? ' hidden="">' : ">");
  }

  const nodes = listed();
  look(nodes);
  const page = { html: written(nodes), url: location.href, selection: String(getSelection() ?? "").slice(0, 1000) };

  const answer = (message, sender, reply) => {
    if (sender.id !== api.runtime.id) return;
    if (message === "page") reply(page);
    if (message === "close") globalThis.closeReader();
  };
  api.runtime.onMessage.addListener(answer);
  const host = make("zhengwen-reader");
  globalThis.closeReader = () => {
    api.runtime.onMessage.removeListener(answer);
    delete globalThis.closeReader;
    host.remove();
  };

  // In a page that its server puts into a sandbox no frame of an extension works: the reader opens in a tab of its own.
  if (origin === "null" && location.protocol !== "file:") {
    api.runtime.sendMessage("tab");
    return;
  }

  // Closed to the page's scripts, above everything and alone to be reached: a modal dialog in a shadow tree.
  const [dialog, frame] = ["dialog", "iframe"].map(make);
  host.style.setProperty("display", "contents", "important");
  const whole = { border: "0", width: "100%", height: "100%", maxWidth: "none", maxHeight: "none", margin: "0", padding: "0" };
  Object.assign(dialog.style, whole, { position: "fixed", inset: "0", overflow: "hidden" });
  Object.assign(frame.style, whole, { display: "block" });
  frame.title = "zhengwen";
  dialog.setAttribute("aria-label", "zhengwen");
  // To any origin: the address is one of this session alone, and leads to the extension's own.
  frame.allow = "clipboard-write *";
  frame.src = api.runtime.getURL("reader.html");
  dialog.append(frame);
  host.attachShadow({ mode: "closed" }).append(dialog);

  dialog.addEventListener("close", () => globalThis.closeReader?.());
  document.documentElement.append(host);
  dialog.showModal();
  frame.focus();
})();
