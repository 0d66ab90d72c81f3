// What the extension says besides the reader page, in both of its languages.

const en = {
  save: "Save Markdown", copyNote: "Copy with front matter", obsidian: "To Obsidian", pictures: "Show pictures",
  close: "Close", copied: "Copied.", notCopied: "The browser does not let it be copied.",
  lost: "The page is gone. Press the button again.", back: "Back to the article", why: "Why? Block by block", kept: "kept", dropped: "dropped", picked: "your selection",
  aboutWhy: (kept, all) => `${kept} of ${all} blocks of the page are kept. Open one to see what spoke for it and against it.`,
  effect: "log odds", reason: "reason", value: "value", method: "by the method's score", none: "No reasons: this method gives a score alone.",
};

const zh = {
  save: "保存 Markdown", copyNote: "复制（含文前属性）", obsidian: "存入 Obsidian", pictures: "显示图片",
  close: "关闭", copied: "已复制。", notCopied: "浏览器不允许复制。",
  lost: "网页已离开，请再按一次按钮。", back: "回到正文", why: "为什么？逐块查看", kept: "保留", dropped: "舍弃", picked: "所选文字",
  aboutWhy: (kept, all) => `网页的 ${all} 个文本块中保留了 ${kept} 个。展开一块，查看支持和反对它的理由。`,
  effect: "对数几率", reason: "理由", value: "值", method: "由方法的得分决定", none: "没有理由：此方法只给分数。",
};

export const words = { en, zh };
