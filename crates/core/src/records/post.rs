//! One post or comment: its author, time, number and text.

use serde::{Deserialize, Serialize};

use super::known::Known;
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Block, Page};
use crate::text::count;
use crate::text::dates::{self, FoundDate, Moment};

/// A post of a thread, or a comment on an article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Post {
    /// The author.
    pub author: Option<String>,
    /// The time, in ISO 8601.
    pub time: Option<String>,
    /// Its number in the thread, from 1, as the page gives it, or else by its place on the page.
    pub floor: Option<u32>,
    /// Its text, a line for each block.
    pub text: String,
}

/// Reads the post that the nodes from `id` to `end` are.
pub(super) fn read(page: &Page, id: NodeId, end: NodeId, known: &Known) -> Post {
    let last = page.texts().partition_point(|text| text.node < end);
    let own = page.blocks().iter().enumerate().skip(page.blocks_within(id).start);
    let blocks: Vec<(usize, &Block)> =
        own.take_while(|(_, block)| block.texts.start < last).collect();
    let author = author_in(page, id, end);
    let short = || blocks.iter().map(|(_, block)| *block).filter(|block| block.characters <= 60);
    let shown = || {
        let dated = short().filter(|block| !is_of_person(page, block));
        dated.filter_map(|block| time_in(page, block, known.read_at)).next()
    };
    let time = time_element(page, id, end).or_else(shown);
    let floor = short()
        .filter(|block| block.characters <= 12)
        .find_map(|block| floor_in(page.block_text(block)));
    let content = content_element(page, id, end);
    let is_term = page.document().tag(id) == Tag::DT;
    let is_content = |block: &Block| {
        content.is_none_or(|(start, end)| {
            block.container >= start && block.container < end
                || page
                    .texts_of(block)
                    .first()
                    .is_some_and(|text| text.node >= start && text.node < end)
        })
    };
    let is_left_out = |block: &Block| block.is_hidden || is_term && block.container == id;
    let is_kept = |index: usize| known.kept[index];
    let any_kept = content.is_none() && blocks.iter().any(|(index, _)| is_kept(*index));
    let chosen = blocks.iter().filter(|(index, block)| {
        !is_left_out(block)
            && if content.is_some() {
                is_content(block)
            } else if any_kept {
                is_kept(*index)
            } else {
                is_said(page, block, author.as_deref())
            }
    });
    let lines: Vec<String> = chosen
        .map(|(_, block)| page.block_text(block).to_owned())
        .filter(|line| !line.is_empty())
        .collect();
    Post { author, time, floor, text: lines.join("\n") }
}

/// Whether a block is text of the post, not a name, a time or a button.
fn is_said(page: &Page, block: &Block, author: Option<&str>) -> bool {
    let text = page.block_text(block);
    !block.is_mostly_linked()
        && Some(text) != author
        && (count::tokens(text) >= 6 || block.punctuation > 0)
        && written_date(text).is_none_or(|date| date.range.len() * 2 < text.len())
}

/// Parts of classes of elements that hold the text of a post and nothing else.
const CONTENT_NAMES: &[&str] = &[
    "bbwrapper",
    "cooked",
    "postbody",
    "post-body",
    "post_body",
    "postmsg",
    "post_message",
    "postmessage",
    "post-text",
    "posttext",
    "post-content",
    "post_content",
    "postcontent",
    "message-body",
    "messagebody",
    "message-content",
    "msgbody",
    "t_f",
    "entry-content",
    "comment-content",
    "comment_content",
    "commenttext",
    "comment-text",
    "comment-body",
    "comment_body",
    "reply-content",
    "reply_content",
    "richcontent",
    "richtext",
    "usertext-body",
    "s-prose",
];
/// Words of classes of elements that hold the text of a post, and perhaps more.
const CONTENT_WORDS: &[&str] =
    &["content", "body", "message", "text", "post", "entry", "msg", "prose"];

