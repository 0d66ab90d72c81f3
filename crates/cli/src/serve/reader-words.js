"use strict";
/** Everything that the reader page says, in both of its languages. */
const WORDS = {
  en: {
    look: "Look", aa: "Aa look", smaller: "A− smaller text", larger: "A+ larger text", theme: "Theme", language: "中文",
    address: "Address", read: "Read", other: "or a file, or pasted HTML", file: "or drop one anywhere", choose: "Choose a file",
    paste: "HTML", method: "Method", compare: "Compare with", none: "nothing", take: "The article",
    copyMarkdown: "Copy Markdown", copyText: "Copy text", copyHtml: "Copy HTML", copyJson: "Copy JSON",
    report: "Why? The report", print: "Print", fields: "Fields", title: "Just the article",
    font: "Font", sans: "Sans", serif: "Serif", width: "Width", narrow: "Narrow", middle: "Middle", wide: "Wide",
    keys: "Keys", aboutKeys: "j and k: next paragraph and the one before; o: the original page; m: copy Markdown",
    welcome: "Paste the address of a page, drop a file, or paste its HTML. The service keeps nothing; this browser keeps your choices and your place.",
    bookmarklet: "Read with zhengwen", aboutBookmarklet: "Drag this to your bookmarks; on any page it opens the article here.",
    reading: "Reading…", copied: "Copied.", notCopied: "The browser does not let it be copied.",
    nothing: "No main text was found.", give: "Give an address, a file or HTML.",
    noAddress: (given) => "This is not a web address: " + given,
    noFetch: "This service fetches nothing; drop a file or paste HTML.", only: (method) => "only " + method,
    differ: (count) => (count === 0 ? "No paragraph differs." : count + (count === 1 ? " paragraph differs." : " paragraphs differ.")),
    untitled: "Untitled", comparison: "Comparison", original: "Original page", table: "Table",
    ready: "Done.", drag: "Drag it to your bookmarks instead.", image: "image", by: "By", comma: ", ",
  },
  zh: {
    look: "外观", aa: "Aa 外观", smaller: "A− 缩小文字", larger: "A+ 放大文字", theme: "明暗", language: "English",
    address: "网址", read: "阅读", other: "或文件，或粘贴 HTML", file: "也可拖到页面任意处", choose: "选择文件",
    paste: "HTML", method: "方法", compare: "对比", none: "不对比", take: "文章",
    copyMarkdown: "复制 Markdown", copyText: "复制文本", copyHtml: "复制 HTML", copyJson: "复制 JSON",
    report: "为什么？看报告", print: "打印", fields: "字段", title: "只看正文",
    font: "字体", sans: "黑体", serif: "宋体", width: "版心", narrow: "窄", middle: "中", wide: "宽",
    keys: "快捷键", aboutKeys: "j、k：下一段、上一段；o：原网页；m：复制 Markdown",
    welcome: "粘贴网页的网址，拖入文件，或粘贴 HTML。服务不保存任何内容；本浏览器记住您的选择和读到的位置。",
    bookmarklet: "用 zhengwen 阅读", aboutBookmarklet: "拖到书签栏；在任何网页点它，就在这里打开正文。",
    reading: "正在读取……", copied: "已复制。", notCopied: "浏览器不允许复制。",
    nothing: "没有找到正文。", give: "请给出网址、文件或 HTML。",
    noAddress: (given) => "这不是网址：" + given,
    noFetch: "本服务不抓取网页；请拖入文件或粘贴 HTML。", only: (method) => "仅 " + method,
    differ: (count) => (count === 0 ? "没有不同的段落。" : "有 " + count + " 段不同。"),
    untitled: "无标题", comparison: "对比", original: "查看原网页", table: "表格",
    ready: "完成。", drag: "请把它拖到书签栏。", image: "图片", by: "作者：", comma: "，",
  },
};

