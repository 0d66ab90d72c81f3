//! No circle of files: what a file takes from others never leads back to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::expected::root;
use crate::tidy::{CRATES, code, sources};

/// A module of one crate: its path in the crate, `["auto", "features"]`.
type Module = Vec<String>;

/// The files of a crate by module, and the names that each passes on from others (`pub use`).
struct Crate {
    files: BTreeMap<Module, PathBuf>,
    passed_on: BTreeMap<(Module, String), Module>,
}

impl Crate {
    fn read(folder: &str) -> Self {
        let source = root().join(folder);
        let files: BTreeMap<Module, PathBuf> =
            sources(folder).into_iter().map(|path| (module_of(&source, &path), path)).collect();
        let mut own = Self { files, passed_on: BTreeMap::new() };
        let mut passed_on = BTreeMap::new();
        for (module, path) in &own.files {
            for (item, is_public) in uses(&code(path)) {
                let (Some(target), Some(name)) = (own.resolve(module, &item), item.last()) else {
                    continue;
                };
                if is_public && target != *module {
                    passed_on.insert((module.clone(), name.clone()), target);
                }
            }
        }
        own.passed_on = passed_on;
        own
    }

    /// The module that a path leads to, seen from `module`; `None` for paths into other crates.
    fn resolve(&self, module: &Module, path: &[String]) -> Option<Module> {
        let mut at = module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop();
            }
            first => {
                let mut child = module.clone();
                child.push(first.to_owned());
                self.files.contains_key(&child).then_some(())?;
                rest = &path[..0];
                at = child;
            }
        }
        let rest = if rest.is_empty() { &path[1..] } else { &rest[1..] };
        for name in rest {
            if name == "super" {
                at.pop();
                continue;
            }
            let mut child = at.clone();
            child.push(name.clone());
            if self.files.contains_key(&child) {
                at = child;
            } else if let Some(target) = self.passed_on.get(&(at.clone(), name.clone())) {
                at.clone_from(target);
            } else {
                break;
            }
        }
        Some(at)
    }

    /// For each file the files that it takes something from. What a file only passes on does not count.
    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let mut arrows: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, path) in &self.files {
            let taken = uses(&code(path)).into_iter().filter(|(_, is_public)| !is_public);
            let targets = taken.filter_map(|(item, _)| self.resolve(module, &item));
            arrows.entry(module).or_default().extend(targets.filter(|target| target != module));
        }
        arrows
    }
}

fn module_of(source: &Path, path: &Path) -> Module {
    let relative = path.strip_prefix(source).unwrap().with_extension("");
    let mut module: Module =
        relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// The paths of `use` declarations, groups taken apart, and true for each that is passed on.
fn uses(code: &str) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let line = rest[..at].rsplit('\n').next().unwrap_or("").trim();
        let (declaration, after) = rest[at + 4..].split_once(';').unwrap_or(("", ""));
        if line.is_empty() || line == "pub" || line.starts_with("pub(") {
            for path in taken_apart(declaration) {
                found.push((path, !line.is_empty()));
            }
        }
        rest = if after.is_empty() { &rest[at + 4..] } else { after };
    }
    found
}

fn taken_apart(declaration: &str) -> Vec<Vec<String>> {
    let declaration: String = declaration.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((before, group)) = declaration.split_once('{') else {
        let path = declaration.split(" as ").next().unwrap_or("");
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&group[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| taken_apart(&format!("{before}{part}"))).collect()
}

/// The files that lead back to themselves.
fn circles(arrows: &BTreeMap<&Module, BTreeSet<Module>>) -> Vec<String> {
    let mut found = Vec::new();
    for start in arrows.keys() {
        let (mut seen, mut next) = (BTreeSet::new(), vec![(*start).clone()]);
        while let Some(module) = next.pop() {
            for target in arrows.get(&module).into_iter().flatten() {
                if seen.insert(target.clone()) {
                    next.push(target.clone());
                }
            }
        }
        if seen.contains(*start) {
            found.push(start.join("::"));
        }
    }
    found
}

#[test]
fn no_file_takes_from_itself_by_way_of_others() {
    for folder in CRATES {
        let own = Crate::read(folder);
        let found = circles(&own.arrows());
        assert!(found.is_empty(), "{folder}: circles through {found:#?}");
    }
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let (a, b, c) = (module("a"), module("b"), module("c"));
    let arrows = BTreeMap::from([
        (&a, BTreeSet::from([b.clone()])),
        (&b, BTreeSet::from([c.clone()])),
        (&c, BTreeSet::from([b.clone()])),
    ]);
    assert_eq!(circles(&arrows), ["b", "c"]);
    let paths = taken_apart("crate::{a::{B, c::D}, e}");
    assert_eq!(
        paths.iter().map(|path| path.join("::")).collect::<Vec<_>>(),
        ["crate::a::B", "crate::a::c::D", "crate::e"]
    );
}
