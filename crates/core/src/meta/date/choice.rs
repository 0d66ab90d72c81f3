//! Which of the dates that a page gives is the publish date.

use crate::meta::candidate::{Candidate, Candidates};
use crate::meta::origin::Origin;
use crate::text::dates::Date;

/// Publish dates and dates of change, the best first, each weighed in view of the others.
pub(super) fn chosen_first(
    mut published: Candidates<Date>,
    modified: Candidates<Date>,
) -> (Vec<Candidate<Date>>, Vec<Candidate<Date>>) {
    let modified = modified.sorted();
    let last = modified.first().map(|change| change.value.clone());
    published.weigh(|date, all| {
        let day = date.value.whole_day();
        let agrees = |other: &&Candidate<Date>| {
            other.value.whole_day() == day && other.origin != date.origin
        };
        let agreeing = all.iter().filter(agrees).count();
        // What is shown without a label may be the date of the last change.
        let is_last =
            last.as_ref().and_then(Date::whole_day) == day && date.origin == Origin::NearTitle;
        date.score + (agreeing.min(2) as f32) * 0.05 - if is_last { 0.1 } else { 0.0 }
    });
    let published = republished(published.sorted(), last.as_ref());
    (with_last_change(published, &modified), modified)
}

/// Some systems republish an article with each change and give that day as the publish date. If it is also the day of
/// the last change, an earlier day near the title is the publish date.
fn republished(mut published: Vec<Candidate<Date>>, last: Option<&Date>) -> Vec<Candidate<Date>> {
    let Some(first) = published.first() else { return published };
    let is_data = matches!(first.origin, Origin::Meta | Origin::JsonLd);
    let first_day = first.value.whole_day();
    let is_earlier = |one: &Candidate<Date>| {
        let is_shown =
            matches!(one.origin, Origin::NearTitle | Origin::DateLine | Origin::TimeElement);
        let day = one.value.whole_day();
        is_shown && one.score >= 0.6 && day.is_some() && day < first_day
    };
    if is_data
        && last.and_then(Date::whole_day) == first_day
        && let Some(at) = published.iter().position(is_earlier)
    {
        let mut shown = published.remove(at);
        shown.score = published[0].score + 0.01;
        published.insert(0, shown);
    }
    published
}

/// A page without another date is dated by its last change.
fn with_last_change(
    mut published: Vec<Candidate<Date>>,
    modified: &[Candidate<Date>],
) -> Vec<Candidate<Date>> {
    let best = published.first().map_or(0.0, |one| one.score);
    if let Some(change) = modified.first().filter(|_| best < 0.5) {
        let score = change.score.min(0.55);
        published.insert(0, Candidate { origin: Origin::LastChange, score, ..change.clone() });
    }
    published
}
