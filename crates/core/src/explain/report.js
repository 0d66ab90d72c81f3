"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const words = data.words;
const list = document.getElementById("blocks");
const panel = document.getElementById("panel");
const blocks = [...list.querySelectorAll(".b")];
let selected = null;
/** True while the panel shows what was measured. */
let isMeasured = false;

/** An element with its children; strings become text. */
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function row(cells, kind = "td") {
  return make("tr", {}, ...cells.map((cell) => make(kind, {}, cell)));
}

/** A number in at most three digits behind the point, with its sign where that matters. */
function number(value, signed = false) {
  if (value === null) return "–";
  const text = String(Math.round(value * 1000) / 1000);
  return signed && value > 0 ? "+" + text : text;
}

/** A value of a column: amounts are kept as the logarithm of one more. */
function valueOf(value, unit) {
  if (value === null) return "–";
  if (unit === "0/1") return value ? "✓" : "–";
  if (unit === "log2") return String(Math.round(2 ** value - 1));
  return number(value) + (unit && unit !== "1" && unit !== "log odds" ? " " + unit : "");
}

function effect(logOdds, strongest) {
  const bar = make("span", { class: "effect " + (logOdds > 0 ? "for" : "against") });
  bar.style.width = Math.max(3, (Math.abs(logOdds) / strongest) * 70) + "px";
  const side = logOdds > 0 ? words.for : words.against;
  return make("span", {}, bar, " " + number(logOdds, true) + " " + side);
}

/** The reason of a column, for or against, in words of a reader. */
function reasonOf(column, logOdds) {
  return data.columns[column][logOdds > 0 ? 3 : 4];
}

/** Words with their places filled. */
function filled(words, ...values) {
  return values.reduce((words, value, at) => words.replace("{" + at + "}", value), words);
}

/** Reasons in words; what was measured for them, with its name, is shown on demand. */
function reasonsOf(flat) {
  if (flat.length === 0) return make("p", {}, words.none);
  let strongest = 0;
  for (let at = 2; at < flat.length; at += 3) strongest = Math.max(strongest, Math.abs(flat[at]));
  const table = make("table", {}, row([words.reason, words.effect], "th"));
  for (let at = 0; at < flat.length; at += 3) {
    const [name, meaning, unit] = data.columns[flat[at]];
    const measured = make("span", { class: "measured" }, make("code", {}, name), " " + meaning + ": " + valueOf(flat[at + 1], unit));
    table.append(row([make("span", {}, reasonOf(flat[at], flat[at + 2]), measured), effect(flat[at + 2], strongest)]));
  }
  const button = make("button", { type: "button", "aria-pressed": String(isMeasured) }, words.columns);
  table.classList.toggle("measures", isMeasured);
  button.addEventListener("click", () => {
    isMeasured = table.classList.toggle("measures");
    button.setAttribute("aria-pressed", String(isMeasured));
  });
  return make("div", {}, table, button);
}

/** Shows why a block was kept or dropped. */
function show(at) {
  const [path, score, kept, scores, characters, linked, reasons, decidedBy] = data.blocks[at];
  const close = make("button", { type: "button" }, words.close);
  close.addEventListener("click", hide);
  const isKept = kept[0] === 1;
  const verdict = (isKept ? "✓ " + words.kept : "– " + words.dropped) + (decidedBy && " " + decidedBy) + " · " +
    (data.isProbability ? words.probability : words.score) + " " + number(score);
  const methods = make("table", {}, row([words.method, words.verdict, words.score], "th"));
  data.methods.forEach(([name, unit], method) => {
    const mark = kept[method] ? "✓ " + words.kept : "– " + words.dropped;
    methods.append(row([name, mark, valueOf(scores[method], unit)]));
  });
  panel.replaceChildren(
    make("div", { class: "bar" }, make("h2", {}, words.block + " " + (at + 1) + " / " + data.blocks.length), close),
    make("p", {}, make("strong", {}, verdict)),
    make("p", {}, filled(linked ? words.sizeWithLinks : words.size, characters, linked)),
    make("p", {}, make("code", {}, data.paths[path])),
    make("h3", {}, words.reasons),
    reasonsOf(reasons),
    methods,
  );
  panel.hidden = false;
}

function hide() {
  panel.hidden = true;
  list.focus();
}

function select(block) {
  if (!block) return;
  if (selected) selected.setAttribute("aria-selected", "false");
  selected = block;
  block.setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", block.id);
  block.scrollIntoView({ block: "nearest" });
  show(Number(block.id.slice(1)));
}

/** The next block in a direction (1 or -1) that is shown now. */
function beside(block, direction) {
  let at = block ? blocks.indexOf(block) + direction : 0;
  while (blocks[at] && getComputedStyle(blocks[at]).display === "none") at += direction;
  return blocks[at];
}

/** The strongest reasons in a few lines, for who only points at a block. */
function hint(at) {
  const [, score, kept, , , , reasons, decidedBy] = data.blocks[at];
  const verdict = (kept[0] ? "✓ " + words.kept : "– " + words.dropped) + (decidedBy && " " + decidedBy);
  const lines = [verdict + " · " + number(score)];
  for (let place = 0; place < Math.min(9, reasons.length); place += 3) {
    lines.push(number(reasons[place + 2], true) + "  " + reasonOf(reasons[place], reasons[place + 2]));
  }
  return lines.join("\n");
}

list.addEventListener("mouseover", (event) => {
  const block = event.target.closest(".b");
  if (block && !block.title) block.title = hint(Number(block.id.slice(1)));
});
list.addEventListener("click", (event) => select(event.target.closest(".b")));
list.addEventListener("keydown", (event) => {
  const moves = {
    ArrowDown: () => beside(selected, 1),
    ArrowUp: () => beside(selected, -1),
    Home: () => blocks[0],
    End: () => blocks.at(-1),
    Enter: () => selected,
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  select(move());
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden) hide();
});

const filters = document.querySelectorAll("button[data-show]");
for (const button of filters) {
  button.addEventListener("click", () => {
    list.dataset.show = button.dataset.show;
    for (const other of filters) other.setAttribute("aria-pressed", String(other === button));
  });
}

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});

if (/^#b\d+$/.test(location.hash)) select(document.getElementById(location.hash.slice(1)));
