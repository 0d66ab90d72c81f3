//! The title block and the publish time block of a page.

use super::weights::WEIGHTS;
use zhengwen_page::dom::Tag;
use zhengwen_page::page::{Name, Node, NodeFlags, Page};
use zhengwen_page::text::{chars, clean, count, dates};

/// The maximum number of nodes in a small block.
const SMALL_BLOCK_NODES: usize = 64;
/// The maximum number of characters in a title block.
const MOST_TITLE: u32 = 100;
/// The maximum number of characters in a publish time block.
const MOST_TIME: u32 = 49;

/// A block and its text.
pub(super) type TextBlock<'p> = (Node<'p>, String);

/// The title block and the publish time block.
///
/// The title block is the `td`, `div`, `h*` or `span` with most points, the first of equals; at least two of its features must
/// speak for it. The publish time block is a `td`, `div` or `span` of less than 50 characters with a date: one that also says
/// 来源 or 发表 is preferred, else the first. Its text is the date.
pub(super) fn title_and_time_blocks(page: &Page) -> (Option<TextBlock<'_>>, Option<TextBlock<'_>>) {
    let title_element = page.structured().title.as_deref().unwrap_or("");
    let mut search = Search {
        title_element,
        title_characters: count::characters(title_element),
        title_pairs: Pairs::of(title_element),
        has_ideographs: page.has_ideographs(),
        raw: String::new(),
        title: None,
        time: None,
    };
    page.elements().for_each(|element| search.look_at(element));
    (search.title.map(|(_, block)| block), search.time.map(|(_, block)| block))
}

/// The search for the two blocks.
struct Search<'p> {
    title_element: &'p str,
    title_characters: u32,
    title_pairs: Pairs,
    has_ideographs: bool,
    /// The text of the element at hand.
    raw: String,
    /// The best title block so far, with its points.
    title: Option<(f32, TextBlock<'p>)>,
    /// The best publish time block so far, with its points.
    time: Option<(f32, TextBlock<'p>)>,
}

impl<'p> Search<'p> {
    fn look_at(&mut self, element: Node<'p>) {
        let may_be_time = matches!(element.tag(), Tag::TD | Tag::DIV | Tag::SPAN);
        if !may_be_time && element.tag().heading_level().is_none() {
            return;
        }
        let characters = element.characters();
        let nodes = element.end().index() - element.id.index();
        if characters == 0 || characters > MOST_TITLE || nodes > SMALL_BLOCK_NODES {
            return;
        }
        // What is dearer to find is only looked for where the element can still win.
        let may_repeat = characters > 3 && characters <= self.title_characters;
        let points = self.points_by_itself(element, characters, may_repeat);
        let may_be_time = may_be_time && self.may_be_time(element, characters);
        if points.is_none() && !may_be_time {
            return;
        }
        self.raw.clear();
        self.raw.extend(texts(element));
        let may_be_time = may_be_time && dates::may_hold_date(&self.raw);
        if points.is_none() && !may_be_time {
            return;
        }
        let text = clean::collapsed(&self.raw);
        if may_be_time
            && let Some((points, date)) = time_points(&text)
            && self.time.as_ref().is_none_or(|(most, _)| points > *most)
        {
            self.time = Some((points, (element, date)));
        }
        let Some(mut points) = points else { return };
        if may_repeat && holds(self.title_element, &text) {
            points += WEIGHTS.in_title_element;
        }
        if self.wins(points) {
            self.title = Some((points, (element, text)));
        }
    }

    /// True if these points make the best title block so far.
    fn wins(&self, points: f32) -> bool {
        points >= 2.0 && self.title.as_ref().is_none_or(|(most, _)| points > *most)
    }

    /// Points of an element as title block, for its length, class and emphasis; `None` if they cannot be enough to win.
    fn points_by_itself(&self, element: Node, characters: u32, may_repeat: bool) -> Option<f32> {
        let for_repeating = if may_repeat { WEIGHTS.in_title_element } else { 0.0 };
        let mut points = if characters > 3 && characters < 35 { WEIGHTS.title_length } else { 0.0 };
        if !self.wins(points + WEIGHTS.title_class + WEIGHTS.emphasised + for_repeating) {
            return None;
        }
        if element.class().has(Name::TitleOrHead) {
            points += WEIGHTS.title_class;
        }
        if self.wins(points + WEIGHTS.emphasised + for_repeating) && holds_emphasis(element) {
            points += WEIGHTS.emphasised;
        }
        let may_win = self.wins(points)
            || self.wins(points + for_repeating) && self.title_pairs.may_hold(texts(element));
        may_win.then_some(points)
    }

    fn may_be_time(&self, element: Node, characters: u32) -> bool {
        let may_win = self.time.as_ref().is_none_or(|(most, _)| {
            // Only one with a word can still win, and the words are ideographs.
            let may_win = self.has_ideographs && WEIGHTS.time_word > *most;
            may_win && !texts(element).all(str::is_ascii)
        });
        characters <= MOST_TIME && may_win
    }
}

/// A set of the pairs of neighbouring characters in a text, blanks left out. It may report pairs that are not there.
struct Pairs([u64; 32]);

impl Pairs {
    fn of(text: &str) -> Self {
        let mut pairs = Self([0; 32]);
        let mut last = '\0';
        for c in text.chars().filter(|c| !chars::is_blank(*c)) {
            let (word, bit) = Self::place(last, c);
            pairs.0[word] |= bit;
            last = c;
        }
        pairs
    }

    /// True if the text of the pairs may contain these texts, put together.
    fn may_hold<'a>(&self, texts: impl Iterator<Item = &'a str>) -> bool {
        let mut last = None;
        texts.flat_map(str::chars).filter(|c| !chars::is_blank(*c)).all(|c| {
            let Some(before) = last.replace(c) else { return true };
            let (word, bit) = Self::place(before, c);
            self.0[word] & bit != 0
        })
    }

    fn place(first: char, second: char) -> (usize, u64) {
        let hash =
            (u32::from(first).wrapping_mul(31) ^ u32::from(second)).wrapping_mul(0x9E37_79B1);
        ((hash >> 27) as usize, 1 << (hash >> 21 & 63))
    }
}

