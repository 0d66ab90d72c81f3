//! Footnotes: each begins with its number and ends with a link to the place that refers to it.

use super::between;

/// The HTML with its footnotes numbered.
pub(super) fn numbered(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 256);
    let mut rest = html;
    while let Some((before, label, after)) = between(rest, "<div id=\"fn-", "\">\n") {
        out.push_str(before);
        let Some((note, behind)) =
            after.split_once("</div>\n").or_else(|| after.split_once("</div>"))
        else {
            out.push_str(&format!("<div id=\"fn-{label}\">\n"));
            rest = after;
            break;
        };
        let mark = format!("<span class=\"mark\">{label}</span> ");
        let back = match html.contains(&reference(label)) {
            true => format!(" <a class=\"back\" href=\"#fnref-{label}\" title=\"{label}\">↩</a>"),
            false => String::new(),
        };
        out.push_str(&format!("<div id=\"fn-{label}\" class=\"note\">\n"));
        match note.strip_prefix("<p>") {
            Some(text) => out.push_str(&format!("<p>{mark}{}", with_end(text, &back))),
            None => out.push_str(&format!("<p>{mark}</p>\n{}", with_end(note, &back))),
        }
        out.push_str("</div>\n");
        rest = behind;
    }
    out.push_str(rest);
    with_places(&out)
}

fn reference(label: &str) -> String {
    format!("<sup><a href=\"#fn-{label}\">")
}

/// A note with the way back at the end of its last paragraph, or below it.
fn with_end(note: &str, back: &str) -> String {
    let note = note.trim_end();
    match note.strip_suffix("</p>") {
        Some(text) => format!("{text}{back}</p>\n"),
        None if back.is_empty() => format!("{note}\n"),
        None => format!("{note}\n<p>{back}</p>\n"),
    }
}

/// The first reference to each footnote gets the name that its way back leads to.
fn with_places(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 64);
    let mut seen = std::collections::HashSet::new();
    let mut rest = html;
    while let Some((before, label, after)) = between(rest, "<sup><a href=\"#fn-", "\">") {
        out.push_str(before);
        out.push_str("<sup><a");
        if seen.insert(label) {
            out.push_str(&format!(" id=\"fnref-{label}\""));
        }
        out.push_str(&format!(" href=\"#fn-{label}\">"));
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_have_a_number_and_a_way_back() {
        let html = "<p>a<sup><a href=\"#fn-1\">1</a></sup> b<sup><a href=\"#fn-1\">1</a></sup></p>\n<div id=\"fn-1\">\n<p>One.</p>\n</div>\n\
            <div id=\"fn-2\">\n<ul>\n<li>x</li>\n</ul>\n</div>";
        assert_eq!(
            numbered(html),
            "<p>a<sup><a id=\"fnref-1\" href=\"#fn-1\">1</a></sup> b<sup><a href=\"#fn-1\">1</a></sup></p>\n\
             <div id=\"fn-1\" class=\"note\">\n<p><span class=\"mark\">1</span> One. <a class=\"back\" href=\"#fnref-1\" title=\"1\">↩</a></p>\n</div>\n\
             <div id=\"fn-2\" class=\"note\">\n<p><span class=\"mark\">2</span> </p>\n<ul>\n<li>x</li>\n</ul>\n</div>\n"
        );
        assert_eq!(numbered("<p>a</p>"), "<p>a</p>");
    }
}