/// The element of a post with its text: the innermost with most text that microdata or a plain class name as such, or
/// else one with a word for text in its class.
fn content_element(page: &Page, id: NodeId, end: NodeId) -> Option<(NodeId, NodeId)> {
    let document = page.document();
    // By how plainly it is named: the most text, and where.
    let mut best: [Option<(u32, NodeId)>; 2] = [None, None];
    for node in
        (id.0 + 1..end.0).map(NodeId).filter(|node| document.kind(*node) == NodeKind::Element)
    {
        let class =
            document.attribute(node, AttributeName::CLASS).unwrap_or("").to_ascii_lowercase();
        let property = document.attribute(node, AttributeName::ITEMPROP).unwrap_or("");
        let is_plain = matches!(property, "text" | "articleBody" | "reviewBody")
            || CONTENT_NAMES.iter().any(|name| class.contains(name));
        let has_word = || class.split([' ', '-', '_']).any(|word| CONTENT_WORDS.contains(&word));
        if !is_plain && !has_word() {
            continue;
        }
        let amounts = page.stats().amounts(document, node);
        let own = amounts.characters.saturating_sub(amounts.link_characters / 2);
        let best = &mut best[usize::from(!is_plain)];
        // Of nested ones the innermost that holds enough of the text.
        let least = if is_plain { 3 } else { 7 };
        let is_better = best.is_none_or(|(most, before)| {
            own > most || node < document.end(before) && own * 10 >= most * least
        });
        if is_better && own > 0 {
            *best = Some((own, node));
        }
    }
    let [plain, worded] = best;
    let (_, node) = plain.or(worded)?;
    Some((node, document.end(node)))
}

/// Words of classes of elements that hold a name.
const NAME_WORDS: &[&str] = &[
    "author",
    "username",
    "nickname",
    "poster",
    "user-name",
    "user_name",
    "p_author_name",
    "authi",
    "fn",
    "postername",
    "creator",
    "name",
    "user",
];

/// The author of the post that the nodes from `id` to `end` are: from `data-author`, microdata, a class, or a link to a profile.
pub(super) fn author_in(page: &Page, id: NodeId, end: NodeId) -> Option<String> {
    let document = page.document();
    if let Some((_, name)) =
        document.attributes(id).find(|(name, _)| matches!(*name, "data-author" | "data-username"))
    {
        return Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    let mut weak = None;
    // A term is the name itself.
    let start = if document.tag(id) == Tag::DT { id.0 } else { id.0 + 1 };
    let own = (start..end.0).map(NodeId);
    let elements = own.filter(|node| document.kind(*node) == NodeKind::Element);
    for node in elements.take(400) {
        let amount = page.stats().characters(document, node);
        if !(1..=40).contains(&amount) {
            continue;
        }
        let attribute = |name| document.attribute(node, name).unwrap_or("");
        let class = attribute(AttributeName::CLASS).to_ascii_lowercase();
        let is_named = attribute(AttributeName::ITEMPROP) == "author"
            || attribute(AttributeName::REL) == "author"
            || class.split_whitespace().any(|word| {
                NAME_WORDS.contains(&word)
                    || word.ends_with("username")
                    || word.ends_with("author")
                    || word.ends_with("-name")
            });
        let href = attribute(AttributeName::HREF);
        let is_profile = document.tag(node) == Tag::A
            && ["user", "member", "profile", "people", "author", "space", "uid=", "home", "/u/"]
                .iter()
                .any(|part| href.contains(part));
        let name = || Some(name_text(page, node)).filter(|name| is_name(name));
        if is_named && let Some(name) = name().or_else(|| first_text(document, node)) {
            return Some(name);
        }
        if is_profile && weak.is_none() {
            weak = name();
        }
    }
    weak
}

/// The first text of an element with more than a name, if that text is a name.
fn first_text(document: &Document, id: NodeId) -> Option<String> {
    let texts = document.descendants(id).filter(|id| document.kind(*id) == NodeKind::Text);
    let first = texts.map(|id| document.text(id).trim()).find(|text| !text.is_empty())?;
    (is_name(first) && first.starts_with(char::is_alphabetic)).then(|| first.to_owned())
}

/// The first block of an element's text, without a label before it.
fn name_text(page: &Page, id: NodeId) -> String {
    let text = page.text_of(id, "\n");
    let first = text.lines().next().unwrap_or("").trim();
    let first = first.strip_prefix("By ").or_else(|| first.strip_prefix("by ")).unwrap_or(first);
    first.trim_end_matches([':', '：', ',']).trim().to_owned()
}

fn written_date(text: &str) -> Option<FoundDate> {
    dates::find(text).or_else(|| dates::find_day(text, None))
}

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    // The letter in place of a portrait, and labels.
    let is_letter = length == 1 && name.is_ascii();
    let lower = name.to_lowercase();
    let is_label = [
        "original poster",
        "topic author",
        "topic starter",
        "discussion starter",
        "thread starter",
        "advertising",
        "member list",
        "moderator",
        "administrator",
        "author",
        "op",
        "楼主",
        "作者",
        "只看该作者",
        "follow",
        "reply",
        "profile",
        "members",
    ]
    .contains(&lower.as_str());
    !is_letter
        && !is_label
        && (1..=40).contains(&length)
        && name.chars().any(char::is_alphanumeric)
        && written_date(name).is_none()
        && !name.ends_with(['。', '！', '？', '.'])
}

