//! Methods measured on labelled pages.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use zhengwen::{Extractor, Method, MethodOptions, Options, PageInfo};
use zhengwen_io::output::PartialFile;

use crate::Status;
use crate::data::{self, Gold, Set};
use crate::figures::{Figures, Row};
use crate::floors::Floors;
use crate::folds::Folds;
use crate::methods::{self, MeasuredMethod, names};
use crate::reliability::Reliability;
use crate::score::{self, Prediction, Scores, TextScores};
use crate::sites::{Beside, Sites};
use crate::{punctuation, rules};

#[derive(Debug, Args)]
pub(crate) struct EvalArguments {
    /// A labelled set (gold.jsonl next to pages/), or a folder of sets
    #[arg(value_name = "DATA_DIR")]
    pub(crate) data: PathBuf,
    /// Only the set of this name (repeatable)
    #[arg(long = "set", value_name = "NAME")]
    pub(crate) sets: Vec<String>,
    /// Methods to measure, or all (repeatable); auto-site is auto with a template learned from other
    /// pages of the site. A method that needs other pages of the site is measured on the pages that have
    /// some in the set
    #[arg(short, long = "method", value_name = "METHOD", default_value = "auto", value_parser = names())]
    pub(crate) methods: Vec<String>,
    /// Set an option of a method (repeatable)
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) options: Vec<(String, String)>,
    /// Also a row for every value of this field
    #[arg(long, value_enum)]
    pub(crate) by: Option<Group>,
    /// Also the N pages with the lowest F1
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) worst: usize,
    /// Write the predictions to DIR/SET.METHOD.jsonl
    #[arg(long, value_name = "DIR")]
    pub(crate) predictions: Option<PathBuf>,
    /// Print one JSON object a row
    #[arg(long)]
    pub(crate) json: bool,
    /// Compare with the pinned figures of this file; exit code 1 when one is below
    #[arg(long, value_name = "FLOORS.toml")]
    pub(crate) floors: Option<PathBuf>,
    /// Measure auto by the models that a training left in this folder, each page by the one that has
    /// seen no page of its site
    #[arg(long, value_name = "DIR")]
    pub(crate) cross_validated: Option<PathBuf>,
    /// Learn the templates of auto-site and site-template from at most this many other pages of the site
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) site_pages: usize,
    /// Only about this many pages of each set, equally many of each site
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Render each page first in a headless Chromium, from its bytes and with the network off
    #[arg(long)]
    pub(crate) render: bool,
    /// The same, without looking at the boxes
    #[arg(long)]
    pub(crate) render_without_boxes: bool,
    /// Also how close the confidence is to the measured F1, over all sets
    #[arg(long)]
    pub(crate) reliability: bool,
    /// Instead of methods, measure how punctuation marks spread (table 1 of punctuation-path's paper)
    #[arg(long)]
    pub(crate) punctuation: bool,
    /// Instead of methods, measure what each rule gains that completes or trims the text of auto
    #[arg(long)]
    pub(crate) rules: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Group {
    Site,
    Lang,
    Type,
}

/// A setting, if some method has such an option.
fn setting(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = text.split_once('=').context("not NAME=VALUE")?;
    MethodOptions::default().set(name, value)?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Measures and prints; compares with the floors when asked to.
pub(crate) fn run(arguments: &EvalArguments) -> anyhow::Result<Status> {
    let mut sets = data::sets(&arguments.data, &arguments.sets)?;
    for set in &mut sets {
        arguments.sample.inspect(|count| set.sample(*count));
        if arguments.render || arguments.render_without_boxes {
            set.render(!arguments.render_without_boxes)?;
        }
    }
    let mut out = io::stdout().lock();
    if arguments.punctuation {
        return punctuation::run(&sets, &mut out);
    }
    if arguments.rules {
        return rules::run(&sets, arguments.worst, &mut out);
    }
    let mut options = MethodOptions::default();
    for (name, value) in &arguments.options {
        options.set(name, value)?;
    }
    let folds = arguments.cross_validated.as_deref().map(Folds::read).transpose()?;
    let floors = arguments.floors.as_deref().map(Floors::read).transpose()?;
    let mut status = Status::Done;
    let (mut measured, mut reliability) = (Vec::new(), Reliability::default());
    for set in &sets {
        for method in methods::of_names(&arguments.methods) {
            let beside = Beside::of(method, arguments.site_pages);
            let pages = measure(set, method, beside, &options, folds.as_ref())?;
            if pages.is_empty() {
                continue;
            }
            if let Some(folder) = &arguments.predictions {
                let predictions = pages.iter().map(|page| &page.prediction);
                write_predictions(folder, &set.name, method.name, predictions)?;
            }
            for page in &pages {
                if let (Some(confidence), Some(text)) =
                    (page.prediction.confidence, page.scores.text)
                {
                    reliability.add(confidence, text.f1);
                }
            }
            let pages: Vec<(&Gold, Scores)> =
                pages.into_iter().map(|page| (page.gold, page.scores)).collect();
            let figures = print_rows(&mut out, arguments, set, method, &pages)?;
            measured.push((set.name.clone(), method.name, figures));
        }
    }
    if arguments.reliability {
        write!(out, "{reliability}")?;
    }
    if let Some(floors) = floors {
        for failure in floors.failures(&measured) {
            eprintln!("{failure}");
            status = Status::SomeFailed;
        }
    }
    Ok(status)
}

/// A page, the answer for it, and its scores.
struct Measured<'a> {
    gold: &'a Gold,
    prediction: Prediction,
    scores: Scores,
}

