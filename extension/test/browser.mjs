// Chromium with the extension loaded as users load it, and the pages that it is tried on.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { chromium as playwright } from "playwright-core";
import { ROOT, chromium } from "../../quality/reader/programs.mjs";

export { ROOT, chromium };
export const EXTENSION = path.join(ROOT, "out/extension");
/** Milliseconds; who waits so long has hung, and nothing is measured by it. */
const HUNG = 120_000;

export function axeSource() {
  return readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}

/** What `find` gives once it gives something. */
export async function until(find) {
  for (const end = Date.now() + HUNG; Date.now() < end;) {
    const found = await find();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("waited too long: " + find);
}

/** A server of pages, `{ path: [body, headers] }`; `asked` is what it was asked for. */
export async function serve(pages) {
  const asked = [];
  const server = http.createServer((request, response) => {
    // Chromium asks for it by itself, once a host.
    if (request.url !== "/favicon.ico") asked.push(request.url);
    const [body, headers = {}] = pages[request.url] ?? [];
    if (body === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // The name is no loopback's: the page is as insecure as one of the web by http.
  return { server, asked, address: `http://news.test:${server.address().port}` };
}

export async function start(locale = "en-US") {
  const folder = mkdtempSync(path.join(os.tmpdir(), "zhengwen-extension-"));
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium(),
    timeout: HUNG,
    locale,
    acceptDownloads: true,
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [
      `--load-extension=${EXTENSION}`, `--disable-extensions-except=${EXTENSION}`, "--enable-unsafe-extension-debugging",
      "--host-resolver-rules=MAP news.test 127.0.0.1", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
  context.setDefaultTimeout(HUNG);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const session = await context.browser().newBrowserCDPSession();
  const id = new URL(worker.url()).host;

  /** Presses the button of the extension, as a person does: the tab may be read from then on. */
  async function press(page) {
    const own = await context.newCDPSession(page);
    const { targetInfo } = await own.send("Target.getTargetInfo");
    const { targetInfos } = await session.send("Target.getTargets", { filter: [{}] });
    await page.bringToFront();
    // The tab of a page has a target of its own, which has the page's address.
    const tabs = targetInfos.filter(({ type, url }) => type === "tab" && url === targetInfo.url);
    await session.send("Extensions.triggerAction", { id, targetId: tabs.at(-1).targetId });
  }

  const readerOf = (page) => page.frames().find((frame) => frame.url().startsWith("chrome-extension:"));

  /** The reader above a page, once it has read. */
  async function reader(page) {
    const frame = await until(() => readerOf(page));
    await frame.waitForFunction(() => !/^$|…/.test(document.getElementById("status").textContent));
    return frame;
  }

  /** Waits until a page is without the reader. Its frame is heard to go later than its element. */
  async function closed(page) {
    await page.waitForFunction(() => !document.querySelector("zhengwen-reader"));
    await until(() => !readerOf(page));
  }

  async function stop() {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }

  return { context, worker, id, press, reader, closed, stop };
}
