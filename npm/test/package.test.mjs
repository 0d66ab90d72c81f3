// The package as it is published: packed, installed into an empty project, its types and the examples of its documents.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { types } from "../types.mjs";
import { PACKAGE, ROOT, SAMPLE, examples, link, project } from "./pages.mjs";

/** The module packed by gzip, in bytes: a few per cent above today's, so that growth is seen. */
const MOST = 1_580_000;
const PAPERS = ["npm/README.md", "docs/typescript.md"];
const SETTINGS = {
  compilerOptions: { strict: true, module: "nodenext", target: "es2023", lib: ["es2023", "dom"], noEmit: true, exactOptionalPropertyTypes: true },
};
let installed;

before(() => {
  installed = project();
});

after(() => {
  rmSync(installed.folder, { recursive: true, force: true });
});

test("it holds what it names, and nothing that only we need", () => {
  const { files } = installed;
  const named = [...JSON.stringify(JSON.parse(readFileSync(path.join(PACKAGE, "package.json"))).exports).matchAll(/"\.\/([^"]+\.(?:js|ts|wasm))"/g)];
  for (const [, file] of named) assert.ok(files.includes(file), file);
  for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "types.d.ts", "wasm/zhengwen.js"]) assert.ok(files.includes(file), file);
  assert.deepEqual(files.filter((file) => /test|bench|\.mjs$|node_modules/.test(file)), []);
});

test("its version is that of the crates, and it depends on nothing", () => {
  const { version, dependencies, peerDependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(PACKAGE, "package.json")));
  const [, crates] = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
  assert.equal(version, crates);
  assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined]);
});

test("the module is as small as it was", () => {
  const packed = gzipSync(readFileSync(path.join(PACKAGE, "wasm/zhengwen.wasm")), { level: 9 }).length;
  assert.ok(packed <= MOST, `${packed} bytes`);
  assert.ok(statSync(path.join(PACKAGE, "wasm/zhengwen.wasm")).size > 0);
});

test("its types are those of the schema", async () => {
  assert.equal(readFileSync(path.join(PACKAGE, "types.d.ts"), "utf8"), await types(), "run node npm/types.mjs");
});

test("TypeScript takes what it should, and refuses the rest", () => {
  const { folder, run } = installed;
  for (const name of ["typescript", "@typescript"]) link(folder, name);
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  copyFileSync(path.join(PACKAGE, "test/types.ts"), path.join(folder, "types.ts"));
  for (const paper of PAPERS) {
    examples(paper, "ts").forEach((code, at) => writeFileSync(path.join(folder, `${path.basename(paper, ".md").toLowerCase()}-${at}.ts`), code));
  }
  run("node", "node_modules/typescript/bin/tsc", "--project", ".");
  // A project of Node without the types of the DOM.
  writeFileSync(path.join(folder, "plain.ts"), 'import { extract } from "zhengwen";\nimport { Readability } from "zhengwen/readability";\n' +
    'import Defuddle from "zhengwen/defuddle";\nexport const found = [extract("").text, new Readability("").parse()?.byline, new Defuddle("").parse().author];\n');
  run("node", "node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--ignoreConfig", "--module", "nodenext", "--target", "es2023", "--lib", "es2023", "plain.ts");
});

for (const paper of PAPERS) {
  test(`the examples of ${paper} run as they are written`, () => {
    const { folder, run } = installed;
    mkdirSync(path.join(folder, "docs"), { recursive: true });
    copyFileSync(SAMPLE, path.join(folder, "page.html"));
    const all = examples(paper, "js");
    assert.ok(all.length > 0);
    all.forEach((code, at) => {
      writeFileSync(path.join(folder, `example-${at}.mjs`), code);
      // What an example prints is in its comments, line by line.
      const told = [...code.matchAll(/\/\/ prints: (.*)$/gm)].map((line) => line[1]);
      assert.ok(told.length > 0, "an example that prints nothing shows nothing");
      assert.deepEqual(run("node", `example-${at}.mjs`).trimEnd().split("\n"), told);
    });
  });
}
