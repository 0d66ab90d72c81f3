// The extension in Firefox, by its own remote protocol (Marionette). FIREFOX names the program; without one the test is skipped.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { EXTENSION, ROOT, serve, until } from "./browser.mjs";

const PROGRAM = [process.env.FIREFOX, "firefox", "firefox-esr"].filter(Boolean).find((name) => {
  try {
    return execFileSync(name, ["--version"], { stdio: "pipe" });
  } catch {
    return false;
  }
});
/** Scripts for the browser itself: it presses the button, and tells what the tab shows. */
const PRESS = `
  const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
  const own = ExtensionParent.GlobalManager.extensionMap.get(arguments[0]);
  return ExtensionParent.apiManager.global.browserActionFor(own).triggerAction(Services.wm.getMostRecentWindow("navigator:browser"));`;
const SHOWN = `
  const { selectedBrowser } = Services.wm.getMostRecentWindow("navigator:browser").gBrowser;
  const titleOf = (context) => context.currentWindowGlobal?.documentTitle;
  return { title: titleOf(selectedBrowser.browsingContext), frames: selectedBrowser.browsingContext.children.map(titleOf) };`;

/** A port that nobody listens on. */
async function freePort() {
  const server = net.createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** A connection that sends commands and waits for each answer: `LENGTH:[1, id, error, value]`. */
async function connected(port) {
  const socket = await until(() => new Promise((done) => {
    const own = net.connect(port, "127.0.0.1", () => done(own)).on("error", () => done(null));
  }));
  let [buffer, id] = [Buffer.alloc(0), 0];
  const waiting = new Map();
  socket.on("data", (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (let colon; (colon = buffer.indexOf(":")) > 0;) {
      const end = colon + 1 + Number(buffer.subarray(0, colon));
      if (buffer.length < end) break;
      // The first message is a greeting, without an id.
      const message = JSON.parse(buffer.subarray(colon + 1, end));
      const [, answered, error, value] = Array.isArray(message) ? message : [];
      buffer = buffer.subarray(end);
      const { done, fail } = waiting.get(answered) ?? {};
      if (error) fail?.(new Error(JSON.stringify(error)));
      else done?.(value?.value ?? value);
    }
  });
  return (name, params = {}) => new Promise((done, fail) => {
    const message = JSON.stringify([0, ++id, name, params]);
    waiting.set(id, { done, fail });
    socket.write(`${Buffer.byteLength(message)}:${message}`);
  });
}

test("Firefox: the reader above the page, its note, its end; a tab of its own for a sandbox", { skip: PROGRAM ? false : "no Firefox (set FIREFOX)" }, async () => {
  const html = readFileSync(path.join(ROOT, "docs/sample.html"), "utf8");
  const strict = { "content-security-policy": "default-src 'none'" };
  const sandbox = { "content-security-policy": "sandbox allow-scripts" };
  const { server } = await serve({ "/plain": [html], "/strict": [html, strict], "/sandbox": [html, sandbox] });
  const address = `http://127.0.0.1:${server.address().port}`;
  const [folder, port] = [mkdtempSync(path.join(os.tmpdir(), "zhengwen-firefox-")), await freePort()];
  const settings = { "marionette.port": port, "browser.download.folderList": 2, "browser.download.dir": folder };
  writeFileSync(path.join(folder, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`).join("\n"));
  const firefox = spawn(PROGRAM, ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder], { stdio: "ignore" });
  const over = new Promise((done) => firefox.once("exit", done));
  try {
    const command = await connected(port);
    await command("WebDriver:NewSession", { capabilities: {} });
    await command("WebDriver:SetWindowRect", { width: 1366, height: 768 });
    const id = await command("Addon:Install", { path: EXTENSION, temporary: true });
    const run = async (script) => {
      await command("Marionette:SetContext", { value: "chrome" });
      const found = await command("WebDriver:ExecuteScript", { script, args: [id] });
      await command("Marionette:SetContext", { value: "content" });
      return found;
    };
    const title = "青石河步行桥通车 三个村子不再绕路 · zhengwen";
    for (const page of ["/plain", "/strict"]) {
      await command("WebDriver:Navigate", { url: address + page });
      await run(PRESS);
      await until(async () => (await run(SHOWN)).frames.includes(title));
    }
    // The first button of the reader saves the note.
    const press = { type: "pointer", id: "mouse", actions: [{ type: "pointerMove", x: 1065, y: 118 }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] };
    await command("WebDriver:PerformActions", { actions: [press] });
    const note = await until(() => readdirSync(folder).find((name) => name.endsWith(".md")));
    assert.match(readFileSync(path.join(folder, note), "utf8"), /^---\ntitle: "青石河步行桥通车/);
    await run(PRESS);
    await until(async () => (await run(SHOWN)).frames.length === 0);
    await command("WebDriver:Navigate", { url: address + "/sandbox" });
    await run(PRESS);
    await until(async () => (await run(SHOWN)).title === title);
  } finally {
    firefox.kill();
    await over;
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
