// What the tests share: pages, the program, a folder with the package installed.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const PACKAGE = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
export const ROOT = path.join(PACKAGE, "..");
export const PROGRAM = process.env.ZHENGWEN || path.join(ROOT, "target/debug/zhengwen");
export const SAMPLE = path.join(ROOT, "docs/sample.html");

export function read(file) {
  return readFileSync(path.join(ROOT, file));
}

/** Pages of our own, in every encoding. */
export function fixtures() {
  return ["pages", "bytes", "fields", "structure"].flatMap((folder) => {
    const names = readdirSync(path.join(ROOT, "fixtures", folder)).filter((name) => name.endsWith(".html"));
    return names.map((name) => path.join(ROOT, "fixtures", folder, name));
  });
}

/** A new project outside the checkout that has the package from `npm pack`, and the compiler and types of this one. */
export function project() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "zhengwen-npm-"));
  const run = (command, ...args) => {
    const { status, stdout } = spawnSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    assert.equal(status, 0, stdout);
    return stdout;
  };
  const packed = JSON.parse(execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", folder], { cwd: PACKAGE, encoding: "utf8" }));
  const { filename, files } = Array.isArray(packed) ? packed[0] : Object.values(packed)[0];
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module", "private": true }');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", path.join(folder, filename));
  return { folder, files: files.map((file) => file.path), run };
}

/** Examples of a document in one language, as they are written. */
export function examples(file, language) {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  return [...text.matchAll(new RegExp("^```" + language + "\\n([\\s\\S]*?)^```$", "gm"))].map((found) => found[1]);
}

export function link(folder, name) {
  cpSync(path.join(PACKAGE, "node_modules", name), path.join(folder, "node_modules", name), { recursive: true, verbatimSymlinks: true });
}

export function chromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
  const folders = (process.env.PATH || "").split(":");
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
}
