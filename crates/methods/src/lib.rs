//! The published methods, and their verdicts.
//!
//! Each method has a file or a folder, with one function from a page and options to a [`Verdict`].
//! [`METHODS`] is the table of methods, with the paper or post that each was published in; sections in the docs of
//! methods are those of their papers. [`OPTIONS`] is the table of their options.

mod block_smoothing;
pub mod block_weighting;
mod body;
mod line_density;
mod notices;
mod options;
mod punctuation_path;
mod site_template;
pub mod template_matching;
mod trace;
mod verdict;

pub use options::{
    BlockSmoothingOptions, BlockWeightingOptions, BodyOptions, LineDensityOptions, MethodOption,
    MethodOptions, OPTIONS, OptionError, PunctuationPathOptions, TemplateMatchingOptions,
};
pub use trace::{Curve, MethodTrace};
pub use verdict::{AboutPage, Verdict};
pub use verdict::{part_of, runs, whole};

use serde::{Deserialize, Serialize};

pub use block_smoothing::Thresholds;
use zhengwen_page::page::Page;
use zhengwen_site::SiteKnowledge;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A way to find the main text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Method {
    /// The learned judgement over the signals of all methods (room `auto`).
    #[default]
    Auto,
    /// Texts whose DOM path resembles that of the text with most full stops.
    PunctuationPath,
    /// Runs of text blocks whose smoothed lengths pass two thresholds.
    BlockSmoothing,
    /// The `div` or table cell with most points for its features.
    BlockWeighting,
    /// The longest run of lines with enough characters.
    LineDensity,
    /// The parts of a page that a similar page of its site does not have.
    TemplateMatching,
    /// The texts in the places where the template of the site has main text.
    SiteTemplate,
}

/// A row of the table of methods.
#[derive(Debug)]
pub struct MethodInfo {
    /// The method.
    pub method: Method,
    /// Its name for users.
    pub name: &'static str,
    /// The place of its publication.
    pub source: &'static str,
    /// The result that its authors report.
    pub claim: &'static str,
    /// One line on how it works.
    pub summary: &'static str,
    /// The knowledge of the site that the method needs; without it, it finds nothing.
    pub needs: Option<SiteNeed>,
    judge: Option<Judge>,
}

/// The knowledge that a method needs besides the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteNeed {
    /// Other pages of the site ([`SiteKnowledge::similar`]).
    SimilarPages,
    /// The template of the site ([`SiteKnowledge::template`]).
    Template,
}

type Judge = fn(&Page, &MethodOptions, &SiteKnowledge, Option<&mut MethodTrace>) -> Verdict;

/// Every method.
pub const METHODS: &[MethodInfo] = &[
    MethodInfo {
        method: Method::Auto,
        name: "auto",
        source: "zhengwen",
        claim: "-",
        summary: "the default: a learned model that weighs the signals of all methods",
        needs: None,
        judge: None,
    },
    MethodInfo {
        method: Method::PunctuationPath,
        name: "punctuation-path",
        source: "基于中文标点符号和HTML树结构的网页正文信息抽取方法",
        claim: "94 % of pages right on ten portals",
        summary: "texts whose DOM path is like that of the text with most full stops",
        needs: None,
        judge: Some(|page, options, _, trace| {
            punctuation_path::judge(page, &options.punctuation_path, trace)
        }),
    },
    MethodInfo {
        method: Method::BlockSmoothing,
        name: "block-smoothing",
        source: "邹永强, 钟志农: 一种高效的新闻网页噪声过滤方法, 2011",
        claim: "97.69 % of 2,298 news pages qualified, 46.34 % excellent",
        summary: "runs of text blocks whose smoothed lengths pass two thresholds",
        needs: None,
        judge: Some(|page, options, _, trace| {
            block_smoothing::judge(page, &options.block_smoothing, trace)
        }),
    },
    MethodInfo {
        method: Method::BlockWeighting,
        name: "block-weighting",
        source: "QD 正文提取组件: 基于多特征的正文提取, 2010",
        claim: "over 85 % of well-formed pages, over 95 % of portal news",
        summary: "the div or table cell with most points for text, marks, density and place",
        needs: None,
        judge: Some(|page, options, _, trace| {
            block_weighting::judge(page, &options.block_weighting, trace)
        }),
    },
    MethodInfo {
        method: Method::LineDensity,
        name: "line-density",
        source: "Bryan: 无关标签的一般长文本网页正文内容抽取",
        claim: "over 90 % of pages of several long-text sites",
        summary: "the longest run of source lines with enough lines and characters",
        needs: None,
        judge: Some(|page, options, _, trace| {
            line_density::judge(page, &options.line_density, trace)
        }),
    },
    MethodInfo {
        method: Method::TemplateMatching,
        name: "template-matching",
        source: "宋鳌, 支琤 等: 基于LCS的特征树最大相似性匹配网页去噪算法, 2011",
        claim: "95.1 % right on 2,458 pages of four portals",
        summary: "the parts that a similar page of the site does not have, where they look most like content; needs similar pages",
        needs: Some(SiteNeed::SimilarPages),
        judge: Some(|page, options, site, trace| {
            template_matching::judge(page, &options.template_matching, site, trace)
        }),
    },
    MethodInfo {
        method: Method::SiteTemplate,
        name: "site-template",
        source: "zhengwen",
        claim: "-",
        summary: "texts in the places where a site's pages have main text, unless the pages repeat them; needs a site template",
        needs: Some(SiteNeed::Template),
        judge: Some(|page, _, site, trace| site_template::judge(page, site, trace)),
    },
];

impl Method {
    /// The method's row in [`METHODS`].
    pub fn info(self) -> &'static MethodInfo {
        METHODS.iter().find(|info| info.method == self).unwrap_or(&METHODS[0])
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        METHODS.iter().find(|info| info.name == name).map(|info| info.method)
    }

    /// The name for users.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Judges a page by a published method; `None` for `auto`, which is the work of the learned model.
    ///
    /// The verdict about blocks is the same with and without a trace. Methods that have their own way to find title,
    /// time and page group do so only with one.
    pub fn judge(
        self,
        page: &Page,
        options: &MethodOptions,
        site: &SiteKnowledge,
        trace: Option<&mut MethodTrace>,
    ) -> Option<Verdict> {
        self.info().judge.map(|judge| judge(page, options, site, trace))
    }
}

/// The verdicts of the methods that need nothing but the page, with default options and about blocks alone. They are
/// features of the learned model.
#[derive(Debug)]
pub struct PageVerdicts {
    /// By punctuation-path.
    pub punctuation_path: Verdict,
    /// By block-smoothing.
    pub block_smoothing: Verdict,
    /// The thresholds that block smoothing compared its scores with.
    pub smoothing_thresholds: Thresholds,
    /// By block-weighting.
    pub block_weighting: Verdict,
    /// By line-density.
    pub line_density: Verdict,
}

impl PageVerdicts {
    /// The verdicts on a page.
    pub fn of(page: &Page) -> Self {
        let options = MethodOptions::default();
        let smoothing = block_smoothing::Judged::of(page, &options.block_smoothing);
        Self {
            punctuation_path: punctuation_path::judge(page, &options.punctuation_path, None),
            block_smoothing: smoothing.verdict(page),
            smoothing_thresholds: smoothing.thresholds,
            block_weighting: block_weighting::judge(page, &options.block_weighting, None),
            line_density: line_density::judge(page, &options.line_density, None),
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
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
            let is_named = info.method.judge(&page, &options, &site, None).is_some();
            assert_eq!(is_named, info.method != Method::Auto);
        }
    }
}
