//! Which of the dates that a page gives is the publish date.

use super::{Day, PARTIAL};
use crate::meta::candidate::{Candidate, Candidates};
use crate::meta::origin::Origin;
use crate::text::dates::Date;

/// Publish dates and dates of change, the best first, each weighed in view of the others; `seen` are days of items.
pub(super) fn chosen_first(
    mut published: Candidates<Date>,
    modified: Candidates<Date>,
    seen: &[Day],
) -> (Vec<Candidate<Date>>, Vec<Candidate<Date>>) {
    read_as_others(&mut published, seen);
    let modified = with_time(modified.sorted(), PLAIN_CHANGE);
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
    let published = with_time(as_shown(republished(published.sorted(), last.as_ref())), PLAIN);
    (with_last_change(published, &modified), modified)
}

/// `02/12/2025` is read as 2 December where another place of the page says so plainly: `2025-12-02`, `December 2`.
fn read_as_others(published: &mut Candidates<Date>, seen: &[Day]) {
    let plain: Vec<_> = published
        .all()
        .iter()
        .filter(|one| !may_be_swapped(one))
        .filter_map(|one| one.value.whole_day())
        .chain(seen.iter().copied())
        .collect();
    for one in published.all_mut().iter_mut().filter(|one| may_be_swapped(one)) {
        let date = &mut one.value;
        let swapped = (date.year, date.day, date.month);
        if plain.contains(&swapped) && !plain.contains(&(date.year, date.month, date.day)) {
            (date.month, date.day) = (date.day, date.month);
        }
    }
}

/// True if month and day of a date in digits may be in either order.
fn may_be_swapped(one: &Candidate<Date>) -> bool {
    let raw = one.raw.as_deref().unwrap_or("");
    let rest = raw.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numeric = rest
        .strip_prefix(['/', '-'])
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_numeric && raw.len() - rest.len() <= 2 && (1..=12).contains(&one.value.day)
}

/// Some systems republish an article with each change and give that day as the publish date. If it is also the day of
/// the last change, an earlier day near the title is the publish date.
fn republished(mut published: Vec<Candidate<Date>>, last: Option<&Date>) -> Vec<Candidate<Date>> {
    let Some(first) = published.first() else { return published };
    let is_data = matches!(first.origin, Origin::Meta | Origin::JsonLd);
    let first_day = first.value.whole_day();
    let is_told = |one: &Candidate<Date>| {
        matches!(one.origin, Origin::NearTitle | Origin::DateLine | Origin::TimeElement)
    };
    let is_earlier = |one: &Candidate<Date>| {
        let day = one.value.whole_day();
        is_told(one) && one.score >= 0.7 && day.is_some() && day < first_day
    };
    // Where that day is shown too, it is the page's own.
    let is_shown_day = |one: &Candidate<Date>| {
        let is_shown = is_told(one) || matches!(one.origin, Origin::Microdata | Origin::AfterText);
        is_shown && one.value.whole_day() == first_day
    };
    if is_data
        && !published.iter().any(is_shown_day)
        && last.and_then(Date::whole_day) == first_day
        && let Some(at) = published.iter().position(is_earlier)
    {
        let mut shown = published.remove(at);
        shown.score = published[0].score + 0.01;
        published.insert(0, shown);
    }
    published
}

