//! The options of each method.

/// Options of all methods.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodOptions {
    /// Of `punctuation-path`.
    pub punctuation_path: PunctuationPathOptions,
    /// Of `block-smoothing`.
    pub block_smoothing: BlockSmoothingOptions,
    /// Of `block-weighting`.
    pub block_weighting: BlockWeightingOptions,
    /// Of `line-density`.
    pub line_density: LineDensityOptions,
    /// Of `template-matching`.
    pub template_matching: TemplateMatchingOptions,
}

/// Options that several methods share, about the place of the chosen texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BodyOptions {
    /// Only texts in one layout element are chosen: the innermost one with at least this percentage of the text of
    /// chosen sentences, 51 to 100; 0 for the whole page.
    pub container: u32,
    /// All text in this element is chosen, except lists of links and hidden text.
    pub fill: bool,
    /// A sentence right before this element, in the element around it, is chosen too, as a lead.
    pub lead: bool,
    /// The page's title before the first sentence is not chosen.
    pub without_title: bool,
}

/// Options of `punctuation-path`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PunctuationPathOptions {
    /// Containers on two paths are equal only with the same class and id.
    pub match_class: bool,
    /// A form that holds most full stops of the page stays.
    pub keep_forms: bool,
    /// Linked texts and notices of rights cannot be the sample.
    pub plain_sample: bool,
    /// The place of the chosen texts.
    pub body: BodyOptions,
}

/// Options of `block-smoothing`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockSmoothingOptions {
    /// `span` separates blocks too.
    pub split_at_span: bool,
    /// Links stay in a block with more text outside links.
    pub keep_links: bool,
    /// A form or group of fields that holds most text of the page stays.
    pub keep_forms: bool,
    /// The place of the chosen texts.
    pub body: BodyOptions,
}

/// Options of `block-weighting`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockWeightingOptions {
    /// `section`, `article`, `main` and `body` are candidates for the topic block too.
    pub modern_containers: bool,
    /// Paragraphs and line breaks count only for the block that directly contains them.
    pub direct_paragraphs: bool,
    /// Blocks of sentences between the last heading before the topic block and the topic block (a lead) are chosen too,
    /// with the blocks between them. In the post the topic follows title and time.
    pub lead: bool,
    /// Notices of the site (copyright, disclaimers, where to complain) of at most 200 characters count as marks of
    /// copyright and are taken out of the topic.
    pub notices: bool,
    /// Text blocks with more than half of their characters in links are taken out of a topic that has at most an
    /// eighth of its characters in links; the post takes out the related links alone.
    pub drop_linked: bool,
    /// The features of the topic have weights that were fitted to pages; the post prints no weights.
    pub fitted_weights: bool,
}

/// Options of `line-density`.
#[derive(Debug, Clone, PartialEq)]
pub struct LineDensityOptions {
    /// Lines that a run must have.
    pub threshold: u32,
    /// The maximum number of blank lines inside a run.
    pub gap: u32,
    /// Characters a line that a run must have on average over `threshold` lines.
    pub density: u32,
    /// Blanks at both ends of a line do not count as characters.
    pub trim: bool,
    /// A run of fewer lines counts too when one of them has this many characters; 0 for never.
    pub long_line: u32,
    /// Lines end where a reader sees them end, at block-level elements and `br`, instead of at line ends of the source.
    /// Blanks do not count, and hidden text is left out. The post reads the lines of a text without its tags and does
    /// not say which tags leave a line end. The options below have an effect only with this one.
    pub rendered: bool,
    /// Rendered lines with more than this percentage of their characters in links count as blank, and links in others
    /// do not count as characters; 0 for never.
    pub link_share: u32,
    /// Rendered lines of at most 100 characters that repeat a heading of the page (8 to 60 characters) with other words count
    /// as blank: they are about the article.
    pub title_lines: bool,
    /// Rendered lines of at most 200 characters that are notices of the site (copyright, disclaimers, where to complain)
    /// count as blank and end every run: the post names copyright and notices first among the texts to leave out.
    pub notices: bool,
    /// The chosen run is joined with the next run over at most this many blank lines, if that run has a line of running
    /// text (a sentence end and `long_line` characters). The lines between them are chosen too. 0 for never.
    pub reach: u32,
}

impl Default for LineDensityOptions {
    fn default() -> Self {
        Self {
            threshold: 5,
            gap: 3,
            density: 45,
            trim: false,
            long_line: 0,
            rendered: false,
            link_share: 0,
            title_lines: false,
            notices: false,
            reach: 0,
        }
    }
}

/// Options of `template-matching`.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateMatchingOptions {
    /// The number of similar pages that vote; the most alike ones are taken.
    pub pages: u32,
    /// Clusters with less than 0.3 of the longest one's text are not ranked.
    pub long_clusters: bool,
    /// The place of the chosen texts.
    pub body: BodyOptions,
}

impl Default for TemplateMatchingOptions {
    fn default() -> Self {
        Self { pages: 1, long_clusters: false, body: BodyOptions::default() }
    }
}
