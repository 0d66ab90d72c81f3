//! Seed 003: 无关标签的一般长文本网页正文内容抽取.
//!
//! With the tags taken out, main text is a run of consecutive lines with many characters. The
//! printed loop has slips (the one-line test measures an undefined `a`, the last run is never
//! stored, a run's line count is reset at its first blank line); this is its evident intent.

use super::options::LineDensityOptions;
use super::verdict::{Curve, Verdict};
use crate::page::Page;
use crate::page::lines::{Line, Lines, lines};

/// Judges a page by seed 003.
pub(super) fn judge(page: &Page, options: &LineDensityOptions) -> Verdict {
    let Lines { lines, spans } = lines(page);
    let best = best_run(&lines, options);
    let (range, characters) = best.map_or((0..0, 0), |run| (run.start..run.end, run.characters));
    let chosen = match &lines[range.clone()] {
        [first, .., last] => &spans[first.spans.start..last.spans.end],
        [only] => &spans[only.spans.clone()],
        [] => &[],
    };
    let mut verdict = Verdict::from_spans(page, chosen.to_vec(), |index| {
        let node = page.texts()[index].node;
        let is_chosen = chosen.binary_search_by_key(&node, |span| span.node).is_ok();
        if is_chosen { characters as f32 } else { 0.0 }
    });
    verdict.curves = vec![Curve {
        name: "characters of lines",
        x: "line",
        unit: "characters",
        values: lines.iter().map(|line| line.characters as f32).collect(),
        thresholds: vec![("density", options.density as f32)],
        chosen: if range.is_empty() { Vec::new() } else { vec![range] },
    }];
    verdict
}

/// A run of lines, as a range of line numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Run {
    start: usize,
    end: usize,
    filled_lines: u32,
    characters: u32,
    longest_line: u32,
}

/// The longest run, in characters, that has enough lines and characters; the first of equals.
fn best_run(lines: &[Line], options: &LineDensityOptions) -> Option<Run> {
    let characters = |line: &Line| {
        if options.trim { line.characters } else { line.length }
    };
    let mut best: Option<Run> = None;
    let mut run = Run::default();
    let mut blank_lines = 0;
    let mut close = |run: &mut Run| {
        let is_main = counts(run, lines.len() == 1, options);
        if is_main && best.is_none_or(|best| run.characters > best.characters) {
            best = Some(*run);
        }
        *run = Run::default();
    };
    for (number, line) in lines.iter().enumerate() {
        if line.is_blank() {
            blank_lines += 1;
            if blank_lines > options.gap {
                close(&mut run);
            }
            continue;
        }
        blank_lines = 0;
        if run.filled_lines == 0 {
            run.start = number;
        }
        run.end = number + 1;
        run.filled_lines += 1;
        run.characters = run.characters.saturating_add(characters(line));
        run.longest_line = run.longest_line.max(characters(line));
    }
    close(&mut run);
    best
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
        let verdict = judge(&page, options);
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
