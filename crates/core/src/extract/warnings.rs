//! Warnings about a page or its extraction.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::task::{ReadPage, Task};
use crate::dom::{Tag, is_known_label};
use crate::fallback::DataSource;
use crate::limits::{EndOfWork, Work};
use crate::methods::{Method, Verdict};
use crate::page::{Block, BlockRef, Node, NodeFlags};
use crate::select::Content;
use crate::template::site::LEAST_LIKENESS;
use crate::text::machine::private_characters;
use crate::walls::Interstitial;

macro_rules! warnings {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $({ $($(#[doc = $about:literal])* $member:ident: $type:ty,)* })?
        = $code:literal, $message:literal;
    )*) => {
        /// Something about a page or its extraction that the caller should know.
        ///
        /// In JSON an object: a stable `code` in snake case, the variant's numbers, and a `message` for
        /// people, whose wording may change.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(remote = "Self", tag = "code", rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Warning {
            $($(#[doc = $doc])* $name $({ $($(#[doc = $about])* $member: $type,)* })?,)*
        }

        impl std::fmt::Display for Warning {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$name $({ $($member,)* })? => write!(f, $message),)*
                }
            }
        }

        impl Warning {
            /// The codes of all warnings.
            pub const CODES: &[&str] = &[$($code),*];

            /// The warning's stable code, as in its JSON.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)*
                }
            }
        }
    };
}

