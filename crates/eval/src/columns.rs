//! The training rows of labelled pages.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Deserialize;
use zhengwen::train::training::{self, RowModels, SITE_COLUMNS, labels};
use zhengwen::train::{COLUMNS, CUT_COLUMNS, Column, page_columns};
use zhengwen::train::{CandidateRows, Linear};
use zhengwen::train::{Forest, ModelError};
use zhengwen::{Extractor, PageInfo};
use zhengwen_io::table::TableWriter;
use zhengwen_page::page::Page;
use zhengwen_site::SiteTemplate;

use crate::rows::{RowGroup, batch, schema};

use crate::Status;
use crate::data::{self, Gold, Set};
use crate::folds::Folds;
use crate::score;
use crate::sites::{self, Beside, Sites};

#[derive(Debug, Args)]
pub(crate) struct ColumnsArguments {
    /// A labelled set (gold.jsonl next to pages/), or a folder of sets
    #[arg(value_name = "DATA_DIR", required_unless_present = "list")]
    pub(crate) data: Option<PathBuf>,
    /// Only the set of this name (repeatable)
    #[arg(long = "set", value_name = "NAME")]
    pub(crate) sets: Vec<String>,
    /// Write the rows to this Parquet file
    #[arg(short, long, value_name = "ROWS.parquet", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// The rows to write
    #[arg(long, value_enum, default_value_t = Rows::Blocks)]
    pub(crate) rows: Rows,
    /// The models of the prefilter and of the hashed words that rows are made with: a JSON object of SET/ID to
    /// {"prefilter": FILE, "hashed": FILE}, their paths relative to this file. Without them all blocks are open and the
    /// columns of the score missing
    #[arg(long, value_name = "FILE")]
    pub(crate) models: Option<PathBuf>,
    /// The models of a training for the pages that templates are learned from, each page judged by
    /// the one that has seen no page of its site
    #[arg(long, value_name = "DIR")]
    pub(crate) cross_validated: Option<PathBuf>,
    /// Print the table of columns instead
    #[arg(long)]
    pub(crate) list: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// A text block with its columns
    Blocks,
    /// A text block with the columns that the prefilter may ask for
    First,
    /// A text block with the hashed words around it
    Signs,
    /// A page, with the columns of its blocks pooled into one row
    Pages,
    /// A text block with its columns, compared with a template of other pages of its site
    Sites,
    /// A set of blocks that may be kept, with what is known of it
    Cuts,
    /// A candidate for the title, with its place and form
    Titles,
    /// A name that may be author or source, with what is around it
    Names,
    /// The best candidate for the date, with its origin and the page kinds
    Dates,
}

impl Rows {
    /// The candidates that the rows are; `None` for rows of blocks and pages.
    fn of_candidates(self) -> Option<CandidateRows> {
        match self {
            Self::Titles => Some(CandidateRows::Titles),
            Self::Names => Some(CandidateRows::Names),
            Self::Dates => Some(CandidateRows::Dates),
            _ => None,
        }
    }
}

/// Columns of text before those of numbers: the page of the row.
const TEXTS: [&str; 4] = ["set", "page", "lang", "type"];
/// Numbers before the columns of a block: the shares of its tokens that are main text and that are optional, its tokens, the
/// log odds by the prefilter if that closes it, and the first open block that it is built like if not.
const NUMBERS: [&str; 5] = ["label", "optional", "block_tokens", "closed", "alike"];

/// The fields of candidates.
const FIELDS: [&str; 4] = ["title", "author", "source", "date"];
/// Numbers before the columns of a field: its place in [`FIELDS`], and 1 for a right value.
const FIELD_NUMBERS: [&str; 2] = ["field", "right"];

/// Numbers before the columns of a cut, in tokens: the main text that is kept, all that is kept and not optional, and all
/// main text.
const CUT_NUMBERS: [&str; 3] = ["kept_main", "kept", "main"];

