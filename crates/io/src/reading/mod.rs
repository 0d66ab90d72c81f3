//! The HTML of an article as it is read: its style, and what the plain HTML leaves to who shows it. Formulas become MathML,
//! footnotes get their number and a way back; the heads of tables and of posts, columns of numbers and a deck are marked.

mod formulas;
mod heads;
mod notes;
mod tables;

use zhengwen::Extraction;

/// The style of an article, for elements within the class `reading`. It asks for the custom properties `--text`, `--soft`,
/// `--line`, `--code` and `--accent`.
pub const STYLE: &str = include_str!("reading.css");

/// The article's HTML for reading, if it has any. Only elements of the writer's HTML and of MathML are in it.
pub fn set_for_reading(article: &Extraction) -> Option<String> {
    let html = article.html.as_deref()?;
    let html = heads::deck(heads::posts(html, &article.posts));
    Some(formulas::set(&notes::numbered(&tables::set(&html))))
}

/// What is between two marks in a text, with what is before and after; marks excluded.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<(&'t str, &'t str, &'t str)> {
    let (before, rest) = text.split_once(start)?;
    let (inside, after) = rest.split_once(end)?;
    Some((before, inside, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_set_as_a_whole() {
        let page = "<html lang=en><title>T</title><article><h1>T</h1><p>The area is <math><mi>x</mi></math>, as the note \
            says.<sup><a href='#n1'>1</a></sup> It is a long sentence, so that it is read.</p><p>And one more sentence, which \
            ends here.</p><ol class=footnotes><li id=n1>A note. <a href='#r1'>↩</a></li></ol></article>";
        let options = zhengwen::Options::new().html(true);
        let article =
            zhengwen::Extractor::new(options).extract(page.as_bytes(), &zhengwen::PageInfo::new());
        let html = set_for_reading(&article).unwrap();
        assert!(html.contains("<math") && !html.contains("\\("), "{html}");
        assert!(html.contains("id=\"fnref-1\"") && html.contains("href=\"#fnref-1\""), "{html}");
    }
}
