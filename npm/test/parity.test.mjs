// The package and the program give the same JSON. With ZHENGWEN_PAGES=FOLDER:FOLDER also on the pages there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { extract } from "zhengwen";
import { PROGRAM, fixtures } from "./pages.mjs";

const skip = existsSync(PROGRAM) ? false : "the program is not built";
const REQUEST = JSON.parse(readFileSync(new URL("../../crates/cli/src/serve/openapi.json", import.meta.url), "utf8")).components.schemas.PageRequest;
const { enum: METHODS } = REQUEST.properties.method;
const { enum: FORMS } = REQUEST.properties.add.anyOf[1].items;
const CASES = [
  [[], {}],
  [["--text-only"], { text_only: true }],
  [["--add", FORMS.join()], { add: FORMS }],
  [["--trace"], { trace: true }],
  [["--chunks", "100"], { chunks: 100 }],
  [["--query", "会议 the", "--query-chars", "300"], { query: "会议 the", query_chars: 300 }],
  [["--favor", "recall", "--include", "comments"], { favor: "recall", include: "comments" }],
  [["--exclude", "images,links,tables,formatting", "--add", "html"], { exclude: ["images", "links", "tables", "formatting"], add: "html" }],
  [["--drop", "p", "--keep", "h1", "--drop-hidden"], { drop: "p", keep: ["h1"], drop_hidden: true }],
  [["--body", "p"], { body: "p" }],
  [["--encoding", "gb18030"], { encoding: "gb18030" }],
  [["--read-at", "2026-11-21T10:30"], { read_at: "2026-11-21T10:30" }],
  [["--limit", "blocks=5"], { limits: "blocks=5" }],
  [["--url", "https://news.example.com/a/1.html"], { url: "https://news.example.com/a/1.html" }],
  [["-m", "line-density", "-O", "line-density.gap=2"], { method: "line-density", options: "line-density.gap=2" }],
  ...METHODS.map((method) => [["-m", method], { method }]),
];

/** The program's lines for files, a few hundred at a time. */
function* lines(files, flags = []) {
  for (let at = 0; at < files.length; at += 200) {
    const args = ["extract", "-f", "json", ...flags, ...files.slice(at, at + 200)];
    const out = execFileSync(PROGRAM, args, { encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
    yield* out.trimEnd().split("\n");
  }
}

for (const [flags, options] of CASES) {
  test(`fixtures: ${flags.join(" ") || "no options"}`, { skip }, () => {
    const files = fixtures();
    let count = 0;
    for (const line of lines(files, flags)) {
      const file = files[count++];
      assert.equal(JSON.stringify(extract(readFileSync(file), options)), JSON.stringify(JSON.parse(line)), file);
    }
    assert.equal(count, files.length);
    assert.ok(count > 100);
  });
}

const folders = (process.env.ZHENGWEN_PAGES || "").split(":").filter(Boolean);
for (const folder of folders) {
  test(`pages of ${folder}`, { skip }, () => {
    const files = readdirSync(folder).filter((name) => /\.html?(\.gz)?$/.test(name)).sort().map((name) => path.join(folder, name));
    let count = 0;
    for (const line of lines(files)) {
      const file = files[count++];
      const bytes = readFileSync(file);
      const found = extract(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
      assert.equal(JSON.stringify(found), JSON.stringify(JSON.parse(line)), file);
    }
    assert.equal(count, files.length);
  });
}
