//! Articles that are too long: the events up to a number of bytes.

use super::events::{Element, Event};

/// Bytes that an event takes in any form, besides its text: tags, marks, line ends.
pub(super) const LEAST: usize = 8;
/// Bytes that are counted for an image, a formula and the like: their names and numbers in a tree.
const OF_MEDIA: usize = 64;

/// Events that are made before they are counted.
pub(super) const UNCOUNTED: usize = 1 << 10;

/// The bytes that are left for events while they are made.
pub(super) struct Room {
    left: usize,
    /// The number of events within the room.
    counted: usize,
    /// The bytes of events that were left out.
    pub(super) beyond: u64,
}

impl Room {
    pub(super) fn new(most: usize) -> Self {
        Self { left: most, counted: 0, beyond: 0 }
    }

    /// Leaves out the events beyond the room, from time to time.
    #[inline]
    pub(super) fn bound(&mut self, events: &mut Vec<Event>) {
        if events.len() >= self.counted + UNCOUNTED {
            self.count(events);
        }
    }

    fn count(&mut self, events: &mut Vec<Event>) {
        for at in self.counted..events.len() {
            match self.left.checked_sub(size(&events[at])) {
                Some(left) => self.left = left,
                None => {
                    self.left = 0;
                    self.beyond += events.drain(at..).map(|event| size(&event) as u64).sum::<u64>();
                    break;
                }
            }
        }
        self.counted = events.len();
    }
}

/// Cuts off what goes beyond `most` bytes of text and addresses. Elements that are open there are ended. Returns the number
/// of bytes cut off.
pub(crate) fn cut(events: &mut Vec<Event>, most: usize) -> u64 {
    let mut bytes = 0usize;
    let at = events.iter().position(|event| {
        bytes = bytes.saturating_add(size(event));
        bytes > most
    });
    let Some(at) = at else { return 0 };
    let beyond = events[at..].iter().map(|event| size(event) as u64).sum();
    events.truncate(at);
    end_open(events);
    beyond
}

/// Ends the elements that are open.
pub(super) fn end_open(events: &mut Vec<Event>) {
    let open = events.iter().fold(0usize, |open, event| match event {
        Event::Start(_) => open + 1,
        Event::End => open.saturating_sub(1),
        _ => open,
    });
    events.extend((0..open).map(|_| Event::End));
}

/// The bytes of an event, about as they are written.
fn size(event: &Event) -> usize {
    match event {
        Event::Text(text) => escaped_length(text) + LEAST,
        Event::Start(Element::Link(link)) => link.address.len() + length(&link.title) + OF_MEDIA,
        Event::Image(image) => {
            image.address.len() + length(&image.alt) + length(&image.title) + OF_MEDIA
        }
        Event::Embedded(embedded) => embedded.address.len() + length(&embedded.title) + OF_MEDIA,
        Event::Formula { latex, .. } => latex.len() + OF_MEDIA,
        Event::Code(code) => escaped_length(&code.text) + OF_MEDIA,
        _ => LEAST,
    }
}

fn length(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, String::len)
}

/// The bytes of a text in HTML: a mark of markup takes about five.
fn escaped_length(text: &str) -> usize {
    text.len() + 4 * memchr::memchr3_iter(b'<', b'>', b'&', text.as_bytes()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_elements_are_ended() {
        let text = |text: &'static str| Event::Text(text.into());
        let start = || Event::Start(Element::Paragraph);
        let whole = vec![start(), text("ab"), Event::End, start(), text("cd"), Event::End];
        let (all, two) = (6 * LEAST + 4, 2 * LEAST);
        let last = LEAST as u64;
        let cases = [(all, 6, 0), (all - 1, 6, last), (two, 2, 5 * last + 4), (0, 0, 6 * last + 4)];
        for (most, kept, beyond) in cases {
            let mut events = whole.clone();
            assert_eq!(cut(&mut events, most), beyond, "{most}");
            assert_eq!(events.len(), kept, "{most}");
            let open = events.iter().filter(|event| matches!(event, Event::Start(_))).count();
            let ended = events.iter().filter(|event| matches!(event, Event::End)).count();
            assert_eq!(open, ended, "{most}");
        }
    }
}