/// Writes a row for every text block, or for every page.
pub(crate) fn run(arguments: &ColumnsArguments) -> anyhow::Result<Status> {
    let (Some(folder), Some(output)) = (&arguments.data, &arguments.output) else {
        return list();
    };
    let name = || output.display().to_string();
    let numbers = number_names(arguments.rows);
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let lists: &[&str] = if arguments.rows == Rows::Signs { &["signs"] } else { &[] };
    let maker = Maker {
        rows: arguments.rows,
        models: arguments.models.as_deref().map(PageModels::read).transpose()?,
        folds: arguments.cross_validated.as_deref().map(Folds::read).transpose()?,
    };
    let schema = schema(&TEXTS, &numbers, lists);
    let mut writer = TableWriter::create(output, schema.clone()).with_context(name)?;
    let mut status = Status::Done;
    for set in data::sets(folder, &arguments.sets)? {
        let mut rows = RowGroup {
            texts: vec![Vec::new(); TEXTS.len()],
            numbers: vec![Vec::new(); numbers.len()],
            lists: vec![Vec::new(); lists.len()],
        };
        for page in maker.of_set(&set)? {
            match page {
                Ok(page) => append(&mut rows, page),
                Err(error) => {
                    eprintln!("{}: {error:#}", set.name);
                    if !error.is::<TooLarge>() {
                        status = Status::SomeFailed;
                    }
                }
            }
        }
        writer.write(&batch(&schema, rows)?).with_context(name)?;
    }
    writer.finish().with_context(name)?;
    Ok(status)
}

/// The rows to make, and what they are made with.
struct Maker {
    rows: Rows,
    models: Option<PageModels>,
    folds: Option<Folds>,
}

impl Maker {
    /// The rows of each page of a set that teaches something.
    fn of_set(&self, set: &Set) -> anyhow::Result<Vec<anyhow::Result<RowGroup>>> {
        let folds = self.folds.as_ref();
        let pages = set.gold.par_iter().filter(|gold| self.is_taught(gold));
        if self.rows != Rows::Sites {
            return Ok(pages.map(|gold| self.of_page(set, gold)).collect());
        }
        let beside = Sites::of(set, Beside::Template(0), folds)?;
        let pages = pages.filter(|gold| beside.measures(gold));
        Ok(pages.flat_map(|gold| site_rows(set, gold, &beside, folds)).collect())
    }

    fn of_page(&self, set: &Set, gold: &Gold) -> anyhow::Result<RowGroup> {
        match (&self.folds, self.rows) {
            (Some(folds), Rows::Cuts) => cut_rows(set, gold, folds),
            (Some(folds), rows) => match rows.of_candidates() {
                Some(of) => candidate_rows(set, gold, folds, of),
                None => page_rows(set, gold, rows, self.models.as_ref()),
            },
            (None, rows) => page_rows(set, gold, rows, self.models.as_ref()),
        }
    }

    /// True if a page teaches something. One without content teaches its kind alone.
    fn is_taught(&self, gold: &Gold) -> bool {
        match self.rows {
            Rows::Pages => true,
            Rows::Titles => !gold.title.is_empty(),
            Rows::Names => ["author", "source"].iter().any(|field| teaches(gold, field)),
            Rows::Dates => teaches(gold, "date"),
            _ => gold.content.is_some(),
        }
    }
}

fn number_names(rows: Rows) -> Vec<String> {
    let table = |is_in: fn(&&Column) -> bool| {
        let columns = COLUMNS.iter().filter(is_in).map(|column| column.name);
        NUMBERS.into_iter().chain(columns).map(str::to_owned).collect()
    };
    match rows {
        Rows::Blocks => table(|_| true),
        Rows::Sites => NUMBERS.iter().chain(&SITE_COLUMNS).map(ToString::to_string).collect(),
        Rows::First => table(|column| column.is_early()),
        Rows::Signs => table(|_| false),
        Rows::Pages => page_columns(),
        Rows::Titles | Rows::Names | Rows::Dates => {
            let columns = rows.of_candidates().map(CandidateRows::columns).unwrap_or_default();
            FIELD_NUMBERS.into_iter().chain(columns).map(str::to_owned).collect()
        }
        Rows::Cuts => CUT_NUMBERS.iter().chain(&CUT_COLUMNS).map(ToString::to_string).collect(),
    }
}

fn list() -> anyhow::Result<Status> {
    let mut out = io::stdout().lock();
    for column in COLUMNS {
        writeln!(out, "{:20} {:8} {}", column.name, column.unit, column.doc)?;
    }
    Ok(Status::Done)
}

/// The models that make the rows of each page.
struct PageModels {
    of_page: BTreeMap<String, ModelNames>,
    prefilter: BTreeMap<String, Forest>,
    hashed: BTreeMap<String, Linear>,
}

/// Files, relative to the one that names them.
#[derive(Deserialize)]
struct ModelNames {
    prefilter: String,
    hashed: String,
}

