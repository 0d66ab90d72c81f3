//! Pictures that belong to the page and not to its article: icons, logos that lead home, codes to scan, signs of sharing,
//! adverts. A picture that the page shows large is never one for its name.

use super::{Name, Names, Page};
use crate::dom::{AttributeName, NodeId, NodeKind, Tag};
use crate::text::address::Address;
use crate::text::phrases::Group;

/// A picture as the page gives it.
pub(super) struct Picture<'a> {
    pub(super) page: &'a Page,
    pub(super) id: NodeId,
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
static SHARES: Group = Group::of(crate::vocabularies::ADDRESS_PARTS, "share");

/// Parts of the addresses that adverts lead to.
static ADVERTS: Group = Group::of(crate::vocabularies::ADDRESS_PARTS, "advert");

impl Picture<'_> {
    /// True if the picture is not part of the article.
    pub(super) fn is_furniture(&self) -> bool {
        let is_large = |side: Option<u32>| side.is_some_and(|side| side >= LARGE);
        if self.link().is_some_and(leads_to_share_or_advert) || self.is_code() {
            return true;
        }
        if is_large(self.width) || is_large(self.height) {
            return false;
        }
        is_icon(self.address) || self.is_logo_link() || self.is_small() && !self.stands_in_text()
    }

    /// True if it is as small as a sign or the face of a user. Only its width may be given.
    fn is_small(&self) -> bool {
        let is_fit = |side: Option<u32>| side.is_none_or(|side| side <= LARGEST_SIGN);
        (self.width.is_some() || self.height.is_some()) && is_fit(self.width) && is_fit(self.height)
    }

    /// True if it is within a line of text, as the picture of a smiling face or of a letter is.
    fn stands_in_text(&self) -> bool {
        /// Elements around a picture that hold nothing else.
        const WRAPPERS: usize = 2;
        let document = self.page.document();
        let is_inline = |id: &NodeId| !document.tag(*id).is_block_level();
        let is_words = |id: NodeId| match document.kind(id) {
            NodeKind::Text => !document.text(id).trim().is_empty(),
            _ => is_inline(&id) && self.page.stats().characters(document, id) > 0,
        };
        let wrappers = document.ancestors(self.id).take(WRAPPERS).take_while(is_inline);
        let mut own = std::iter::once(self.id).chain(wrappers);
        own.any(|own| {
            let (before, after) = (NodeId(own.0.saturating_sub(1)), document.end(own));
            let parent = document.parent(own);
            let is_after = after.index() < document.len() && document.parent(after) == parent;
            // The text before may be the end of a neighbouring element.
            let mut around = document.ancestors(before).take(WRAPPERS);
            let is_before =
                document.kind(before) == NodeKind::Text && around.any(|id| Some(id) == parent);
            is_after && is_words(after) || is_before && is_words(before)
        })
    }

    /// The target of the link around the picture.
    fn link(&self) -> Option<&str> {
        const LEVELS: usize = 3;
        let mut around = self.page.document().ancestors(self.id).take(LEVELS);
        let link = around.find(|id| self.page.document().tag(*id) == Tag::A)?;
        self.page.document().attribute(link, AttributeName::HREF)
    }

    /// True if an image is a logo that leads somewhere, most often to the site's first page.
    fn is_logo_link(&self) -> bool {
        let is_logo =
            words(Address::of(self.address).file()).any(|word| word.eq_ignore_ascii_case("logo"));
        is_logo && self.link().is_some()
    }

    /// True if it is a code to scan: a square of a usual size that has such a name, or whose element has.
    fn is_code(&self) -> bool {
        let is_fit = |side: Option<u32>| side.is_none_or(|side| side <= LARGEST_CODE);
        let is_square = match (self.width, self.height) {
            (Some(width), Some(height)) => width.abs_diff(height) * 8 <= width.max(height),
            _ => true,
        };
        if !is_fit(self.width) || !is_fit(self.height) || !is_square {
            return false;
        }
        let (document, marks) = (self.page.document(), self.page.marks());
        let says = |text: &str| Names::of(text).has(Name::ScanCode);
        let of = |id: NodeId, name| document.attribute(id, name).is_some_and(says);
        let is_named = |id| marks.is(id, Name::ScanCode) || of(id, AttributeName::TITLE);
        says(Address::of(self.address).file())
            || of(self.id, AttributeName::ALT)
            || document.around(self.id).take(2).any(is_named)
    }
}

fn leads_to_share_or_advert(href: &str) -> bool {
    SHARES.are_in(href) || ADVERTS.are_in(href)
}

/// True if the name of a file says that it is part of a page's furniture: `icon-mail.png`.
fn is_icon(address: &str) -> bool {
    const WORDS: &[&str] =
        &["icon", "icons", "btn", "button", "arrow", "sprite", "enlarge", "spacer", "bullet"];
    // A file that is named by nothing else.
    const WHOLE: &[&str] =
        &["up", "down", "left", "right", "top", "prev", "next", "home", "back", "logo"];
    let name = Address::of(address).file();
    let is_among = |words: &[&str], own: &str| words.iter().any(|w| w.eq_ignore_ascii_case(own));
    words(name).any(|word| is_among(WORDS, word))
        || is_among(WHOLE, name.split('.').next().unwrap_or(""))
}

/// The words of the name of a file.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_alphabetic())
}
