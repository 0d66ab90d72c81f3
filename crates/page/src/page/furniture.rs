//! Pictures that belong to the page and not to its article: icons, logos that lead home, codes to scan, signs of sharing,
//! adverts. A picture that the page shows large is never one for its name.

use super::{Name, Names, Node};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::text::address::Address;
use crate::text::lexicon::Group;

/// A picture as the page gives it.
pub(super) struct Picture<'a> {
    pub(super) node: Node<'a>,
    pub(super) address: &'a str,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
}

/// From this length of a side on, in CSS pixels, a picture is large.
const LARGE: u32 = 100;
/// Signs and faces of users have sides up to this, in CSS pixels.
const LARGEST_SIGN: u32 = 64;
/// Codes to scan are squares up to this size.
const LARGEST_CODE: u32 = 430;

/// Parts of the addresses at which one shares a page.
static SHARES: Group = Group::of("address.share");

/// Parts of the addresses that adverts lead to.
static ADVERTS: Group = Group::of("address.advert");

impl Picture<'_> {
    /// True if the picture is not part of the article.
    pub(super) fn is_furniture(&self) -> bool {
        if self.link().is_some_and(leads_to_share_or_advert) || self.is_code() {
            return true;
        }
        if self.longest_side().is_some_and(|side| side >= LARGE) {
            return false;
        }
        is_icon(self.address) || self.is_logo_link() || self.is_small() && !self.stands_in_text()
    }

    /// The longer side of those that are given.
    fn longest_side(&self) -> Option<u32> {
        self.width.max(self.height)
    }

    /// True if it is as small as a sign or the face of a user. Only its width may be given.
    fn is_small(&self) -> bool {
        self.longest_side().is_some_and(|side| side <= LARGEST_SIGN)
    }

    /// True if it is within a line of text, as the picture of a smiling face or of a letter is.
    fn stands_in_text(&self) -> bool {
        let wrappers = self.node.ancestors().take(WRAPPERS).take_while(|node| is_inline(*node));
        std::iter::once(self.node)
            .chain(wrappers)
            .any(|node| node.next_sibling().is_some_and(is_words) || follows_text(node))
    }

    /// The target of the link around the picture.
    fn link(&self) -> Option<&str> {
        const LEVELS: usize = 3;
        let mut around = self.node.ancestors().take(LEVELS);
        around.find(|node| node.is(Tag::A))?.attribute(AttributeName::HREF)
    }

    /// True if an image is a logo that leads somewhere, most often to the site's first page.
    fn is_logo_link(&self) -> bool {
        let is_logo =
            words(Address::of(self.address).file()).any(|word| word.eq_ignore_ascii_case("logo"));
        is_logo && self.link().is_some()
    }

    /// True if it is a code to scan: a square of a usual size that has such a name, or whose element has.
    fn is_code(&self) -> bool {
        let is_square = match (self.width, self.height) {
            (Some(width), Some(height)) => width.abs_diff(height) * 8 <= width.max(height),
            _ => true,
        };
        self.longest_side().is_none_or(|side| side <= LARGEST_CODE)
            && is_square
            && (says_code(Address::of(self.address).file())
                || says_code(self.node.value(AttributeName::ALT))
                || self.node.up(2).any(|node| {
                    node.is_named(Name::ScanCode) || says_code(node.value(AttributeName::TITLE))
                }))
    }
}

/// Elements around a picture that hold nothing else.
const WRAPPERS: usize = 2;

fn is_inline(node: Node) -> bool {
    !node.tag().is_block_level()
}

/// True if a node is text, or an element with text within a line.
fn is_words(node: Node) -> bool {
    match node.is_text() {
        true => !node.text().trim().is_empty(),
        false => is_inline(node) && node.characters() > 0,
    }
}

/// True if text is right before a node, perhaps at the end of a neighbouring element.
fn follows_text(node: Node) -> bool {
    let Some(parent) = node.parent() else { return false };
    let before = node.page.node(NodeId(node.id.0 - 1));
    let is_near = before.ancestors().take(WRAPPERS).any(|above| above == parent);
    before.is_text() && is_near && is_words(before)
}

fn says_code(text: &str) -> bool {
    Names::of(text).has(Name::ScanCode)
}

fn leads_to_share_or_advert(href: &str) -> bool {
    SHARES.are_in(href) || ADVERTS.are_in(href)
}

/// True if the name of a file says that it is part of a page's furniture: `icon-mail.png`.
fn is_icon(address: &str) -> bool {
    static WORDS: Group = Group::of("file.icon");
    // A file that is named by nothing else.
    static WHOLE: Group = Group::of("file.whole_icon");
    let name = Address::of(address).file();
    words(name).any(|word| is_among(&WORDS, word))
        || is_among(&WHOLE, name.split('.').next().unwrap_or(""))
}

/// True if a word is one of these, whatever its case.
fn is_among(words: &[&str], word: &str) -> bool {
    words.iter().any(|other| other.eq_ignore_ascii_case(word))
}

/// The words of the name of a file.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_alphabetic())
}
