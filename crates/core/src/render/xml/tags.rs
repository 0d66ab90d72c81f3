//! The tags of both vocabularies.

use crate::render::events::Element;

/// The allow-list: the elements that [`super::html`] writes, with their attributes.
#[cfg(feature = "train")]
#[rustfmt::skip]
pub const ALLOWED: &[(&str, &[&str])] = &[
    ("a", &["href", "title"]), ("blockquote", &[]), ("br", &[]), ("caption", &[]),
    ("code", &["class"]), ("dd", &[]), ("del", &[]), ("div", &["id"]), ("dl", &[]), ("dt", &[]),
    ("em", &[]), ("figcaption", &[]), ("figure", &[]), ("h1", &[]), ("h2", &[]), ("h3", &[]),
    ("h4", &[]), ("h5", &[]), ("h6", &[]), ("hr", &[]),
    ("img", &["alt", "height", "src", "title", "width"]), ("li", &[]), ("ol", &["start"]),
    ("p", &[]), ("pre", &[]), ("q", &[]), ("rp", &[]), ("rt", &[]), ("ruby", &[]),
    ("span", &["class"]), ("strong", &[]), ("sub", &[]), ("sup", &[]), ("table", &[]),
    ("td", &["colspan", "rowspan"]), ("th", &["colspan", "rowspan"]), ("tr", &[]), ("ul", &[]),
];

/// What precedes the attributes of a start tag, what follows them, and the end tag.
pub(super) type Tags = [&'static str; 3];

/// In HTML and in TEI.
pub(super) type Both<T> = [T; 2];

pub(super) const CAPTION: Tags = ["<caption", ">", "</caption>\n"];
pub(super) const BREAK: Both<&str> = ["<br>\n", "<lb/>"];
pub(super) const RULE: Both<&str> =
    ["<hr>\n", "<milestone unit=\"section\" rendition=\"rule\"/>\n"];
pub(super) const MARK: Both<Tags> = [["<sup><a", ">", "</a></sup>"], ["<ref", ">", "</ref>"]];
pub(super) const LINK: Both<Tags> = [["<a", ">", "</a>"], ["<ref", ">", "</ref>"]];
pub(super) const CODE: Both<Tags> = [
    ["<pre><code", ">", "</code></pre>\n"],
    ["<ab type=\"code\"><code", " xml:space=\"preserve\">", "</code></ab>\n"],
];
pub(super) const FORMULA: Both<Tags> = [
    ["<span class=\"math inline\"", ">\\(", "\\)</span>"],
    ["<formula notation=\"tex\"", ">", "</formula>"],
];
pub(super) const DISPLAY: Both<Tags> =
    [["<span class=\"math display\"", ">\\[", "\\]</span>"], FORMULA[1]];
pub(super) const IMAGE: Both<Tags> = [["<img", ">", ""], ["<graphic", "/>", ""]];
pub(super) const DESCRIBED_IMAGE: Tags = ["<graphic", "><desc>", "</desc></graphic>"];

/// Tags of headings in HTML.
const HEADINGS: [Tags; 6] = [
    ["<h1", ">", "</h1>\n"],
    ["<h2", ">", "</h2>\n"],
    ["<h3", ">", "</h3>\n"],
    ["<h4", ">", "</h4>\n"],
    ["<h5", ">", "</h5>\n"],
    ["<h6", ">", "</h6>\n"],
];

/// The tags of an element.
#[rustfmt::skip]
pub(super) fn of(element: &Element) -> Both<Tags> {
    match element {
        Element::Paragraph => [["<p", ">", "</p>\n"], ["<p", ">", "</p>\n"]],
        Element::Heading(level) => [HEADINGS[usize::from(level.saturating_sub(1)).min(5)], ["<ab type=\"head\"", ">", "</ab>\n"]],
        Element::List { start: None } => [["<ul", ">\n", "</ul>\n"], ["<list", ">\n", "</list>\n"]],
        Element::List { .. } => [["<ol", ">\n", "</ol>\n"], ["<list rend=\"numbered\"", ">\n", "</list>\n"]],
        Element::Item => [["<li", ">", "</li>\n"], ["<item", ">", "</item>\n"]],
        Element::Quote => [["<blockquote", ">\n", "</blockquote>\n"], ["<quote", ">\n", "</quote>\n"]],
        Element::DefinitionList => [["<dl", ">\n", "</dl>\n"], ["<list type=\"gloss\"", ">\n", "</list>\n"]],
        Element::Term => [["<dt", ">", "</dt>\n"], ["<label", ">", "</label>\n"]],
        Element::Description => [["<dd", ">", "</dd>\n"], ["<item", ">", "</item>\n"]],
        Element::Table => [["<table", ">\n", "</table>\n"], ["<table", ">\n", "</table>\n"]],
        Element::Row => [["<tr", ">", "</tr>\n"], ["<row", ">", "</row>\n"]],
        Element::Cell { is_header: true, .. } => [["<th", ">", "</th>"], ["<cell role=\"label\"", ">", "</cell>"]],
        Element::Cell { .. } => [["<td", ">", "</td>"], ["<cell", ">", "</cell>"]],
        Element::Figure => [["<figure", ">\n", "</figure>\n"], ["<figure", ">\n", "</figure>\n"]],
        Element::Caption => [["<figcaption", ">", "</figcaption>\n"], ["<head", ">", "</head>\n"]],
        Element::Footnote(_) => [["<div", ">\n", "</div>\n"], ["<note place=\"foot\"", ">", "</note>\n"]],
        Element::Strong => [["<strong", ">", "</strong>"], ["<hi rend=\"bold\"", ">", "</hi>"]],
        Element::Emphasis => [["<em", ">", "</em>"], ["<hi rend=\"italic\"", ">", "</hi>"]],
        Element::InlineQuote { .. } => [["<q", ">", "</q>"]; 2],
        Element::Strikethrough => [["<del", ">", "</del>"]; 2],
        Element::InlineCode => [["<code", ">", "</code>"]; 2],
        Element::Subscript => [["<sub", ">", "</sub>"], ["<hi rend=\"subscript\"", ">", "</hi>"]],
        Element::Superscript => [["<sup", ">", "</sup>"], ["<hi rend=\"superscript\"", ">", "</hi>"]],
        Element::Link(_) => LINK,
        Element::Ruby => [["<ruby", ">", "</ruby>"]; 2],
        Element::RubyText => [["<rp>(</rp><rt", ">", "</rt><rp>)</rp>"], ["<rt", ">", "</rt>"]],
    }
}
