//! The published methods and what they answer.
//!
//! Each method is one file and one plain function from a page and its options to a [`Verdict`].
//! The papers are called seeds in these docs: 000 punctuation-path, 001 block-smoothing, 002
//! block-weighting, 003 line-density, 004 template-matching; sections are theirs. [`METHODS`] is the one table of them; [`OPTIONS`] the one table of their options.

mod block_smoothing;
pub mod block_weighting;
mod body;
mod line_density;
mod notices;
mod options;
mod punctuation_path;
mod site_template;
pub mod template_matching;
mod verdict;

pub(crate) use block_smoothing::{Thresholds as SmoothingThresholds, smoothing_thresholds};
pub use options::{
    BlockSmoothingOptions, BlockWeightingOptions, BodyOptions, LineDensityOptions, MethodOption,
    MethodOptions, OPTIONS, OptionError, PunctuationPathOptions, TemplateMatchingOptions,
};
pub use verdict::{Curve, Verdict};
pub(crate) use verdict::{part_of, runs, whole};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::page::Page;
use crate::template::SiteKnowledge;

/// A way to find the main text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// The learned judgement over the signals of all methods (room `auto`).
    #[default]
    Auto,
    /// Seed 000.
    PunctuationPath,
    /// Seed 001.
    BlockSmoothing,
    /// Seed 002.
    BlockWeighting,
    /// Seed 003.
    LineDensity,
    /// Seed 004.
    TemplateMatching,
    /// What a site template alone tells.
    SiteTemplate,
}

/// A row of the table of methods.
#[derive(Debug)]
pub struct MethodInfo {
    /// The method.
    pub method: Method,
    /// Its name for users.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What its authors report.
    pub claim: &'static str,
    /// One line on how it works.
    pub summary: &'static str,
    judge: Option<fn(&Page, &MethodOptions, &SiteKnowledge) -> Verdict>,
}

/// Every method.
pub const METHODS: &[MethodInfo] = &[
    MethodInfo {
        method: Method::Auto,
        name: "auto",
        source: "zhengwen",
        claim: "-",
        summary: "the default: a learned model that weighs the signals of all methods",
        judge: None,
    },
    MethodInfo {
        method: Method::PunctuationPath,
        name: "punctuation-path",
        source: "基于中文标点符号和HTML树结构的网页正文信息抽取方法",
        claim: "94 % of pages right on ten portals",
        summary: "texts whose DOM path is like that of the text with most full stops",
        judge: Some(|page, options, _| punctuation_path::judge(page, &options.punctuation_path)),
    },
    MethodInfo {
        method: Method::BlockSmoothing,
        name: "block-smoothing",
        source: "邹永强, 钟志农: 一种高效的新闻网页噪声过滤方法, 2011",
        claim: "97.69 % of 2,298 news pages qualified, 46.34 % excellent",
        summary: "runs of text blocks whose smoothed lengths pass two thresholds",
        judge: Some(|page, options, _| block_smoothing::judge(page, &options.block_smoothing)),
    },
    MethodInfo {
        method: Method::BlockWeighting,
        name: "block-weighting",
        source: "QD 正文提取组件: 基于多特征的正文提取, 2010",
        claim: "over 85 % of well-formed pages, over 95 % of portal news",
        summary: "the div or table cell with most points for text, marks, density and place",
        judge: Some(|page, options, _| block_weighting::judge(page, &options.block_weighting)),
    },
    MethodInfo {
        method: Method::LineDensity,
        name: "line-density",
        source: "Bryan: 无关标签的一般长文本网页正文内容抽取",
        claim: "over 90 % of pages of several long-text sites",
        summary: "the longest run of source lines with enough lines and characters",
        judge: Some(|page, options, _| line_density::judge(page, &options.line_density)),
    },
    MethodInfo {
        method: Method::TemplateMatching,
        name: "template-matching",
        source: "宋鳌, 支琤 等: 基于LCS的特征树最大相似性匹配网页去噪算法, 2011",
        claim: "95.1 % right on 2,458 pages of four portals",
        summary: "what a similar page of the site has not, where it looks most like content; needs --similar",
        judge: Some(|page, options, site| {
            template_matching::judge(page, &options.template_matching, site)
        }),
    },
    MethodInfo {
        method: Method::SiteTemplate,
        name: "site-template",
        source: "zhengwen",
        claim: "-",
        summary: "what stands where a site's pages have main text and is not repeated on them; needs --templates",
        judge: Some(|page, _, site| site_template::judge(page, site)),
    },
];

impl Method {
    /// The method's row in [`METHODS`].
    pub fn info(self) -> &'static MethodInfo {
        METHODS.iter().find(|info| info.method == self).unwrap_or(&METHODS[0])
    }

    /// The method of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        METHODS.iter().find(|info| info.name == name).map(|info| info.method)
    }

    /// The name for users.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Judges a page by a published method; none for `auto`, which is
    /// the learned model's work.
    pub fn judge(
        self,
        page: &Page,
        options: &MethodOptions,
        site: &SiteKnowledge,
    ) -> Option<Verdict> {
        self.info().judge.map(|judge| judge(page, options, site))
    }

    /// Like [`Method::judge`] with default options and nothing known of the site, for callers who only want to
    /// know of the blocks: a method may leave out title, time, page group, spans and curves.
    pub(crate) fn judge_blocks(self, page: &Page) -> Option<Verdict> {
        match self {
            Self::BlockSmoothing => {
                Some(block_smoothing::judge_blocks(page, &BlockSmoothingOptions::default()))
            }
            Self::BlockWeighting => {
                Some(block_weighting::judge_blocks(page, &BlockWeightingOptions::default()))
            }
            Self::LineDensity => {
                Some(line_density::judge_blocks(page, &LineDensityOptions::default()))
            }
            _ => self.judge(page, &MethodOptions::default(), &SiteKnowledge::default()),
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// As its name.
impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name).ok_or_else(|| de::Error::custom("no such method"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_complete() {
        let page = Page::new("", None);
        for info in METHODS {
            assert_eq!(Method::from_name(info.name), Some(info.method));
            let (options, site) = (MethodOptions::default(), SiteKnowledge::default());
            let is_named = info.method.judge(&page, &options, &site).is_some();
            assert_eq!(is_named, info.method != Method::Auto);
        }
    }
}
