// The package beside others on the same pages in the same process, and beside the same code run natively: milliseconds of CPU a page.
//
// usage: node bench.mjs NATIVE SET_FOLDER...
//
// NATIVE is the example of crates/wasm. A set has its pages in `pages`, packed by gzip, and their kinds in `gold.jsonl`.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** Every so many pages of a folder: the others are slow. */
const EVERY = 15;
const ROUNDS = 5;
const SAMPLE = fileURLToPath(new URL("../docs/sample.html", import.meta.url));
const KINDS = { articles: ["article"], "lists and home pages": ["listing", "collection", "home"] };

const [native, ...sets] = process.argv.slice(2);
if (native === "--first") await first(sets[0]);
else await compare();

/** The first page of a process of its own: milliseconds from the import to the answer. V8 compiles on other threads too. */
async function first(file) {
  const page = readFileSync(file);
  const [wall, main, all] = [performance.now(), mainThread(), process.cpuUsage()];
  const { extract } = await import("./node/index.js");
  extract(page);
  const { user, system } = process.cpuUsage(all);
  console.log(JSON.stringify({ wall: performance.now() - wall, main: mainThread() - main, all: (user + system) / 1000 }));
}

/** The CPU time of the main thread, as Linux counts it. */
function mainThread() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function compare() {
  const { extract } = await import("./node/index.js");
  const { isProbablyReaderable } = await import("./node/readability.js");
  const sampled = sets.flatMap((set) => sample(set, extract));
  const pages = sampled.map(({ html }) => html);
  const size = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  console.log(`${pages.length} pages, ${Math.round(size / pages.length / 1024)} KB of HTML each in the mean, Node ${process.versions.node}`);

  const runs = Array.from({ length: 9 }, () => JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), "--first", SAMPLE])));
  const middle = (of) => runs.map(of).sort((a, b) => a - b)[4].toFixed(0);
  console.log(`import and first page, median of 9: ${middle((run) => run.wall)} ms; CPU: ${middle((run) => run.main)} ms of the main thread, ${middle((run) => run.all)} ms of all`);

  console.log("| | first round, ms | best round, ms | native, ms | ratio |\n|---|---|---|---|---|");
  for (const [name, request] of [["all fields", {}], ["with HTML", { add: "html" }], ["text only", { text_only: true }]]) {
    report(`zhengwen, ${name}`, timed(pages, (page) => extract(page, request)), natively(pages, request));
  }
  const { parseHTML } = await import("linkedom");
  const theirs = await import("@mozilla/readability");
  const { default: Defuddle } = await import("defuddle");
  report("@mozilla/readability 0.6.0 on linkedom", timed(pages, (page) => attempt(() => new theirs.Readability(parseHTML(page).document).parse())));
  report("defuddle 0.19.4 on linkedom", timed(pages, (page) => attempt(() => new Defuddle(parseHTML(page).document, { useAsync: false }).parse())));

  console.log("\nisProbablyReaderable is true | of pages | ours | theirs");
  for (const set of sets) {
    for (const [name, kinds] of Object.entries(KINDS)) {
      const own = sampled.filter((page) => page.set === set && kinds.includes(page.kind));
      const count = (is) => own.filter(({ html }) => is(html)).length;
      const [ours, others] = [count(isProbablyReaderable), count((html) => attempt(() => theirs.isProbablyReaderable(parseHTML(html).document)))];
      if (own.length) console.log(`${path.basename(set)}, ${name} | ${own.length} | ${ours} | ${others}`);
    }
  }
}

/** Some pages of a set, decoded by the package. */
function sample(set, extract) {
  const labels = readFileSync(path.join(set, "gold.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
  return labels.filter((_, at) => at % EVERY === 0).map(({ id, type }) => {
    const bytes = gunzipSync(readFileSync(path.join(set, "pages", id + ".html.gz")));
    const { name } = extract(bytes, { text_only: true }).encoding;
    return { set, kind: type, html: new TextDecoder(name).decode(bytes) };
  });
}

function report(name, rounds, native) {
  const best = Math.min(...rounds);
  const beside = native ? `${native.toFixed(2)} | ${(best / native).toFixed(2)}` : "- | -";
  console.log(`| ${name} | ${rounds[0].toFixed(1)} | ${best.toFixed(2)} | ${beside} |`);
}

function timed(pages, run) {
  return Array.from({ length: ROUNDS }, () => {
    const began = process.cpuUsage();
    for (const page of pages) run(page);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000 / pages.length;
  });
}

function natively(pages, request) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "zhengwen-bench-"));
  try {
    pages.forEach((page, at) => writeFileSync(path.join(folder, `${at}.html`), page));
    const { stdout, status, stderr } = spawnSync(native, [folder, JSON.stringify(request), String(ROUNDS)], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return Math.min(...stdout.trim().split("\n").map(Number));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Some pages are too much for them. */
function attempt(run) {
  try {
    return run();
  } catch {
    return undefined;
  }
}
