//! The title block and the publish time block of a page.

use super::weights::WEIGHTS;
use zhengwen_page::dom::{Document, NodeId, NodeKind, Tag};
use zhengwen_page::page::{Name, NodeFlags, Page};
use zhengwen_page::text::{chars, clean, count, dates};

/// The maximum number of nodes in a small block.
const SMALL_BLOCK_NODES: usize = 64;
/// The maximum number of characters in a title block.
const MOST_TITLE: u32 = 100;
/// The maximum number of characters in a publish time block.
const MOST_TIME: u32 = 49;

/// A block and its text.
pub(super) type TextBlock = (NodeId, String);

/// The title block and the publish time block.
///
/// The title block is the `td`, `div`, `h*` or `span` with most points, the first of equals; at least two of its features must
/// speak for it. The publish time block is a `td`, `div` or `span` of less than 50 characters with a date: one that also says
/// 来源 or 发表 is preferred, else the first. Its text is the date.
pub(super) fn title_and_time_blocks(page: &Page) -> (Option<TextBlock>, Option<TextBlock>) {
    let document = page.document();
    let title_element = page.structured().title.as_deref().unwrap_or("");
    let title_characters = count::characters(title_element);
    let mut title: Option<(f32, TextBlock)> = None;
    let mut time: Option<(f32, TextBlock)> = None;
    let title_pairs = Pairs::of(title_element);
    let has_ideographs = page.has_ideographs();
    let mut raw = String::new();
    for id in document.elements() {
        let tag = document.tag(id);
        let may_be_time = matches!(tag, Tag::TD | Tag::DIV | Tag::SPAN);
        if !may_be_time && tag.heading_level().is_none() {
            continue;
        }
        let characters = page.stats().characters(document, id);
        let nodes = document.end(id).index() - id.index();
        if characters == 0 || characters > MOST_TITLE || nodes > SMALL_BLOCK_NODES {
            continue;
        }
        // What is dearer to find is only looked for where the element can still win.
        let wins = |points| points >= 2.0 && title.as_ref().is_none_or(|(most, _)| points > *most);
        let may_repeat = characters > 3 && characters <= title_characters;
        let for_repeating = if may_repeat { WEIGHTS.in_title_element } else { 0.0 };
        let may_win = |points| wins(points) || wins(points + for_repeating);
        let is_sure = |points| wins(points) || title_pairs.may_hold(texts(page, id));
        let points = points_by_itself(page, id, characters, may_win)
            .filter(|points| may_win(*points) && is_sure(*points));
        let may_be_time = may_be_time
            && characters <= MOST_TIME
            && match &time {
                None => true,
                // Only one with a word can still win, and the words are ideographs.
                Some((most, _)) => {
                    let may_win = has_ideographs && WEIGHTS.time_word > *most;
                    may_win && !texts(page, id).all(str::is_ascii)
                }
            };
        if points.is_none() && !may_be_time {
            continue;
        }
        raw.clear();
        texts(page, id).for_each(|text| raw.push_str(text));
        let may_be_time = may_be_time && dates::may_hold_date(&raw);
        if points.is_none() && !may_be_time {
            continue;
        }
        let text = clean::collapsed(&raw);
        if may_be_time
            && let Some((points, date)) = time_points(&text)
            && time.as_ref().is_none_or(|(most, _)| points > *most)
        {
            time = Some((points, (id, date)));
        }
        let Some(mut points) = points else { continue };
        if may_repeat && holds(title_element, &text) {
            points += WEIGHTS.in_title_element;
        }
        if wins(points) {
            title = Some((points, (id, text)));
        }
    }
    (title.map(|(_, block)| block), time.map(|(_, block)| block))
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
fn texts(page: &Page, id: NodeId) -> impl Iterator<Item = &str> {
    let document = page.document();
    let is_text = |node: &NodeId| {
        document.kind(*node) == NodeKind::Text && !page.flags(*node).has(NodeFlags::NEVER_TEXT)
    };
    document.descendants(id).filter(is_text).map(|node| document.text(node))
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

/// Points of an element as title block, for its length, class and emphasis; `None` if they cannot be enough to win.
fn points_by_itself(
    page: &Page,
    id: NodeId,
    characters: u32,
    wins: impl Fn(f32) -> bool,
) -> Option<f32> {
    let mut points = if characters > 3 && characters < 35 { WEIGHTS.title_length } else { 0.0 };
    if !wins(points + WEIGHTS.title_class + WEIGHTS.emphasised) {
        return None;
    }
    if page.marks().class(id).has(Name::TitleOrHead) {
        points += WEIGHTS.title_class;
    }
    if wins(points + WEIGHTS.emphasised) && holds_emphasis(page.document(), id) {
        points += WEIGHTS.emphasised;
    }
    Some(points)
}

/// True if an element is or holds one that is emphasised.
fn holds_emphasis(document: &Document, id: NodeId) -> bool {
    let is_emphasis =
        |tag: Tag| matches!(tag, Tag::H1 | Tag::H2 | Tag::H3 | Tag::B | Tag::I | Tag::STRONG);
    std::iter::once(id).chain(document.descendants(id)).any(|node| is_emphasis(document.tag(node)))
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
