//! The title: the heading or tag that names this page, without the site's name.

use crate::page::Page;
use crate::text::chars::is_blank;
use crate::text::{count, titles};

/// The page's title: an `h1` (or the first heading) that the `title` element repeats, else
/// `og:title` or a JSON-LD headline, else the `title` element without the site's name, else the
/// first `h1`.
pub(super) fn find(page: &Page) -> Option<String> {
    let data = page.structured();
    let element = data.title.as_deref();
    let headings = headings(page);
    let repeated = element.and_then(|element| {
        headings.iter().find(|(_, text)| count::tokens(text) >= 2 && holds(element, text))
    });
    let given = || {
        let og = data.meta("og:title").or_else(|| data.meta("twitter:title"));
        og.or_else(|| data.json_ld("headline")).map(|t| titles::without_site_name(t).to_owned())
    };
    repeated
        .map(|(_, text)| text.clone())
        .or_else(given)
        .or_else(|| element.map(|title| titles::without_site_name(title).to_owned()))
        .or_else(|| headings.into_iter().find(|(level, _)| *level == 1).map(|(_, text)| text))
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
        check("<title>会议召开_某网</title><h1></h1><h1>某网</h1><h2>会议召开</h2>", Some("某网"));
        check(
            "<title>会议今日召开_要闻</title><h1> </h1><h2>会议今日召开</h2>",
            Some("会议今日召开"),
        );
        check(
            "<title>A | Site</title><meta property=og:title content='An A'><h1>Menu</h1>",
            Some("An A"),
        );
        check("<title>城市供水会议今日召开_某网</title>", Some("城市供水会议今日召开"));
        check("<h1>Only heading</h1>", Some("Only heading"));
        check("<p>x", None);
    }
}
