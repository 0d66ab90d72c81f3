//! Line density over the lines that a reader sees: they end at the start or end of a block-level element and at `br`, and never
//! at a line end of the source. A page whose body is on one line of its source, and one whose source is wrapped, read alike.
//!
//! Boundaries that follow each other leave blank lines between them, as the post's markup leaves them in the source:
//! one between two paragraphs, more where containers end. So its gap keeps its meaning.

use std::ops::Range;

use super::super::options::LineDensityOptions;
use super::super::trace::MethodTrace;
use super::super::verdict::{Verdict, whole};
use super::runs::{Run, counts, curve};
use super::shown::{Kind, Line, lines};
use zhengwen_page::page::Page;

/// Judges a page by the lines that it shows.
pub(super) fn judge(
    page: &Page,
    options: &LineDensityOptions,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    let lines = lines(page, options);
    let runs = runs(&lines, options);
    let chosen = longest(&runs, lines.len() == 1, options)
        .map(|best| (runs[best].run.characters, reached(&lines, &runs, best, options)));
    let (characters, chosen) = chosen.unwrap_or_default();
    let (mut spans, mut score) = (Vec::new(), vec![0.0; page.texts().len()]);
    for line in lines[chosen.clone()].iter().filter(|line| line.kind == Kind::Filled) {
        let texts = page.texts()[line.texts.clone()].iter();
        spans.extend(texts.map(|text| whole(page.node(text.node))));
        score[line.texts.clone()].fill(characters as f32);
    }
    let verdict = Verdict::from_spans(page, spans, |text| score[text]);
    if let Some(trace) = trace {
        trace.curves.push(curve(lines.iter().map(|line| line.characters), options, chosen));
    }
    verdict
}

/// A run of lines; `after_wall` is true if a wall precedes it.
struct Walled {
    run: Run,
    after_wall: bool,
}

/// The runs of lines with no wall and no more than the gap of blank lines between them.
fn runs(lines: &[Line], options: &LineDensityOptions) -> Vec<Walled> {
    let mut runs: Vec<Walled> = Vec::new();
    let (mut last, mut after_wall) = (0, false);
    for (index, line) in lines.iter().enumerate() {
        if line.kind != Kind::Filled {
            after_wall |= line.kind == Kind::Wall;
            continue;
        }
        if runs.is_empty() || after_wall || line.place - last > options.gap {
            runs.push(Walled { run: Run { lines: index..index, ..Run::default() }, after_wall });
        }
        (last, after_wall) = (line.place, false);
        let Some(Walled { run, .. }) = runs.last_mut() else { continue };
        run.lines.end = index + 1;
        run.filled_lines += 1;
        run.characters = run.characters.saturating_add(line.counted_characters(options));
        run.longest_line = run.longest_line.max(line.characters);
    }
    runs
}

/// The longest run that counts, the first of equals.
fn longest(runs: &[Walled], is_only_line: bool, options: &LineDensityOptions) -> Option<usize> {
    let candidates = (0..runs.len()).filter(|run| counts(&runs[*run].run, is_only_line, options));
    candidates.rev().max_by_key(|run| runs[*run].run.characters)
}

