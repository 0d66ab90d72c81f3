//! What a caller should know of a page or its extraction.

use serde::{Serialize, Serializer};

use crate::decode::{self, Decoding};
use crate::dom::Tag;
use crate::fallback::DataSource;
use crate::methods::{Method, Verdict};
use crate::options::Options;
use crate::page::{Block, Page};
use crate::select::Content;
use crate::template::site::LEAST_LIKENESS;
use crate::walls::Wall;

/// Something about a page or its extraction that the caller should know. Serialised as its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// No main text was found.
    NoText,
    /// So many places could not be decoded.
    Undecodable(u32),
    /// So many elements were nested too deep; their content was kept one level up.
    DepthCapped(u32),
    /// So many tags were ignored on a page that re-opens formatting without end.
    TagsIgnored(u32),
    /// So many bytes of attributes were left out: the page has over ten thousand names of them.
    AttributesIgnored(u64),
    /// So many bytes beyond the limit of a page were not read.
    PageCut(u64),
    /// So many characters of the text are hidden from view on the page: they may be an article that
    /// a script shows later, or words that only machines are meant to read.
    HiddenText(u32),
    /// The encoding label that the caller gave is unknown and was not used.
    UnknownEncoding,
    /// The page stands in place of the one that was asked for; its text was left out.
    Wall(Wall),
    /// The page shows no such text; it comes from the page's data.
    TextFromData(DataSource),
    /// So many characters of the text are shown only where scripts do not run.
    TextFromNoscript(u32),
    /// The text is only so many percent of what reads like sentences on the page.
    LittleText(u32),
    /// The selector for the body selects nothing; the method decided.
    NothingSelected,
    /// The method needs other pages of the site, or a template of it, and has none.
    NothingOfSite,
    /// The page fits the template of its site by so many percent only, so the template was not used: the
    /// site may have been redesigned.
    TemplateDoesNotFit(u32),
    /// The page has so many elements and there are so many boxes; the boxes were not used.
    BoxesDoNotFit(usize, usize),
    /// So many nodes of the page and its similar page were too many to be aligned; the deepest were left out.
    AlignmentCut(u32),
    /// The article goes on on the next page, which was not joined.
    PagesMissing,
    /// The page says that not all of the article is free: the text may be its beginning only.
    NotFree,
    /// The confidence is low: look at the page before relying on the text.
    LowConfidence,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoText => f.write_str("no main text found"),
            Self::Undecodable(n) => write!(f, "undecodable: {n} places show as U+FFFD"),
            Self::DepthCapped(n) => write!(f, "depth capped: {n} elements flattened, text kept"),
            Self::TagsIgnored(n) => write!(f, "tags ignored: {n}, text kept"),
            Self::AttributesIgnored(n) => write!(f, "attributes ignored: {n} bytes"),
            Self::PageCut(n) => write!(f, "page cut: {n} bytes beyond the limit not read"),
            Self::HiddenText(n) => {
                write!(f, "hidden text: {n} characters of the text are not shown")
            }
            Self::UnknownEncoding => f.write_str("unknown encoding label, not used"),
            Self::Wall(wall) => write!(f, "no article: this is {wall}"),
            Self::TextFromData(source) => {
                write!(f, "text from data: the page shows none, it is from {source}")
            }
            Self::TextFromNoscript(n) => write!(f, "noscript text: {n} characters of the text"),
            Self::LittleText(n) => {
                write!(f, "little text: {n} % of what reads like sentences on the page")
            }
            Self::NothingSelected => {
                f.write_str("no such body: its selector selects nothing, the method decided")
            }
            Self::NothingOfSite => f.write_str(
                "nothing of the site: the method needs other pages of it, or a template",
            ),
            Self::TemplateDoesNotFit(n) => {
                write!(f, "template not used: the page fits it by {n} %; was the site redesigned?")
            }
            Self::BoxesDoNotFit(elements, boxes) => {
                write!(f, "boxes not used: {boxes} boxes for {elements} elements")
            }
            Self::AlignmentCut(n) => write!(f, "alignment cut: the {n} deepest nodes left out"),
            Self::PagesMissing => {
                f.write_str("pages missing: the article goes on on the next page, not joined")
            }
            Self::NotFree => f.write_str(
                "not free: the page says that readers pay or register, the text may be only a beginning",
            ),
            Self::LowConfidence => f.write_str("low confidence: the text may be wrong"),
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text of less than so many percent of the page's sentence text is little.
const LITTLE_PERCENT: u32 = 5;
/// Pages with less sentence text, in characters, have too little to tell.
const ENOUGH_TEXT: u32 = 400;
/// A confidence below this is low.
const LOW_CONFIDENCE: f32 = 0.5;

