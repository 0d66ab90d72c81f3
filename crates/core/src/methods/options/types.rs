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

/// Where the main text stands: options that several methods have, about the texts that the method chose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BodyOptions {
    /// What is chosen stands in one layout element: the innermost with at least so many hundredths of the text of
    /// the chosen sentences, 51 to 100; 0 for anywhere on the page.
    pub container: u32,
    /// All that stands in this element is chosen, but for lists of links and what is hidden.
    pub fill: bool,
    /// A sentence right before this element's text, in the element around it, is chosen too: a lead.
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
    /// Linked texts and notices of rights are no sample.
    pub plain_sample: bool,
    /// Where the main text stands.
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
    /// Where the main text stands.
    pub body: BodyOptions,
}

/// Options of `block-weighting`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockWeightingOptions {
    /// `section`, `article`, `main` and `body` are candidates for the topic block too.
    pub modern_containers: bool,
    /// Paragraphs and line breaks count for the block that they stand in directly, alone.
    pub direct_paragraphs: bool,
    /// Blocks of sentences that stand before the topic block and below the last heading before it, a site's lead, are
    /// chosen too, with what stands between. The post has the topic follow title and time.
    pub lead: bool,
    /// Notices of the site (copyright, disclaimers, where to complain) of at most 200 characters count like the post's
    /// marks of copyright, and are taken out of the topic.
    pub notices: bool,
    /// Text blocks with more than half of their characters in links are taken out of a topic that has at most an
    /// eighth of its characters in links; the post takes out the related links alone.
    pub drop_linked: bool,
    /// The features of the topic weigh what was fitted to pages; the post prints no weights.
    pub fitted_weights: bool,
}

/// Options of `line-density`.
#[derive(Debug, Clone, PartialEq)]
pub struct LineDensityOptions {
    /// Lines that a run must have.
    pub threshold: u32,
    /// Blank lines that may stand inside a run.
    pub gap: u32,
    /// Characters a line that a run must have on average over `threshold` lines.
    pub density: u32,
    /// Blanks at both ends of a line do not count as characters.
    pub trim: bool,
    /// A run of fewer lines counts too when one of them has this many characters; 0 for never.
    pub long_line: u32,
    /// Lines end where a reader sees them end, at block-level elements and `br`, and not where the source's lines do;
    /// blanks do not count, and hidden text is in no line. The post's "lines" are those of a text without its tags,
    /// and which tags leave a line end is not said. The options below take effect with this one alone.
    pub rendered: bool,
    /// Rendered lines with more than this percentage of their characters in links count as blank, and links in others
    /// do not count as characters; 0 for never.
    pub link_share: u32,
    /// Rendered lines of at most 100 characters that say a heading of the page (8 to 60 characters) once more, and
    /// something beside it, count as blank: they speak of the article.
    pub title_lines: bool,
    /// Rendered lines of at most 200 characters that say what notices of a site say (copyright, disclaimers, where to
    /// complain) count as blank, and no run goes over one: the post names copyright and notices first among what is
    /// no main text.
    pub notices: bool,
    /// Blank lines over which the chosen run reaches to the next one that has a line of running text: one with a
    /// sentence end and `long_line` characters. What stands between them is chosen too. 0 for never.
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
    /// How many similar pages vote, of those at hand the most alike.
    pub pages: u32,
    /// Clusters with less than 0.3 of the longest one's text are not ranked.
    pub long_clusters: bool,
    /// Where the main text stands.
    pub body: BodyOptions,
}

impl Default for TemplateMatchingOptions {
    fn default() -> Self {
        Self { pages: 1, long_clusters: false, body: BodyOptions::default() }
    }
}