// The variant with its numbers, the code, the message.
warnings! {
    /// No main text was found.
    NoText = "no_text", "no main text found";
    /// Some places could not be decoded and show as U+FFFD.
    Undecodable {
        /// The number of places.
        places: u32,
    } = "undecodable", "undecodable: {places} places show as U+FFFD";
    /// Elements were nested too deep; their content was kept one level up.
    DepthCapped {
        /// The number of elements.
        elements: u32,
    } = "depth_capped", "depth capped: {elements} elements flattened, text kept";
    /// Tags were ignored because the page has too many nodes; their text was kept.
    TagsIgnored {
        /// The number of tags.
        tags: u32,
    } = "tags_ignored", "tags ignored: {tags}, text kept";
    /// Attributes were left out because the page has too many, or more than ten thousand different attribute names.
    AttributesIgnored {
        /// The number of bytes in those attributes.
        bytes: u64,
    } = "attributes_ignored", "attributes ignored: {bytes} bytes";
    /// The end of the page lies beyond the size limit and was not read.
    PageCut {
        /// The number of bytes not read.
        bytes: u64,
    } = "page_cut", "page cut: its last {bytes} bytes not read";
    /// The page has too many text blocks: further texts joined the last ones, or are left out.
    BlocksCapped {
        /// The number of such texts.
        texts: u32,
    } = "blocks_capped", "blocks capped: {texts} further texts joined the last ones or are left out";
    /// Embedded data was not read because the page has too much of it.
    DataIgnored {
        /// About the number of objects in it.
        objects: usize,
    } = "data_ignored", "embedded data ignored: {objects} objects";
    /// The article with its addresses is too long; its end was left out of all its forms.
    OutputCut {
        /// The number of bytes left out.
        bytes: u64,
    } = "output_cut", "output cut: {bytes} bytes of the article are left out";
    /// The trace lists only the first blocks of the page.
    TraceCut {
        /// The number of blocks that it leaves out.
        blocks: usize,
    } = "trace_cut", "trace cut: {blocks} blocks are not listed";
    /// Part of the text is hidden from view on the page: it may be an article that a script shows
    /// later, or words meant only for machines.
    HiddenText {
        /// The number of hidden characters in the text.
        characters: u32,
    } = "hidden_text", "hidden text: {characters} characters of the text are not shown";
    /// The encoding label that the caller gave is unknown and was not used.
    UnknownEncoding = "unknown_encoding", "unknown encoding label, not used";
    /// An interstitial page is in place of the one that was asked for; its text was left out.
    Interstitial {
        /// The kind of interstitial page.
        page: Interstitial,
    } = "interstitial", "no article: this is {page}";
    /// The page shows no such text; it comes from the page's embedded data.
    TextFromData {
        /// The kind of data.
        source: DataSource,
    } = "text_from_data", "text from data: the page shows none, it is from {source}";
    /// Part of the text is shown only where scripts do not run.
    TextFromNoscript {
        /// The number of such characters in the text.
        characters: u32,
    } = "text_from_noscript", "noscript text: {characters} characters of the text";
    /// Text for machines was left out: JSON, markup, scripts or codes of a forum that the page has as text.
    MachineText {
        /// The number of its characters.
        characters: u32,
    } = "machine_text", "machine text left out: {characters} characters of JSON, markup or scripts";
    /// Part of the text is in characters that only a font of the page's own shows, so that it cannot be copied.
    PrivateCharacters {
        /// The number of such characters in the text.
        characters: u32,
    } = "private_characters", "private characters: {characters} that only a font of the page shows";
    /// The text is only a small part of what reads like sentences on the page.
    LittleText {
        /// The text's share of the page's sentence text, in percent.
        percent: u32,
    } = "little_text", "little text: {percent} % of what reads like sentences on the page";
    /// The selector for the body selects nothing; the method decided.
    NothingSelected = "nothing_selected", "no such body: its selector selects nothing, the method decided";
    /// A selector was not followed to its end: the page has too many siblings for it (`a ~ p`).
    SelectorCut = "selector_cut", "selector cut: too many siblings on the page to follow it to its end";
    /// The page needs more steps than the limit of work: what was not found by then is left out.
    WorkCut = "work_cut", "work cut: the page needs too many steps, what was not found by then is left out";
    /// The caller stopped the extraction: what was not found by then is left out.
    Stopped = "stopped", "stopped: what was not found by then is left out";
    /// The method needs other pages of the site, or its template, and has none.
    NothingOfSite = "nothing_of_site", "nothing of the site: the method needs other pages of it, or a template";
    /// The page does not fit the template of its site, so the template was not used: the site may
    /// have been redesigned.
    TemplateDoesNotFit {
        /// The fit of the page, in percent.
        percent: u32,
    } = "template_does_not_fit", "template not used: the page fits it by {percent} %; was the site redesigned?";
    /// The numbers of elements and of boxes differ; the boxes were not used.
    BoxesDoNotFit {
        /// The number of elements on the page.
        elements: usize,
        /// The number of boxes given.
        boxes: usize,
    } = "boxes_do_not_fit", "boxes not used: {boxes} boxes for {elements} elements";
    /// The page and its similar page were too large to align; the deepest nodes were left out.
    AlignmentCut {
        /// The number of nodes left out.
        nodes: u32,
    } = "alignment_cut", "alignment cut: the {nodes} deepest nodes left out";
    /// No piece of the text has a word of the query.
    NoMatch = "no_match", "no match: no part of the text has a word of the query";
    /// The article continues on the next page, which was not joined.
    PagesMissing = "pages_missing", "pages missing: the article goes on on the next page, not joined";
    /// The page says that the article is not free in full: the text may be only its beginning.
    NotFree = "not_free", "not free: the page says that readers pay or register, the text may be only a beginning";
    /// The page is a first page or a list: its text is that of its items and no article.
    ListPage {
        /// The number of items.
        items: u32,
    } = "list_page", "list page: no article, the text is that of a list; `items` has its {items} items";
    /// The packed page breaks off: its end is missing. Added by the fetcher and by readers of archives.
    BodyDamaged = "body_damaged", "body damaged: the end of the page could not be unpacked";
    /// The archive does not have the page to its end. Added by readers of archives.
    CutByArchive = "cut_by_archive", "cut by the archive: the end of the page is missing";
    /// The confidence is low: check the page before relying on the text.
    LowConfidence = "low_confidence", "low confidence: the text may be wrong";
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Warning {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Warning".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "Something about the page or its extraction that the caller should know; some codes come with numbers of their own.",
            "properties": {
                "code": {"type": "string", "description": "Stable, in snake case.", "examples": Self::CODES},
                "message": {"type": "string", "description": "For people; its wording may change."},
            },
            "required": ["code", "message"],
            "additionalProperties": true,
        })
    }
}