/// Extracts and scores every page of a set that the method can judge, in the order of the gold;
/// `auto` by the model of the page's fold where folds are given.
fn measure<'a>(
    set: &'a Set,
    method: MeasuredMethod,
    beside: Beside,
    options: &MethodOptions,
    folds: Option<&Folds>,
) -> anyhow::Result<Vec<Measured<'a>>> {
    let sites = Sites::of(set, beside, folds)?;
    let pages: Vec<&Gold> = set.gold.iter().filter(|gold| sites.measures(gold)).collect();
    let extractor =
        || Extractor::new(Options::new().method(method.method).method_options(options.clone()));
    pages
        .into_par_iter()
        .map_init(extractor, |extractor, gold| {
            if let Some(folds) = folds.filter(|_| method.method == Method::Auto) {
                extractor.set_model(Some(Arc::clone(folds.model(&set.name, &gold.id)?)));
            }
            let site = sites.knowledge(gold);
            let info = PageInfo::new().url(gold.url.as_deref()).site(&site);
            let extraction = match set.rendered(gold) {
                None => extractor.extract(&set.page(gold)?, &info),
                Some(page) => extractor.extract(page, &info),
            };
            let mut prediction = Prediction {
                id: gold.id.clone(),
                text: extraction.text,
                kind: extraction.kind,
                title: extraction.title,
                author: extraction.author,
                source: extraction.source,
                editor: extraction.editor,
                date: extraction.publish_date,
                product: extraction.product,
                confidence: extraction.confidence,
                f1: None,
            };
            let scores = score::score(gold, &prediction);
            prediction.f1 = scores.text.map(|text| text.f1);
            Ok(Measured { gold, prediction, scores })
        })
        .collect()
}

fn write_predictions<'a>(
    folder: &Path,
    set: &str,
    method: &str,
    predictions: impl Iterator<Item = &'a Prediction>,
) -> anyhow::Result<()> {
    let path = folder.join(format!("{set}.{method}.jsonl"));
    let name = || path.display().to_string();
    std::fs::create_dir_all(folder).with_context(name)?;
    let mut file = PartialFile::create(&path).with_context(name)?;
    for prediction in predictions {
        serde_json::to_writer(&mut file, prediction)?;
        writeln!(file)?;
    }
    file.finish().with_context(name)
}

#[derive(Serialize)]
struct JsonRow<'a> {
    set: &'a str,
    method: &'a str,
    group: &'a str,
    #[serde(flatten)]
    figures: &'a Figures,
}

fn print_rows(
    out: &mut impl Write,
    arguments: &EvalArguments,
    set: &Set,
    method: MeasuredMethod,
    pages: &[(&Gold, Scores)],
) -> anyhow::Result<Figures> {
    let mut groups: BTreeMap<String, Vec<&Scores>> = BTreeMap::new();
    if let Some(by) = arguments.by {
        for (gold, scores) in pages {
            groups.entry(group_of(gold, by)).or_default().push(scores);
        }
    }
    let all = Figures::mean(pages.iter().map(|(_, scores)| scores));
    let rows = std::iter::once(("all".to_owned(), all.clone()))
        .chain(groups.into_iter().map(|(name, rows)| (name, Figures::mean(rows.into_iter()))));
    for (group, figures) in rows {
        if arguments.json {
            let row =
                JsonRow { set: &set.name, method: method.name, group: &group, figures: &figures };
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            let row = Row { set: &set.name, method: method.name, group: &group, figures: &figures };
            writeln!(out, "{row}")?;
        }
    }
    let mut worst: Vec<(&str, TextScores)> =
        pages.iter().filter_map(|(gold, scores)| Some((gold.id.as_str(), scores.text?))).collect();
    worst.sort_by(|a, b| a.1.f1.total_cmp(&b.1.f1).then_with(|| a.0.cmp(b.0)));
    for (id, text) in worst.into_iter().take(arguments.worst) {
        let TextScores { precision, recall, f1 } = text;
        writeln!(out, "  {id}  P {precision:.3} R {recall:.3} F1 {f1:.3}")?;
    }
    Ok(all)
}

fn group_of(gold: &Gold, by: Group) -> String {
    let value = match by {
        Group::Site => &gold.site,
        Group::Lang => &gold.lang,
        Group::Type => &gold.kind,
    };
    value.clone().unwrap_or_else(|| "None".to_owned())
}