/// Prefers the day that the page shows: declared moments are often in another time zone. `2019-10-18T22:04:00Z` is shown as 19
/// October, 00:04.
fn as_shown(mut published: Vec<Candidate<Date>>) -> Vec<Candidate<Date>> {
    let told = published.first().filter(|first| {
        matches!(first.origin, Origin::Meta | Origin::JsonLd | Origin::Microdata)
            && matches!(first.value.offset.as_deref(), Some("Z" | "+00:00"))
    });
    let Some((told, score)) = told.map(|first| (first.value.clone(), first.score)) else {
        return published;
    };
    let is_shown = |one: &Candidate<Date>| {
        let origins = [Origin::NearTitle, Origin::DateLine, Origin::Microdata, Origin::Meta];
        origins.contains(&one.origin) && one.score >= 0.7 && is_same_moment(&told, &one.value)
    };
    let day = told.whole_day();
    let has_own_day = published.iter().any(|one| {
        one.value.whole_day() == day
            && matches!(one.origin, Origin::NearTitle | Origin::DateLine | Origin::TimeElement)
    });
    if let Some(at) = published.iter().position(is_shown).filter(|_| !has_own_day) {
        let mut shown = published.remove(at);
        shown.score = score + 0.01;
        published.insert(0, shown);
    }
    published
}

/// A publish date of a lower score may be another's; so may a date of change.
const PLAIN: f32 = 0.65;
const PLAIN_CHANGE: f32 = 0.35;

/// A month gives way to a plain date of one of its days, a day to one that has the time too: `2026-10-03`,
/// `2026年10月03日05:12`. Dates of a score under `plain` do not count.
fn with_time(published: Vec<Candidate<Date>>, plain: f32) -> Vec<Candidate<Date>> {
    let is_day = |one: &Date, told: &Date| {
        told.day == 0 && one.day > 0 && (one.year, one.month) == (told.year, told.month)
    };
    let is_time = |one: &Date, told: &Date| {
        let is_known = one.time.is_some_and(|time| (time.0, time.1) != (0, 0));
        let day = told.whole_day().filter(|_| told.time.is_none());
        is_known && day.is_some() && one.whole_day() == day
    };
    fuller(fuller(published, plain - PARTIAL, is_day), plain, is_time)
}

/// Puts the first date of this score that says more than the best one before it.
fn fuller(
    mut published: Vec<Candidate<Date>>,
    least: f32,
    says_more: impl Fn(&Date, &Date) -> bool,
) -> Vec<Candidate<Date>> {
    let Some(told) = published.first().cloned() else { return published };
    let is_fuller =
        |one: &Candidate<Date>| one.score >= least && says_more(&one.value, &told.value);
    if let Some(at) = published.iter().position(is_fuller) {
        let mut fuller = published.remove(at);
        fuller.score = told.score + 0.01;
        published.insert(0, fuller);
    }
    published
}

/// True if a date without an offset may be the same moment on the day before or after.
fn is_same_moment(told: &Date, shown: &Date) -> bool {
    let (Some(a), Some(b), Some((hour, minute, _))) =
        (day_number(told), day_number(shown), told.time)
    else {
        return false;
    };
    let is_near = match b - a {
        1 => hour >= 10,
        -1 => hour < 14 && shown.time.is_some(),
        _ => false,
    };
    is_near && shown.offset.is_none() && shown.time.is_none_or(|time| time.1 == minute)
}

/// Days since a fixed epoch (the Julian day number).
fn day_number(date: &Date) -> Option<i32> {
    let month = time::Month::try_from(date.month).ok()?;
    let day = time::Date::from_calendar_date(date.year.into(), month, date.day).ok()?;
    Some(day.to_julian_day())
}

/// A page without another date is dated by its last change.
fn with_last_change(
    mut published: Vec<Candidate<Date>>,
    modified: &[Candidate<Date>],
) -> Vec<Candidate<Date>> {
    let best = published.first().map_or(0.0, |one| one.score);
    // A labelled change near the title is surer than what a script or a list says.
    let is_weak = |one: &Candidate<Date>| one.origin == Origin::Script || one.score < 0.65;
    let is_surer = |change: &&Candidate<Date>| {
        change.origin == Origin::DateLine
            && change.score > best
            && published.first().is_some_and(is_weak)
    };
    if let Some(change) = modified.first().filter(|change| best < 0.5 || is_surer(change)) {
        let score = change.score.min(best.max(0.55));
        published.insert(0, Candidate { origin: Origin::LastChange, score, ..change.clone() });
    }
    published
}
