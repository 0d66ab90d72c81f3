//! The tree against the public html5lib tests, when they are there (`HTML5LIB_TESTS`, or beside the
//! repository). Whole pages with scripting off; foreign content is left out since the document keeps
//! no namespaces, and of the doctype only the name.

use std::path::PathBuf;

use zhengwen::dom::{Document, NodeId, NodeKind, parse::parse};

use crate::expected::root;

/// Tests that may differ: html5ever leaves the copy of an option in `selectedcontent` out (text
/// twice is not wanted here).
const MAY_DIFFER: usize = 4;
/// Tests that there are at least.
const COMPARED: usize = 1300;

#[test]
fn trees_are_those_of_the_public_tests() {
    let given = std::env::var_os("HTML5LIB_TESTS").map(PathBuf::from);
    let folder =
        given.unwrap_or_else(|| root().join("../shared/html5lib-tests")).join("tree-construction");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no html5lib tests (set HTML5LIB_TESTS)");
        return;
    };
    let (mut compared, mut different) = (0, Vec::new());
    for path in entries
        .map(|entry| entry.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "dat"))
    {
        let file = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        for test in file.split("\n\n#data\n").map(|test| test.trim_start_matches("#data\n")) {
            let Some((html, expected)) = comparable(test) else { continue };
            compared += 1;
            let actual = outline(&parse(html));
            if actual != expected {
                different.push(format!(
                    "{}\n{html}\n--- expected\n{expected}--- actual\n{actual}",
                    path.display()
                ));
            }
        }
    }
    assert!(compared >= COMPARED, "only {compared} compared");
    let shown = different.iter().take(5).map(String::as_str).collect::<String>();
    assert!(different.len() <= MAY_DIFFER, "{} of {compared} differ\n{shown}", different.len());
}

/// The page and the expected tree of a test, if it is one that can be compared.
fn comparable(test: &str) -> Option<(&str, String)> {
    let (html, rest) = test.split_once("\n#errors")?;
    let (head, tree) = rest.split_once("#document\n")?;
    let is_foreign =
        ["| <svg ", "<svg ", "<math ", "<svg>", "<math>"].iter().any(|name| tree.contains(name));
    if head.contains("#document-fragment") || head.contains("#script-on") || is_foreign {
        return None;
    }
    let mut lines = Vec::new();
    let mut contents: Vec<usize> = Vec::new();
    for line in tree.trim_end_matches('\n').split('\n') {
        let Some(text) = line.strip_prefix("| ") else {
            lines.push(line.to_owned());
            continue;
        };
        let depth = text.len() - text.trim_start_matches(' ').len();
        contents.retain(|content| depth > *content);
        if text.trim_start() == "content" {
            contents.push(depth);
            continue;
        }
        // What a template holds are its children here.
        let text = &text[2 * contents.len()..];
        match text.strip_prefix("<!DOCTYPE ") {
            Some(doctype) => {
                let name = doctype.trim_end_matches('>').split(' ').next().unwrap_or("");
                lines.push(format!("| <!DOCTYPE {name}>"));
            }
            None => lines.push(format!("| {text}")),
        }
    }
    Some((html, lines.join("\n") + "\n"))
}

fn outline(document: &Document) -> String {
    let mut out = String::new();
    for id in document.ids().skip(1) {
        let indent = "  ".repeat(usize::from(document.depth(id)) - 1);
        let line = match document.kind(id) {
            NodeKind::Element => element(document, id, &indent),
            NodeKind::Text => format!("\"{}\"", document.text(id)),
            NodeKind::Comment => format!("<!-- {} -->", document.text(id)),
            NodeKind::Doctype => format!("<!DOCTYPE {}>", document.text(id)),
            NodeKind::Document => continue,
        };
        out.push_str(&format!("| {indent}{line}\n"));
    }
    out
}

fn element(document: &Document, id: NodeId, indent: &str) -> String {
    let mut attributes: Vec<_> = document.attributes(id).collect();
    attributes.sort_unstable();
    let mut line = format!("<{}>", document.name(id));
    for (name, value) in attributes {
        line.push_str(&format!("\n| {indent}  {name}=\"{value}\""));
    }
    line
}
