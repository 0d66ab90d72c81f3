//! Seed 003: 无关标签的一般长文本网页正文内容抽取.
//!
//! With the tags taken out, main text is a run of consecutive lines with many characters. The
//! printed loop has slips (the one-line test measures an undefined `a`, the last run is never
//! stored, a run's line count is reset at its first blank line); this is its evident intent.

mod rendered;

use std::ops::Range;

use super::options::LineDensityOptions;
use super::verdict::{Curve, Verdict};
use crate::page::Page;
use crate::page::lines::{Lines, TakesLines, TextSpan, lines, read_lines};

/// Judges a page by seed 003.
pub(super) fn judge(page: &Page, options: &LineDensityOptions) -> Verdict {
    if options.rendered {
        return rendered::judge(page, options);
    }
    let Lines { lines, spans } = lines(page);
    let mut runs = Runs::new(options);
    for line in &lines {
        runs.line(line.characters, line.length, line.spans.clone());
    }
    let run = runs.best();
    let chosen = &spans[run.pieces.clone()];
    let mut verdict = Verdict::from_spans(page, chosen.to_vec(), |index| {
        let node = page.texts()[index].node;
        let is_chosen = chosen.binary_search_by_key(&node, |span| span.node).is_ok();
        if is_chosen { run.characters as f32 } else { 0.0 }
    });
    verdict.curves = vec![curve(lines.iter().map(|line| line.characters), options, run.lines)];
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

/// Like [`judge`], of the blocks alone: without the spans and the curve.
pub(super) fn judge_blocks(page: &Page, options: &LineDensityOptions) -> Verdict {
    if options.rendered {
        return rendered::judge(page, options);
    }
    let mut pass = Pass { runs: Runs::new(options), pieces: None };
    read_lines(page, &mut pass);
    let run = pass.runs.best();
    Verdict::from_run(page, &run.pieces, run.characters as f32)
}

/// Reads lines into runs, and keeps no more of them.
struct Pass<'o> {
    runs: Runs<'o, TextSpan>,
    /// The first and the last piece of the line that is read.
    pieces: Option<Range<TextSpan>>,
}

impl TakesLines for Pass<'_> {
    fn piece(&mut self, piece: TextSpan) {
        match &mut self.pieces {
            Some(pieces) => pieces.end = piece,
            None => self.pieces = Some(piece..piece),
        }
    }

    fn line(&mut self, characters: u32, length: u32) {
        self.runs.line(characters, length, self.pieces.take().unwrap_or_default());
    }
}

/// A run of lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Run<P> {
    /// Their numbers.
    lines: Range<usize>,
    /// From the first piece to the last.
    pieces: Range<P>,
    filled_lines: u32,
    characters: u32,
    longest_line: u32,
}

/// Gathers lines, one after the other, into runs.
struct Runs<'o, P> {
    options: &'o LineDensityOptions,
    best: Option<Run<P>>,
    run: Run<P>,
    blank_lines: u32,
    /// How many lines there were.
    count: usize,
}

impl<'o, P: Default> Runs<'o, P> {
    fn new(options: &'o LineDensityOptions) -> Self {
        Self { options, best: None, run: Run::default(), blank_lines: 0, count: 0 }
    }

    /// Adds a line: its [`crate::page::lines::Line::characters`] and [`crate::page::lines::Line::length`], and its pieces.
    fn line(&mut self, characters: u32, length: u32, pieces: Range<P>) {
        self.count += 1;
        if characters == 0 {
            self.blank_lines += 1;
            if self.blank_lines > self.options.gap {
                self.close();
            }
            return;
        }
        self.blank_lines = 0;
        if self.run.filled_lines == 0 {
            self.run.lines.start = self.count - 1;
            self.run.pieces.start = pieces.start;
        }
        self.run.lines.end = self.count;
        self.run.pieces.end = pieces.end;
        let characters = if self.options.trim { characters } else { length };
        self.run.filled_lines += 1;
        self.run.characters = self.run.characters.saturating_add(characters);
        self.run.longest_line = self.run.longest_line.max(characters);
    }

    fn close(&mut self) {
        let run = std::mem::take(&mut self.run);
        let is_better = |best: &Run<P>| run.characters > best.characters;
        if counts(&run, self.count == 1, self.options) && self.best.as_ref().is_none_or(is_better) {
            self.best = Some(run);
        }
    }

    /// The longest run, in characters, that has enough lines and characters; the first of equals, and an empty one
    /// when there is none.
    fn best(mut self) -> Run<P> {
        self.close();
        self.best.unwrap_or_default()
    }
}

fn counts<P>(run: &Run<P>, is_only_line: bool, options: &LineDensityOptions) -> bool {
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
        let verdict = judge(&page, options);
        let part = |span: &_| {
            super::super::verdict::part_of(page.document().text(page.texts()[0].node), *span)
        };
        let chosen: Vec<&str> =
            verdict.spans.iter().map(part).filter(|p| !p.trim().is_empty()).collect();
        assert_eq!(chosen.join("|"), expected);
        let blocks = judge_blocks(&page, options);
        assert_eq!((blocks.score, blocks.keep), (verdict.score, verdict.keep));
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
