//! Display names in the report for the names of other rooms.

macro_rules! field_names {
    ($(
        $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
    )*) => {
        /// The names of fields, as those of other rooms below.
        pub(super) const FIELD_NAMES: &[(&str, &str, &str)] =
            &[$($((stringify!($name), $english, $chinese),)?)* ("image", "", "图片")];
    };
}
fields!(field_names);

/// Names from other rooms: name, English (empty if the name will do), Chinese.
pub(super) const NAMES: &[(&str, &str, &str)] = &[
    (
        "auto",
        "How likely each block is main text, by the learned model.",
        "学习模型给出的每块是正文的概率。",
    ),
    (
        "punctuation-path",
        "How much the DOM path of each text resembles that of the text with most full stops; from the threshold on it is kept.",
        "每段文本的 DOM 路径与句号最多的文本的路径有多相似；达到阈值即保留。",
    ),
    (
        "block-smoothing",
        "Block lengths as counted and smoothed by 1/4 [1 2 1]; runs over N'min that reach the mark, and those between them, are kept (figures 1 and 2 of its paper).",
        "块长度原值与经 1/4 [1 2 1] 平滑的值；超过 N'min 且达到标定阈值的区段及其间的区段被保留（论文图1、图2）。",
    ),
    (
        "block-weighting",
        "What each feature gave to the candidates for the topic block, the best first.",
        "各特征给主题候选块的分数，最佳者在前。",
    ),
    (
        "line-density",
        "Characters of each line once the tags are taken out; the longest run of lines is kept.",
        "去掉标签后每行的字数；最长的连续行段被保留。",
    ),
    (
        "template-matching",
        "Points of each cluster of what the page has and the similar page has not.",
        "本页有而相似页没有的内容聚成类后各类的得分。",
    ),
    (
        "site-template",
        "How much of the text at each block's path is main text and does not repeat on the site.",
        "各块路径上的文字有多少是正文且不在本站重复。",
    ),
    ("probability of main text", "", "是正文的概率"),
    ("share of main text at the path that does not repeat", "", "该路径上不重复的正文比例"),
    ("kept", "kept from here on", "由此起保留"),
    ("path similarity to the sample", "", "与样本的路径相似度"),
    ("block lengths", "", "块长度"),
    ("smoothed block lengths", "", "平滑后的块长度"),
    ("weight of topic candidates", "", "主题候选块的权重"),
    ("characters of lines", "", "各行字数"),
    ("points of clusters", "", "聚类得分"),
    ("block", "", "块"),
    ("text", "", "文本"),
    ("line", "", "行"),
    ("candidate", "", "候选"),
    ("cluster", "", "聚类"),
    ("characters", "", "字"),
    ("points", "", "分"),
    ("1", "share (0 to 1)", "比例（0 到 1）"),
    ("0/1", "", "是否"),
    ("log2", "", "log2"),
    ("log odds", "", "对数几率"),
    ("levels", "", "层"),
    ("marks", "", "个"),
    ("N'min", "", "N'min（低阈值）"),
    ("mark", "upper threshold", "N标定（高阈值）"),
    ("threshold", "", "阈值"),
    ("density", "characters a line (density)", "每行字数（密度）"),
    ("paragraphs", "", "有段落"),
    ("punctuation", "", "标点多于 5 个"),
    ("low tag density", "", "标签密度低"),
    ("text amount", "", "文字量"),
    ("text density", "", "文字密度"),
    ("previous or next article", "", "上一篇、下一篇"),
    ("copyright", "", "版权标记"),
    ("after the title", "", "在标题之后"),
    ("after the time", "", "在时间之后"),
    ("before related links", "", "在相关链接之前"),
    ("home", "", "首页"),
    ("article", "", "文章"),
    ("forum", "", "论坛"),
    ("product", "", "商品"),
    ("listing", "", "列表"),
    ("collection", "", "合集"),
    ("documentation", "", "文档"),
    ("service", "", "服务"),
    ("meta element", "", "meta 元素"),
    ("a check for humans (captcha)", "", "人机验证页"),
    ("an access denied page", "", "拒绝访问页"),
    ("a page-not-found page", "", "页面不存在"),
    ("a server error page", "", "服务器错误页"),
    ("a login page", "", "登录页"),
    ("an empty page that asks for JavaScript", "", "需要 JavaScript 的空页"),
    ("data for a script", "", "脚本中的数据"),
    ("already-text", "given as text, nothing was decoded", "给出的已是文本，未解码"),
    ("byte-order-mark", "a byte order mark", "字节顺序标记"),
    ("forced", "the caller insisted", "调用者指定"),
    ("http-header", "the HTTP header says so", "HTTP 头声明"),
    ("meta", "the page's meta element says so", "页面 meta 声明"),
    ("valid-utf8", "the bytes are valid UTF-8, nothing is declared", "字节是合法的 UTF-8，无声明"),
    (
        "valid-utf8-despite-label",
        "the bytes are valid UTF-8 although another encoding is declared",
        "字节是合法的 UTF-8，尽管声明了别的编码",
    ),
    (
        "other-label-despite-utf8-label",
        "UTF-8 is declared and is not true; a second declaration was taken",
        "声明为 UTF-8 但不是；采用了另一处声明",
    ),
    (
        "detected-despite-utf8-label",
        "UTF-8 is declared and is not true; guessed from the bytes",
        "声明为 UTF-8 但不是；由字节推断",
    ),
    ("detected", "nothing known is declared; guessed from the bytes", "无已知声明；由字节推断"),
];