/// Writes the warning with its message.
impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithMessage<'a> {
            #[serde(flatten, serialize_with = "Warning::serialize")]
            warning: &'a Warning,
            message: String,
        }
        WithMessage { warning: self, message: self.to_string() }.serialize(serializer)
    }
}

/// Reads everything but the message, which follows from the rest.
impl<'de> Deserialize<'de> for Warning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// A text is little if its share of the page's sentence text, in percent, is below this.
const LITTLE_PERCENT: u32 = 5;
/// Pages with less sentence text, in characters, are too short to judge this by.
const ENOUGH_TEXT: u32 = 400;
/// Private characters that are worth a word, and the part (1 / 50) of the letters that they then are.
const LEAST_PRIVATE: u32 = 5;
const PRIVATE_PART: u32 = 50;
/// A confidence below this is low.
const LOW_CONFIDENCE: f32 = 0.5;

/// The inputs of an extraction.
pub(super) struct Made<'a> {
    pub(super) read: &'a ReadPage,
    pub(super) task: &'a Task<'a>,
    pub(super) verdict: &'a Verdict,
    pub(super) content: &'a Content,
    pub(super) wall: Option<Interstitial>,
    pub(super) data: Option<DataSource>,
    /// Characters of text for machines that was left out.
    pub(super) machine_text: u32,
    /// The items of a page that lists, if they hold most of the text; else 0.
    pub(super) items: u32,
    /// Bytes of the article that were left out.
    pub(super) output_cut: u64,
    /// Blocks that the trace leaves out.
    pub(super) untraced: usize,
    /// True if a selector was not followed to its end.
    pub(super) is_cut: bool,
    /// True if the caller's body selectors select nothing.
    pub(super) is_unselected: bool,
}

/// The warnings of an extraction with this text.
pub(super) fn warnings(made: &Made, text: &str) -> Vec<Warning> {
    let page = &made.read.page;
    let report = page.document().report();
    let label = made.task.info.encoding;
    let beyond = page.texts_beyond();
    let (mut kept, mut hidden, mut noscript) = (0_u32, 0_u32, 0_u32);
    for block in made.content.blocks.iter().map(|(at, _)| page.block(*at)) {
        kept += block.characters;
        noscript += if block.is_noscript { block.characters } else { 0 };
        hidden += if block.is_hidden && !is_formula(block) { block.characters } else { 0 };
    }
    let all = page.blocks().iter().filter(|block| !block.is_hidden).map(Block::sentence_text);
    let all = all.sum::<u32>().saturating_sub(made.machine_text);
    let percent = (u64::from(kept) * 100).checked_div(u64::from(all)).unwrap_or(100) as u32;
    let is_judged = !text.is_empty() && made.data.is_none();
    let is_unsure = made.verdict.about.confidence.is_some_and(|value| value < LOW_CONFIDENCE);
    let few = is_judged && all >= ENOUGH_TEXT && percent < LITTLE_PERCENT;
    let machine = made.machine_text;
    let (letters, private) = private_characters(text);
    let is_private = private >= LEAST_PRIVATE && private * PRIVATE_PART >= letters;
    let is_empty = text.is_empty() && made.wall.is_none();
    let ignored_objects = page.structured().ignored_objects;
    let warnings = [
        (is_empty, Warning::NoText),
        (made.is_unselected, Warning::NothingSelected),
        (made.is_cut, Warning::SelectorCut),
        (
            made.read.decoding.replaced > 0,
            Warning::Undecodable { places: made.read.decoding.replaced },
        ),
        (
            report.flattened_elements > 0,
            Warning::DepthCapped { elements: report.flattened_elements },
        ),
        (report.ignored_tags > 0, Warning::TagsIgnored { tags: report.ignored_tags }),
        (
            report.ignored_attribute_bytes > 0,
            Warning::AttributesIgnored { bytes: report.ignored_attribute_bytes },
        ),
        (beyond > 0, Warning::BlocksCapped { texts: beyond }),
        (ignored_objects > 0, Warning::DataIgnored { objects: ignored_objects }),
        (made.output_cut > 0, Warning::OutputCut { bytes: made.output_cut }),
        (made.untraced > 0, Warning::TraceCut { blocks: made.untraced }),
        (hidden > 0, Warning::HiddenText { characters: hidden }),
        (noscript > 0, Warning::TextFromNoscript { characters: noscript }),
        (machine > 0, Warning::MachineText { characters: machine }),
        (is_private, Warning::PrivateCharacters { characters: private }),
        (few, Warning::LittleText { percent }),
        (is_judged && !page.structured().is_free(), Warning::NotFree),
        (is_judged && made.items > 0, Warning::ListPage { items: made.items }),
        (is_judged && is_unsure, Warning::LowConfidence),
        (report.unparsed_bytes > 0, Warning::PageCut { bytes: report.unparsed_bytes }),
        (label.is_some_and(|l| !is_known_label(l)), Warning::UnknownEncoding),
    ];
    let warnings = warnings.into_iter().filter(|(applies, _)| *applies).map(|(_, warning)| warning);
    let replaced = made
        .wall
        .map(|page| Warning::Interstitial { page })
        .or(made.data.map(|source| Warning::TextFromData { source }));
    replaced.into_iter().chain(warnings).chain(of_site(made)).collect()
}

