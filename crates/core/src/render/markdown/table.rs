//! Tables in Markdown: one row per line, the blocks of a cell separated by `<br>`.

use super::inline::Inline;
use super::signs::wrapped;
use crate::render::events::{Alignment, Element, Event};

/// A table as Markdown.
pub(super) struct Table {
    pub(super) caption: Option<String>,
    pub(super) lines: String,
}

/// The maximum number of empty cells that fill spans, for each cell of the table.
const MOST_FILLED: usize = 4;

/// The table whose start event is at `start`.
pub(super) fn table(events: &[Event], ends: &[usize], start: usize) -> Table {
    let mut caption = None;
    let mut rows: Vec<Vec<String>> = Vec::new();
    // The header cells of the first row, and its others that are not empty.
    let (mut headers, mut others) = (0, 0);
    // For each column, the number of further rows that a cell above reaches into.
    let mut reaching: Vec<u16> = Vec::new();
    let cells = events[start..ends[start]]
        .iter()
        .filter(|event| matches!(event, Event::Start(Element::Cell { .. })))
        .count();
    // Of each column's first cell below the header that has one, or of the header.
    let mut alignments: Vec<(Option<Alignment>, bool)> = Vec::new();
    let mut budget = cells.saturating_mul(MOST_FILLED) + 64;
    let mut at = start + 1;
    while at < ends[start] {
        match &events[at] {
            Event::Start(Element::Caption) => {
                let line = Inline::new(events, ends, true).write(at + 1..ends[at]);
                caption = Some(wrapped("*", "em", &line.replace("<br>", " ")))
                    .filter(|line| line.len() > 2);
                at = ends[at];
            }
            Event::Start(Element::Row) => rows.push(Vec::new()),
            Event::Start(Element::Cell { is_header, columns, rows: spanned, alignment }) => {
                if rows.is_empty() {
                    rows.push(Vec::new());
                }
                let rows_before = rows.len() - 1;
                let Some(row) = rows.last_mut() else { break };
                fill_from_above(row, &mut reaching, &mut budget);
                let column = row.len();
                if alignments.len() <= column {
                    alignments.resize(column + 1, (None, false));
                }
                if let (Some(side), (_, false)) = (alignment, alignments[column]) {
                    alignments[column] = (Some(*side), rows_before > 0);
                }
                row.push(cell(events, ends, at));
                if rows_before == 0 {
                    headers += usize::from(*is_header);
                    others += usize::from(!is_header && !row[column].is_empty());
                }
                for _ in 1..*columns {
                    if budget > 0 {
                        budget -= 1;
                        row.push(String::new());
                    }
                }
                if *spanned > 1 {
                    reaching.resize(reaching.len().max(row.len()), 0);
                    reaching[column..row.len()].fill(*spanned - 1);
                }
                at = ends[at];
            }
            _ => {}
        }
        at += 1;
    }
    Table { caption, lines: lines(&rows, headers > 0 && others == 0, &alignments) }
}

/// Adds empty cells where cells of rows above reach down.
fn fill_from_above(row: &mut Vec<String>, reaching: &mut [u16], budget: &mut usize) {
    while let Some(left) = reaching.get_mut(row.len()).filter(|left| **left > 0) {
        if *budget == 0 {
            return;
        }
        *left -= 1;
        *budget -= 1;
        row.push(String::new());
    }
}

fn lines(
    rows: &[Vec<String>],
    has_header: bool,
    alignments: &[(Option<Alignment>, bool)],
) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let line = |row: &[String]| format!("| {} |", row.join(" | "));
    let mut out: Vec<String> = Vec::with_capacity(rows.len() + 2);
    let mut rest = rows;
    // A table needs a header with all columns.
    let mut header = vec![String::new(); columns];
    if let Some((first, others)) = rows.split_first().filter(|_| has_header) {
        for (place, cell) in header.iter_mut().zip(first) {
            place.clone_from(cell);
        }
        rest = others;
    }
    out.push(line(&header));
    let rule = |column: usize| match alignments.get(column).and_then(|(side, _)| *side) {
        None => " --- |",
        Some(Alignment::Left) => " :-- |",
        Some(Alignment::Center) => " :-: |",
        Some(Alignment::Right) => " --: |",
    };
    out.push(format!("|{}", (0..columns).map(rule).collect::<String>()));
    out.extend(rest.iter().map(|row| line(row)));
    out.join("\n")
}

/// The blocks of a cell on one line.
fn cell(events: &[Event], ends: &[usize], start: usize) -> String {
    let mut out = String::new();
    let mut numbers: Vec<Option<u32>> = Vec::new();
    let mut mark = String::new();
    let mut at = start + 1;
    while at < ends[start] {
        match &events[at] {
            Event::Start(element) if element.is_line() => {
                let line = Inline::new(events, ends, true).write(at + 1..ends[at]);
                if !out.is_empty() {
                    out.push_str("<br>");
                }
                out.push_str(&std::mem::take(&mut mark));
                out.push_str(&line);
                at = ends[at];
            }
            Event::Start(Element::List { start }) => numbers.push(*start),
            Event::Start(Element::Item) => {
                mark = match numbers.last_mut() {
                    Some(Some(number)) => {
                        *number = number.saturating_add(1);
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
            }
            Event::Code(code) => {
                let lines: Vec<String> = code.text.lines().map(code_line).collect();
                out.push_str(if out.is_empty() { "" } else { "<br>" });
                out.push_str(&lines.join("<br>"));
            }
            Event::Image(_) | Event::Embedded(_) | Event::Formula { .. } => {
                out.push_str(&Inline::new(events, ends, true).write(at..at + 1));
            }
            _ => {}
        }
        at += 1;
    }
    out
}

/// A line of code in a cell. Two signs without anything between would begin another code.
fn code_line(line: &str) -> String {
    match line.trim().is_empty() {
        true => String::new(),
        false => format!("`{}`", line.replace('|', "\\|").replace('`', "'")),
    }
}
