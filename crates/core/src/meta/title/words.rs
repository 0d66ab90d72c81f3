//! Words around titles: of breadcrumbs, of labels before a title, of names of sites.

use std::borrow::Cow;

use crate::text::chars::is_blank;
use crate::text::lexicon::Group;

static CRUMB: Group = Group::of("title.crumb");
static HOME: Group = Group::of("title.home");
static NO_STEP: Group = Group::of("title.no_step");
static PREFIX: Group = Group::of("title.prefix");
static TOLD_PREFIX: Group = Group::of("title.told_prefix");
static SITE_END: Group = Group::of("title.site_end");
/// Headings of sections, as manuals have them on the first level, normalised.
pub(super) static SECTION: Group = Group::of("title.section");

/// A breadcrumb without the words that announce it, and true if there are such words.
pub(super) fn without_crumb_label(text: &str) -> (&str, bool) {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let length = |word: &&&str| text.starts_with(**word);
    match CRUMB.iter().filter(length).map(|word| word.len()).max() {
        Some(length) => (&text[length..], text[length..].trim_start().starts_with([':', '：'])),
        None => (text, false),
    }
}

/// True if a step of a breadcrumb leads home.
pub(super) fn is_home(step: &str) -> bool {
    /// The longest step, in bytes. A longer text is a title.
    const LONGEST: usize = 64;
    if step.len() > LONGEST {
        return false;
    }
    let step = step.trim();
    let is = |word: &str| step.len() == word.len() && step.to_lowercase() == word;
    step.len() <= 24 && step.ends_with("首页") || HOME.iter().any(|word| is(word))
}

/// True if the last step of a breadcrumb names no page: `正文`.
pub(super) fn names_no_page(step: &str) -> bool {
    NO_STEP.contains(&step)
}

/// True if a text ends like the name of a site or of a firm.
pub(super) fn ends_like_site(text: &str) -> bool {
    SITE_END.iter().any(|word| text.ends_with(word))
}

/// A title without the label before it (`原标题：`) and without the signs of a diary after it.
pub(super) fn without_label(text: &str) -> &str {
    let text = text.trim();
    // The brackets of a title without a label are its own: 【快讯】.
    let inner = text.trim_start_matches(['(', '（', '【']);
    let rest = PREFIX.iter().find_map(|word| {
        inner.strip_prefix(word)?.trim_start_matches(is_blank).strip_prefix([':', '：'])
    });
    rest.map_or(text, |rest| rest.trim_matches(|c: char| is_blank(c) || "）)】".contains(c)))
}

/// A title without the label of its kind (`Thread: `, `[Question] `), where the `title` element has the title without it.
pub(super) fn without_told_label<'a>(text: &'a str, element: &str) -> &'a str {
    let lacks = |label: &str| !element.contains(label.trim());
    let is_told = |(label, rest): &(&str, &str)| {
        rest.contains(char::is_alphanumeric) && element.contains(rest.trim()) && lacks(label)
    };
    let named = text
        .split_once([':', '：'])
        .filter(|(label, _)| TOLD_PREFIX.contains(&label.trim().to_lowercase().as_str()));
    let in_brackets = || {
        let (label, rest) = text.strip_prefix(['[', '【'])?.split_once([']', '】'])?;
        (rest.chars().count() >= LEAST_BEHIND_BRACKET).then_some((label, rest))
    };
    let told = named.filter(is_told).or_else(|| in_brackets().filter(is_told));
    told.map_or(text, |(_, rest)| rest.trim())
}

/// The minimum number of characters of a title behind a label in brackets.
const LEAST_BEHIND_BRACKET: usize = 4;

/// True if a title is all in brackets, as a note that distinguishes words of the same spelling: `（河流）`.
pub(super) fn is_in_brackets(text: &str) -> bool {
    let inner = text.strip_prefix(['（', '(']).and_then(|text| text.strip_suffix(['）', ')']));
    inner.is_some_and(|inner| !inner.contains(['（', '(']))
}

/// A title without the number of unread messages before it: `(3) A page about doors`, `(2 封私信 / 8 条消息) 标题`.
pub(super) fn without_count(text: &str) -> &str {
    let rest = text.trim_start().strip_prefix(['(', '（']);
    let rest = rest.and_then(|rest| rest.split_once([')', '）']));
    let is_bare = |count: &str| {
        let digits = count.trim_end_matches('+');
        (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_told = |count: &str| {
        count.starts_with(|c: char| c.is_ascii_digit())
            && ["消息", "私信", "通知"].iter().any(|word| count.ends_with(word))
    };
    match rest {
        Some((count, title)) if is_told(count) => title.trim_start(),
        Some((count, title)) if is_bare(count) => title.strip_prefix(' ').unwrap_or(text),
        _ => text,
    }
}

/// A title that was written for an address: `%E5%90%A7`.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    let is_code =
        text.is_ascii() && text.matches('%').count() >= 3 && !text.contains(['=', '&', ' ']);
    let read = || url::form_urlencoded::parse(text.as_bytes()).next();
    match is_code.then(read).flatten() {
        Some((title, _)) if !title.contains('\u{fffd}') => title,
        _ => Cow::Borrowed(text),
    }
}
