//! HTML output is safe: parsed again, only what is allowed remains.

use zhengwen::{Options, Outputs, PageInfo, Selector};

use crate::asked::{extract, extract_known};
use crate::fuzz::safe::{markdown_as_html, running_parts, scripts, unsafe_parts};

/// The vectors of `fixtures/xss/vectors.txt`.
pub(crate) fn vectors() -> Vec<String> {
    let file = crate::expected::root().join("fixtures/xss/vectors.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
    lines.map(|line| line.replace("%0A", "\n")).collect()
}

fn check(vector: &str, url: Option<&str>) {
    let article = Selector::parse("article").unwrap();
    let options = Options::new().body(article).outputs(Outputs::all());
    let info = PageInfo::new().url(url);
    let html = format!("<article><p>文字，说明事情。</p>{vector}<p>后面的文字。</p></article>");
    let extraction = extract_known(&html, &options, &info);
    let written = extraction.html.unwrap();
    assert_eq!(unsafe_parts(&written), Vec::<String>::new(), "{vector}\n{written}");
    let page_html = extraction.page_html.unwrap();
    assert_eq!(running_parts(&page_html), Vec::<String>::new(), "{vector}\n{page_html}");
    let markdown = extraction.markdown.unwrap();
    let shown = markdown_as_html(&markdown);
    assert_eq!(scripts(&shown), Vec::<String>::new(), "{vector}\n{markdown}");
    let document = zhengwen::html_document(&extract_known(&html, &options, &info));
    assert_eq!(scripts(&document), Vec::<String>::new(), "{vector}\n{document}");
}

#[test]
fn no_vector_survives() {
    let vectors = vectors();
    assert!(vectors.len() >= 80);
    for vector in vectors {
        check(&vector, None);
        check(&vector, Some("https://example.com/a/b.html"));
    }
}

#[test]
fn fields_are_escaped_in_documents() {
    let title = "</title><script>alert(1)</script>\"'";
    let escaped = title.replace('<', "&lt;");
    let html = format!(
        "<title>{escaped}</title><meta name=author content='\"><script>alert(1)</script>'><meta name=description content='\" onload=\"x'><p>x</p>"
    );
    let options = Options::default().html(true);
    let document = zhengwen::html_document(&extract(&html, &options));
    assert_eq!(scripts(&document), Vec::<String>::new(), "{document}");
    let front = zhengwen::with_front_matter(&extract(&html, &options), "text");
    assert_eq!(front.matches("\n---\n").count(), 1, "{front}");
}

/// Readers that look for fences at the start of lines alone, as Showdown does, must not see the end of code without its beginning,
/// nor code inside of items and quotes as text with tags.
#[test]
fn code_in_items_and_quotes_holds_no_tags() {
    let tag = "&lt;img src=x onerror=alert(1)&gt;";
    for (html, expected) in [
        (
            "<ul><li><pre>a b</pre><li><pre>c</pre></ul>",
            "-\n  ```\n  a b\n  ```\n\n-\n  ```\n  c\n  ```",
        ),
        (
            &format!("<ul><li>A.<li><pre>{tag}</pre></ul>"),
            &format!("- A.\n\n-\n  <pre><code>{tag}</code></pre>"),
        ),
        (
            &format!("<ol><li><blockquote><pre>{tag}</pre></blockquote></ol>"),
            &format!("1.\n   > <pre><code>{tag}</code></pre>"),
        ),
        (
            &format!(
                "<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td><code style='white-space:pre'>{tag}\n\n{tag}</code></table>"
            ),
            "`<img src=x onerror=alert(1)>`<br><br>`<img src=x onerror=alert(1)>`",
        ),
        (&format!("<pre>{tag}</pre>"), "```\n<img src=x onerror=alert(1)>\n```"),
    ] {
        let article = Selector::parse("article").unwrap();
        let options = Options::new().body(article).markdown(true);
        let html =
            format!("<article><p>A sentence, and one more.</p>{html}<p>Another one.</p></article>");
        let markdown = extract(&html, &options).markdown.unwrap();
        assert!(markdown.contains(expected), "{markdown}");
        // It says the same to readers of the standard.
        let shown = markdown_as_html(&markdown);
        assert_eq!(shown.matches("&lt;img").count(), html.matches("&lt;img").count(), "{shown}");
        assert!(!shown.contains("<img"), "{shown}");
    }
}
