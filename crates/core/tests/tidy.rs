//! The house is as its plan says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::expected::root;

/// The floor of every room of the crates that have several: a room uses rooms on lower floors. Cargo sees to the crates.
const FLOORS: &[(&str, &str, u8)] = &[
    ("core", "lib", 11),
    ("core", "train", 11),
    ("core", "analysis", 10),
    ("core", "explain", 9),
    ("core", "metadata", 9),
    ("core", "extract", 8),
    ("core", "options", 7),
    ("core", "render", 6),
    ("core", "select", 5),
    ("core", "auto", 5),
    ("core", "fallback", 4),
    ("core", "walls", 4),
    ("core", "meta", 4),
    ("core", "links", 4),
    ("core", "records", 4),
    ("core", "forest", 0),
    ("core", "fields", 0),
    ("page", "lib", 4),
    ("page", "page", 3),
    ("page", "dom", 2),
    ("page", "text", 1),
    ("page", "numbers", 0),
    ("page", "kind", 0),
    ("page", "limits", 0),
];

/// Lines that a file may have, tests left out. Straight tables may be longer.
const MAX_LINES: usize = 400;

/// The straight tables.
const TABLES: &[&str] = &["auto/features/table.rs", "parse/reference_table.rs"];

pub(crate) fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The sources of the libraries that know no world.
const PURE: &[&str] = &[
    "crates/html/src",
    "crates/page/src",
    "crates/site/src",
    "crates/methods/src",
    "crates/core/src",
];

/// The sources of every crate but those for tests.
pub(crate) const CRATES: &[&str] = &[
    "crates/html/src",
    "crates/page/src",
    "crates/site/src",
    "crates/methods/src",
    "crates/core/src",
    "crates/io/src",
    "crates/table/src",
    "crates/cli/src",
    "crates/eval/src",
    "crates/python/src",
    "crates/wasm/src",
];

/// A file without what only its tests need.
pub(crate) fn code(path: &Path) -> String {
    without_tests(&std::fs::read_to_string(path).unwrap())
}

/// Leaves out each item under `#[cfg(test)]`, and all behind `#![cfg(test)]`. An item ends on the first line that ends it at
/// its own indentation, as the formatter writes it.
fn without_tests(text: &str) -> String {
    let (mut kept, mut lines) = (String::new(), text.lines());
    while let Some(line) = lines.next() {
        let indentation = &line[..line.len() - line.trim_start().len()];
        match line.trim() {
            "#![cfg(test)]" => break,
            "#[cfg(test)]" => {
                let own = |line: &&str| {
                    line.strip_prefix(indentation).is_some_and(|own| !own.starts_with([' ', '#']))
                };
                lines.by_ref().filter(own).find(|line| line.ends_with([';', '}', ',']));
            }
            _ => kept.extend([line, "\n"]),
        }
    }
    kept
}

#[test]
fn code_behind_a_test_is_read() {
    let text = "a();\n#[cfg(test)]\nmod kept;\n#[cfg(test)]\n#[rustfmt::skip]\nmod tests {\n    fn f() {\n    }\n}\nb();\n";
    assert_eq!(without_tests(text), "a();\nb();\n");
    let member =
        "impl A {\n    #[cfg(test)]\n    fn f() {\n        x();\n    }\n\n    fn g() {}\n}\n";
    assert_eq!(without_tests(member), "impl A {\n\n    fn g() {}\n}\n");
    assert_eq!(without_tests("//! A.\n#![cfg(test)]\nfn f() {}\n"), "//! A.\n");
}

/// The crate and the room of a file below `crates`.
fn room(path: &Path) -> (String, String) {
    let relative = path.strip_prefix(root().join("crates")).unwrap();
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    (parts[0].clone().into_owned(), parts[2].trim_end_matches(".rs").to_owned())
}

/// The rooms that a file names as `crate::ROOM`, or in `crate::{ROOM, ...}`.
fn used_rooms(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let names = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap(),
            None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap(),
        };
        rooms.extend(
            names.split(',').map(|name| name.trim().split("::").next().unwrap().to_owned()),
        );
    }
    rooms
}

#[test]
fn rooms_use_rooms_on_lower_floors_only() {
    let floors: BTreeMap<(&str, &str), u8> =
        FLOORS.iter().map(|(house, room, floor)| ((*house, *room), *floor)).collect();
    for path in ["crates/page/src", "crates/core/src"].iter().flat_map(|folder| sources(folder)) {
        let (house, room) = room(&path);
        let floor = floors.get(&(&house, &room));
        let floor = floor.unwrap_or_else(|| panic!("{house}: {room} has no floor"));
        for used in used_rooms(&code(&path)).into_iter().filter(|used| *used != room) {
            let below = floors.get(&(house.as_str(), used.as_str()));
            let is_allowed = floor == &floors[&(house.as_str(), "lib")]
                || below.is_none_or(|below| below < floor);
            assert!(is_allowed, "{}: {room} uses {used}", path.display());
        }
    }
}