/// The texts within an element.
fn texts(element: Node<'_>) -> impl Iterator<Item = &str> {
    let texts = element.descendants().filter(|node| node.is_text());
    texts.filter(|node| !node.flags().has(NodeFlags::NEVER_TEXT)).map(Node::text)
}

/// True if a text contains another.
fn holds(text: &str, part: &str) -> bool {
    let Some(last) = part.as_bytes().last() else { return true };
    // The last byte of a Chinese character is rarer than the first.
    let ends = memchr::memchr_iter(*last, text.as_bytes());
    ends.filter_map(|end| text.as_bytes().get(..=end)).any(|upto| upto.ends_with(part.as_bytes()))
}

/// Points as publish time block, and the date as written.
fn time_points(text: &str) -> Option<(f32, String)> {
    let date = dates::find(text)?;
    let has_word = ["来源", "发表", "發表"].iter().any(|word| text.contains(word));
    Some((if has_word { WEIGHTS.time_word } else { 0.0 }, text[date.range].to_owned()))
}

/// True if an element is or holds one that is emphasised.
fn holds_emphasis(element: Node) -> bool {
    std::iter::once(element).chain(element.descendants()).any(|node| {
        matches!(node.tag(), Tag::H1 | Tag::H2 | Tag::H3 | Tag::B | Tag::I | Tag::STRONG)
    })
}

#[cfg(test)]
mod tests {
    use super::{Pairs, holds};

    #[test]
    fn parts_of_texts() {
        for (text, part) in [("供水会议", "会议"), ("aab", "ab"), ("a", "a"), ("", "")] {
            assert!(holds(text, part), "{text} {part}");
        }
        for (text, part) in [("供水会议", "议会"), ("ab", "abc"), ("", "a")] {
            assert!(!holds(text, part), "{text} {part}");
        }
    }

    #[test]
    fn what_a_title_holds_has_its_pairs() {
        let title = "供水会议 今日召开_Some news";
        let pairs = Pairs::of(title);
        let places: Vec<usize> = title.char_indices().map(|(at, _)| at).collect();
        for (start, end) in places.iter().flat_map(|a| places.iter().map(move |b| (*a, *b))) {
            assert!(start > end || pairs.may_hold([&title[start..end]].into_iter()));
        }
        assert!(pairs.may_hold(["今日", " \n", "召开"].into_iter()));
        assert!(
            !pairs.may_hold(["今日", "会议"].into_iter()) && !pairs.may_hold(["菜单"].into_iter())
        );
    }
}
