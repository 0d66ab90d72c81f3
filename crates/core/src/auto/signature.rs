//! The date below a signature at the end of a notice: it goes with the name above it.

use crate::page::{BlockRef, Page};
use crate::text::dates;

/// A signature is no longer than this, in characters.
const LONGEST: u32 = 40;
/// The maximum number of characters of a date on a line of its own.
const LONGEST_DATE: u32 = 16;
/// The line above a signature is main text at least with this probability.
const LEAST_ABOVE: f32 = 0.5;

/// Gives the date of a signature at least the probability of the name above it, if text of the same element is above that.
pub(super) fn join(page: &Page, probabilities: &mut [f32]) {
    for number in 2..page.blocks().len() {
        let [above, name, date] = [number - 2, number - 1, number].map(|at| page.block(at));
        if date.characters <= LONGEST_DATE
            && probabilities[number] < probabilities[number - 1]
            && probabilities[number - 2] >= LEAST_ABOVE
            && is_date(date.text())
            && is_name(name)
            && are_siblings([above, name, date])
        {
            probabilities[number] = probabilities[number - 1];
        }
    }
}

/// True if a text is nothing but a day in Chinese: `2026年6月10日`, `（二〇二六年六月十日）`.
fn is_date(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "()（）".contains(c));
    text.ends_with('日')
        && text.contains('年')
        && dates::find(text).is_some_and(|found| found.range == (0..text.len()))
}

fn is_name(block: BlockRef) -> bool {
    !block.is_heading
        && (2..=LONGEST).contains(&block.characters)
        && !block.text().ends_with(['。', '！', '？', '；', '：', '…', '.', ':'])
}

fn are_siblings(blocks: [BlockRef; 3]) -> bool {
    let [first, second, third] = blocks.map(|block| block.container().parent());
    first.is_some() && first == second && second == third
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_goes_with_the_name() {
        let judged = |html: &str, mut probabilities: Vec<f32>| {
            let page = Page::new(html, None);
            assert_eq!(page.blocks().len(), probabilities.len(), "{html}");
            join(&page, &mut probabilities);
            probabilities
        };
        let notice = "<div><p>请认真执行。<p>某县水务局<p>2026年6月10日</div>";
        assert_eq!(judged(notice, vec![0.9, 0.8, 0.1]), [0.9, 0.8, 0.8]);
        assert_eq!(judged(notice, vec![0.9, 0.2, 0.7]), [0.9, 0.2, 0.7]);
        assert_eq!(judged(notice, vec![0.4, 0.8, 0.1]), [0.4, 0.8, 0.1]);
        for other in [
            "<div><p>请认真执行。<p>某县水务局。<p>2026年6月10日</div>",
            "<div><p>请认真执行。<p>某县水务局<p>2026年6月10日 10:30</div>",
            "<div><p>请认真执行。<p>某县水务局<p>昨日</div>",
            "<div><p>请认真执行。<p>某县水务局</div><div>2026年6月10日</div>",
            "<div><p>请认真执行。<h2>某县水务局</h2><p>2026年6月10日</div>",
        ] {
            assert_eq!(judged(other, vec![0.9, 0.8, 0.1]), [0.9, 0.8, 0.1], "{other}");
        }
    }
}