#[test]
fn the_pure_libraries_know_no_world() {
    for path in PURE.iter().flat_map(|f| sources(f)) {
        let code = code(&path);
        for world in [
            "std::fs",
            "std::net",
            "std::env",
            "std::time",
            "std::thread",
            "std::process",
            "std::io",
            "println!",
            "eprintln!",
            "print!",
            "unsafe {",
            "unsafe fn",
            "unsafe impl",
            "static mut",
            "thread_local",
        ] {
            assert!(!code.contains(world), "{}: {world}", path.display());
        }
    }
}

#[test]
fn files_are_short_and_introduce_themselves() {
    for path in CRATES.iter().flat_map(|folder| sources(folder)) {
        let code = code(&path);
        let lines =
            code.lines().filter(|l| !l.trim().is_empty() && !l.trim().starts_with("//")).count();
        let is_table = TABLES.iter().any(|table| path.ends_with(table));
        assert!(lines <= MAX_LINES || is_table, "{}: {lines} lines", path.display());
        assert!(code.starts_with("//!"), "{}: says nothing of itself", path.display());
        assert!(
            !code.lines().any(|l| l.ends_with(' ')),
            "{}: blanks at a line end",
            path.display()
        );
    }
}

#[test]
fn papers_tell_the_truth() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let (readme, chinese) = (read("README.md"), read("README.zh.md"));
    for info in zhengwen::METHODS {
        for text in [&readme, &chinese] {
            assert!(text.contains(&format!("`{}`", info.name)), "a README lacks {}", info.name);
        }
    }
    let headings = |text: &str| text.lines().filter(|l| l.starts_with('#')).count();
    assert_eq!(headings(&readme), headings(&chinese), "the READMEs are out of step");
    let architecture = read("ARCHITECTURE.md");
    for (_, room, _) in FLOORS {
        assert!(architecture.contains(&format!("`{room}`")), "ARCHITECTURE.md lacks {room}");
    }
    for document in papers() {
        for path in paths_named_in(&read(&document)) {
            assert!(root().join(&path).exists(), "{document} names {path}, which is not there");
        }
    }
}

#[test]
fn papers_are_short_where_they_are_read_first() {
    for (name, most) in [("README.md", 150), ("README.zh.md", 150), ("ARCHITECTURE.md", 150)] {
        let lines = std::fs::read_to_string(root().join(name)).unwrap().lines().count();
        assert!(lines <= most, "{name}: {lines} lines, more than {most}");
    }
}

#[test]
fn links_between_papers_resolve() {
    for document in papers() {
        let text = std::fs::read_to_string(root().join(&document)).unwrap();
        let folder = root().join(&document).parent().unwrap().to_owned();
        for (_, rest) in text.match_indices("](").map(|(at, _)| text.split_at(at + 2)) {
            let target = rest.split(')').next().unwrap();
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            if path.contains("://") {
                continue;
            }
            let file = if path.is_empty() { root().join(&document) } else { folder.join(path) };
            assert!(file.exists(), "{document}: {target} is not there");
            if !heading.is_empty() {
                let text = std::fs::read_to_string(&file).unwrap();
                let is_there = text.lines().any(|line| anchor(line).as_deref() == Some(heading));
                assert!(is_there, "{document}: {target} has no such heading");
            }
        }
    }
}

/// What the line under a decision's title may begin with, and the index may say of it.
const STATES: &[&str] = &["holds in part", "holds", "superseded"];

#[test]
fn decisions_have_a_state_and_are_in_the_index() {
    let folder = "docs/decisions/";
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let index = read("docs/decisions/README.md");
    for document in papers() {
        let file = document.strip_prefix(folder).filter(|file| *file != "README.md");
        let Some(file) = file else { continue };
        let text = read(&document);
        let line = text.lines().nth(2).and_then(|line| line.strip_prefix("State: "));
        let state = STATES.iter().find(|state| line.is_some_and(|line| line.starts_with(**state)));
        let state = state.unwrap_or_else(|| panic!("{document}: no state under its title"));
        let row = index.lines().find(|row| row.contains(&format!("]({file})")));
        let row = row.unwrap_or_else(|| panic!("the index lacks {document}"));
        assert!(row.ends_with(&format!("| {state} |")), "{document} {state}, the index: {row}");
    }
}

/// The anchor of a heading, as forges make it; `None` for other lines.
fn anchor(line: &str) -> Option<String> {
    let title = line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?;
    let kept = title
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || "- _".contains(*c))
        .collect::<String>();
    Some(kept.replace(' ', "-"))
}

/// All papers, from the repository's root.
fn papers() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/decisions", "crates/html", "npm"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

