//! The words of the report, in both of its languages.

use serde_json::{Value, json};

use super::names::{FIELD_NAMES, NAMES};
use crate::auto::{COLUMNS, CORRECTIONS, Column, Reason};
use crate::extract::Warning;
use crate::meta::ORIGINS;
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
    against: "against", "反对";
    agreement: "agreement", "一致程度";
    alignment: "Alignment with the similar page (template-matching)", "与相似页的对齐（template-matching）";
    all: "all", "全部";
    area: "area (px²)", "面积（px²）";
    block: "block", "块";
    candidate_node: "candidate: only on this page", "候选：只在本页";
    characters: "characters", "字数";
    size: "{0} characters", "{0} 字";
    size_with_links: "{0} characters, {1} of them in links", "{0} 字，其中 {1} 字在链接中";
    columns: "What was measured", "所量的数";
    charts: "What each method looked at", "各方法所看的数据";
    chosen: "chosen", "选中";
    chosen_node: "chosen candidate", "选中的候选";
    close: "close", "关闭";
    clusters: "Clusters and their indicators (template-matching)", "聚类及其指标（template-matching）";
    content_tags: "content tags", "内容标签";
    declared: "declared", "声明的编码";
    dropped: "dropped", "舍弃";
    effective_area: "effective area (px²)", "有效面积（px²）";
    effect: "weight (log odds)", "分量（对数几率）";
    field: "field", "字段";
    fields: "Fields and their candidates", "字段及其候选值";
    found_in: "found in", "出处";
    hidden: "hidden on the page", "页面上不可见";
    kept: "kept", "保留";
    kept_blocks: "blocks kept", "保留的块";
    link_rate: "link rate", "链接率";
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
    reasons: "Reasons, the strongest first", "理由，强者在前";
    score: "score", "得分";
    sections: "Sections", "章节";
    share_of_best: "score as a share of the highest", "得分与最高分之比";
    show: "Show", "显示";
    similar_tree: "the similar page", "相似页";
    speaks_for: "for", "支持";
    text: "The page's text", "页面文字";
    text_length: "text length", "文本长度";
    text_rate: "text rate", "文本率";
    theme: "light / dark", "浅色 / 深色";
    topics: "Points of topic candidates by feature (block-weighting)", "主题候选块按特征的得分（block-weighting）";
    undecodable: "places that could not be decoded", "无法解码之处";
    unsure: "unsure", "不确定";
    untitled: "untitled page", "无标题页面";
    value: "value", "值";
    verdict: "verdict", "判断";
    warnings: "Warnings", "警告";
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The docs of the columns in Chinese: name and doc, separated by a tab.
const COLUMNS_CHINESE: &str = include_str!("columns.zh.txt");

/// Reasons by the beginnings of columns' names: for and against in English, for and against in Chinese.
const REASONS: &str = include_str!("reasons.txt");

