//! Functions take a node or a block, not a page and a number, and keep their meaning where others find it.

use std::path::Path;

use crate::tidy::{CRATES, code, sources};

/// Rooms of the core that are rebuilt: they follow when they are.
const LATER: &[&str] = &[
    "records/items.",
    "records/heading.",
    "records/depth.",
    "records/product/",
    "meta/",
    "select/",
];

/// Named closures that a function may have. More are methods or functions that nobody else can find.
const MOST_CLOSURES: usize = 2;

/// Names that say nothing.
const NO_NAMES: &[&str] = &["one", "own", "told"];

fn is_later(path: &Path) -> bool {
    let path = path.to_string_lossy();
    LATER.iter().any(|room| path.contains(&format!("/core/src/{room}")))
}

/// A file without comments and without what its strings hold.
fn without_texts(code: &str) -> String {
    let (mut kept, mut rest) = (String::new(), code);
    while let Some(next) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if next == '"' {
            let escaped =
                |at: &usize| rest[..*at].bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1;
            let mut ends = rest.match_indices('"').map(|(at, _)| at).skip(1);
            ends.find(|at| !escaped(at)).map_or(rest.len(), |at| at + 1)
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |at| at + 2)
        } else if let Some(quoted) =
            ["'\"'", "'\\''", "'\\\\'"].iter().find(|quoted| rest.starts_with(**quoted))
        {
            quoted.len()
        } else {
            kept.push(next);
            next.len_utf8()
        };
        rest = &rest[length..];
    }
    kept
}

/// The functions of a file: the name, the signature, and the body up to the next function.
fn functions(code: &str) -> Vec<(&str, &str, &str)> {
    let mut starts: Vec<usize> = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let before = code[..at].chars().next_back();
        let named = code[at + 3..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        if named && before.is_none_or(char::is_whitespace) {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([code.len()]);
    starts.iter().zip(ends).map(|(start, end)| function(&code[start + 3..end])).collect()
}

fn function(text: &str) -> (&str, &str, &str) {
    let name = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
    let (signature, body) = text.split_at(text.find(['{', ';']).unwrap_or(text.len()));
    (name, signature, body)
}

fn named_closures(body: &str) -> usize {
    let lines: Vec<&str> = body.lines().map(str::trim).collect();
    let begins = |text: &str| text.starts_with('|') || text.starts_with("move |");
    let is_named = |at: usize| {
        let value = lines[at].strip_prefix("let ").and_then(|rest| rest.split_once('='));
        value.is_some_and(|(_, value)| {
            let value = value.trim();
            begins(if value.is_empty() { lines.get(at + 1).copied().unwrap_or("") } else { value })
        })
    };
    (0..lines.len()).filter(|at| is_named(*at)).count()
}

#[test]
fn closures_are_counted() {
    let text = "fn a(x: u8) -> u8 {\n    let f = |y| y;\n    let g =\n        move |y| y;\n    let h = x || y;\n}\nfn b() {}\n";
    let found: Vec<_> =
        functions(text).iter().map(|(name, _, body)| (*name, named_closures(body))).collect();
    assert_eq!(found, [("a", 2), ("b", 0)]);
    assert_eq!(without_texts("a \"own \\\" \" b // own\nc '\"' d"), "a  b \nc  d");
}

#[test]
fn functions_keep_few_closures() {
    let mut many = Vec::new();
    for path in CRATES.iter().flat_map(|folder| sources(folder)).filter(|path| !is_later(path)) {
        let code = without_texts(&code(&path));
        for (name, _, body) in functions(&code) {
            let count = named_closures(body);
            if count > MOST_CLOSURES {
                many.push(format!("{}: {name} has {count}", path.display()));
            }
        }
    }
    assert!(many.is_empty(), "named closures:\n{}", many.join("\n"));
}

#[test]
fn functions_take_a_node_not_a_page_and_a_number() {
    let mut found = Vec::new();
    for path in CRATES.iter().flat_map(|folder| sources(folder)).filter(|path| !is_later(path)) {
        let code = without_texts(&code(&path));
        for (name, signature, _) in functions(&code) {
            let parameters = signature.split("->").next().unwrap();
            let takes = |types: &[&str]| types.iter().any(|kind| parameters.contains(kind));
            if takes(&["Page,", "Page)", "Page\n", "Document,", "Document)"])
                && takes(&[": NodeId", ": BlockIndex", ": &Block,", ": &Block)"])
            {
                found.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "a page and a number:\n{}", found.join("\n"));
}

#[test]
fn names_say_what_is_named() {
    let mut found = Vec::new();
    for path in CRATES.iter().flat_map(|folder| sources(folder)).filter(|path| !is_later(path)) {
        let code = without_texts(&code(&path));
        for (number, line) in code.lines().enumerate() {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|word| NO_NAMES.contains(&word)) {
                found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "names that say nothing:\n{}", found.join("\n"));
}