/// The files outside `dom` and `page` that read the class or the id of elements: those that compare pages or name the
/// columns of a model. What a name means is asked of the page's marks. The list only shrinks.
const READ_NAMES: &[&str] = &[
    "core/src/auto/features/layout/signatures.rs",
    "core/src/auto/features/names/mod.rs",
    "site/src/keys.rs",
    "site/src/tree.rs",
];

#[test]
fn names_of_elements_are_read_once() {
    for path in PURE[1..].iter().flat_map(|folder| sources(folder)) {
        let code = code(&path);
        let reads = ["AttributeName::CLASS", "AttributeName::ID"];
        let does_read = reads.iter().any(|name| {
            code.match_indices(name).any(|(at, _)| !code[at + name.len()..].starts_with('_'))
        });
        let is_known = READ_NAMES.iter().any(|known| path.ends_with(known));
        let may_read = ["dom", "page"].contains(&room(&path).1.as_str()) || is_known;
        assert!(!does_read || may_read, "{}: reads names of elements", path.display());
        assert!(does_read || !is_known, "{}: take it off the list", path.display());
    }
}

/// The files of the lexicon; rows of names of data are in the order in which they count.
const LEXICON: &[&str] = &["addresses", "html", "keys", "names", "words"];

#[test]
fn the_lexicon_has_one_short_row_a_word_and_no_idle_meaning() {
    let folders = ["core", "page", "site", "methods"].map(|name| format!("crates/{name}/src"));
    let code: String = folders.iter().flat_map(|f| sources(f)).map(|path| code(&path)).collect();
    let mut meanings = BTreeSet::new();
    for name in LEXICON {
        let path = root().join(format!("crates/page/data/{name}.txt"));
        let text = std::fs::read_to_string(path).unwrap();
        let (mut words, mut last) = (BTreeSet::new(), ("", ""));
        for row in text.lines() {
            assert!(row.chars().count() <= 160, "{name}: {row}");
            let columns: Vec<&str> = row.split('\t').collect();
            let [word, language, senses] = columns[..] else {
                assert!(
                    columns.len() == 1 && words.is_empty() && row.starts_with("# "),
                    "{name}: {row}"
                );
                continue;
            };
            assert!(words.insert(word), "{name}: {word} has two rows");
            assert!(last < (language, word) || *name == "keys", "{name}: {word} is not in order");
            last = (language, word);
            let senses = senses.split(' ').map(|sense| sense.split('=').next().unwrap());
            meanings.extend(senses.map(|sense| sense.trim_matches(['^', '*', '$']).to_owned()));
        }
    }
    for meaning in &meanings {
        let (room, bare) = meaning.split_once('.').unwrap_or(("", meaning));
        let has = |text: String| code.contains(&text);
        let is_asked = has(format!("\"{meaning}\""))
            || has(format!("\"{room}.{{")) && has(format!("\"{bare}\""));
        assert!(is_asked, "nobody asks for {meaning}");
    }
    for (_, asked) in
        code.match_indices("Group::of(\"").map(|(at, start)| code.split_at(at + start.len()))
    {
        let meaning = asked.split('"').next().unwrap();
        assert!(meanings.contains(meaning), "no word means {meaning}");
    }
}

/// A library does not know how a program calls what it is asked for.
#[test]
fn no_flag_of_the_program_is_named_in_the_libraries() {
    for path in PURE.iter().chain(&["crates/io/src"]).flat_map(|folder| sources(folder)) {
        for line in code(&path).lines().filter(|line| !line.trim_start().starts_with("//")) {
            let named = line.split('"').skip(1).step_by(2).find(|text| names_flag(text));
            assert!(named.is_none(), "{}: {}", path.display(), named.unwrap());
        }
    }
}

/// True if a text names a flag of ours, `--like-this`; browsers and markup have words of the same shape.
fn names_flag(text: &str) -> bool {
    text.match_indices("--").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let name =
            text[at + 2..].split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap();
        before.is_none_or(|c| " (`".contains(c)) && FLAGS.contains(&name)
    })
}

/// Flags whose errors come from the libraries.
const FLAGS: &[&str] = &[
    "allow-private",
    "allow-address",
    "resolve",
    "ignore-robots",
    "max-size",
    "timeout",
    "proxy",
    "chromium",
    "render",
    "cache",
    "option",
    "boxes",
    "url",
    "similar",
    "templates",
    "encoding",
    "method",
    "favor",
    "header",
    "user-agent",
];

/// Paths in backticks that begin with a folder of the repository.
fn paths_named_in(text: &str) -> Vec<String> {
    let folders = ["crates/", "fixtures/", "quality/", "fuzz/", "train/", ".ci/"];
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |part: &&str| {
        folders.iter().any(|f| part.starts_with(f))
            && !part.contains([' ', '*', '{'])
            && !part.contains("METHOD")
    };
    quoted.filter(is_path).map(str::to_owned).collect()
}
