//! Flags that nodes inherit from their ancestors: whether their text is text of the page at all,
//! hidden, linked, preformatted.

use crate::dom::{AttributeName, Document, NodeRef, Tag};

/// The flags of a node, including those of its ancestors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeFlags(u8);

impl NodeFlags {
    /// Inside an element whose content is never text of the page (scripts, `head`, form options).
    pub const NEVER_TEXT: Self = Self(1);
    /// Hidden from view: the `hidden` attribute, `display:none`, `visibility:hidden`,
    /// `aria-hidden`, or positioned off the screen.
    pub const HIDDEN: Self = Self(2);
    /// Inside `noscript`.
    pub const NOSCRIPT: Self = Self(4);
    /// Inside a link.
    pub const LINK: Self = Self(8);
    /// Inside `pre` or an element like `textarea`, where blanks count.
    pub const PREFORMATTED: Self = Self(16);
    /// Inside a paragraph, heading, quotation, caption or `pre`: running text that inline elements
    /// never split.
    pub(super) const RUNNING_TEXT: Self = Self(32);
    /// Inside a heading.
    pub const HEADING: Self = Self(64);

    /// True if all flags of `other` are set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    fn with(self, other: Self, condition: bool) -> Self {
        if condition { Self(self.0 | other.0) } else { self }
    }

    /// The flags that must be equal for two texts to share a block.
    pub(super) fn of_block(self) -> Self {
        Self(self.0 & (Self::HIDDEN.0 | Self::NOSCRIPT.0))
    }
}

/// Computes the flags of every node. `unseen` lists, by node, what a browser does not show, if one
/// rendered the page. `flags` provides memory to reuse.
pub(super) fn flags(
    document: &Document,
    unseen: &[bool],
    mut flags: Vec<NodeFlags>,
) -> Vec<NodeFlags> {
    flags.clear();
    flags.reserve(document.len());
    for id in document.ids() {
        let inherited = document.parent(id).map_or(NodeFlags::default(), |p| flags[p.index()]);
        let node = document.node(id);
        flags.push(match node.is_element() {
            true => {
                let is_unseen = unseen.get(id.index()).copied().unwrap_or(false);
                of_element(node, inherited).with(NodeFlags::HIDDEN, is_unseen)
            }
            false => inherited,
        });
    }
    flags
}

fn of_element(node: NodeRef, inherited: NodeFlags) -> NodeFlags {
    let tag = node.tag();
    inherited
        .with(NodeFlags::NEVER_TEXT, is_never_text(node))
        .with(NodeFlags::NOSCRIPT, tag == Tag::NOSCRIPT)
        .with(NodeFlags::LINK, tag == Tag::A)
        .with(NodeFlags::PREFORMATTED, matches!(tag, Tag::PRE | Tag::XMP))
        .with(NodeFlags::HEADING, tag.heading_level().is_some())
        .with(NodeFlags::RUNNING_TEXT, holds_running_text(tag))
        .with(NodeFlags::HIDDEN, !inherited.has(NodeFlags::HIDDEN) && is_hidden(node))
}

/// True if the content of an element is never text of the page. The templates of declarative shadow DOM are an exception:
/// browsers show their content.
fn is_never_text(node: NodeRef) -> bool {
    match node.tag() {
        Tag::HEAD | Tag::TITLE => true,
        Tag::TEMPLATE => node.attribute_named("shadowrootmode").is_none(),
        tag => tag.is_never_text(),
    }
}

fn holds_running_text(tag: Tag) -> bool {
    matches!(tag, Tag::P | Tag::PRE | Tag::BLOCKQUOTE | Tag::FIGCAPTION)
        || tag.heading_level().is_some()
}

fn is_hidden(node: NodeRef) -> bool {
    let mut hiding = node.document.attributes_where(node.id, |name| {
        matches!(name, AttributeName::HIDDEN | AttributeName::ARIA_HIDDEN | AttributeName::STYLE)
    });
    hiding.any(|(name, value)| match name {
        AttributeName::HIDDEN => !value.eq_ignore_ascii_case("false"),
        AttributeName::ARIA_HIDDEN => value.trim().eq_ignore_ascii_case("true"),
        AttributeName::STYLE => style_hides(value),
        _ => false,
    })
}

/// A distance in pixels, ems or percent that puts a box off the screen.
const OFF_SCREEN: f32 = -900.0;

/// True if a declaration of a style hides its element.
pub(super) fn style_hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((name, value)) = declaration.split_once(':') else {
            return false;
        };
        let name = name.trim();
        let hiding = HIDING.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        hiding.is_some_and(|(_, hides)| hides(value.trim()))
    })
}

/// A test that is true if a value hides its element.
type Hides = fn(&str) -> bool;

/// The properties that can hide something.
const HIDING: [(&str, Hides); 11] = [
    ("display", |value| is_keyword(value, "none")),
    ("visibility", |value| is_keyword(value, "hidden") || is_keyword(value, "collapse")),
    ("opacity", is_zero),
    ("font-size", is_zero),
    ("clip", |value| begins(value, "rect(0") || begins(value, "rect(1px")),
    ("left", is_off_screen),
    ("right", is_off_screen),
    ("top", is_off_screen),
    ("text-indent", is_off_screen),
    ("margin-left", is_off_screen),
    ("margin-top", is_off_screen),
];

fn is_keyword(mut value: &str, word: &str) -> bool {
    const IMPORTANT: &str = "!important";
    while let Some(at) = value.len().checked_sub(IMPORTANT.len())
        && let Some((before, end)) = value.split_at_checked(at)
        && end.eq_ignore_ascii_case(IMPORTANT)
    {
        value = before;
    }
    value.trim_end().eq_ignore_ascii_case(word)
}

fn begins(value: &str, start: &str) -> bool {
    value.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

fn is_zero(value: &str) -> bool {
    value.starts_with(['0', '.', '+', '-']) && leading_number(value) == Some(0.0)
}

fn is_off_screen(value: &str) -> bool {
    value.starts_with('-') && leading_number(value).is_some_and(|number| number <= OFF_SCREEN)
}

fn leading_number(value: &str) -> Option<f32> {
    let end = value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+' | '.'));
    value[..end.unwrap_or(value.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::style_hides;

    #[test]
    fn styles_that_hide() {
        for style in [
            "display:none",
            "DISPLAY: None !important",
            "color:red;visibility:hidden",
            "position:absolute;top:-10000px",
            "text-indent:-999em",
            "font-size:0",
            "opacity: 0",
        ] {
            assert!(style_hides(style), "{style}");
        }
        for style in ["display:block", "left:-10px", "opacity:0.9", "font-size:0.9em", "none", ""] {
            assert!(!style_hides(style), "{style}");
        }
    }
}
