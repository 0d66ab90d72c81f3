//! The title: the heading or tag that names this page, without the site's name.

use crate::page::Page;
use crate::text::chars::is_blank;
use crate::text::{count, titles};

/// The page's title: the longest heading that the `title` element repeats (at least half of it, so
/// not the name of a channel), else the page's only `h1`, else `og:title` or a JSON-LD headline,
/// else the `title` element without the site's name, else the first `h1`.
pub(super) fn find(page: &Page) -> Option<String> {
    let data = page.structured();
    let element = data.title.as_deref();
    let headings = headings(page);
    let repeated = element.and_then(|element| {
        let least = count::tokens(titles::without_site_name(element)).div_ceil(2).max(2);
        let amount = |text: &str| count::tokens(text);
        let is_repeated = |text: &&String| amount(text) >= least && holds(element, text);
        // The first of equals.
        headings.iter().rev().map(|(_, text)| text).filter(is_repeated).max_by_key(|t| amount(t))
    });
    let site_name = data.meta("og:site_name");
    let mut first_level = headings.iter().filter(|(level, _)| *level == 1).map(|(_, text)| text);
    let first = first_level.next();
    let only = first.filter(|text| count::tokens(text) >= 2 && Some(text.as_str()) != site_name);
    let only = only.filter(|_| first_level.next().is_none());
    let given = data.meta("og:title").or_else(|| data.meta("twitter:title"));
    let given = given.or_else(|| data.json_ld("headline")).map(titles::without_site_name);
    repeated
        .or(only)
        .cloned()
        .or_else(|| given.map(str::to_owned))
        .or_else(|| element.map(|title| titles::without_site_name(title).to_owned()))
        .or_else(|| first.cloned())
        .filter(|title| !title.is_empty())
}

/// Visible headings that are one block each, in document order: level and text.
fn headings(page: &Page) -> Vec<(u8, String)> {
    let document = page.document();
    let visible = page.blocks().iter().filter(|block| block.is_heading && !block.is_hidden);
    visible
        .filter_map(|block| {
            let level = document.tag(block.container).heading_level()?;
            Some((level, page.block_text(block)))
        })
        .collect()
}

/// Whether `text` holds `part`, blanks aside.
fn holds(text: &str, part: &str) -> bool {
    let squash = |s: &str| s.chars().filter(|c| !is_blank(*c)).collect::<String>();
    squash(text).contains(&squash(part))
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    fn check(html: &str, expected: Option<&str>) {
        assert_eq!(super::find(&Page::new(html, None)).as_deref(), expected, "{html}");
    }

    #[test]
    fn chooses_the_heading_that_the_title_repeats() {
        check(
            "<title>会议召开_某网</title><h1></h1><h1>某网</h1><h2>会议召开</h2>",
            Some("会议召开"),
        );
        check("<title>新桥昨天正式通车_新闻_某网</title><h2>新闻</h2>", Some("新桥昨天正式通车"));
        check("<title>A | Site</title><h1>An only heading</h1>", Some("An only heading"));
        check(
            "<title>会议今日召开_要闻</title><h1> </h1><h2>会议今日召开</h2>",
            Some("会议今日召开"),
        );
        check(
            "<title>A | Site</title><meta property=og:title content='An A'><h1>Menu</h1><h1>Cart</h1>",
            Some("An A"),
        );
        check("<title>城市供水会议今日召开_某网</title>", Some("城市供水会议今日召开"));
        check("<h1>Only heading</h1>", Some("Only heading"));
        check("<p>x", None);
    }
}
