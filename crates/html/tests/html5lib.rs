//! The tree against the public html5lib tests, when they are there (`HTML5LIB_TESTS`, or next to the
//! repository): whole pages and fragments, with scripting on and off.

use std::path::PathBuf;

use zhengwen_html::{Context, Document, Namespace, NodeId, NodeKind, Parser};

/// Runs that differ, by file, and why.
///
/// The trees of the tests hold a copy of the chosen option in `selectedcontent`; text twice is not
/// wanted here.
const MAY_DIFFER: &[(&str, usize)] = &[("webkit02.dat", 8)];
/// Runs that there are at least.
const RUNS: usize = 3549;

#[test]
fn trees_are_those_of_the_public_tests() {
    let Some(folder) = zhengwen_oracle::html5lib("tree-construction") else { return };
    let (mut runs, mut different) = (0, Vec::new());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "dat")) {
        let file = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut in_file = Vec::new();
        for test in file.split("\n\n#data\n").map(|test| test.trim_start_matches("#data\n")) {
            let Some(test) = Test::read(test) else { continue };
            for scripting in test.scripting() {
                runs += 1;
                let actual = test.run(scripting);
                if actual != test.tree {
                    in_file.push(format!(
                        "{name} (scripting {scripting})\n{}\n--- expected\n{}--- actual\n{actual}\n",
                        test.html, test.tree
                    ));
                }
            }
        }
        let allowed = MAY_DIFFER.iter().find(|(file, _)| *file == name).map_or(0, |(_, n)| *n);
        if in_file.len() > allowed {
            different.append(&mut in_file);
        }
    }
    assert!(runs >= RUNS, "only {runs} runs");
    let shown = different.iter().take(5).map(String::as_str).collect::<String>();
    assert!(different.is_empty(), "{} of {runs} differ\n{shown}", different.len());
}

struct Test<'a> {
    html: &'a str,
    fragment: Option<&'a str>,
    scripting: Option<bool>,
    tree: &'a str,
}

impl<'a> Test<'a> {
    fn read(test: &'a str) -> Option<Self> {
        let (html, rest) = test.split_once("\n#errors").or_else(|| test.split_once("#errors"))?;
        let (head, tree) = rest.split_once("#document\n")?;
        let fragment = head.split_once("#document-fragment\n");
        let fragment = fragment.map(|(_, name)| name.lines().next().unwrap_or(""));
        let scripting = if head.contains("#script-on") {
            Some(true)
        } else {
            head.contains("#script-off").then_some(false)
        };
        Some(Self { html, fragment, scripting, tree: tree.trim_end_matches('\n') })
    }

    fn scripting(&self) -> Vec<bool> {
        self.scripting.map_or_else(|| vec![false, true], |only| vec![only])
    }

    fn run(&self, scripting: bool) -> String {
        let mut parser = Parser::default();
        parser.scripting = scripting;
        let document = match self.fragment {
            None => parser.parse(self.html),
            Some(context) => {
                let (namespace, name) = match context.split_once(' ') {
                    Some(("svg", name)) => (Namespace::Svg, name),
                    Some(("math", name)) => (Namespace::MathMl, name),
                    _ => (Namespace::Html, context),
                };
                let context = Context { name, namespace, is_quirky: false };
                parser.parse_fragment(self.html, &context)
            }
        };
        outline(&document)
    }
}

/// The tree as the tests write it.
fn outline(document: &Document) -> String {
    let mut lines = Vec::new();
    for id in document.ids().skip(1) {
        // What a template holds are its children here; the tests put "content" in between.
        let contents = document.ancestors(id).filter(|node| is_template(document, *node)).count();
        let indent = "  ".repeat(usize::from(document.depth(id)) - 1 + contents);
        match document.kind(id) {
            NodeKind::Element => push_element(&mut lines, document, id, &indent),
            NodeKind::Text => lines.push(format!("| {indent}\"{}\"", document.text(id))),
            NodeKind::Comment => lines.push(format!("| {indent}<!-- {} -->", document.text(id))),
            NodeKind::Doctype => lines.push(format!("| {indent}<!DOCTYPE {}>", doctype(document))),
            NodeKind::Document => {}
        }
    }
    lines.join("\n")
}

fn is_template(document: &Document, id: NodeId) -> bool {
    document.name(id) == "template" && document.namespace(id) == Namespace::Html
}

fn doctype(document: &Document) -> String {
    let doctype = document.doctype().unwrap();
    match (doctype.public_id, doctype.system_id) {
        (None, None) => doctype.name.to_owned(),
        (public_id, system_id) => {
            let ids = [public_id, system_id].map(Option::unwrap_or_default);
            format!("{} \"{}\" \"{}\"", doctype.name, ids[0], ids[1])
        }
    }
}

fn push_element(lines: &mut Vec<String>, document: &Document, id: NodeId, indent: &str) {
    let name = document.name(id);
    let prefix = match document.namespace(id) {
        Namespace::Html => "",
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
    };
    lines.push(format!("| {indent}<{prefix}{name}>"));
    let is_foreign = document.namespace(id) != Namespace::Html;
    let written =
        |(name, value): (&str, &str)| (attribute_name(name, is_foreign), value.to_owned());
    let mut attributes: Vec<_> = document.attributes(id).map(written).collect();
    attributes.sort_unstable();
    for (name, value) in attributes {
        lines.push(format!("| {indent}  {name}=\"{value}\""));
    }
    if is_template(document, id) {
        lines.push(format!("| {indent}  content"));
    }
}

/// Section "Adjust foreign attributes": the document keeps the names as written, the tests write
/// prefix and name apart.
fn attribute_name(name: &str, is_foreign: bool) -> String {
    const PREFIXED: [&str; 11] = [
        "xlink:actuate",
        "xlink:arcrole",
        "xlink:href",
        "xlink:role",
        "xlink:show",
        "xlink:title",
        "xlink:type",
        "xml:lang",
        "xml:space",
        "xmlns",
        "xmlns:xlink",
    ];
    match name {
        "xmlns" if is_foreign => "xmlns xmlns".to_owned(),
        name if is_foreign && PREFIXED.contains(&name) => name.replace(':', " "),
        name => name.to_owned(),
    }
}