impl Reason {
    /// The reason in words of a reader; the column's name if there is no such column.
    pub fn in_words(&self, language: Language) -> &str {
        let known = COLUMNS.iter().chain(CORRECTIONS).find(|known| known.name == self.column);
        let words = Words::of_language(language);
        known.map_or(&self.column, |known| words.reason(known, self.log_odds > 0.0))
    }
}

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
        let origins = ORIGINS.iter().map(|origin| (origin.name(), "", origin.chinese()));
        self.among(NAMES.iter().copied().chain(origins), name)
    }

    /// A readable form of a field's name.
    pub(super) fn field<'a>(&self, name: &'a str) -> &'a str {
        self.among(FIELD_NAMES.iter().copied(), name)
    }

    /// A name in the language of these words; the name itself if it is not among those that are known.
    fn among<'a>(
        &self,
        mut known: impl Iterator<Item = (&'static str, &'static str, &'static str)>,
        name: &'a str,
    ) -> &'a str {
        let found = known.find(|row| row.0 == name).map(|(_, english, chinese)| {
            if self.language == Language::English { english } else { chinese }
        });
        found.filter(|found| !found.is_empty()).unwrap_or(name)
    }

    /// A date as people write it, from `2026-03-05` or `2026-03-05T09:30...`; what is no date stays as
    /// it is. The time is the page's own.
    pub(super) fn date(&self, text: &str) -> String {
        let [year, month, day] =
            [0..4, 5..7, 8..10].map(|place| text.get(place)?.parse::<usize>().ok());
        let (Some(year), Some(month)) = (year, month) else { return text.to_owned() };
        let Some(name) = month.checked_sub(1).and_then(|at| MONTHS.get(at)) else {
            return text.to_owned();
        };
        let time = text.get(11..16).filter(|time| *time != "00:00");
        match (self.language, day) {
            (Language::English, None) => format!("{name} {year}"),
            (Language::English, Some(day)) => {
                let time = time.map_or_else(String::new, |time| format!(", {time}"));
                format!("{name} {day}, {year}{time}")
            }
            (Language::Chinese, None) => format!("{year}年{month}月"),
            (Language::Chinese, Some(day)) => {
                let time = time.map_or_else(String::new, |time| format!(" {time}"));
                format!("{year}年{month}月{day}日{time}")
            }
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

    /// The reason that a column gives for or against a block, in words of a reader; its doc if it has none of its own.
    pub(super) fn reason(&self, column: &Column, is_for: bool) -> &'static str {
        let mut rows = REASONS.lines().filter(|line| !line.starts_with('#'));
        let reason = rows.find_map(|line| {
            let mut parts = line.split('\t');
            let fits = parts.next().is_some_and(|start| column.name.starts_with(start));
            let at = 2 * usize::from(self.language == Language::Chinese) + usize::from(!is_for);
            fits.then(|| parts.nth(at))?
        });
        reason.unwrap_or_else(|| self.column(column))
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
            Warning::BlocksCapped { texts: n } => {
                format!("文字块过多：另有 {n} 段并入前面的块或被略去")
            }
            Warning::DataIgnored { objects: n } => format!("内嵌数据过多：约 {n} 个对象未读"),
            Warning::OutputCut { bytes: n } => format!("正文过长：末尾 {n} 字节被略去"),
            Warning::TraceCut { blocks: n } => format!("有 {n} 块没有列出"),
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
            Warning::MachineText { characters: n } => {
                format!("略去了给机器读的文字（JSON、标记、脚本）：{n} 字")
            }
            Warning::PrivateCharacters { characters: n } => {
                format!("正文中有 {n} 个私用字符，只有页面自己的字体能显示")
            }
            Warning::LittleText { percent: n } => format!("正文很少：只占页面成句文字的 {n} %"),
            Warning::NothingSelected => "正文选择器没有选中任何内容，由方法决定".into(),
            Warning::WorkCut => "处理中止：页面需要的步骤太多，当时还没找到的内容从略".into(),
            Warning::Stopped => "处理被中止：当时还没找到的内容从略".into(),
            Warning::SelectorCut => "选择器未走完：页面上的同级元素太多".into(),
            Warning::NothingOfSite => "缺少本站资料：此方法需要本站的其他页面或模板".into(),
            Warning::TemplateDoesNotFit { percent: n } => {
                format!("未用模板：页面只吻合 {n} %，网站改版了吗？")
            }
            Warning::BoxesDoNotFit { elements, boxes } => {
                format!("未用坐标：{elements} 个元素有 {boxes} 个坐标框")
            }
            Warning::AlignmentCut { nodes: n } => format!("对齐受限：略去最深的 {n} 个节点"),
            Warning::NoMatch => "无匹配：正文没有查询中的词".into(),
            Warning::PagesMissing => "缺页：文章在下一页还有，未合并".into(),
            Warning::NotFree => "并非免费：页面声明需付费或注册，文字可能只是开头".into(),
            Warning::ListPage { items } => {
                format!("列表页：不是文章，正文是一份列表的内容，见 items 的 {items} 项")
            }
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
            DecidedBy::Standfirst => ("as the standfirst of kept text", "作为所保留文字的导语"),
            DecidedBy::Attachment => ("as an attachment of kept text", "作为所保留文字的附件"),
            DecidedBy::Note => ("as a footnote of kept text", "作为所保留文字的脚注"),
            DecidedBy::Caption => ("as the caption of a kept image", "作为所保留图片的说明"),
            DecidedBy::Declared => ("as a part of the declared recipe", "属于页面数据声明的菜谱"),
            DecidedBy::Twice => ("as a copy of kept text", "与所保留文字重复"),
            DecidedBy::Machine => ("as text for machines", "是给机器读的文字"),
            DecidedBy::Elsewhere => ("as a line that leads to another article", "引向别的文章"),
            DecidedBy::Site => {
                ("as a notice, a box or an offer of the site", "是网站的告示、栏目或推销")
            }
            DecidedBy::Form => ("as part of a form", "属于表单"),
            DecidedBy::Heading => {
                ("with the text that it is the heading of", "随其所属正文（作为标题）")
            }
            DecidedBy::Paragraphs => {
                ("as a paragraph among those that are kept", "作为所保留段落中的一段")
            }
            DecidedBy::Thread => ("by the thread that it is part of", "按其所属的讨论"),
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
            "probability": self.probability, "size": self.size, "sizeWithLinks": self.size_with_links, "columns": self.columns,
            "hidden": self.hidden, "path": self.path, "method": self.field("method"), "verdict": self.verdict, "effect": self.effect, "reasons": self.reasons,
            "reason": self.reason, "value": self.value, "for": self.speaks_for, "against": self.against,
            "none": self.none, "close": self.close,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn reasons_are_in_words_of_a_reader() {
        let about_words = "Most of its words are found in footers, menus and lists";
        for (column, log_odds, language, words) in [
            ("sign_score", -1.2, Language::English, about_words),
            ("signs_around_3", 0.4, Language::Chinese, "它周围的用词多见于文章"),
            ("in_code", 1.0, Language::English, "inside pre"),
            ("no_column", 1.0, Language::English, "no_column"),
        ] {
            let reason = Reason { column: column.into(), value: None, log_odds };
            assert_eq!(reason.in_words(language), words);
        }
        for line in REASONS.lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(line.split('\t').filter(|part| !part.is_empty()).count(), 5, "{line}");
            let start = line.split('\t').next().unwrap();
            assert!(
                COLUMNS.iter().chain(CORRECTIONS).any(|column| column.name.starts_with(start)),
                "{start}"
            );
        }
    }

    #[test]
    fn dates_are_written_as_people_do() {
        let (english, chinese) =
            (Words::of_language(Language::English), Words::of_language(Language::Chinese));
        for (date, en, zh) in [
            ("2026-03-05T09:30:00+08:00", "March 5, 2026, 09:30", "2026年3月5日 09:30"),
            ("2026-12-31T00:00:00", "December 31, 2026", "2026年12月31日"),
            ("2026-03-05", "March 5, 2026", "2026年3月5日"),
            ("2026-03", "March 2026", "2026年3月"),
            ("2026-13-05", "2026-13-05", "2026-13-05"),
            ("someday", "someday", "someday"),
            ("三月", "三月", "三月"),
        ] {
            assert_eq!((english.date(date).as_str(), chinese.date(date).as_str()), (en, zh));
        }
    }

    #[test]
    fn every_method_kind_and_field_has_words() {
        let kinds = crate::kind::KINDS.iter().map(|info| info.name);
        let methods = crate::methods::METHODS.iter().map(|info| info.name);
        for name in kinds.chain(methods) {
            assert_ne!(CHINESE.of(name), name);
        }
        // Names of elements and properties are the same in every language.
        let is_code = |name: &str| name.contains([':', '=']) || ["JSON-LD", "h1"].contains(&name);
        let origins = ORIGINS.iter().map(|origin| origin.name());
        for name in origins.filter(|name| !is_code(name)) {
            assert_ne!(CHINESE.of(name), name);
        }
        for name in crate::meta::Fields::names() {
            assert_ne!(CHINESE.field(&name), name);
        }
        assert_eq!(Language::from_code("zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(Language::from_code("C"), Language::English);
    }
}
