"use strict";
// What is chosen once and kept, the place where reading stopped, and the keys.

/** The choices, with what they are unless somebody chose. */
const LOOK = { theme: "", size: "1", font: "sans", width: "middle" };

function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* A browser that keeps nothing forgets it. */ }
}

function choose(name, value) {
  root.dataset[name] = value;
  remember(name, value);
}

for (const [name, usual] of Object.entries(LOOK)) {
  const value = remembered(name) || usual;
  if (value) root.dataset[name] = value;
}
byId("theme").addEventListener("click", () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  choose("theme", isDark ? "light" : "dark");
});
const resize = (step) => choose("size", String(Math.min(4, Math.max(0, Number(root.dataset.size) + step))));
byId("smaller").addEventListener("click", () => resize(-1));
byId("larger").addEventListener("click", () => resize(1));
for (const name of ["font", "width"]) {
  byId(name).value = root.dataset[name];
  byId(name).addEventListener("change", () => choose(name, byId(name).value));
}
byId("language").addEventListener("click", () => {
  speak(language === "en" ? "zh" : "en");
  remember("language", language);
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#look")) byId("look").open = false;
});

/** Addresses whose place is kept, the latest last. */
const MOST_PLACES = 50;
/** Pixels from the top within which a paragraph is being read. */
const TOP = 60;
history.scrollRestoration = "manual";

/** The number of the paragraph that is at the top of the window. */
function placeOf(paragraphs) {
  const at = paragraphs.findIndex((one) => one.getBoundingClientRect().bottom > TOP);
  return at < 0 ? paragraphs.length - 1 : at;
}

function places() {
  try { return new Map(JSON.parse(remembered("places") || "[]")); } catch { return new Map(); }
}

/** Keeps the place where reading stopped, in this browser alone. */
function keepPlace() {
  if (!found || !page.url || byId("result").hidden || byId("article").hidden) return;
  const kept = places();
  kept.delete(page.url);
  const at = placeOf([...byId("article").children]);
  if (at > 0) kept.set(page.url, at);
  remember("places", JSON.stringify([...kept].slice(-MOST_PLACES)));
}

/** Opens an article at its top, or where reading stopped. */
function goBack() {
  const at = page.url ? places().get(page.url) : 0;
  const place = byId("article").children[at];
  if (place && !byId("article").hidden) place.scrollIntoView({ block: "start", behavior: "instant" });
  else window.scrollTo({ top: 0, behavior: "instant" });
}

let waiting = 0;
document.addEventListener("scroll", () => {
  clearTimeout(waiting);
  waiting = setTimeout(keepPlace, 300);
}, { passive: true });
window.addEventListener("pagehide", keepPlace);

/** Goes to the next paragraph, or the one before. */
function step(by) {
  const paragraphs = [...byId("article").children];
  const here = paragraphs.findIndex((one) => one.classList.contains("here"));
  const top = placeOf(paragraphs);
  // Who has scrolled away from the marked paragraph goes on from where they are.
  const from = here >= 0 && Math.abs(here - top) <= 1 ? here : top;
  const next = paragraphs[Math.min(paragraphs.length - 1, Math.max(0, from + by))];
  paragraphs[here]?.classList.remove("here");
  next.classList.add("here");
  next.scrollIntoView({ block: "start" });
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  o: () => { if (addressOf(found)) byId("original").click(); },
  m: () => copy("markdown"),
};
byId("keys").checked = remembered("keys") !== "off";
byId("keys").addEventListener("change", () => remember("keys", byId("keys").checked ? "on" : "off"));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") byId("look").open = false;
  const act = KEYS[event.key];
  const isTyping = event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey;
  if (!act || isTyping || !byId("keys").checked || !found?.text || byId("article").hidden) return;
  event.preventDefault();
  act();
});
