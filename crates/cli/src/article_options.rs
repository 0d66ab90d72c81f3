//! What of an article is written, and in which forms.

use clap::{Args, ValueEnum};
use zhengwen::unstable::render::PARTS;
use zhengwen::{Controls, Moment, Options, Parts, Selector};

/// What the user may say of the article.
#[derive(Debug, Clone, Args)]
pub(crate) struct ArticleArguments {
    #[command(flatten)]
    pub(crate) selection: SelectionArguments,
    /// Also write images, links, tables, comments or formatting (all but comments are by default)
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = part_names())]
    pub(crate) include: Vec<String>,
    /// Leave out images, links, tables, comments or formatting
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = part_names())]
    pub(crate) exclude: Vec<String>,
    /// Forms of the article beside its text (json)
    #[arg(long, value_enum, value_name = "FORM,...", value_delimiter = ',')]
    pub(crate) add: Vec<Form>,
    /// Look for the text alone, without fields, page kind, links, comments and posts: the same text in less time
    #[arg(long, conflicts_with = "join_pages")]
    pub(crate) text_only: bool,
}

/// What the user may say of the page's parts.
#[derive(Debug, Clone, Args)]
pub(crate) struct SelectionArguments {
    /// Keep the elements that this CSS selector selects, whatever the method thinks (repeatable)
    #[arg(long, value_name = "SELECTOR", value_parser = selector)]
    pub(crate) keep: Vec<Selector>,
    /// Drop the elements that this CSS selector selects (repeatable)
    #[arg(long, value_name = "SELECTOR", value_parser = selector)]
    pub(crate) drop: Vec<Selector>,
    /// Take the text of these elements in place of what the method finds (repeatable)
    #[arg(long, value_name = "SELECTOR", value_parser = selector)]
    pub(crate) body: Vec<Selector>,
    /// Drop text that the page hides from view
    #[arg(long)]
    pub(crate) drop_hidden: bool,
    /// When the page was read (2026-11-21T10:30): what "3小时前" refers to; later dates are not taken
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub(crate) read_at: Option<Moment>,
}

/// Forms of an article in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// GitHub Flavored Markdown
    Markdown,
    /// Safe HTML
    Html,
    /// A tree of blocks
    Body,
    /// XML-TEI
    XmlTei,
    /// The page itself without its noise
    PageHtml,
}

impl SelectionArguments {
    /// Changes the options of extractions.
    pub(crate) fn apply(&self, options: &mut Options) {
        let (keep, drop, body) = (self.keep.clone(), self.drop.clone(), self.body.clone());
        options.controls = Controls { keep, drop, body, drop_hidden: self.drop_hidden };
    }
}

impl ArticleArguments {
    /// Changes the options of extractions.
    pub(crate) fn apply(&self, options: &mut Options) {
        self.selection.apply(options);
        options.parts = self.parts();
        options.text_only = self.text_only;
        for form in &self.add {
            match form {
                Form::Markdown => options.outputs.markdown = true,
                Form::Html => options.outputs.html = true,
                Form::Body => options.outputs.body = true,
                Form::XmlTei => options.outputs.tei = true,
                Form::PageHtml => options.outputs.page_html = true,
            }
        }
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        for (names, on) in [(&self.include, true), (&self.exclude, false)] {
            for (name, set) in PARTS {
                if names.iter().any(|other| other == name) {
                    set(&mut parts, on);
                }
            }
        }
        parts
    }
}

fn part_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(PARTS.iter().map(|(name, _)| *name))
}

fn selector(text: &str) -> Result<Selector, zhengwen::SelectorError> {
    Selector::parse(text)
}

fn moment(text: &str) -> Result<Moment, String> {
    Moment::parse(text).ok_or_else(|| "not a date; try 2026-11-21 or 2026-11-21T10:30".to_owned())
}

/// An absolute address of the web.
pub(crate) fn address(text: &str) -> Result<String, String> {
    if zhengwen_io::fetch::is_address(text) && url::Url::parse(text).is_ok() {
        Ok(text.to_owned())
    } else {
        Err("not an address; try https://example.com/page.html".to_owned())
    }
}
