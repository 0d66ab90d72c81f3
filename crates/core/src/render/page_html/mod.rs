//! The page without its noise, as template-matching's paper shows it (section 2.2): the elements
//! around the content with their styles, all addresses absolute, nothing that runs.
//!
//! Only elements and attributes from the tables in `allowed` are written, and a content security
//! policy forbids scripts, forms and files as well.

mod allowed;
mod css;

use crate::dom::{AttributeName, Document, Event, Namespace, NodeId, NodeKind, Tag, walk};
use crate::methods::part_of;
use crate::page::{Page, media};
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
    let document = page.document();
    out.push_str("<!DOCTYPE html>\n<html");
    let html = document.ids().find(|id| document.tag(*id) == Tag::HTML);
    html.into_iter().for_each(|html| allowed::push_attributes(out, page, html));
    out.push_str(
        ">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"",
    );
    attribute(out, "content", POLICY);
    out.push_str(">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    push(out, page.structured().title.as_deref().unwrap_or(""));
    out.push_str("</title>\n");
    for id in document.ids().filter(|id| document.namespace(*id) == Namespace::Html) {
        match document.tag(id) {
            Tag::LINK => push_style_link(out, page, id),
            Tag::STYLE => push_style(out, page, id),
            _ => {}
        }
    }
    out.push_str("</head>\n");
}

fn push_style_link(out: &mut String, page: &Page, id: NodeId) {
    let document = page.document();
    let rel = document.attribute(id, AttributeName::REL).unwrap_or("");
    let is_style = rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("stylesheet"));
    let href = document.attribute(id, AttributeName::HREF);
    if let Some(href) = href.filter(|_| is_style).and_then(|href| page.addresses().media(href)) {
        out.push_str("<link rel=\"stylesheet\"");
        attribute(out, "href", &href);
        out.push_str(">\n");
    }
}

fn push_style(out: &mut String, page: &Page, id: NodeId) {
    let style = css::absolute(&page.document().text_content(id), page.addresses());
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
        let frames = document.ids().filter(|id| document.tag(*id) == Tag::FRAME);
        for id in texts.chain(content.media.iter().copied()).chain(frames) {
            let around = std::iter::once(id).chain(document.ancestors(id));
            for id in around {
                if std::mem::replace(&mut kept[id.index()], true) {
                    break;
                }
            }
        }
        for id in document.ids() {
            let above = document.parent(id).is_some_and(|parent| kept[parent.index()]);
            kept[id.index()] |= above && allowed::stays_beside(document.tag(id));
        }
        Self(kept)
    }
}

/// Writes the body, without what would begin beyond `most` bytes. Returns the bytes of text that this leaves out.
fn push_body(out: &mut String, page: &Page, content: &Content, kept: &Kept, most: usize) -> u64 {
    let document = page.document();
    out.push_str("<body");
    let body = document.ids().find(|id| document.tag(*id) == Tag::BODY);
    body.into_iter().for_each(|body| allowed::push_attributes(out, page, body));
    out.push_str(">\n");
    let mut spans = content.spans.iter().peekable();
    let mut media = content.media.iter().copied().peekable();
    let mut events = walk(document, Document::ROOT);
    while let Some(event) = events.next() {
        match event {
            Event::Start(_) if out.len() > most => events.skip_subtree(),
            Event::Leaf(_) if out.len() > most => {}
            Event::Start(id) => {
                let is_media = media.next_if(|next| *next == id).is_some();
                if !kept.0[id.index()] {
                    events.skip_subtree();
                } else if document.namespace(id) == Namespace::MathMl
                    || document.tag(id) == Tag::SCRIPT
                {
                    // A formula is written as its text.
                    push(out, document.text_content(id).trim());
                    events.skip_subtree();
                } else if is_media || document.tag(id) == Tag::FRAME {
                    push_media(out, page, id);
                    events.skip_subtree();
                } else if let Some(name) = allowed::element(document, id) {
                    out.push('<');
                    out.push_str(name);
                    allowed::push_attributes(out, page, id);
                    out.push('>');
                }
                while media.next_if(|next| *next < document.end(id) && is_media).is_some() {}
            }
            Event::End(id) => {
                if let Some(name) = allowed::element(document, id).filter(|n| !allowed::is_void(n))
                {
                    out.push_str("</");
                    out.push_str(name);
                    out.push('>');
                }
            }
            Event::Leaf(id) if document.kind(id) == NodeKind::Text => {
                let text = document.text(id);
                let above = document.parent(id).is_some_and(|parent| kept.0[parent.index()]);
                if above && text.trim().is_empty() {
                    push(out, text);
                }
                while let Some(span) = spans.next_if(|span| span.node <= id) {
                    if span.node == id {
                        push(out, part_of(text, *span));
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

/// Writes an image; a frame or player as a frame that runs nothing.
fn push_media(out: &mut String, page: &Page, id: NodeId) {
    let document = page.document();
    if document.tag(id) == Tag::IMG {
        let Some(image) = media::image(page, id) else { return };
        out.push_str("<img");
        attribute(out, "src", &image.address);
        attribute(out, "alt", image.alt.as_deref().unwrap_or(""));
        allowed::push_attributes(out, page, id);
        out.push('>');
        return;
    }
    let frame = || {
        let src = document.attribute(id, AttributeName::SRC)?;
        page.addresses().media(src)
    };
    let Some(address) = media::embedded(page, id).map(|e| e.address).or_else(frame) else { return };
    out.push_str("<iframe sandbox=\"\"");
    attribute(out, "src", &address);
    allowed::push_attributes(out, page, id);
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
