//! The method of the post 无关标签的一般长文本网页正文内容抽取.
//!
//! With the tags taken out, main text is a run of consecutive lines with many characters. The
//! printed loop has slips (the one-line test measures an undefined `a`, the last run is never
//! stored, a run's line count is reset at its first blank line); this is its evident intent.

mod rendered;
mod runs;
mod shown;

use super::options::LineDensityOptions;
use super::trace::MethodTrace;
use super::verdict::Verdict;
use runs::{Runs, curve};
use zhengwen_page::page::Page;
use zhengwen_page::page::lines::{Lines, lines};

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