/// How a page was read.
#[derive(Default)]
pub(super) struct Read {
    pub(super) decoding: Decoding,
    /// How many elements and boxes there are, where they do not fit.
    pub(super) unfit_boxes: Option<(usize, usize)>,
}

/// What an extraction was made from.
pub(super) struct Made<'a> {
    pub(super) page: &'a Page,
    pub(super) verdict: &'a Verdict,
    pub(super) content: &'a Content,
    pub(super) read: &'a Read,
    pub(super) options: &'a Options,
    pub(super) wall: Option<Wall>,
    pub(super) data: Option<DataSource>,
    /// Whether the caller's selectors for the body select nothing.
    pub(super) is_unselected: bool,
}

/// The warnings of an extraction with this text.
pub(super) fn warnings(made: &Made, text: &str) -> Vec<Warning> {
    let report = made.page.document().report();
    let label = made.options.encoding.as_deref();
    let kept = |is: &dyn Fn(&Block) -> bool| -> u32 {
        let blocks = made.content.blocks.iter().map(|(index, _)| &made.page.blocks()[*index]);
        blocks.filter(|block| is(block)).map(|block| block.characters).sum()
    };
    let hidden = kept(&|block| block.is_hidden && !is_formula(made.page, block));
    let noscript = kept(&|block| block.is_noscript);
    let all = made.page.blocks().iter().filter(|block| !block.is_hidden).map(Block::sentence_text);
    let (all, own): (u32, u32) = (all.sum(), kept(&|_| true));
    let percent = (u64::from(own) * 100).checked_div(u64::from(all)).unwrap_or(100) as u32;
    let is_judged = !text.is_empty() && made.data.is_none();
    let is_unsure = made.verdict.about.confidence.is_some_and(|value| value < LOW_CONFIDENCE);
    let few = is_judged && all >= ENOUGH_TEXT && percent < LITTLE_PERCENT;
    let is_empty = text.is_empty() && made.wall.is_none();
    let told = [
        (is_empty, Warning::NoText),
        (made.is_unselected, Warning::NothingSelected),
        (made.read.decoding.replaced > 0, Warning::Undecodable(made.read.decoding.replaced)),
        (report.flattened_elements > 0, Warning::DepthCapped(report.flattened_elements)),
        (report.ignored_tags > 0, Warning::TagsIgnored(report.ignored_tags)),
        (
            report.ignored_attribute_bytes > 0,
            Warning::AttributesIgnored(report.ignored_attribute_bytes),
        ),
        (hidden > 0, Warning::HiddenText(hidden)),
        (noscript > 0, Warning::TextFromNoscript(noscript)),
        (few, Warning::LittleText(percent)),
        (is_judged && !made.page.structured().is_free(), Warning::NotFree),
        (is_judged && is_unsure, Warning::LowConfidence),
        (report.unparsed_bytes > 0, Warning::PageCut(report.unparsed_bytes)),
        (label.is_some_and(|l| !decode::is_known_label(l)), Warning::UnknownEncoding),
    ];
    let told = told.into_iter().filter(|(applies, _)| *applies).map(|(_, warning)| warning);
    let told = told.chain(of_site(made));
    let replaced = made.wall.map(Warning::Wall).or(made.data.map(Warning::TextFromData));
    replaced.into_iter().chain(told).collect()
}

/// Whether a block is the source of a formula, which pages hide behind its drawing.
fn is_formula(page: &Page, block: &Block) -> bool {
    let document = page.document();
    let mut texts = page.texts_of(block).iter();
    texts.all(|text| document.ancestors(text.node).any(|id| document.tag(id) == Tag::MATH))
}

/// What is to be told of the site's other pages, its template and the boxes.
fn of_site(made: &Made) -> impl Iterator<Item = Warning> {
    let (method, site) = (made.options.method, &made.options.site);
    let is_alone = method == Method::TemplateMatching && site.similar.is_empty()
        || method == Method::SiteTemplate && site.template.is_none();
    let unlike = made.verdict.about.site_likeness.filter(|likeness| *likeness < LEAST_LIKENESS);
    let boxes =
        made.read.unfit_boxes.map(|(elements, boxes)| Warning::BoxesDoNotFit(elements, boxes));
    let cut = made.verdict.about.left_out_nodes;
    [
        is_alone.then_some(Warning::NothingOfSite),
        unlike.map(|likeness| Warning::TemplateDoesNotFit((likeness * 100.0) as u32)),
        boxes,
        (cut > 0).then_some(Warning::AlignmentCut(cut)),
    ]
    .into_iter()
    .flatten()
}
