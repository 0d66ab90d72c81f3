//! Blocks built alike are judged alike: each open block is drawn to what the others say whose container has the same tag,
//! the same class attribute and the same tags above, in a parent of the same class attribute.
//!
//! Posts of a thread, paragraphs of an article and cards of a list are of one make, so what most of them are tells much
//! of one that says little itself. By cross-validation it brings .004 to .007 of F1 on the mean of the sets, by the fit.

use super::context::Context;
use crate::text::hash::mix;

/// How far a block that is unsure itself is drawn to many others, as a share of the way.
const PULL: f32 = 0.9;
/// So many others draw it half as far as many do.
const HALF: f32 = 1.0;
/// A block of log odds so far from 0 is drawn half as far: a line about the editor among paragraphs stays one.
const SURE: f32 = 4.0;
/// Log odds further from 0 than this say no more.
const MOST: f32 = 5.0;
/// No block is raised further: what is plainly none by itself stays so.
const RAISED: f32 = 2.0;

/// By block, how the open blocks are grouped: those of one number are built alike. Closed blocks have none.
pub(super) fn groups(context: &Context) -> Vec<Option<usize>> {
    let mut groups = vec![None; context.count()];
    for alike in sorted(context).chunk_by(|a, b| a.0 == b.0) {
        alike.iter().for_each(|(_, block)| groups[*block] = Some(alike[0].1));
    }
    groups
}

/// By block, what is added to its log odds; 0 for closed ones and those that no other is like.
pub(super) fn pulls(context: &Context, log_odds: &[f32]) -> Vec<f32> {
    let value = |block: usize| log_odds[block].clamp(-MOST, MOST);
    let weight = |block: usize| (context.block(block).tokens.max(1) as f32).sqrt();
    let mut pulls = vec![0.0; log_odds.len()];
    for alike in sorted(context).chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let blocks = alike.iter().map(|(_, block)| *block);
        let add = |(sum, weights): (f32, f32), block: usize| {
            (sum + value(block) * weight(block), weights + weight(block))
        };
        let (sum, weights) = blocks.clone().fold((0.0, 0.0), add);
        let others = (alike.len() - 1) as f32;
        let share = PULL * others / (others + HALF);
        for block in blocks {
            let own = value(block);
            let mean = (sum - own * weight(block)) / (weights - weight(block));
            pulls[block] = (share / (1.0 + (own / SURE).powi(2)) * (mean - own)).min(RAISED);
        }
    }
    pulls
}

/// The open blocks with a hash of how they are built, sorted by it and by number.
fn sorted(context: &Context) -> Vec<(u64, usize)> {
    let look = |block: usize| {
        let container = context.block(block).container;
        let own = mix(context.looks.paths(container).0, context.looks.own(container));
        // Lines at the foot of a page often have the tags of the paragraphs of its article.
        let parent = context.page.document().parent(container);
        (parent.map_or(own, |parent| mix(own, context.looks.own(parent))), block)
    };
    let mut open: Vec<(u64, usize)> = context.first_look.open().map(look).collect();
    open.sort_unstable();
    open
}

#[cfg(test)]
mod tests {
    use super::super::context::ContextMemory;
    use super::super::first_look::FirstLook;
    use super::super::measures::Measures;
    use super::*;
    use crate::page::Page;

    fn check(html: &str, log_odds: &[f32], expected: &[f32]) {
        let page = Page::new(html, None);
        let look = FirstLook::of(Measures::of(&page), None);
        let context = Context::of(&look, None, false, &mut ContextMemory::default());
        let found = pulls(&context, log_odds);
        assert_eq!(found.len(), expected.len(), "{html}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{html}: {found} for {expected}");
        }
    }

    #[test]
    fn blocks_are_drawn_to_those_of_their_make() {
        // Two others draw two thirds as far as many, one half as far; what is sure is drawn less.
        let drawn = |own: f32, mean: f32, others: f32| {
            0.9 * others / (others + 1.0) / (1.0 + own * own / 16.0) * (mean - own)
        };
        let posts =
            "<div><p class=a>一二三四<p class=a>五六七八<p class=a>九十百千<p class=b>万</div>";
        let (high, low) = (drawn(2.0, 0.5, 2.0), drawn(-1.0, 2.0, 2.0));
        check(posts, &[2.0, 2.0, -1.0, 0.5], &[high, high, low, 0.0]);
        // Longer ones count more, by the root of their tokens; a path of other tags is of another make.
        let lengths = "<div><p>一二三四五六七八九<p>一<p>一</div><section><p>一</section>";
        let first = drawn(1.0, 0.0, 2.0);
        let (second, third) = (drawn(0.0, 0.75, 2.0), drawn(0.0, 0.75, 2.0));
        check(lengths, &[1.0, 0.0, 0.0, 3.0], &[first, second, third, 0.0]);
        // Nor is one drawn to those whose parent is of another class, or raised without end.
        let parents = "<div class=text><p>一<p>二</div><div class=foot><p>三</div>";
        check(parents, &[2.0, 2.0, -3.0], &[0.0, 0.0, 0.0]);
        check("<p>一<p>二二二二", &[-3.5, 5.0], &[2.0, drawn(5.0, -3.5, 1.0)]);
        // What is surer than sure is not drawn further for it.
        check("<p>一<p>二", &[9.0, 5.0], &[0.0, 0.0]);
    }

    #[test]
    fn groups_have_the_number_of_their_first() {
        let page = Page::new("<p>一<h2>二</h2><p>三<h2>四</h2>", None);
        let look = FirstLook::of(Measures::of(&page), None);
        let context = Context::of(&look, None, false, &mut ContextMemory::default());
        assert_eq!(groups(&context), [Some(0), Some(1), Some(0), Some(1)]);
    }
}