/// The lines from the first to the last run that can be reached from the best run. A run with a line of running text is
/// reached over at most `reach` blank lines, and the next ones from there. The lines between them belong to them.
fn reached(
    lines: &[Line],
    runs: &[Walled],
    best: usize,
    options: &LineDensityOptions,
) -> Range<usize> {
    let mut chosen = runs[best].run.lines.clone();
    if options.reach == 0 {
        return chosen;
    }
    let is_text = |run: &Run| lines[run.lines.clone()].iter().any(|line| line.is_text(options));
    let mut after_wall = runs[best].after_wall;
    for Walled { run, after_wall: is_next_after_wall } in runs[..best].iter().rev() {
        if after_wall || lines[chosen.start].place - lines[run.lines.end - 1].place > options.reach
        {
            break;
        }
        after_wall = *is_next_after_wall;
        if is_text(run) {
            chosen.start = run.lines.start;
        }
    }
    for Walled { run, after_wall } in &runs[best + 1..] {
        if *after_wall || lines[run.lines.start].place - lines[chosen.end - 1].place > options.reach
        {
            break;
        }
        if is_text(run) {
            chosen.end = run.lines.end;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::judge;
    use super::*;
    use crate::verdict::part_of;
    use zhengwen_page::page::lines::TextSpan;

    /// Checks what is chosen with the options, and that it is not chosen with those `without` one.
    fn check(
        html: &str,
        options: &LineDensityOptions,
        without: &LineDensityOptions,
        expected: &str,
    ) {
        let page = Page::new(html, None);
        let chosen = |options: &LineDensityOptions| {
            let verdict = judge(&page, options, None);
            let part =
                |span: &TextSpan| part_of(page.document().text(span.node), *span).trim().to_owned();
            let parts: Vec<String> = verdict.spans.iter().map(part).collect();
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("|")
        };
        assert_eq!(chosen(options), expected, "{html}");
        assert_ne!(chosen(without), expected, "without: {html}");
    }

    const LINE: &str =
        "会议讨论了城市供水的问题，代表们提出了建议，市长作了总结，会议圆满结束，代表都满意。";

    fn rendered() -> LineDensityOptions {
        LineDensityOptions { rendered: true, long_line: 30, ..LineDensityOptions::default() }
    }

    /// A number of paragraphs.
    fn body(count: usize) -> String {
        format!("<p>{LINE}</p>").repeat(count)
    }

    #[test]
    fn lines_end_where_elements_do() {
        let options = rendered();
        let without = LineDensityOptions { rendered: false, ..options.clone() };
        // All on one line of the source, and wrapped there.
        let menu = "<div><p>首页</p></div><div></div><div></div>";
        let expected = [LINE; 6].join("|");
        check(&format!("{menu}<div>{}</div>", body(6)), &options, &without, &expected);
        let wrapped = body(6).replace('，', "，\n\n\n\n\n");
        let expected = expected.replace('，', "，\n\n\n\n\n");
        check(&format!("{menu}<div>{wrapped}</div>"), &options, &without, &expected);
    }

    #[test]
    fn lines_of_links_are_blank() {
        let link = "<p><a href=x>别的会议昨天在别的地方召开了吗</a></p>";
        let html = format!("<div>{}{}</div>", body(3), link.repeat(9));
        let options = LineDensityOptions { link_share: 50, ..rendered() };
        check(&html, &options, &rendered(), &[LINE; 3].join("|"));
    }

    #[test]
    fn lines_that_name_the_page_are_blank() {
        let html = format!(
            "<h1>城市供水会议召开</h1><div><p></p><div></div></div><div>{}<p>看《城市供水会议召开》全文</div>",
            body(3)
        );
        let options = LineDensityOptions { title_lines: true, ..rendered() };
        check(&html, &options, &rendered(), &[LINE; 3].join("|"));
    }

    #[test]
    fn runs_end_at_notices() {
        let html = format!("<div>{}<p>版权声明：</p><p>转载请与本站联系。</div>", body(2));
        let options = LineDensityOptions { notices: true, ..rendered() };
        check(&html, &options, &rendered(), &[LINE; 2].join("|"));
        let reach = LineDensityOptions { reach: 20, ..options };
        let html = format!("<div>{}<p>版权声明：</p>{}</div>", body(3), body(1));
        check(&html, &reach, &rendered(), &[LINE; 3].join("|"));
        let html = format!("<div>{}<p>版权声明：</p>{}</div>", body(1), body(3));
        let without = LineDensityOptions { reach: 20, ..rendered() };
        check(&html, &reach, &without, &[LINE; 3].join("|"));
    }

    #[test]
    fn a_run_reaches_to_the_next_text() {
        let far = "<div><div><div><img></div></div></div>";
        let html = format!("{}{far}{}{far}<p>图片{far}{}", body(1), body(3), body(1));
        let options = LineDensityOptions { reach: 20, ..rendered() };
        let text = format!("{}|图片|{LINE}", [LINE; 4].join("|"));
        check(&html, &options, &rendered(), &text);
        // Not to what is no text, nor too far.
        let html = format!("{}{far}<p>页脚{}{}", body(3), far.repeat(9), body(1));
        let far = LineDensityOptions { reach: 90, ..rendered() };
        check(&html, &options, &far, &[LINE; 3].join("|"));
    }

    #[test]
    fn hidden_text_and_empty_pages_have_no_lines() {
        let html = format!("<div>{}<p hidden>{LINE}{LINE}</div>", body(2));
        let verdict = judge(&Page::new(&html, None), &rendered(), None);
        assert_eq!(verdict.keep, [true, true, false]);
        assert!(judge(&Page::new("", None), &LineDensityOptions::best(), None).spans.is_empty());
    }
}
