// Starts and ends the programs that the tests talk to.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const PROGRAM = process.env.ZHENGWEN || path.join(ROOT, "target/debug/zhengwen");
const SITE = process.env.LOCAL_SITE || path.join(ROOT, "target/debug/examples/local_site");

/** Starts a program, and gives it with what a line of its output says. */
function start(program, args, told) {
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk) => {
      text += chunk;
      const found = text.match(told);
      if (found) resolve({ child, said: found[1] });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(program + " ended with " + code + ": " + text)));
  });
}

/** The local site's port. */
export function startSite() {
  return start(SITE, ["0"], /Listening on port (\d+)/);
}

/** The service's address, without a slash behind. */
export function startService(...args) {
  return start(PROGRAM, ["serve", "--port", "0", ...args], /(http:\/\/127\.0\.0\.1:\d+)\//);
}

export function programPath() {
  return PROGRAM;
}

export function chromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
  const folders = (process.env.PATH || "").split(":");
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
}

export function axeSource() {
  return readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}

/** What axe-core finds wrong with a page: all of its rules are on. */
export async function faultsOf(page) {
  // The page's policy forbids scripts that are put into it; the debugger may all the same.
  await page.evaluate(axeSource());
  const found = await page.evaluate(() => window.axe.run(document));
  return found.violations.map((fault) => fault.id + ": " + fault.nodes.map((node) => node.html + " " + node.failureSummary).slice(0, 3).join("\n"));
}