impl PageModels {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let of_page: BTreeMap<String, ModelNames> =
            serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let columns: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        let prefilters = of_page.values().map(|names| &names.prefilter);
        let prefilter = read_once(path, prefilters, |bytes| Forest::read(bytes, &columns))?;
        let hashed = read_once(path, of_page.values().map(|names| &names.hashed), Linear::read)?;
        Ok(Self { of_page, prefilter, hashed })
    }

    fn of(&self, page: &str) -> RowModels<'_> {
        let names = self.of_page.get(page);
        RowModels {
            prefilter: names.and_then(|names| self.prefilter.get(&names.prefilter)),
            hashed: names.and_then(|names| self.hashed.get(&names.hashed)),
        }
    }
}

/// Models by the names of their files in the folder of `path`.
fn read_once<'a, M>(
    path: &Path,
    files: impl Iterator<Item = &'a String>,
    read: impl Fn(&[u8]) -> Result<M, ModelError>,
) -> anyhow::Result<BTreeMap<String, M>> {
    let mut models = BTreeMap::new();
    for file in files {
        if !models.contains_key(file) {
            let file_path = path.with_file_name(file);
            let name = || file_path.display().to_string();
            let model = read(&std::fs::read(&file_path).with_context(name)?);
            models.insert(file.clone(), model.with_context(name)?);
        }
    }
    Ok(models)
}

fn page_rows(
    set: &Set,
    gold: &Gold,
    rows: Rows,
    models: Option<&PageModels>,
) -> anyhow::Result<RowGroup> {
    let bytes = set.page(gold)?;
    let page = Page::new(&gold.decode(&bytes), gold.url.as_deref());
    let name = format!("{}/{}", set.name, gold.id);
    let models = models.map_or_else(RowModels::default, |models| models.of(&name));
    if rows == Rows::Pages {
        let numbers = training::page_row(&page, &models).into_iter().map(|value| vec![value]);
        let texts = texts(set, gold, 1);
        return Ok(RowGroup { texts, numbers: numbers.collect(), lists: Vec::new() });
    }
    let [labels, optional] = labels_of(&page, gold)?;
    let tokens = page.blocks().iter().map(|block| block.tokens as f32).collect();
    let texts = texts(set, gold, page.blocks().len());
    if rows == Rows::Signs {
        let unknown = vec![f32::NAN; page.blocks().len()];
        let numbers = vec![labels, optional, tokens, unknown.clone(), unknown];
        return Ok(RowGroup { texts, numbers, lists: vec![training::hashed(&page)] });
    }
    let found = training::rows(&page, &models);
    let mut numbers = vec![labels, optional, tokens, found.closed, found.alike];
    let is_wanted = |(_, column): &(usize, &Column)| rows != Rows::First || column.is_early();
    for (place, _) in COLUMNS.iter().enumerate().filter(is_wanted) {
        numbers.push(found.values.iter().skip(place).step_by(COLUMNS.len()).copied().collect());
    }
    Ok(RowGroup { texts, numbers, lists: Vec::new() })
}

/// A page that teaches nothing about its blocks.
#[derive(Debug)]
struct TooLarge(String);

impl std::error::Error for TooLarge {}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: left out, too large to be aligned with its gold", self.0)
    }
}

/// The shares of each block of a page that are main text, and that are optional.
fn labels_of(page: &Page, gold: &Gold) -> anyhow::Result<[Vec<f32>; 2]> {
    let content = gold.content.as_deref().unwrap_or_default();
    let labels = labels::labels(page, content).and_then(|labels| {
        let optional = labels::optional_labels(page, &labels, &gold.optional)?;
        Some([labels, optional])
    });
    labels.ok_or_else(|| TooLarge(gold.id.clone()).into())
}

/// A row for each set of blocks that may be kept, by the model that has not seen the site.
fn cut_rows(set: &Set, gold: &Gold, folds: &Folds) -> anyhow::Result<RowGroup> {
    let page = Page::new(&gold.decode(&set.page(gold)?), gold.url.as_deref());
    let [labels, optional] = labels_of(&page, gold)?;
    let labels = labels.into_iter().zip(optional);
    let amounts: Vec<[f32; 2]> = (page.blocks().iter().zip(labels))
        .map(|(block, (main, optional))| {
            let tokens = block.tokens.max(1) as f32;
            [main * tokens, (1.0 - optional).max(main) * tokens]
        })
        .collect();
    let all_main: f32 = amounts.iter().map(|[main, _]| main).sum();
    let rows = training::cut_rows(&page, folds.model(&set.name, &gold.id)?);
    let mut numbers = vec![Vec::new(); CUT_NUMBERS.len() + CUT_COLUMNS.len()];
    let count = rows.len();
    for (blocks, row) in rows {
        let [main, counted] =
            [0, 1].map(|which| blocks.iter().map(|block| amounts[*block][which]).sum());
        push(&mut numbers, [main, counted, all_main].into_iter().chain(row));
    }
    Ok(RowGroup { texts: texts(set, gold, count), numbers, lists: Vec::new() })
}

