// The package beside others on the same pages in the same process, and beside the same code run natively: milliseconds of CPU a page.
//
// usage: node bench.mjs NATIVE SET_FOLDER...
//
// NATIVE is the example of crates/wasm. A set has its pages in `pages`, packed by gzip, and their kinds in `gold.jsonl`.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** Every so many pages of a set. */
const EVERY = 15;
const ROUNDS = 8;
/** The others take long. */
const THEIR_ROUNDS = 2;
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
  const folder = mkdtempSync(path.join(os.tmpdir(), "zhengwen-bench-"));
  const bytes = pages.map((page) => Buffer.from(page));
  bytes.forEach((page, at) => writeFileSync(path.join(folder, `${at}.html`), page));
  for (const [name, request] of [["all fields", {}], ["with HTML", { add: "html" }], ["text only", { text_only: true }]]) {
    // In turns, so that both have the same neighbours on the machine.
    const [ours, natively] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < 2; turn++) ours.push(timed(bytes, (page) => extract(page, request)));
      natively.push(...execFileSync(native, [folder, JSON.stringify(request), "2"], { encoding: "utf8" }).trim().split("\n").map(Number));
    }
    report(`zhengwen, ${name}`, ours, Math.min(...natively));
  }
  rmSync(folder, { recursive: true });
  const { parseHTML } = await import("linkedom");
  const theirs = await import("@mozilla/readability");
  const { default: Defuddle } = await import("defuddle");
  const others = {
    "@mozilla/readability 0.6.0 on linkedom": (page) => new theirs.Readability(parseHTML(page).document).parse(),
    "defuddle 0.19.4 on linkedom": (page) => new Defuddle(parseHTML(page).document, { url: "https://www.example.com/" }).parse(),
  };
  for (const [name, run] of Object.entries(others)) {
    const rounds = Array.from({ length: THEIR_ROUNDS }, () => timed(pages, (page) => attempt(() => run(page))));
    report(name, rounds);
  }

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

/** The milliseconds of CPU that a page takes in one round. */
function timed(pages, run) {
  const began = process.cpuUsage();
  for (const page of pages) run(page);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / pages.length;
}

/** Some pages are too much for them. */
function attempt(run) {
  try {
    return run();
  } catch {
    return undefined;
  }
}