/** The fields that are shown, by name: English, Chinese. */
// made from crates/core/src/fields.rs: UPDATE_EXPECT=1 cargo test -p zhengwen written
const FIELDS = {
  url: ["address", "网址"],
  title: ["title", "标题"],
  author: ["author", "作者"],
  publisher: ["publisher", "发布机构"],
  source: ["source", "来源"],
  editor: ["editor", "编辑"],
  publish_date: ["publish date", "发布时间"],
  modified_date: ["modified date", "修改时间"],
  language: ["language", "语言"],
  description: ["description", "摘要"],
  keywords: ["keywords", "关键词"],
  site_name: ["site name", "站名"],
  canonical_url: ["canonical address", "规范网址"],
  license: ["licence", "许可"],
  kind: ["page kind", "页面类型"],
  confidence: ["confidence", "置信度"],
  method: ["method", "方法"],
  encoding: ["encoding", "编码"],
  images: ["images", "图片数"],
  next_page: ["next page", "下一页"],
  previous_article: ["previous article", "上一篇"],
  next_article: ["next article", "下一篇"],
  related_links: ["related", "相关文章"],
  comments: ["comments", "评论数"],
  posts: ["posts", "帖子数"],
  items: ["items", "条目数"],
};
// end

const KINDS = {
  home: "首页", article: "文章", forum: "论坛", product: "商品", listing: "列表", collection: "合集",
  documentation: "文档", service: "服务",
};

/** What the service warns of and why it refuses, in Chinese; in English it speaks for itself. */
const WARNINGS = {
  no_text: () => "没有找到正文。",
  undecodable: (w) => "有 " + w.places + " 处无法解码，显示为 U+FFFD。",
  depth_capped: (w) => "嵌套过深：" + w.elements + " 个元素被提到上一层，文字保留。",
  tags_ignored: (w) => "忽略了 " + w.tags + " 个标签，文字保留。",
  attributes_ignored: (w) => "忽略了 " + w.bytes + " 字节的属性。",
  page_cut: (w) => "页面超过大小限制，末尾 " + w.bytes + " 字节未读。",
  blocks_capped: (w) => "文字块过多：另有 " + w.texts + " 段并入前面的块或被略去。",
  data_ignored: (w) => "内嵌数据过多，约 " + w.objects + " 个对象未读。",
  output_cut: (w) => "正文超过大小限制，末尾 " + w.bytes + " 字节被略去。",
  trace_cut: (w) => "文字块过多，有 " + w.blocks + " 块没有列出。",
  hidden_text: (w) => "正文中有 " + w.characters + " 个字在页面上不可见。",
  unknown_encoding: () => "不认识所给的编码名，未采用。",
  interstitial: () => "这不是文章，而是验证、登录或出错的页面。",
  text_from_data: () => "页面不显示这段文字，它来自页面内嵌的数据。",
  text_from_noscript: (w) => "正文中有 " + w.characters + " 个字只在不运行脚本时显示。",
  machine_text: (w) => "略去了 " + w.characters + " 个字的 JSON、标记或脚本。",
  private_characters: (w) => "有 " + w.characters + " 个字只有网页自带的字体才能显示。",
  little_text: (w) => "正文只占页面上成句文字的 " + w.percent + "%。",
  nothing_selected: () => "正文选择器没有选中任何元素，由方法决定。",
  work_cut: () => "处理网页的步骤太多，中途停止，当时还没找到的内容从略。",
  stopped: () => "处理被中止，当时还没找到的内容从略。",
  selector_cut: () => "同级元素太多，选择器没有查到底。",
  nothing_of_site: () => "此方法需要同站的其他网页或模板，而这里没有。",
  template_does_not_fit: (w) => "网页不符合该站的模板（" + w.percent + "%），未采用模板。",
  boxes_do_not_fit: () => "元素与边界框的数目不同，未采用边界框。",
  alignment_cut: (w) => "网页太大，对齐时略去了最深的 " + w.nodes + " 个节点。",
  no_match: () => "正文中没有所查的词。",
  pages_missing: () => "文章还有下一页，没有接上。",
  not_free: () => "网页声明全文不免费，这里可能只有开头。",
  list_page: () => "这是首页或列表，不是文章。",
  body_damaged: () => "网页数据损坏，末尾没能解开。",
  cut_by_archive: () => "存档里的网页不完整，末尾缺失。",
  low_confidence: () => "置信度低，请与原网页核对。",
};
const WARNING = "读取时有需要留意之处。";