/// A row for each candidate of some fields, by the model that has not seen the site.
fn candidate_rows(
    set: &Set,
    gold: &Gold,
    folds: &Folds,
    of: CandidateRows,
) -> anyhow::Result<RowGroup> {
    let mut extractor = Extractor::default();
    extractor.set_model(Some(Arc::clone(folds.model(&set.name, &gold.id)?)));
    let info = PageInfo::new().url(gold.url.as_deref());
    let mut rows = extractor.candidate_rows(&set.page(gold)?, &info, of);
    rows.retain(|(field, ..)| teaches(gold, field));
    let mut numbers = vec![Vec::new(); FIELD_NUMBERS.len() + of.columns().len()];
    let count = rows.len();
    for (field, value, row) in rows {
        let place = FIELDS.iter().position(|other| *other == field).unwrap_or(0) as f32;
        let is_right = score::field(gold, field, &value).given_is_right == Some(true);
        let values = [place, f32::from(u8::from(is_right))].into_iter().chain(row);
        push(&mut numbers, values);
    }
    Ok(RowGroup { texts: texts(set, gold, count), numbers, lists: Vec::new() })
}

/// True if a page has a value for a field, or says that it shows none.
fn teaches(gold: &Gold, field: &str) -> bool {
    score::field(gold, field, "?").given_is_right.is_some()
}

/// The numbers of other pages that templates are learned from for training.
const TEMPLATE_PAGES: [usize; 4] = [2, 5, 20, 50];

/// The rows of a page with the columns of its site, by templates of several numbers of pages.
fn site_rows(
    set: &Set,
    gold: &Gold,
    sites: &Sites,
    folds: Option<&Folds>,
) -> Vec<anyhow::Result<RowGroup>> {
    let numbers = TEMPLATE_PAGES.into_iter().filter(|pages| *pages <= sites.count(gold));
    let templates = numbers.map(|pages| sites.template(gold, pages));
    templates
        .filter_map(|template| template_rows(set, gold, &template, folds).transpose())
        .collect()
}

/// The rows of a page by one template; `None` if it does not fit.
fn template_rows(
    set: &Set,
    gold: &Gold,
    template: &SiteTemplate,
    folds: Option<&Folds>,
) -> anyhow::Result<Option<RowGroup>> {
    let page = Page::new(&gold.decode(&set.page(gold)?), gold.url.as_deref());
    let model = sites::model_of(folds, set, gold)?;
    let Some(rows) = training::site_rows(&page, model, template) else {
        return Ok(None);
    };
    let [labels, optional] = labels_of(&page, gold)?;
    let mut numbers = vec![Vec::new(); NUMBERS.len() + SITE_COLUMNS.len()];
    for (block, values) in &rows {
        let tokens = page.blocks()[*block].tokens as f32;
        let row = [labels[*block], optional[*block], tokens, f32::NAN, f32::NAN];
        push(&mut numbers, row.into_iter().chain(values.iter().copied()));
    }
    Ok(Some(RowGroup { texts: texts(set, gold, rows.len()), numbers, lists: Vec::new() }))
}

/// Appends a row to columns.
fn push(columns: &mut [Vec<f32>], row: impl Iterator<Item = f32>) {
    columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
}

fn texts(set: &Set, gold: &Gold, count: usize) -> Vec<Vec<String>> {
    let (lang, kind) = (gold.lang.as_deref(), gold.kind.as_deref());
    [&set.name, &gold.id, lang.unwrap_or(""), kind.unwrap_or("")]
        .map(|text| vec![text.to_owned(); count])
        .to_vec()
}

fn append(rows: &mut RowGroup, page: RowGroup) {
    for (all, new) in rows.texts.iter_mut().zip(page.texts) {
        all.extend(new);
    }
    for (all, new) in rows.numbers.iter_mut().zip(page.numbers) {
        all.extend(new);
    }
    for (all, new) in rows.lists.iter_mut().zip(page.lists) {
        all.extend(new);
    }
}
