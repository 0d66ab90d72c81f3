// Every block of the page, kept or dropped, with the reasons.

import { columns, deciders } from "./reasons.js";

const squeezed = (text) => text.replace(/\s+/g, "");

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The blocks of an extraction with its trace, in the words of a language; the block that has the selection is open. */
export function why({ method, trace }, { say, isChinese, selection, back }) {
  const blocks = trace.blocks;
  const inLanguage = ([english, chinese]) => (isChinese ? chinese : english);
  const count = blocks.filter((block) => block.kept).length;
  const picked = pickedOf(blocks, squeezed(selection));
  const rows = blocks.map((block, at) => {
    const row = rowOf(block, method === "auto", say, at === picked);
    // The reasons of thousands of blocks are made when they are asked for.
    row.addEventListener("toggle", () => row.children.length > 1 || row.append(...reasonsOf(block, say, inLanguage)));
    row.open = at === picked;
    return make("li", {}, row);
  });
  const button = make("button", { type: "button", textContent: say("back"), onclick: back });
  return [
    make("h1", {}, say("why")),
    make("p", {}, button),
    make("p", {}, say("aboutWhy")(count, blocks.length)),
    make("ol", {}, ...rows),
  ];
}

/** The first block that has the words that were selected, or is among them. */
function pickedOf(blocks, selection) {
  if (!selection) return -1;
  const texts = blocks.map((block) => squeezed(block.text));
  const whole = texts.findIndex((text) => text.includes(selection));
  return whole >= 0 ? whole : texts.findIndex((text) => text.length > 10 && selection.includes(text));
}

function rowOf(block, isProbability, say, isPicked) {
  const score = isProbability ? `${Math.round(block.score * 100)} %` : Number(block.score.toPrecision(3));
  const mark = [say(block.kept ? "kept" : "dropped"), score, isPicked && say("picked")].filter((part) => part !== false).join(" · ");
  const summary = make("summary", {}, make("strong", {}, mark), " ", block.text.slice(0, 300));
  return make("details", { className: block.kept ? "kept" : "dropped" }, summary);
}

function reasonsOf(block, say, inLanguage) {
  const decider = block.decided_by === "method" ? say("method") : inLanguage(deciders[block.decided_by]);
  const head = [make("p", {}, `${say(block.kept ? "kept" : "dropped")}: ${decider}`), make("p", { className: "path" }, block.path)];
  if (!block.reasons.length) return [...head, make("p", {}, say("none"))];
  const cells = (name, texts) => make("tr", {}, ...texts.map((text) => make(name, {}, text)));
  const lines = block.reasons.map(({ column, value, log_odds: effect }) =>
    cells("td", [(effect > 0 ? "+" : "−") + Math.abs(effect).toFixed(2), inLanguage(columns[column]), value === null ? "" : String(Number(value.toPrecision(3)))]));
  return [...head, make("table", {}, cells("th", [say("effect"), say("reason"), say("value")]), ...lines)];
}
