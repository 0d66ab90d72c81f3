//! The choice among titles: a softmax over the candidates of a page, with a weight for every origin that gives a title
//! and for its form, fitted across sites on labelled pages.

use super::site::Site;
use super::words::ends_like_site;
use crate::meta::candidate::{Candidate, normalised};
use crate::meta::origin::Origin;
use crate::numbers;
use crate::text::count;

/// What each origin adds: on articles and the like, and on lists and landing pages, whose headings are slogans.
const WEIGHTS: &[(Origin, f32, f32)] = &[
    (Origin::JsonLd, 0.87, 1.19),
    (Origin::Microdata, 0.81, 0.19),
    (Origin::HeadingRepeated, 3.01, 2.66),
    (Origin::HeadingMostOf, 2.30, 1.48),
    (Origin::HeadingPartOf, 2.52, 2.89),
    (Origin::HeadingLike, 3.16, 2.24),
    (Origin::HeadingOnly, 3.44, 1.13),
    (Origin::HeadingOneOf, 2.19, -0.86),
    (Origin::OgTitle, 2.04, 3.09),
    (Origin::TwitterTitle, 0.46, -0.78),
    (Origin::TitleElement, 1.69, 0.71),
    (Origin::TitleShown, 2.50, 1.55),
    (Origin::FirstLine, 1.45, 0.00),
    (Origin::FirstBlock, 0.70, -0.22),
    (Origin::HeadingInText, 2.18, -0.19),
    (Origin::HeadingAbove, 1.80, 1.06),
    (Origin::HeadingsAbove, 0.75, 0.42),
    (Origin::TitleClass, -0.01, 0.81),
    (Origin::TitleClasses, 0.54, -0.23),
    (Origin::TitleClassInText, 0.02, 2.73),
    (Origin::LineAbove, 1.63, -0.01),
    (Origin::LinesAbove, 0.37, 1.25),
    (Origin::Breadcrumb, 0.00, 1.57),
    (Origin::TitleFirstPart, 1.33, 1.08),
    (Origin::TitleLastPart, 1.12, -2.47),
    (Origin::TitleBeginsSo, 2.78, 3.68),
    (Origin::TitleBeginsSoLinked, 0.47, 1.92),
    (Origin::TitleHoldsIt, 2.19, 3.31),
    (Origin::TitleHoldsItLinked, 1.43, 1.96),
    (Origin::HeadingFirstLine, -0.26, 0.00),
];

/// What the length of a title adds, by the most tokens it has.
const LENGTHS: &[(u32, f32, f32)] =
    &[(3, -0.64, -0.22), (7, -0.41, 0.63), (40, 0.51, -0.26), (u32::MAX, 1.2, -1.46)];

/// What a title adds that ends like the name of a site or a firm.
const ENDS_LIKE_SITE: (f32, f32) = (-2.58, -1.39);
/// What the site's own name adds; homes and lists may be called so.
const OWN_NAME: (f32, f32) = (-4.0, -1.0);

/// The probability of every candidate to be the title.
pub(super) fn probabilities(all: &[Candidate], site: &Site, is_list: bool) -> Vec<f32> {
    let values: Vec<String> = all.iter().map(|one| normalised(&one.value)).collect();
    let weights: Vec<f32> =
        (0..all.len()).map(|at| weight(at, all, &values, site, is_list)).collect();
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    let parts: Vec<f32> = weights.iter().map(|weight| numbers::exp(weight - most)).collect();
    // Candidates that give the same title count once.
    let is_first = |at: &usize| !values[..*at].contains(&values[*at]);
    let sum: f32 = (0..all.len()).filter(is_first).map(|at| parts[at]).sum();
    parts.iter().map(|part| part / sum.max(1.0)).collect()
}

/// The sum of the weights of all origins that give the same title, and of its form.
fn weight(at: usize, all: &[Candidate], values: &[String], site: &Site, is_list: bool) -> f32 {
    let chosen = |article: f32, list: f32| if is_list { list } else { article };
    let says_so = |origin: Origin| {
        all.iter().zip(values).any(|(one, value)| one.origin == origin && *value == values[at])
    };
    let said = WEIGHTS.iter().filter(|(origin, ..)| says_so(*origin));
    let mut sum: f32 = said.map(|(_, article, list)| chosen(*article, *list)).sum();
    let title = &all[at].value;
    let tokens = count::tokens(title);
    if let Some((_, article, list)) = LENGTHS.iter().find(|(most, ..)| tokens <= *most) {
        sum += chosen(*article, *list);
    }
    if ends_like_site(title.trim_end_matches(['】', '」'])) {
        sum += chosen(ENDS_LIKE_SITE.0, ENDS_LIKE_SITE.1);
    }
    sum + if site.is_own_name(title) { chosen(OWN_NAME.0, OWN_NAME.1) } else { 0.0 }
}
