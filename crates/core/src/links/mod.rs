//! The pages that a page leads on to: further pages of the same article, the articles before and after it, related ones.

mod link;
mod pages;
mod related;

use crate::dom::{AttributeName, Tag};
use crate::page::{BlockIndex, Node, Page};

pub use link::Link;

/// The pages that a page leads on to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeadingOn {
    /// The next page of the same article or list.
    pub next_page: Option<String>,
    /// The pages of the same article or list in their order.
    pub pages: Vec<String>,
    /// The article before this one.
    pub previous_article: Option<Link>,
    /// The article after this one.
    pub next_article: Option<Link>,
    /// Articles that the page calls related, at most 50.
    pub related: Vec<Link>,
}

/// The text after a label for related articles at the start of a text, as `Read also:`.
pub(crate) fn after_related_label(text: &str) -> Option<&str> {
    link::label_of(text).filter(|(label, _)| *label == link::Label::Related).map(|(_, rest)| rest)
}

/// Finds where a page leads on; `main_start` is the first block of its main text.
pub(crate) fn leading_on(page: &Page, main_start: Option<BlockIndex>) -> LeadingOn {
    let links = links(page);
    let (previous_article, next_article) = pages::neighbours(&links);
    let short = short(&links);
    let list = pages::numbered(page, &short);
    let next_page = pages::next(page, &short, &list);
    let related = related::related(page.block_refs().skip(main_start.unwrap_or(0)));
    LeadingOn { next_page, pages: list, previous_article, next_article, related }
}

/// The links of the page that may lead on: `a` elements with an address and few words.
fn links(page: &Page) -> Vec<Node<'_>> {
    let links = page.elements().filter(|node| node.is(Tag::A));
    let leading_on = links.filter(|link| {
        let href = link.attribute(AttributeName::HREF);
        href.is_some_and(|href| !href.trim_start().starts_with('#'))
    });
    leading_on.collect()
}

/// The links of a few characters, with their text: numbers and words for the next page.
fn short<'p>(links: &[Node<'p>]) -> Vec<(Node<'p>, String)> {
    const MOST: u32 = 16;
    let short = links.iter().filter(|link| (1..=MOST).contains(&link.characters()));
    let short = short.filter(|link| may_lead(**link));
    short.map(|link| (*link, link.shown(" "))).collect()
}

/// True if the words of a link may be a number or a label; those in several texts always may.
fn may_lead(link: Node) -> bool {
    let texts = &link.page.texts()[link.text_range()];
    texts.len() > 1
        || texts.iter().any(|text| {
            let text = link.page.document().text(text.node);
            text.bytes().any(|byte| byte.is_ascii_digit())
                || link::label_of(text.trim_start()).is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> LeadingOn {
        leading_on(&Page::new(html, Some("https://example.com/news/12.html")), Some(0))
    }

    #[test]
    fn pages_of_an_article() {
        let found = of(
            "<p>text</p><div><a href=12.html>1</a> <a href=12_2.html>2</a> <a href=12_3.html>3</a> <a href=12_2.html>下一页</a></div>",
        );
        assert_eq!(found.next_page.as_deref(), Some("https://example.com/news/12_2.html"));
        assert_eq!(found.pages.len(), 3);
        assert_eq!(
            of("<link rel=next href='?page=2'>").next_page.as_deref(),
            Some("https://example.com/news/12.html?page=2")
        );
        assert_eq!(
            of("<a href=12_2.html>余下全文</a>").next_page.as_deref(),
            Some("https://example.com/news/12_2.html")
        );
        // The current page is no link.
        let found = of("<div><b>1</b> <a href=12_2.html>2</a> <a href=12_3.html>3</a></div>");
        assert_eq!(found.next_page.as_deref(), Some("https://example.com/news/12_2.html"));
        assert_eq!(found.pages[0], "https://example.com/news/12.html");
        assert_eq!(
            of("<a href=javascript:next()>下一页</a><a href=x.html>next steps for you</a>")
                .next_page,
            None
        );
    }

    #[test]
    fn articles_before_and_after() {
        let found = of(
            "<div>上一篇：<a href=11.html>前文的标题</a></div><div><a href=13.html>下一篇：后文的标题</a></div>",
        );
        let link = |title: &str, url: &str| {
            Some(Link { title: title.into(), url: format!("https://example.com/news/{url}") })
        };
        assert_eq!(found.previous_article, link("前文的标题", "11.html"));
        assert_eq!(found.next_article, link("后文的标题", "13.html"));
        assert_eq!(found.next_page, None);
    }

    #[test]
    fn related_articles() {
        let found = of(
            "<p>正文。</p><div><h3>相关新闻</h3><ul><li><a href=1.html>第一条相关新闻</a><li><a href=2.html>第二条相关新闻</a></ul></div><div><h3>热门</h3><a href=3.html>别的一条新闻</a></div>",
        );
        let titles: Vec<&str> = found.related.iter().map(|link| link.title.as_str()).collect();
        assert_eq!(titles, ["第一条相关新闻", "第二条相关新闻"]);
    }
}
