// The entries of other platforms: workers of Cloudflare and Vercel, which import the module compiled, and browsers without `init`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildSync } from "esbuild";
import { PACKAGE, SAMPLE } from "./pages.mjs";

/** Imports a `.wasm` as those platforms do: the default export is the compiled module. */
const LOADER = `
  export async function load(url, context, next) {
    if (!/[.]wasm([?]module)?$/.test(url)) return next(url, context);
    const source = 'import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(new URL(' + JSON.stringify(url.split("?")[0]) + ')))';
    return { format: "module", shortCircuit: true, source };
  }`;

const PAGE = (entry, call) => `
  import { register } from "node:module";
  import { readFileSync } from "node:fs";
  register("data:text/javascript," + ${JSON.stringify(encodeURIComponent(LOADER))});
  const entry = await import("${entry}");
  const page = readFileSync(${JSON.stringify(SAMPLE)});
  console.log(${call});`;

function run(condition, code) {
  const args = ["--no-warnings", `--conditions=${condition}`, "--input-type=module", "--eval", code];
  return execFileSync(process.execPath, args, { cwd: PACKAGE, encoding: "utf8" }).trim();
}

for (const condition of ["workerd", "edge-light"]) {
  test(`${condition}: a bundler keeps the import of the module`, () => {
    const stdin = { contents: 'export { extract } from "zhengwen"; export { Readability } from "zhengwen/readability";', resolveDir: PACKAGE };
    const settings = { bundle: true, format: "esm", write: false, treeShaking: true, external: ["*.wasm", "*.wasm?module"] };
    const [{ text }] = buildSync({ stdin, conditions: [condition], ...settings }).outputFiles;
    assert.equal(text.match(/^import .* from "\.\.\/wasm\/zhengwen\.wasm(\?module)?";$/gm)?.length, 1);
  });

  test(`${condition}: the first page needs no init`, () => {
    assert.equal(run(condition, PAGE("zhengwen", "entry.extract(page).author")), "林小禾");
    assert.equal(run(condition, PAGE("zhengwen/readability", "new entry.Readability(page).parse().byline")), "林小禾");
    assert.equal(run(condition, PAGE("zhengwen/defuddle", "new entry.default(page).parse().author")), "林小禾");
    assert.match(run(condition, PAGE("zhengwen", "import.meta.resolve('zhengwen')")), new RegExp(`/${condition}/index.js$`));
  });
}

test("browser: a page before init is an error that says so, and init takes the module in every form", () => {
  const tried = `await (async () => {
    try { entry.extract(page); } catch (error) { console.log(error.message); }
    const bytes = readFileSync(new URL(import.meta.resolve("zhengwen/wasm")));
    const forms = { bytes, module: new WebAssembly.Module(bytes), promise: Promise.resolve(bytes), plain: new Response(bytes),
      typed: new Response(bytes, { headers: { "content-type": "application/wasm" } }) };
    await entry.init(new Response("", { status: 404 })).catch((error) => console.log(error.message));
    await entry.init(forms[process.env.FORM]);
    return entry.extract(page).author;
  })()`;
  for (const form of ["bytes", "module", "promise", "plain", "typed"]) {
    process.env.FORM = form;
    const said = run("browser", PAGE("zhengwen", tried)).split("\n");
    assert.equal(said[0], "zhengwen: call `await init()` before the first page");
    assert.equal(said[1], "zhengwen.wasm:  answers 404");
    assert.equal(said[2], "林小禾", form);
  }
});

test("a plain host needs no more than the module: it imports one function that does nothing for pages", () => {
  const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve("zhengwen/wasm"))));
  assert.deepEqual(WebAssembly.Module.imports(module).map(({ name }) => name), ["__wbindgen_init_externref_table"]);
});
