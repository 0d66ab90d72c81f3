//! Requests of a user: the one definition for the flags, the fields of the HTTP service and the arguments
//! of the agents' tools. A field's doc comment is its text in `--help`, in `openapi.json` and in
//! the tools' schema.

mod fields;
mod text;
mod values;

use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zhengwen::{
    Controls, Extraction, Favor, Form, Method, Moment, Options, Parts, Selector, html_document,
    with_front_matter, with_properties,
};
use zhengwen_io::reading::set_for_reading;

pub(crate) use fields::{Checked, Fields};
pub(crate) use text::{FromText, maybe, one_schema, parser};
use text::{number, number_schema, or_default, texts, texts_schema, words};
pub(crate) use values::{Added, Characters, Encoding, LimitSetting, Part, Query, Setting};

/// Settings for judging pages.
#[derive(Debug, Clone, Default, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[command(next_help_heading = "Finding the main text")]
pub(crate) struct JudgeRequest {
    /// Find the main text with this method
    #[arg(short, long, value_name = "METHOD", value_parser = parser::<Method>())]
    #[arg(default_value = Method::default().name())]
    #[serde(deserialize_with = "or_default")]
    #[schemars(schema_with = "one_schema::<Method>")]
    pub(crate) method: Method,
    /// Set an option of a method, for example line-density.gap=2 (repeatable)
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE", value_parser = parser::<Setting>())]
    #[serde(deserialize_with = "texts", rename(serialize = "option"))]
    #[schemars(schema_with = "texts_schema::<Setting>")]
    pub(crate) options: Vec<Setting>,
    /// Which error auto should prefer: to lose text (precision) or to keep too much (recall)
    #[arg(long, value_name = "SIDE", value_parser = parser::<Favor>(), default_value = "balance")]
    #[serde(deserialize_with = "or_default")]
    #[schemars(schema_with = "one_schema::<Favor>")]
    pub(crate) favor: Favor,
    /// Change a limit on what one page may cost, for example blocks=50000 (repeatable)
    #[arg(long = "limit", value_name = "NAME=N", value_parser = parser::<LimitSetting>())]
    #[serde(deserialize_with = "texts", rename(serialize = "limit"))]
    #[schemars(schema_with = "texts_schema::<LimitSetting>")]
    pub(crate) limits: Vec<LimitSetting>,
}

/// The parts of the page that count.
#[derive(Debug, Clone, Default, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[command(next_help_heading = "What counts")]
pub(crate) struct SelectionRequest {
    /// Keep the elements that this CSS selector selects, whatever the method says (repeatable)
    #[arg(long, value_name = "SELECTOR", value_parser = parser::<Selector>())]
    #[serde(deserialize_with = "texts")]
    #[schemars(schema_with = "texts_schema::<Selector>")]
    pub(crate) keep: Vec<Selector>,
    /// Drop the elements that this CSS selector selects (repeatable)
    #[arg(long, value_name = "SELECTOR", value_parser = parser::<Selector>())]
    #[serde(deserialize_with = "texts")]
    #[schemars(schema_with = "texts_schema::<Selector>")]
    pub(crate) drop: Vec<Selector>,
    /// Take the text of these elements instead of what the method finds (repeatable)
    #[arg(long, value_name = "SELECTOR", value_parser = parser::<Selector>())]
    #[serde(deserialize_with = "texts")]
    #[schemars(schema_with = "texts_schema::<Selector>")]
    pub(crate) body: Vec<Selector>,
    /// Drop text that the page hides from view
    #[arg(long)]
    pub(crate) drop_hidden: bool,
    /// When the page was read (2026-11-21T10:30): what "3小时前" counts from. Later dates are ignored
    #[arg(long, value_name = "DATE", value_parser = parser::<Moment>())]
    #[serde(deserialize_with = "maybe")]
    #[schemars(schema_with = "one_schema::<Moment>")]
    pub(crate) read_at: Option<Moment>,
}

/// The parts and forms of the article to write.
#[derive(Debug, Clone, Default, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[command(next_help_heading = "What counts")]
pub(crate) struct ArticleRequest {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) selection: SelectionRequest,
    /// Also write images, links, tables, comments or formatting (by default all but comments)
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = parser::<Part>())]
    #[serde(deserialize_with = "words")]
    #[schemars(schema_with = "texts_schema::<Part>")]
    pub(crate) include: Vec<Part>,
    /// Leave out images, links, tables, comments or formatting
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = parser::<Part>())]
    #[serde(deserialize_with = "words")]
    #[schemars(schema_with = "texts_schema::<Part>")]
    pub(crate) exclude: Vec<Part>,
    /// Also write these forms of the article besides its text (json only)
    #[arg(long, value_name = "FORM,...", value_delimiter = ',', value_parser = parser::<Added>())]
    #[serde(deserialize_with = "words")]
    #[schemars(schema_with = "texts_schema::<Added>")]
    pub(crate) add: Vec<Added>,
    /// Also give the text in chunks of at most this many characters, each with its headings, its element and its place in
    /// the text (json)
    #[arg(long, value_name = "N", value_parser = parser::<Characters>())]
    #[serde(deserialize_with = "number")]
    #[schemars(schema_with = "number_schema::<Characters>")]
    pub(crate) chunks: Option<Characters>,
    /// Give only what answers this query best: the paragraphs and tables with its words, under their headings
    #[arg(long, value_name = "TEXT", value_parser = parser::<Query>())]
    #[serde(deserialize_with = "maybe")]
    #[schemars(schema_with = "one_schema::<Query>")]
    pub(crate) query: Option<Query>,
    /// Answer a query with at most this many characters of text (2000 by default)
    #[arg(long, value_name = "N", value_parser = parser::<Characters>())]
    #[serde(deserialize_with = "number")]
    #[schemars(schema_with = "number_schema::<Characters>")]
    pub(crate) query_chars: Option<Characters>,
}

