//! The page without its noise, as template-matching's paper shows it (section 2.2): the elements
//! around the content with their styles, all addresses absolute, nothing that runs.
//!
//! Only elements and attributes from the tables in `allowed` are written, and a content security
//! policy forbids scripts, forms and files as well.

mod allowed;
mod css;

use crate::dom::{AttributeName, Event, Namespace, Tag, walk};
use crate::methods::part_of;
use crate::page::{Node, Page, media};
use crate::select::Content;
use crate::text::escape::{attribute, push};

/// The content security policy of the page.
const POLICY: &str = "default-src 'none'; img-src http: https:; media-src http: https:; \
    font-src http: https:; style-src 'unsafe-inline' http: https:; frame-src http: https:";

/// The page as an HTML document: the content, its enclosing elements, and their styles.
pub(crate) fn page_html(page: &Page, content: &Content, most: usize) -> (String, u64) {
    let mut out = String::new();
    push_head(&mut out, page);
    let kept = Kept::of(page, content);
    let beyond = push_body(&mut out, page, content, &kept, most);
    out.push_str("</html>\n");
    (out, beyond)
}

fn push_head(out: &mut String, page: &Page) {
    out.push_str("<!DOCTYPE html>\n<html");
    push_attributes_of(out, page, Tag::HTML);
    out.push_str(
        ">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"",
    );
    attribute(out, "content", POLICY);
    out.push_str(">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    push(out, page.structured().title.as_deref().unwrap_or(""));
    out.push_str("</title>\n");
    for node in page.elements() {
        match node.tag() {
            _ if page.document().namespace(node.id) != Namespace::Html => {}
            Tag::LINK => push_style_link(out, node),
            Tag::STYLE => push_style(out, node),
            _ => {}
        }
    }
    out.push_str("</head>\n");
}

/// Writes the attributes of the first element of a tag.
fn push_attributes_of(out: &mut String, page: &Page, tag: Tag) {
    if let Some(first) = page.elements().find(|node| node.is(tag)) {
        allowed::push_attributes(out, first);
    }
}

fn push_style_link(out: &mut String, node: Node) {
    let mut rel = node.value(AttributeName::REL).split_ascii_whitespace();
    let is_style = rel.any(|rel| rel.eq_ignore_ascii_case("stylesheet"));
    let href = node.attribute(AttributeName::HREF).filter(|_| is_style);
    if let Some(href) = href.and_then(|href| node.page.addresses().media(href)) {
        out.push_str("<link rel=\"stylesheet\"");
        attribute(out, "href", &href);
        out.push_str(">\n");
    }
}

fn push_style(out: &mut String, node: Node) {
    let style = css::absolute(&node.text_content(), node.page.addresses());
    // Raw text must not contain anything like its end tag.
    if !style.to_ascii_lowercase().contains("</style") {
        out.push_str("<style>");
        out.push_str(&style);
        out.push_str("</style>\n");
    }
}

/// The nodes that stay: the content, its enclosing elements, and the other cells of its rows.
struct Kept(Vec<bool>);

impl Kept {
    fn of(page: &Page, content: &Content) -> Self {
        let document = page.document();
        let mut kept = vec![false; document.len()];
        let texts = content.spans.iter().map(|span| span.node);
        // A frameset page has no text of its own.
        let frames = page.elements().filter(|node| node.is(Tag::FRAME)).map(|node| node.id);
        for id in texts.chain(content.media.iter().copied()).chain(frames) {
            for node in page.node(id).around() {
                if std::mem::replace(&mut kept[node.id.index()], true) {
                    break;
                }
            }
        }
        for node in document.ids().map(|id| document.node(id)) {
            let above = node.parent().is_some_and(|parent| kept[parent.id.index()]);
            kept[node.id.index()] |= above && allowed::stays_beside(node.tag());
        }
        Self(kept)
    }
}

/// Writes the body, without what would begin beyond `most` bytes. Returns the bytes of text that this leaves out.
fn push_body(out: &mut String, page: &Page, content: &Content, kept: &Kept, most: usize) -> u64 {
    out.push_str("<body");
    push_attributes_of(out, page, Tag::BODY);
    out.push_str(">\n");
    let mut spans = content.spans.iter().peekable();
    let mut media = content.media.iter().copied().peekable();
    let mut events = walk(page.document().root());
    while let Some(event) = events.next() {
        match event {
            Event::Start(_) if out.len() > most => events.skip_subtree(),
            Event::Leaf(_) if out.len() > most => {}
            Event::Start(id) => {
                let node = page.node(id);
                let is_media = media.next_if_eq(&id).is_some();
                if !kept.0[id.index()] || push_start(out, node, is_media) {
                    events.skip_subtree();
                }
                while media.next_if(|next| *next < node.end() && is_media).is_some() {}
            }
            Event::End(id) => {
                let name = allowed::element(page.document().node(id));
                if let Some(name) = name.filter(|name| !allowed::is_void(name)) {
                    out.push_str("</");
                    out.push_str(name);
                    out.push('>');
                }
            }
            Event::Leaf(id) if page.node(id).is_text() => {
                let node = page.node(id);
                let above = node.parent().is_some_and(|parent| kept.0[parent.id.index()]);
                if above && node.text().trim().is_empty() {
                    push(out, node.text());
                }
                while let Some(span) = spans.next_if(|span| span.node <= id) {
                    if span.node == id {
                        push(out, part_of(node.text(), *span));
                    }
                }
            }
            Event::Leaf(_) => {}
        }
    }
    out.push_str("\n</body>\n");
    // Text that is left out comes after the last span that was taken.
    let is_cut = out.len() > most;
    spans.filter(|_| is_cut).map(|span| u64::from(span.end - span.start)).sum()
}

/// Writes the start of an element, or all of it: returns true if nothing more of it is to be written.
fn push_start(out: &mut String, node: Node, is_media: bool) -> bool {
    let is_math = node.page.document().namespace(node.id) == Namespace::MathMl;
    if is_math || node.is(Tag::SCRIPT) {
        // A formula is written as its text.
        push(out, node.text_content().trim());
        return true;
    }
    if is_media || node.is(Tag::FRAME) {
        push_media(out, node);
        return true;
    }
    if let Some(name) = allowed::element(node.in_document()) {
        out.push('<');
        out.push_str(name);
        allowed::push_attributes(out, node);
        out.push('>');
    }
    false
}

/// Writes an image; a frame or player as a frame that runs nothing.
fn push_media(out: &mut String, node: Node) {
    if node.is(Tag::IMG) {
        let Some(image) = media::image(node) else { return };
        out.push_str("<img");
        attribute(out, "src", &image.address);
        attribute(out, "alt", image.alt.as_deref().unwrap_or(""));
        allowed::push_attributes(out, node);
        out.push('>');
        return;
    }
    let embedded = media::embedded(node).map(|embedded| embedded.address);
    let address =
        embedded.or_else(|| node.page.addresses().media(node.attribute(AttributeName::SRC)?));
    let Some(address) = address else { return };
    out.push_str("<iframe sandbox=\"\"");
    attribute(out, "src", &address);
    allowed::push_attributes(out, node);
    out.push_str("></iframe>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Verdict;
    use crate::select::select;

    /// Checks the body of the page, with the blocks that hold `★` as content.
    fn check(html: &str, expected: &str) {
        let page = Page::new(html, Some("http://site.example/a/b.html"));
        let keep: Vec<bool> =
            page.blocks().iter().map(|block| page.block_text(block).contains('★')).collect();
        let verdict = Verdict::from_blocks(&page, vec![0.0; keep.len()], keep);
        let (out, _) = page_html(&page, &select(&page, &verdict), usize::MAX);
        let body = out.split_once("<body").unwrap().1.trim_end_matches("</html>\n").trim_end();
        let body = body.trim_end_matches("</body>").split_once('>').unwrap().1.trim();
        assert_eq!(body, expected, "{html}");
    }

    #[test]
    fn noise_goes_and_what_is_around_content_stays() {
        check(
            "<div id=nav><a href=/>x</a></div><div class=main style='color:red'><h1>★t</h1><p>noise<p>★ <b>b</b></div>",
            "<div class=\"main\" style=\"color:red\"><h1>★t</h1><p>★ <b>b</b></p></div>",
        );
        check(
            "<table><tr><td>★1<td>n<tr><td>n</table>",
            "<table><tbody><tr><td>★1</td><td></td></tr></tbody></table>",
        );
    }

    #[test]
    fn addresses_are_absolute() {
        check(
            "<p>★ <a href=c.html onclick=x()>c</a> <a href='javascript:x'>d</a>",
            "<p>★ <a href=\"http://site.example/a/c.html\">c</a> <a>d</a></p>",
        );
        check(
            "<p style='background:url(i.png)'>★一二三四五六七八九十一二三四五六七八九十<img src=/i.jpg alt=i width=300>",
            "<p style=\"background:url(&quot;http://site.example/a/i.png&quot;)\">★一二三四五六七八九十一二三四五六七八九十\
            <img src=\"http://site.example/i.jpg\" alt=\"i\" width=\"300\"></p>",
        );
    }

    #[test]
    fn nothing_runs() {
        check(
            "<script>x</script><p onload=x>★<svg><script>y</script></svg><form action=/x><input value=z></form><!--c-->",
            "<p>★</p>",
        );
        let page =
            Page::new("<link rel=stylesheet href='javascript:x'><style>a{}</style><p>t", None);
        let (out, _) = page_html(&page, &Content::default(), usize::MAX);
        assert!(
            out.contains("<style>a{}</style>") && !out.contains("<link") && !out.contains("<p>")
        );
        assert!(out.contains("default-src &#39;none&#39;"));
    }

    #[test]
    fn pages_of_frames_keep_them() {
        let page =
            Page::new("<frameset><frame src=x.html></frameset>", Some("http://site.example/"));
        let (out, _) = page_html(&page, &Content::default(), usize::MAX);
        assert!(
            out.contains("<iframe sandbox=\"\" src=\"http://site.example/x.html\"></iframe>"),
            "{out}"
        );
    }
}
