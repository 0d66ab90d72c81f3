//! The unsafe parts of written HTML and Markdown, when they are read again.

use zhengwen::Extraction;
use zhengwen::train::ALLOWED;
use zhengwen_html::{Document, NodeId, NodeKind, parse};

/// Nothing of the forms of an answer that were asked for is unsafe.
pub(crate) fn check(found: &Extraction) {
    let nothing = [""; 0];
    assert_eq!(found.html.as_deref().map_or_else(Vec::new, unsafe_parts), nothing);
    assert_eq!(found.page_html.as_deref().map_or_else(Vec::new, running_parts), nothing);
    let shown = found.markdown.as_deref().map(markdown_as_html);
    assert_eq!(shown.as_deref().map_or_else(Vec::new, scripts), nothing);
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
    let is_scheme = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    let scheme = bare.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.is_none_or(|scheme| {
        !is_scheme(&scheme) || ["http", "https", "mailto", "tel", "ftp"].contains(&scheme.as_str())
    })
}

/// Markdown as a CommonMark reader shows it.
pub(crate) fn markdown_as_html(markdown: &str) -> String {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new(markdown));
    html
}

/// The parts of a page that run scripts: elements, handlers, addresses.
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

/// The parts of a page without its noise that run scripts, or load from outside the web.
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