/// What an article begins with.
#[derive(Debug, Clone, Copy, Default, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct HeadRequest {
    /// Begin with title, author, date and the rest, a product's facts too: YAML before text and markdown, a head in html
    #[arg(long, conflicts_with = "text_only")]
    pub(crate) with_metadata: bool,
    /// Begin markdown and text with the properties that Obsidian reads: title, author, date, source, url, tags
    #[arg(long, conflicts_with_all = ["text_only", "with_metadata"])]
    pub(crate) front_matter: bool,
    /// Leave out the title that markdown begins with
    #[arg(long)]
    pub(crate) no_title: bool,
}

/// The additions to the article.
#[derive(Debug, Clone, Copy, Default, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct WritingRequest {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) head: HeadRequest,
    /// Also write every block of the page, with its score and the reasons to keep or drop it (json only)
    #[arg(long)]
    pub(crate) trace: bool,
    /// Set html for reading: formulas as MathML, footnotes with a way back, columns of numbers and heads of posts as classes
    #[arg(long)]
    pub(crate) for_reading: bool,
}

/// The decoding of the page's bytes.
#[derive(Debug, Clone, Default, Args, Deserialize, JsonSchema)]
#[serde(default)]
#[command(next_help_heading = "The page")]
pub(crate) struct DecodingRequest {
    /// Decode as this encoding, whatever the page says
    #[arg(long, value_name = "LABEL", value_parser = parser::<Encoding>())]
    #[serde(deserialize_with = "maybe")]
    #[schemars(schema_with = "one_schema::<Encoding>")]
    pub(crate) encoding: Option<Encoding>,
}

/// The choice to read an article of several pages whole.
#[derive(Debug, Clone, Default, Args, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct JoinRequest {
    /// Follow the links to the next pages of an article and join them into one
    #[arg(long)]
    pub(crate) join_pages: bool,
}

impl JudgeRequest {
    /// In one line, why an option cannot be set: another method has it.
    pub(crate) fn check(&self) -> Result<(), String> {
        let is_others = |setting: &&Setting| setting.method() != self.method.name();
        self.options.iter().find(is_others).map_or(Ok(()), |setting| {
            let (name, owner) = (setting.name(), setting.method());
            Err(format!("{name}: an option of {owner}, and the method is {}", self.method))
        })
    }

    /// Changes the options of extractions.
    pub(crate) fn apply(&self, options: &mut Options) {
        options.method = self.method;
        options.favor = self.favor;
        for setting in &self.options {
            setting.apply(&mut options.method_options);
        }
        self.limits.iter().for_each(|setting| setting.apply(&mut options.limits));
    }
}

impl SelectionRequest {
    /// Changes the options of extractions.
    pub(crate) fn apply(&self, options: &mut Options) {
        let (keep, drop, body) = (self.keep.clone(), self.drop.clone(), self.body.clone());
        options.controls = Controls { keep, drop, body, drop_hidden: self.drop_hidden };
    }
}

impl ArticleRequest {
    /// Changes the options of extractions.
    pub(crate) fn apply(&self, options: &mut Options) {
        self.selection.apply(options);
        options.parts = Parts::default();
        for (parts, on) in [(&self.include, true), (&self.exclude, false)] {
            parts.iter().for_each(|part| part.switch(&mut options.parts, on));
        }
        self.add.iter().for_each(|form| options.outputs.set(form.0, true));
        options.chunks = self.chunks.map(|most| most.0);
        options.query = self.query.as_ref().map(|query| query.0.clone());
        options.query_chars = self.query_chars.map(|most| most.0);
    }
}

impl HeadRequest {
    /// True if fields come before the article.
    pub(crate) fn has_fields(self) -> bool {
        self.with_metadata || self.front_matter
    }

    /// The article with what comes before it, if a form has room for that.
    pub(crate) fn write(self, form: Form, found: &Extraction) -> String {
        let text = found.written(form).unwrap_or_default();
        match form {
            Form::Html if self.with_metadata => html_document(found),
            Form::Text | Form::Markdown if self.front_matter => with_properties(found, text),
            Form::Text | Form::Markdown if self.with_metadata => with_front_matter(found, text),
            _ => text.to_owned(),
        }
    }
}

impl WritingRequest {
    /// Changes the options of extractions that are written in a format.
    pub(crate) fn apply(&self, format: Form, options: &mut Options) {
        options.outputs.set(format, true);
        options.title_heading =
            format == Form::Markdown && !self.head.no_title && !options.text_only;
        let needs_fields = self.head.has_fields() || self.for_reading;
        options.text_only |= !needs_fields && !format.info().has_fields;
    }

    /// The page in a format.
    pub(crate) fn write(&self, format: Form, found: &Extraction) -> serde_json::Result<String> {
        if self.for_reading && found.html.is_some() {
            let (mut found, plain) = (found.clone(), Self { for_reading: false, ..*self });
            found.html = set_for_reading(&found);
            return plain.write(format, &found);
        }
        match format {
            Form::Json => serde_json::to_string(found),
            _ => Ok(self.head.write(format, found)),
        }
    }
}

impl DecodingRequest {
    /// The label of the encoding that is asked for.
    pub(crate) fn label(&self) -> Option<String> {
        self.encoding.as_ref().map(|encoding| encoding.0.clone())
    }
}
