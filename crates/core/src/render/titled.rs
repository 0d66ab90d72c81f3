//! An article under its title: one heading of the first level.

use super::events::{Element, Event, ends};

/// Events before the text in which the article's own heading is looked for: a table of facts may be above it.
const MOST_BEFORE: usize = 400;

/// Letters of a title that a heading may have behind a kicker.
const LEAST_BEHIND_KICKER: usize = 8;

/// The events below a heading of the first level with the title. A heading of the article that says the same goes, and
/// the others begin at the second level.
pub(crate) fn titled<'a>(events: &[Event<'a>], title: Option<&str>) -> Vec<Event<'a>> {
    let (start, end) = heading_of_title(events, title).unwrap_or((0, 0));
    let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) else {
        return events.to_vec();
    };
    let rest = events[..start].iter().chain(&events[end..]);
    let has_first = rest.clone().any(|event| matches!(event, Event::Start(Element::Heading(1))));
    let mut all = Vec::with_capacity(events.len() + 3);
    all.extend(Event::line(Element::Heading(1), title.to_owned()));
    all.extend(rest.cloned().map(|event| match event {
        Event::Start(Element::Heading(level)) if has_first => {
            Event::Start(Element::Heading(level.saturating_add(1).min(6)))
        }
        event => event,
    }));
    all
}

/// The place of the first heading of the article, if it is the same as the title.
fn heading_of_title(events: &[Event], title: Option<&str>) -> Option<(usize, usize)> {
    let is_heading = |event: &Event| matches!(event, Event::Start(Element::Heading(_)));
    let start = events.iter().take(MOST_BEFORE).position(is_heading)?;
    let end = ends(&events[start..events.len().min(start + MOST_BEFORE)]).first()? + start;
    let is_closed = events.get(end) == Some(&Event::End);
    let texts = events[start..end].iter().filter_map(|event| match event {
        Event::Text(text) => Some(text.as_ref()),
        _ => None,
    });
    let heading: String = texts.flat_map(letters).collect();
    let title: String = letters(title?).collect();
    // A heading of the first level may have a kicker before the title.
    let is_behind_kicker = events[start] == Event::Start(Element::Heading(1))
        && title.chars().count() >= LEAST_BEHIND_KICKER
        && heading.strip_suffix(&title).is_some_and(|kicker| kicker.len() <= title.len());
    let is_same = !heading.is_empty() && (heading == title || is_behind_kicker);
    (is_closed && is_same).then_some((start, end + 1))
}

/// The characters of a title that count when two are compared.
pub(super) fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(headings: &[(u8, &'static str)]) -> Vec<Event<'static>> {
        let lines = headings.iter();
        lines.flat_map(|(level, text)| Event::line(Element::Heading(*level), *text)).collect()
    }

    #[test]
    fn one_heading_of_the_first_level() {
        for (headings, expected) in [
            (&[(2, "Leaves")][..], "# Tea|## Leaves"),
            (&[(1, "TEA."), (2, "Leaves")], "# Tea|## Leaves"),
            (&[(1, "Leaves"), (2, "Green"), (1, "Cups")], "# Tea|## Leaves|### Green|## Cups"),
            (&[(2, "Tea"), (3, "Leaves")], "# Tea|### Leaves"),
            (&[], "# Tea"),
        ] {
            let shown = crate::render::markdown(&titled(&article(headings), Some(" Tea ")));
            assert_eq!(shown.replace("\n\n", "|"), expected);
        }
        let same = article(&[(1, "Leaves")]);
        assert_eq!(titled(&same, None), same);
    }
}
