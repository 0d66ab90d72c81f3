//! `zhengwen columns`: the training rows of labelled pages.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use rayon::prelude::*;
use zhengwen::learn::{self, COLUMNS, labels};
use zhengwen::linear::Linear;
use zhengwen::page::Page;
use zhengwen_io::table::{RowGroup, TableWriter};

use super::data::{self, Gold, Set};
use crate::arguments::ColumnsArguments;
use crate::status::{Status, complain};

/// Columns of text before those of numbers: which page a row is of.
const TEXTS: [&str; 5] = ["set", "page", "site", "lang", "type"];
/// Numbers before the table's columns: the label, and the weight of the block.
const NUMBERS: [&str; 2] = ["label", "block_tokens"];

/// Writes a row for every text block of every labelled page.
pub(crate) fn run(arguments: &ColumnsArguments) -> anyhow::Result<Status> {
    let (Some(folder), Some(output)) = (&arguments.data, &arguments.output) else {
        return list();
    };
    let name = || output.display().to_string();
    let mut numbers: Vec<&str> = NUMBERS.to_vec();
    if !arguments.signs {
        numbers.extend(COLUMNS.iter().map(|column| column.name));
    }
    let lists: &[&str] = if arguments.signs { &["signs"] } else { &[] };
    let models = arguments.sign_models.as_deref().map(SignModels::read).transpose()?;
    let mut writer = TableWriter::create(output, &TEXTS, &numbers, lists).with_context(name)?;
    let mut status = Status::Done;
    for set in data::sets(folder, &arguments.sets)? {
        let pages: Vec<anyhow::Result<RowGroup>> = set
            .gold
            .par_iter()
            .map(|gold| page_rows(&set, gold, arguments.signs, models.as_ref()))
            .collect();
        let mut rows = RowGroup {
            texts: vec![Vec::new(); TEXTS.len()],
            numbers: vec![Vec::new(); numbers.len()],
            lists: vec![Vec::new(); lists.len()],
        };
        for page in pages {
            match page {
                Ok(page) => append(&mut rows, page),
                Err(error) => {
                    complain(&format!("{}: {error:#}", set.name));
                    status = Status::SomeFailed;
                }
            }
        }
        writer.write(&rows).with_context(name)?;
    }
    writer.finish().with_context(name)?;
    Ok(status)
}

fn list() -> anyhow::Result<Status> {
    let mut out = io::stdout().lock();
    for column in COLUMNS {
        writeln!(out, "{:20} {:8} {}", column.name, column.unit, column.doc)?;
    }
    Ok(Status::Done)
}

/// Which sparse model scores which page.
struct SignModels {
    of_page: BTreeMap<String, String>,
    models: BTreeMap<String, Linear>,
}

impl SignModels {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let of_page: BTreeMap<String, String> =
            serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let mut models = BTreeMap::new();
        for file in of_page.values() {
            if !models.contains_key(file) {
                let file_path = path.with_file_name(file);
                let name = || file_path.display().to_string();
                let model = Linear::read(&std::fs::read(&file_path).with_context(name)?);
                models.insert(file.clone(), model.with_context(name)?);
            }
        }
        Ok(Self { of_page, models })
    }

    fn of(&self, page: &str) -> Option<&Linear> {
        self.models.get(self.of_page.get(page)?)
    }
}

fn page_rows(
    set: &Set,
    gold: &Gold,
    with_signs: bool,
    models: Option<&SignModels>,
) -> anyhow::Result<RowGroup> {
    let bytes = set.page(gold)?;
    let page = Page::new(&gold.decode(&bytes), gold.url.as_deref());
    let labels = labels::labels(&page, &gold.content)
        .with_context(|| format!("{}: too large to be aligned with its gold", gold.id))?;
    let count = page.blocks().len();
    let site = gold.site.clone().or_else(|| gold.url.clone()).unwrap_or_else(|| gold.id.clone());
    let text = |value: &Option<String>| vec![value.clone().unwrap_or_default(); count];
    let texts = vec![
        vec![set.name.clone(); count],
        vec![gold.id.clone(); count],
        vec![site; count],
        text(&gold.lang),
        text(&gold.kind),
    ];
    let tokens = page.blocks().iter().map(|block| block.tokens as f32).collect();
    let mut numbers = vec![labels, tokens];
    if with_signs {
        return Ok(RowGroup { texts, numbers, lists: vec![learn::signs(&page)] });
    }
    let model = models.and_then(|models| models.of(&format!("{}/{}", set.name, gold.id)));
    let rows = learn::rows(&page, model);
    for column in 0..COLUMNS.len() {
        numbers.push(rows.iter().skip(column).step_by(COLUMNS.len()).copied().collect());
    }
    Ok(RowGroup { texts, numbers, lists: Vec::new() })
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
