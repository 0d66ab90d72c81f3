//! The method of the post 无关标签的一般长文本网页正文内容抽取.
//!
//! With the tags taken out, main text is a run of consecutive lines with many characters. The
//! printed loop has slips (the one-line test measures an undefined `a`, the last run is never
//! stored, a run's line count is reset at its first blank line); this is its evident intent.

mod rendered;

use std::ops::Range;

use super::options::LineDensityOptions;
use super::trace::{Curve, MethodTrace};
use super::verdict::Verdict;
use crate::page::Page;
use crate::page::lines::{Line, Lines, lines};

/// Judges a page by the density of its lines.
pub(super) fn judge(
    page: &Page,
    options: &LineDensityOptions,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    if options.rendered {
        return rendered::judge(page, options, trace);
    }
    let Lines { lines, spans } = lines(page);
    let mut runs = Runs::new(options);
    for line in &lines {
        runs.line(line);
    }
    let run = runs.best();
    let chosen = &spans[run.spans.clone()];
    let verdict = Verdict::from_spans(page, chosen.to_vec(), |index| {
        let node = page.texts()[index].node;
        let is_chosen = chosen.binary_search_by_key(&node, |span| span.node).is_ok();
        if is_chosen { run.characters as f32 } else { 0.0 }
    });
    if let Some(trace) = trace {
        let characters = lines.iter().map(|line| line.characters);
        trace.curves.push(curve(characters, options, run.lines));
    }
    verdict
}

/// The characters of each line, and the lines that were chosen.
fn curve(
    characters: impl Iterator<Item = u32>,
    options: &LineDensityOptions,
    chosen: Range<usize>,
) -> Curve {
    Curve {
        name: "characters of lines",
        x: "line",
        unit: "characters",
        values: characters.map(|count| count as f32).collect(),
        thresholds: vec![("density", options.density as f32)],
        chosen: if chosen.is_empty() { Vec::new() } else { vec![chosen] },
    }
}

/// A run of lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Run {
    /// Their numbers.
    lines: Range<usize>,
    /// Their pieces of text, as a range of [`Lines::spans`].
    spans: Range<usize>,
    filled_lines: u32,
    characters: u32,
    longest_line: u32,
}

/// Gathers lines, one after the other, into runs.
struct Runs<'o> {
    options: &'o LineDensityOptions,
    best: Option<Run>,
    run: Run,
    blank_lines: u32,
    /// How many lines there were.
    count: usize,
}

impl<'o> Runs<'o> {
    fn new(options: &'o LineDensityOptions) -> Self {
        Self { options, best: None, run: Run::default(), blank_lines: 0, count: 0 }
    }

    /// Adds a line.
    fn line(&mut self, line: &Line) {
        self.count += 1;
        if line.is_blank() {
            self.blank_lines += 1;
            if self.blank_lines > self.options.gap {
                self.close();
            }
            return;
        }
        self.blank_lines = 0;
        if self.run.filled_lines == 0 {
            self.run.lines.start = self.count - 1;
            self.run.spans.start = line.spans.start;
        }
        self.run.lines.end = self.count;
        self.run.spans.end = line.spans.end;
        let characters = if self.options.trim { line.characters } else { line.length };
        self.run.filled_lines += 1;
        self.run.characters = self.run.characters.saturating_add(characters);
        self.run.longest_line = self.run.longest_line.max(characters);
    }

    fn close(&mut self) {
        let run = std::mem::take(&mut self.run);
        let is_better = |best: &Run| run.characters > best.characters;
        if counts(&run, self.count == 1, self.options) && self.best.as_ref().is_none_or(is_better) {
            self.best = Some(run);
        }
    }

    /// The longest run, in characters, that has enough lines and characters; the first of equals, and an empty one
    /// when there is none.
    fn best(mut self) -> Run {
        self.close();
        self.best.unwrap_or_default()
    }
}

fn counts(run: &Run, is_only_line: bool, options: &LineDensityOptions) -> bool {
    let enough = options.threshold.saturating_mul(options.density);
    let has_long_line = options.long_line > 0 && run.longest_line >= options.long_line;
    let has_lines = run.filled_lines >= options.threshold || is_only_line;
    run.filled_lines > 0 && (has_long_line || has_lines && run.characters >= enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], options: &LineDensityOptions, expected: &str) {
        let page = Page::new(&format!("<body>{}", lines.join("\n")), None);
        let verdict = judge(&page, options, None);
        let part = |span: &_| {
            super::super::verdict::part_of(page.document().text(page.texts()[0].node), *span)
        };
        let chosen: Vec<&str> =
            verdict.spans.iter().map(part).filter(|p| !p.trim().is_empty()).collect();
        assert_eq!(chosen.join("|"), expected);
    }

    const LONG: &str = "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十";

    #[test]
    fn keeps_the_longest_run() {
        let text = [LONG; 5].join("|");
        let mut lines = vec!["菜单", "", "", "", ""];
        lines.extend([LONG, LONG, "", "", "", LONG, LONG, LONG]);
        lines.extend(["", "", "", "", "版权"]);
        check(&lines, &LineDensityOptions::default(), &text);
    }

    #[test]
    fn short_runs_do_not_count_and_the_last_run_does() {
        check(&[LONG, LONG, "", "", "", ""], &LineDensityOptions::default(), "");
        check(
            &["x", "", "", "", "", LONG, LONG, LONG, LONG, LONG],
            &LineDensityOptions::default(),
            &[LONG; 5].join("|"),
        );
        let options = LineDensityOptions { long_line: 50, trim: true, ..Default::default() };
        check(&[LONG, "", "", "", "", "x"], &options, LONG);
    }

    #[test]
    fn a_page_of_one_line() {
        let line = LONG.repeat(5);
        check(&[&line], &LineDensityOptions::default(), &line);
        check(&[LONG], &LineDensityOptions::default(), "");
    }
}
