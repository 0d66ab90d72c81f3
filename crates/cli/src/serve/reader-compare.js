"use strict";
// Two methods beside each other, paragraph by paragraph.

/** The paragraphs of an article: what holds no other; a table, a list, a quotation and code are one each. */
function paragraphs(html) {
  const parts = [];
  const open = bodyOf(html).reverse();
  while (open.length) {
    const node = open.pop();
    const isContainer = ["ARTICLE", "SECTION", "DIV", "MAIN"].includes(node.tagName) && !node.matches(".scroll");
    if (isContainer) open.push(...[...node.childNodes].reverse());
    else if (!isTitle(node) && (node.textContent.trim() || (node.querySelector && node.querySelector("img")))) parts.push(node);
  }
  return parts.map((node) => ({ node, text: node.textContent.replace(/\s+/g, " ").trim() }));
}

/** Of more pairs than this the longest common sequence is not looked for; the next same paragraph is. */
const MOST_PAIRS = 4e6;

/** Two sequences beside each other: what both have, what only the first and what only the second has. */
function align(first, second) {
  const same = (a, b) => first[a].text === second[b].text;
  const width = second.length + 1;
  const isLarge = first.length * width > MOST_PAIRS;
  const common = isLarge ? null : new Uint16Array((first.length + 1) * width);
  for (let a = first.length - 1; common && a >= 0; a--) {
    for (let b = second.length - 1; b >= 0; b--) {
      const at = a * width + b;
      common[at] = same(a, b) ? common[at + width + 1] + 1 : Math.max(common[at + width], common[at + 1]);
    }
  }
  const isFirst = (a, b) => {
    if (common) return common[(a + 1) * width + b] >= common[a * width + b + 1];
    return !second.slice(b, b + 500).some((own) => own.text === first[a].text);
  };
  const steps = [];
  let [a, b] = [0, 0];
  while (a < first.length || b < second.length) {
    if (a < first.length && b < second.length && same(a, b)) steps.push([first[a++], second[b++]]);
    else if (b >= second.length || (a < first.length && isFirst(a, b))) steps.push([first[a++], null]);
    else steps.push([null, second[b++]]);
  }
  return steps;
}

/** Two methods beside each other, paragraph by paragraph. */
async function compare(own) {
  const names = [byId("method").value, byId("second").value];
  const other = await extract(names[1]);
  if (own !== turn) return;
  const steps = align(paragraphs(found.html || ""), paragraphs(other.html || ""));
  const parts = [make("h1", {}, found.title || say("untitled"))];
  const count = steps.filter((step) => !step[0] || !step[1]).length;
  parts.push(make("p", { class: "note", lang: language }, say("differ")(count)));
  parts.push(...names.map((name) => make("h2", { lang: "en" }, name)));
  for (const [first, second] of steps) {
    if (first && second) {
      parts.push(make("div", { class: "both" }, first.node));
      continue;
    }
    const side = first ? "first" : "second";
    const mark = make("strong", { class: "mark", lang: language }, say("only")(names[first ? 0 : 1]));
    parts.push(make("div", { class: "only " + side }, mark, (first || second).node));
  }
  byId("comparison").lang = languageOf(found);
  byId("comparison").replaceChildren(...parts);
  byId("comparison").hidden = false;
  byId("article").hidden = true;
}