/// True if a block is the source of a formula, which pages hide behind the drawn formula, or a drawing that they hide from
/// screen readers, which read the source.
fn is_formula(block: BlockRef) -> bool {
    block.texts().iter().all(|text| {
        let mut around = block.page.node(text.node).ancestors();
        around.any(|node| node.is(Tag::MATH) || is_drawn_formula(node))
    })
}

/// Nodes of a formula that are looked at for its source.
const MOST_OF_FORMULA: usize = 400;

/// True if a hidden element is next to the MathML of a formula and there is nothing else.
fn is_drawn_formula(element: Node) -> bool {
    let Some(parent) = element.parent().filter(|_| element.flags().has(NodeFlags::HIDDEN)) else {
        return false;
    };
    let mut others = parent.children().filter(|other| *other != element);
    others.next().is_some_and(|source| {
        source.is(Tag::MATH)
            || source.descendants().take(MOST_OF_FORMULA).any(|node| node.is(Tag::MATH))
    }) && !others.take(MOST_OF_FORMULA).any(|other| other.characters() > 0)
}

/// The warning that the work was over before all was made.
pub(super) fn of_work(work: &Work) -> Option<Warning> {
    work.end().map(|end| match end {
        EndOfWork::Limit => Warning::WorkCut,
        EndOfWork::Stopped => Warning::Stopped,
    })
}

/// Warnings about the site's other pages, its template and the boxes.
fn of_site(made: &Made) -> impl Iterator<Item = Warning> {
    let (method, site) = (made.task.options.method, made.task.info.known_site());
    let is_alone = method == Method::TemplateMatching && site.similar.is_empty()
        || method == Method::SiteTemplate && site.template.is_none();
    let unlike = made.verdict.about.site_likeness.filter(|likeness| *likeness < LEAST_LIKENESS);
    let boxes =
        made.read.unfit_boxes.map(|(elements, boxes)| Warning::BoxesDoNotFit { elements, boxes });
    let cut = made.verdict.about.left_out_nodes;
    [
        is_alone.then_some(Warning::NothingOfSite),
        unlike.map(|likeness| Warning::TemplateDoesNotFit { percent: (likeness * 100.0) as u32 }),
        boxes,
        (cut > 0).then_some(Warning::AlignmentCut { nodes: cut }),
    ]
    .into_iter()
    .flatten()
}
