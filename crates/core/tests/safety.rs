//! HTML output is safe: parsed again, only what is allowed remains.

use zhengwen::unstable::dom::parse::parse;
use zhengwen::unstable::dom::{Document, NodeId, NodeKind};
use zhengwen::unstable::render::ALLOWED;
use zhengwen::{Options, PageInfo, Selector};

use crate::asked::{extract, extract_known};

/// The vectors of `fixtures/xss/vectors.txt`.
pub(crate) fn vectors() -> Vec<String> {
    let file = crate::expected::root().join("fixtures/xss/vectors.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
    lines.map(|line| line.replace("%0A", "\n")).collect()
}

fn elements(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    document.ids().filter(|id| document.kind(*id) == NodeKind::Element)
}

/// Elements, attributes and addresses of a fragment that are not allowed.
pub(crate) fn unsafe_parts(html: &str) -> Vec<String> {
    let document = parse(html);
    let mut found = Vec::new();
    for id in elements(&document) {
        let name = document.name(id);
        // The parser adds these.
        if matches!(name, "html" | "head" | "body" | "tbody" | "colgroup")
            && document.attributes(id).next().is_none()
        {
            continue;
        }
        let Some((_, attributes)) = ALLOWED.iter().find(|(allowed, _)| *allowed == name) else {
            found.push(format!("<{name}>"));
            continue;
        };
        for (attribute, value) in document.attributes(id) {
            if !attributes.contains(&attribute) {
                found.push(format!("<{name} {attribute}>"));
            }
            if matches!(attribute, "href" | "src") && !is_safe_address(value) {
                found.push(format!("{attribute}={value}"));
            }
        }
    }
    found
}

fn is_safe_address(value: &str) -> bool {
    // As a browser reads it: controls and blanks left out before the scheme.
    let bare: String = value.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let scheme = bare.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme {
        Some(scheme) if scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) => {
            ["http", "https", "mailto", "tel", "ftp"].contains(&scheme.as_str())
        }
        _ => true,
    }
}

/// Markdown as a CommonMark reader shows it.
pub(crate) fn markdown_as_html(markdown: &str) -> String {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new(markdown));
    html
}

/// What of a page runs scripts: elements, handlers, addresses.
pub(crate) fn scripts(html: &str) -> Vec<String> {
    let document = parse(html);
    let mut found = Vec::new();
    for id in elements(&document) {
        let name = document.name(id);
        if ["script", "iframe", "object", "embed", "svg", "style", "form", "base"].contains(&name) {
            found.push(format!("<{name}>"));
        }
        for (attribute, value) in document.attributes(id) {
            if attribute.starts_with("on")
                || matches!(attribute, "href" | "src") && !is_safe_address(value)
            {
                found.push(format!("{attribute}={value}"));
            }
        }
    }
    found
}

/// What of a page without its noise runs scripts, or loads what is not of the web.
pub(crate) fn running_parts(html: &str) -> Vec<String> {
    let document = parse(html);
    let mut found = Vec::new();
    for id in elements(&document) {
        let name = document.name(id);
        let runs = ["script", "object", "embed", "svg", "math", "form", "base", "input", "frame"];
        let attribute = |name: &str| document.attributes(id).find(|(n, _)| *n == name);
        if runs.contains(&name) || name == "iframe" && attribute("sandbox") != Some(("sandbox", ""))
        {
            found.push(format!("<{name}>"));
        }
        for (attribute, value) in document.attributes(id) {
            let is_address = matches!(attribute, "href" | "src" | "srcset" | "srcdoc" | "action");
            if attribute.starts_with("on") || is_address && !is_safe_address(value) {
                found.push(format!("{attribute}={value}"));
            }
            if attribute == "style" && value.to_ascii_lowercase().contains("url(\"javascript") {
                found.push(format!("{attribute}={value}"));
            }
        }
    }
    if !html.contains("Content-Security-Policy") {
        found.push("no policy".to_owned());
    }
    found
}

fn check(vector: &str, url: Option<&str>) {
    let (mut options, info) =
        (Options::new().body(Selector::parse("article").unwrap()), PageInfo::new().url(url));
    (options.outputs.html, options.outputs.markdown, options.outputs.tei) = (true, true, true);
    options.outputs.page_html = true;
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
    let mut options = Options::default();
    options.outputs.html = true;
    let document = zhengwen::html_document(&extract(&html, &options));
    assert_eq!(scripts(&document), Vec::<String>::new(), "{document}");
    let front = zhengwen::with_front_matter(&extract(&html, &options), "text");
    assert_eq!(front.matches("\n---\n").count(), 1, "{front}");
}
