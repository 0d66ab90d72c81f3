//! The page's own text, one block per line, coloured by the method's scores, and the reasons as
//! data that the report's script shows when a block is selected.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::Report;
use super::words::Words;
use crate::auto::{COLUMNS, CORRECTIONS};
use crate::extract::BlockTrace;
use crate::methods::Method;
use crate::text::escape::escaped;

/// The number of blocks that the browser lays out together when they come into view.
const TOGETHER: usize = 40;

/// The number of colour levels.
const LEVELS: f32 = 10.0;

/// Writes the blocks.
pub(super) fn draw(report: &Report, out: &mut String, words: &Words) {
    let scale = Scores::of(report);
    let _ = write!(
        out,
        "<div id=\"blocks\" role=\"listbox\" tabindex=\"0\" aria-label=\"{}\">",
        escaped(words.text)
    );
    for (at, block) in report.blocks_of_trace().iter().enumerate() {
        if at % TOGETHER == 0 {
            out.push_str(if at == 0 { "" } else { "</div>" });
            out.push_str("<div class=\"chunk\" role=\"presentation\">\n");
        }
        let facts = report.blocks.get(at);
        let level = (scale.share(block.score) * LEVELS).round() as u32;
        let kept = if block.kept { 'k' } else { 'd' };
        let heading = if facts.is_some_and(|facts| facts.is_heading) { " h" } else { "" };
        let hidden = if facts.is_some_and(|facts| facts.is_hidden) { " x" } else { "" };
        let _ = writeln!(
            out,
            "<div class=\"b {kept} p{level}{heading}{hidden}\" role=\"option\" aria-selected=\"false\" id=\"b{at}\">{}</div>",
            escaped(&block.text)
        );
    }
    out.push_str(if report.blocks_of_trace().is_empty() { "</div>" } else { "</div></div>" });
}

/// The meaning of the scores.
pub(super) struct Scores {
    most: f32,
    pub(super) is_probability: bool,
}

impl Scores {
    pub(super) fn of(report: &Report) -> Self {
        let is_probability = report.extraction.method == Method::Auto;
        let scores = report.blocks_of_trace().iter().map(|block| block.score);
        let most = if is_probability { 1.0 } else { scores.fold(0.0, f32::max) };
        Self { most, is_probability }
    }

    /// A score as a share of the highest: 1 for probabilities, else the highest on the page.
    fn share(&self, score: f32) -> f32 {
        if self.most > 0.0 { (score / self.most).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// The data of the report's script, as JSON that is safe in a script element. Names, paths and
/// columns are listed once and referred to by number.
pub(super) fn data(report: &Report, words: &Words) -> String {
    let mut paths = Numbers::default();
    let mut columns = Numbers::default();
    // As text at once: a tree of values of many blocks takes much memory.
    let blocks = report.blocks_of_trace().iter().enumerate().map(|(at, block)| {
        block_data(report, at, block, &mut paths, &mut columns, words).to_string()
    });
    let blocks = blocks.collect::<Vec<_>>().join(",");
    let columns = columns.names.iter().map(|name| {
        let column = COLUMNS.iter().chain(CORRECTIONS).find(|column| column.name == *name);
        json!([
            name,
            column.map_or(*name, |column| words.column(column)),
            column.map_or("", |c| unit(words, c.unit)),
            column.map_or(*name, |column| words.reason(column, true)),
            column.map_or(*name, |column| words.reason(column, false))
        ])
    });
    let methods = report.methods.iter().map(|answer| {
        let curve = answer.curves.last();
        json!([answer.name, curve.map_or("", |curve| unit(words, curve.unit))])
    });
    let data = json!({
        "paths": paths.names,
        "columns": columns.collect::<Vec<_>>(),
        "methods": methods.collect::<Vec<_>>(),
        "words": words.of_script(),
        "isProbability": Scores::of(report).is_probability,
    });
    let mut data = data.to_string();
    data.truncate(data.len().saturating_sub(1));
    let _ = write!(data, ",\"blocks\":[{blocks}]}}");
    // No text of the page may end the script element or begin a comment in it.
    data.replace('<', "\\u003c")
}

/// A unit in the form that the script knows; these units it formats specially.
fn unit<'a>(words: &Words, unit: &'a str) -> &'a str {
    if ["1", "0/1", "log2", "log odds"].contains(&unit) { unit } else { words.of(unit) }
}

/// `[path, score, kept by, scores of methods, characters, characters in links, reasons, decided
/// by]`. A reason is three numbers: column, value, log odds. `decided by` is empty if the method
/// decided.
fn block_data<'a>(
    report: &'a Report,
    at: usize,
    block: &'a BlockTrace,
    paths: &mut Numbers<'a>,
    columns: &mut Numbers<'a>,
    words: &Words,
) -> Value {
    let kept = report.methods.iter().map(|answer| u8::from(answer.kept.get(at) == Some(&true)));
    let scores = report.methods.iter().map(|answer| short(answer.score.get(at).copied()));
    let reasons = block.reasons.iter().flat_map(|reason| {
        [json!(columns.of(&reason.column)), short(reason.value), short(Some(reason.log_odds))]
    });
    let facts = report.blocks.get(at);
    json!([
        paths.of(&block.path),
        short(Some(block.score)),
        kept.collect::<Vec<_>>(),
        scores.collect::<Vec<_>>(),
        facts.map_or(0, |facts| facts.characters),
        facts.map_or(0, |facts| facts.link_characters),
        reasons.collect::<Vec<_>>(),
        words.decided_by(block.decided_by),
    ])
}

/// A number rounded to three decimals.
fn short(value: Option<f32>) -> Value {
    value.map_or(Value::Null, |value| json!((f64::from(value) * 1000.0).round() / 1000.0))
}

/// Assigns numbers to names in order of appearance.
#[derive(Default)]
struct Numbers<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Numbers<'a> {
    fn of(&mut self, name: &'a str) -> usize {
        let names = &mut self.names;
        *self.numbers.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        })
    }
}

impl Report {
    pub(super) fn blocks_of_trace(&self) -> &[BlockTrace] {
        self.extraction.trace.as_ref().map_or(&[], |trace| &trace.blocks)
    }
}
