//! The words of the report, in both of its languages.

use serde_json::{Value, json};

use crate::auto::Column;
use crate::extract::Warning;
use crate::select::DecidedBy;

/// A language of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 中文.
    Chinese,
}

impl Language {
    /// Its code in HTML.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// The language of a code: Chinese for codes that begin with `zh`, else English.
    pub fn from_code(code: &str) -> Self {
        let is_chinese = code.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("zh"));
        if is_chinese { Self::Chinese } else { Self::English }
    }
}

/// Declares the words of the report: `name: "English", "中文";`.
macro_rules! words {
    ($($name:ident: $english:literal, $chinese:literal;)*) => {
        /// The words of the report in one language.
        pub(super) struct Words { language: Language, $(pub(super) $name: &'static str,)* }
        const ENGLISH: Words = Words { language: Language::English, $($name: $english,)* };
        const CHINESE: Words = Words { language: Language::Chinese, $($name: $chinese,)* };
    };
}

words! {
    about_agreement: "Agreement with the method that was asked for: the F1 over characters, 0 to 1.", "与所选方法的一致程度：按字数计算的 F1，0 到 1。";
    about_alignment: "Each node of the page (above) and of the similar page (below) in level order. A line joins nodes that were found alike; nodes of the page without a partner are candidates for main content.", "上为本页、下为相似页，节点按层序排列。连线表示判为相似的节点；本页中没有对应者的节点是正文候选。";
    about_text: "Every text block of the page. Choose one, by mouse, touch or arrow keys, to see why it was kept or dropped.", "页面的每个文本块。用鼠标、触摸或方向键选中一块，查看保留或舍弃它的理由。";
    address: "address", "网址";
    against: "against", "反对";
    agreement: "agreement", "一致程度";
    alignment: "Alignment with the similar page (template-matching)", "与相似页的对齐（template-matching）";
    all: "all", "全部";
    area: "area (px²)", "面积（px²）";
    author: "author", "作者";
    block: "block", "块";
    candidate_node: "candidate: only on this page", "候选：只在本页";
    characters: "characters", "字数";
    charts: "What each method looked at", "各方法所看的数据";
    chosen: "chosen", "选中";
    chosen_node: "chosen candidate", "选中的候选";
    close: "close", "关闭";
    clusters: "Clusters and their indicators (template-matching)", "聚类及其指标（template-matching）";
    confidence: "confidence", "置信度";
    content_tags: "content tags", "内容标签";
    declared: "declared", "声明的编码";
    dropped: "dropped", "舍弃";
    effective_area: "effective area (px²)", "有效面积（px²）";
    effect: "log odds", "对数几率";
    encoding: "encoding", "编码";
    field: "field", "字段";
    fields: "Fields and their candidates", "字段及其候选值";
    found_in: "found in", "出处";
    hidden: "hidden on the page", "页面上不可见";
    in_links: "in links", "在链接中";
    kept: "kept", "保留";
    kept_blocks: "blocks kept", "保留的块";
    kind: "page kind", "页面类型";
    link_rate: "link rate", "链接率";
    method: "method", "方法";
    methods: "What each method keeps", "各方法的取舍";
    nodes: "nodes", "节点数";
    none: "no reasons: this method gives a score alone", "没有理由：此方法只给分数";
    only_similar: "only on the similar page", "只在相似页";
    own_tree: "this page", "本页";
    page: "Kind and encoding", "类型与编码";
    pair: "alike on both pages", "两页相似";
    path: "DOM path", "DOM 路径";
    probability: "probability of main text", "是正文的概率";
    publish_date: "published", "发布时间";
    reason: "reason", "理由";
    reasons: "Reasons, the strongest first (log odds)", "理由，强者在前（对数几率）";
    score: "score", "得分";
    sections: "Sections", "章节";
    share_of_best: "score as a share of the highest", "得分与最高分之比";
    show: "Show", "显示";
    similar_tree: "the similar page", "相似页";
    source: "source", "来源";
    speaks_for: "for", "支持";
    text: "The page's text", "页面文字";
    text_length: "text length", "文本长度";
    text_rate: "text rate", "文本率";
    theme: "light / dark", "浅色 / 深色";
    title: "title", "标题";
    topics: "Points of topic candidates by feature (block-weighting)", "主题候选块按特征的得分（block-weighting）";
    undecodable: "places that could not be decoded", "无法解码之处";
    unsure: "unsure", "不确定";
    untitled: "untitled page", "无标题页面";
    value: "value", "值";
    verdict: "verdict", "判断";
    warnings: "Warnings", "警告";
}

/// Names from other rooms: name, English (empty if the name will do), Chinese.
const NAMES: &[(&str, &str, &str)] = &[
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
    ("title", "", "标题"),
    ("author", "", "作者"),
    ("source", "", "来源"),
    ("editor", "", "编辑"),
    ("publish_date", "publish date", "发布时间"),
    ("modified_date", "modified date", "修改时间"),
    ("language", "", "语言"),
    ("description", "", "摘要"),
    ("site_name", "site name", "站名"),
    ("canonical_url", "canonical address", "规范网址"),
    ("keywords", "", "关键词"),
    ("image", "", "图片"),
    ("license", "licence", "许可"),
    ("agency line", "", "通讯社电头行"),
    ("beside the date", "", "日期旁边"),
    ("byline", "", "署名行"),
    ("editor line", "", "编辑行"),
    ("first line of the main text", "", "正文首行"),
    ("name under the title", "", "标题下的名字"),
    ("source line", "", "来源行"),
    ("text that the title element begins with", "", "title 元素开头的文字"),
    ("title element", "", "title 元素"),
    ("writing system", "", "文字种类"),
    ("date of the last change", "", "最后修改的日期"),
    ("first post", "", "首帖"),
    ("the method", "", "所选方法"),
    ("a check for humans (captcha)", "", "人机验证页"),
    ("an access denied page", "", "拒绝访问页"),
    ("a page-not-found page", "", "页面不存在"),
    ("a server error page", "", "服务器错误页"),
    ("a login page", "", "登录页"),
    ("an empty page that asks for JavaScript", "", "需要 JavaScript 的空页"),
    ("the data of a script", "", "脚本中的数据"),
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

/// The docs of the columns in Chinese: name and doc, separated by a tab.
const COLUMNS_CHINESE: &str = include_str!("columns.zh.txt");

impl Words {
    /// The words of a language.
    pub(super) fn of_language(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// A readable form of another room's name; the name itself if there is none.
    pub(super) fn of<'a>(&self, name: &'a str) -> &'a str {
        let Some((_, english, chinese)) = NAMES.iter().find(|(own, ..)| *own == name) else {
            return name;
        };
        match self.language {
            Language::English if english.is_empty() => name,
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    /// The doc of a column.
    pub(super) fn column(&self, column: &Column) -> &'static str {
        if self.language == Language::English {
            return column.doc;
        }
        let lines = COLUMNS_CHINESE.lines().filter_map(|line| line.split_once('\t'));
        lines
            .filter(|(name, _)| *name == column.name)
            .map(|(_, doc)| doc)
            .next()
            .unwrap_or(column.doc)
    }

    /// A warning in words.
    pub(super) fn warning(&self, warning: Warning) -> String {
        match self.language {
            Language::English => warning.to_string(),
            Language::Chinese => self.chinese_warning(warning),
        }
    }

    fn chinese_warning(&self, warning: Warning) -> String {
        match warning {
            Warning::NoText => "没有找到正文".into(),
            Warning::Undecodable { places: n } => format!("无法解码：{n} 处显示为 U+FFFD"),
            Warning::DepthCapped { elements: n } => format!("嵌套过深：{n} 个元素被展平，文字保留"),
            Warning::TagsIgnored { tags: n } => format!("忽略了 {n} 个标签，文字保留"),
            Warning::AttributesIgnored { bytes: n } => format!("忽略了 {n} 字节的属性"),
            Warning::PageCut { bytes: n } => format!("页面过大：超出限度的 {n} 字节未读"),
            Warning::HiddenText { characters: n } => {
                format!("隐藏文字：正文中有 {n} 字在页面上不可见")
            }
            Warning::UnknownEncoding => "编码名称未知，未采用".into(),
            Warning::Interstitial { page: wall } => {
                format!("没有文章：这是{}", self.of(&wall.to_string()))
            }
            Warning::TextFromData { source } => {
                format!("文字取自{}，页面上没有显示", self.of(&source.to_string()))
            }
            Warning::TextFromNoscript { characters: n } => {
                format!("正文中有 {n} 字只在不运行脚本时显示")
            }
            Warning::LittleText { percent: n } => format!("正文很少：只占页面成句文字的 {n} %"),
            Warning::NothingSelected => "正文选择器没有选中任何内容，由方法决定".into(),
            Warning::NothingOfSite => "缺少本站资料：此方法需要本站的其他页面或模板".into(),
            Warning::TemplateDoesNotFit { percent: n } => {
                format!("未用模板：页面只吻合 {n} %，网站改版了吗？")
            }
            Warning::BoxesDoNotFit { elements, boxes } => {
                format!("未用坐标：{elements} 个元素有 {boxes} 个坐标框")
            }
            Warning::AlignmentCut { nodes: n } => format!("对齐受限：略去最深的 {n} 个节点"),
            Warning::PagesMissing => "缺页：文章在下一页还有，未合并".into(),
            Warning::NotFree => "并非免费：页面声明需付费或注册，文字可能只是开头".into(),
            Warning::BodyDamaged => "内容损坏：页面末尾无法解压".into(),
            Warning::CutByArchive => "存档截断：页面末尾缺失".into(),
            Warning::LowConfidence => "置信度低：文字可能有误".into(),
        }
    }

    /// The label for what decided on a block; empty if it was the method.
    pub(super) fn decided_by(&self, by: DecidedBy) -> &'static str {
        let (english, chinese) = match by {
            DecidedBy::Method => ("", ""),
            DecidedBy::Table => ("by its table, most of which is kept", "随其表格：大部分已保留"),
            DecidedBy::Code => ("as code among kept text", "作为所保留文字中的代码"),
            DecidedBy::Note => ("as a footnote of kept text", "作为所保留文字的脚注"),
            DecidedBy::Caption => ("as the caption of a kept image", "作为所保留图片的说明"),
            DecidedBy::Twice => ("as a copy of kept text", "与所保留文字重复"),
            DecidedBy::Heading => ("as the heading of kept text", "作为所保留文字的标题"),
            DecidedBy::Paragraphs => {
                ("as a paragraph among those that are kept", "作为所保留段落中的一段")
            }
            DecidedBy::Recipe => {
                ("as part of the recipe that the page's data name", "属于页面数据所列的菜谱")
            }
            DecidedBy::Caller => ("by the caller", "由调用者决定"),
            DecidedBy::Wall => ("since the page is no article", "因页面不是文章"),
            DecidedBy::Data => {
                ("since the text is taken from the page's data", "因正文取自页面数据")
            }
        };
        if self.language == Language::Chinese { chinese } else { english }
    }

    /// The words of the report's script.
    pub(super) fn of_script(&self) -> Value {
        json!({
            "block": self.block, "kept": self.kept, "dropped": self.dropped, "score": self.score,
            "probability": self.probability, "characters": self.characters, "inLinks": self.in_links,
            "hidden": self.hidden, "path": self.path, "method": self.method, "verdict": self.verdict, "effect": self.effect, "reasons": self.reasons,
            "reason": self.reason, "value": self.value, "for": self.speaks_for, "against": self.against,
            "none": self.none, "close": self.close,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto::{COLUMNS, CORRECTIONS};

    #[test]
    fn every_column_is_told_in_chinese() {
        let names: Vec<&str> =
            COLUMNS_CHINESE.lines().filter_map(|line| line.split('\t').next()).collect();
        let columns: Vec<&str> =
            COLUMNS.iter().chain(CORRECTIONS).map(|column| column.name).collect();
        let missing: Vec<&&str> = columns.iter().filter(|name| !names.contains(name)).collect();
        assert!(missing.is_empty(), "not in columns.zh.txt: {missing:?}");
        let gone: Vec<&&str> = names.iter().filter(|name| !columns.contains(name)).collect();
        assert!(gone.is_empty(), "no such columns: {gone:?}");
    }

    #[test]
    fn every_method_kind_and_field_has_words() {
        let kinds = crate::kind::KINDS.iter().map(|info| info.name);
        let methods = crate::methods::METHODS.iter().map(|info| info.name);
        for name in kinds.chain(methods) {
            assert_ne!(CHINESE.of(name), name);
        }
        assert_eq!(Language::from_code("zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(Language::from_code("C"), Language::English);
    }
}