pub(super) fn time_in(page: &Page, block: &Block, read_at: Option<Moment>) -> Option<String> {
    let text = page.block_text(block);
    dates::find_day(text, read_at).map(|found| found.date.to_string())
}

fn time_element(page: &Page, id: NodeId, end: NodeId) -> Option<String> {
    let document = page.document();
    let times = (id.0..end.0).map(NodeId).filter(|node| document.tag(*node) == Tag::TIME);
    let given = times.filter_map(|node| document.attribute(node, AttributeName::DATETIME));
    given.filter_map(dates::find).map(|found| found.date.to_string()).next()
}

/// Whether a date is about the person (when they joined), by the words of its block or of the one before.
fn is_of_person(page: &Page, block: &Block) -> bool {
    const WORDS: &[&str] = &[
        "join",
        "regist",
        "member since",
        "注册",
        "註冊",
        "last seen",
        "最后登录",
        "在线时间",
        "birthday",
        "inscri",
        "dabei seit",
        "зарегистрирован",
        "регистрация",
    ];
    let own = page.block_text(block).to_lowercase();
    let before = block
        .texts
        .start
        .checked_sub(1)
        .map(|at| page.document().text(page.texts()[at].node).trim().to_lowercase());
    let says = |text: &str| text.len() < 80 && WORDS.iter().any(|word| text.contains(word));
    says(&own) || before.is_some_and(|text| says(&text) && text.chars().count() < 24)
}

/// The number of a post: `#12`, `12楼`, `12#`, `楼主`, `沙发`.
fn floor_in(text: &str) -> Option<u32> {
    const NAMED: &[(&str, u32)] = &[
        ("楼主", 1),
        ("沙发", 2),
        ("板凳", 3),
        ("椅子", 3),
        ("藤椅", 3),
        ("地板", 4),
        ("报纸", 5),
    ];
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]【】第".contains(c));
    if let Some((_, number)) = NAMED.iter().find(|(name, _)| text == *name) {
        return Some(*number);
    }
    let number = text
        .strip_prefix('#')
        .or_else(|| text.strip_suffix('#'))
        .or_else(|| text.strip_suffix('楼'))
        .or_else(|| text.strip_suffix('樓'))
        .or_else(|| text.strip_suffix("层"))?;
    number.trim().parse().ok()
}
