//! Text that a page's data hold as HTML, escaped once too often.

use std::borrow::Cow;

use crate::dom::{Document, parse};
use crate::text::clean::collapsed;

/// The maximum number of times that a text is escaped.
const MOST: usize = 3;

/// A text without the tags and character references of HTML in it.
pub fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    for _ in 0..MOST {
        if !has_tags(&plain) && !has_references(&plain) {
            break;
        }
        // Lines are words apart.
        let document =
            parse(&plain.replace("<br", " <br").replace("</p", " </p").replace("</li", " </li"));
        plain = Cow::Owned(collapsed(&document.text_content(Document::ROOT)));
    }
    plain
}

/// A text without character references; what looks like a tag is its own.
pub fn without_references(text: &str) -> Cow<'_, str> {
    if !has_references(text) {
        return Cow::Borrowed(text);
    }
    // A tag in a title is meant, as in "How to use <p>".
    let kept = text.replace('<', "&lt;");
    let document = parse(&kept);
    Cow::Owned(collapsed(&document.text_content(Document::ROOT)))
}

fn has_tags(text: &str) -> bool {
    text.contains("</")
        || ["<p", "<br", "<wbr", "<div", "<span", "<a ", "<img"]
            .iter()
            .any(|tag| text.contains(tag))
}

/// True if a text holds references that no author writes: `&amp;`, `&#39;`.
fn has_references(text: &str) -> bool {
    text.contains('&')
        && [
            "&amp;", "&quot;", "&lt;", "&gt;", "&nbsp;", "&#", "&apos;", "&ldquo;", "&rdquo;",
            "&hellip;", "&reg;", "&copy;", "&trade;", "&ndash;", "&mdash;", "&lsquo;", "&rsquo;",
            "&middot;", "&bull;", "&laquo;", "&raquo;", "&eacute;", "&auml;", "&ouml;", "&uuml;",
            "&szlig;",
        ]
        .iter()
        .any(|reference| text.contains(reference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_html() {
        assert_eq!(plain("<p>Men &amp; <b>women</b></p>"), "Men & women");
        assert_eq!(plain("&lt;p&gt;Men &amp;amp; women&lt;/p&gt;"), "Men & women");
        assert_eq!(plain("a < b & c"), "a < b & c");
        assert_eq!(
            without_references("Locks &amp; the &#39;<p>&#39; tag"),
            "Locks & the '<p>' tag"
        );
    }
}
