// The button: runs page.js in the tab, which it may read from the press on.

const api = globalThis.browser ?? chrome;

/** The permission that the press gives may come a moment after it: seen in Chromium 156. */
const TRIES = 10;
const PAUSE = 100;

async function run(tabId) {
  for (let turn = 0; turn < TRIES; turn++) {
    const isRun = await api.scripting.executeScript({ target: { tabId }, files: ["page.js"] }).then(() => true, () => false);
    if (isRun) return true;
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return false;
}

api.action.onClicked.addListener(async ({ id: tabId }) => {
  const isRead = await run(tabId);
  await api.action.setBadgeText({ tabId, text: isRead ? "" : "!" });
  await api.action.setTitle({ tabId, title: api.i18n.getMessage(isRead ? "read" : "refused") });
});

// A page in a sandbox asks for a tab in place of a frame. The reader asks its page through here: its frame has no `tabs` in
// Firefox.
api.runtime.onMessage.addListener((message, { tab }, reply) => {
  if (message === "tab") api.tabs.create({ url: api.runtime.getURL(`reader.html?tab=${tab.id}`), index: tab.index + 1 });
  if (!message.ask) return false;
  api.tabs.sendMessage(message.tabId || tab.id, message.ask, { frameId: 0 }).then(reply, () => reply(null));
  return true;
});
