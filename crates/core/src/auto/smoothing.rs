//! Smoothing: each open block is pulled towards the log odds of the open blocks that are built like it.
//!
//! Blocks are built alike if their containers have the same tag, the same class attribute and the same tags above, in
//! parents of the same class attribute. Posts of a thread, paragraphs of an article and cards of a list are built alike, so
//! most of them say much about one that says little itself. A short line with words of boilerplate is raised by no other. By cross-validation smoothing brings .004 to .007 of F1 on the
//! mean of the sets.

use super::boilerplate;
use super::constants::SmoothingConstants;
use super::features::page::Features;
use crate::numbers;
use crate::text::hash::mix;

/// By block, the first open block that it is built like; `None` for closed blocks.
#[cfg(any(test, feature = "train"))]
pub(crate) fn groups(features: &Features) -> Vec<Option<usize>> {
    let mut groups = vec![None; features.layout.count()];
    for alike in sorted(features).chunk_by(|a, b| a.0 == b.0) {
        alike.iter().for_each(|(_, block)| groups[*block] = Some(alike[0].1));
    }
    groups
}

/// By block, what smoothing adds to its log odds; 0 for closed blocks and for those that no other is like.
pub(crate) fn pulls(
    features: &Features,
    log_odds: &[f32],
    constants: &SmoothingConstants,
) -> Vec<f32> {
    let SmoothingConstants { pull, half, sure, most, raised, boilerplate: lowered } = *constants;
    // The log odds of a block, and their weight.
    let judged = |block: usize| {
        let tokens = features.layout.block(block).tokens.max(1);
        (log_odds[block].clamp(-most, most), (tokens as f32).sqrt())
    };
    let mut pulls = vec![0.0; log_odds.len()];
    for alike in sorted(features).chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (_, block) in alike {
            let (value, weight) = judged(*block);
            sum += value * weight;
            weights += weight;
        }
        let others = (alike.len() - 1) as f32;
        let share = pull * others / (others + half);
        for (_, block) in alike {
            let (value, weight) = judged(*block);
            let mean = (sum - value * weight) / (weights - weight);
            pulls[*block] = (share / (1.0 + (value / sure).powi(2)) * (mean - value)).min(raised);
        }
    }
    for number in features.open() {
        let (block, says) = (features.layout.block(number), features.text[number].says);
        if boilerplate::may_be(block, says) {
            pulls[number] = pulls[number].min(0.0);
            if boilerplate::is_plain(block, says) {
                pulls[number] -= lowered;
            }
        }
    }
    pulls
}

/// By block, the probability for its log odds and what smoothing adds to them.
pub(crate) fn probabilities(log_odds: &[f32], pulls: &[f32]) -> Vec<f32> {
    log_odds.iter().zip(pulls).map(|(odds, pull)| numbers::probability(odds + pull)).collect()
}

/// The open blocks, each with a hash of how it is built, sorted by the hash and by number.
fn sorted(features: &Features) -> Vec<(u64, usize)> {
    let signatures = &features.signatures;
    let open = features.open().map(|block| {
        let container = features.layout.block(block).container();
        let built = mix(signatures.paths(container.id).0, signatures.built(container.id));
        // Lines at the foot of a page often have the tags of the paragraphs of its article.
        (container.parent().map_or(built, |up| mix(built, signatures.built(up.id))), block)
    });
    let mut open: Vec<(u64, usize)> = open.collect();
    open.sort_unstable();
    open
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::super::features::layout::Layout;
    use super::super::features::page::FeaturesMemory;
    use super::super::stage::Prefiltered;
    use super::*;
    use crate::page::Page;

    fn with_features<T>(html: &str, look: impl Fn(&Features) -> T) -> T {
        let page = Page::new(html, None);
        let layout = Layout::of(&page);
        let found = Prefiltered::all_open(layout.count());
        look(&Features::of(&layout, &found, None, &mut FeaturesMemory::default()))
    }

    fn check(html: &str, log_odds: &[f32], expected: &[f32]) {
        let constants = &Model::embedded().constants.smoothing;
        let found = with_features(html, |features| pulls(features, log_odds, constants));
        assert_eq!(found.len(), expected.len(), "{html}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{html}: {found} for {expected}");
        }
    }

    #[test]
    fn blocks_are_pulled_towards_those_built_like_them() {
        // Two others pull two thirds as far as many, one half as far; a sure block is pulled less.
        let pulled = |value: f32, mean: f32, others: f32| {
            0.9 * others / (others + 1.0) / (1.0 + value * value / 16.0) * (mean - value)
        };
        let posts =
            "<div><p class=a>一二三四<p class=a>五六七八<p class=a>九十百千<p class=b>万</div>";
        let (high, low) = (pulled(2.0, 0.5, 2.0), pulled(-1.0, 2.0, 2.0));
        check(posts, &[2.0, 2.0, -1.0, 0.5], &[high, high, low, 0.0]);
        // Longer blocks count more, by the root of their tokens; another path of tags is another group.
        let lengths = "<div><p>一二三四五六七八九<p>一<p>一</div><section><p>一</section>";
        let first = pulled(1.0, 0.0, 2.0);
        let (second, third) = (pulled(0.0, 0.75, 2.0), pulled(0.0, 0.75, 2.0));
        check(lengths, &[1.0, 0.0, 0.0, 3.0], &[first, second, third, 0.0]);
        // So is another class of the parent. No block is raised by more than 2.
        let parents = "<div class=text><p>一<p>二</div><div class=foot><p>三</div>";
        check(parents, &[2.0, 2.0, -3.0], &[0.0, 0.0, 0.0]);
        check("<p>一<p>二二二二", &[-3.5, 5.0], &[2.0, pulled(5.0, -3.5, 1.0)]);
        // Log odds beyond 5 count as 5.
        check("<p>一<p>二", &[9.0, 5.0], &[0.0, 0.0]);
    }

    #[test]
    fn lines_of_boilerplate_are_not_raised() {
        let page = "<div><p>一二三四五六七八九。<p>分享到：<p>一二三四五六七八。</div>";
        let constants = &Model::embedded().constants.smoothing;
        let found = with_features(page, |features| pulls(features, &[3.0, 0.0, 3.0], constants));
        assert_eq!(found[1], -constants.boilerplate);
    }

    #[test]
    fn groups_have_the_number_of_their_first() {
        let found = with_features("<p>一<h2>二</h2><p>三<h2>四</h2>", groups);
        assert_eq!(found, [Some(0), Some(1), Some(0), Some(1)]);
    }
}