/** Refusals by their code; of some the message tells more. */
const PROBLEMS = {
  "bad-request": "请求有误。",
  "no-article": "这一页没有正文。",
  "refused-address": "不能读取这个网址：只接受 http 和 https，不带用户名和密码，也不指向内部网络。",
  robots: "该站的 robots.txt 不允许抓取。",
  "fetching-off": "本服务不抓取网页；请拖入文件或粘贴 HTML。",
  "cross-origin": "别的网站的页面不能使用本服务。",
  "unknown-host": "本服务不应答这个名字。",
  "slow-client": "发送得太慢，未能收全。",
  "too-large": "网页超过大小限制。",
  "no-page": "这不是网页。",
  overloaded: "请求太多，请稍后再试。",
  timeout: "没有在时限内完成。",
  "not-fetched": "无法抓取该网页。",
  "not-read": "无法读取该网页。",
  failed: "处理时出错，这是 zhengwen 的缺陷。",
};
const REASONS = [
  [/answered with status (\d+)/, (found) => "服务器返回状态 " + found[1] + "。"],
  [/user name or password/, () => "不接受带用户名或密码的网址。"],
  [/not an http/, () => "只接受 http 和 https 网址。"],
  [/private or special network/, () => "这个网址指向内部网络，不能读取。"],
  [/no such host/, () => "找不到这个主机。"],
  [/larger than (\d+) bytes/, (found) => "网页超过 " + found[1] + " 字节的限制。"],
  [/more than (\d+) redirects/, (found) => "转向超过 " + found[1] + " 次。"],
  [/not a web page but ([\w.+/-]+)/, (found) => "这不是网页，而是 " + found[1] + "。"],
  [/not a web page/, () => "这不是网页。"],
  [/no answer within/, () => "服务器没有在时限内应答。"],
];

/** Why the service refused, in a language. */
function problemIn(language, error) {
  if (!error) return language === "zh" ? "服务没有应答。" : "The service does not answer.";
  if (language !== "zh") return error.message;
  const reason = REASONS.find(([told]) => told.test(error.message));
  if (reason) return reason[1](error.message.match(reason[0]));
  return PROBLEMS[error.code] || PROBLEMS.failed;
}

/** What the service warns of, in a language. */
function warningIn(language, warning) {
  if (language !== "zh") return warning.message;
  const words = WARNINGS[warning.code];
  return words ? words(warning) : WARNING;
}

/** A date as people write it: 2026-03-05T09:30 is March 5, 2026 at 9:30 AM, or 2026年3月5日 09:30. */
function dateIn(language, text) {
  const found = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d))?)?/.exec(text || "");
  if (!found) return text || "";
  const [, year, month, day, hour, minute] = found;
  // The time is the page's own: no zone is added, none is taken off.
  const date = new Date(Date.UTC(year, month - 1, day || 1, hour || 0, minute || 0));
  const hasTime = hour !== undefined && /T(?!00:00(?::00)?(?:[Z+-]|$))/.test(text.replace(" ", "T"));
  const form = { timeZone: "UTC", year: "numeric", month: "long" };
  if (day) form.day = "numeric";
  if (hasTime) Object.assign(form, { hour: "numeric", minute: "2-digit" });
  if (language === "zh" && hasTime) Object.assign(form, { hour: "2-digit", hourCycle: "h23" });
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-US", form).format(date);
}
