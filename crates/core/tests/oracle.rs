//! The parser against html5ever: the same trees on every labelled page, when they are there, and on
//! mixtures of markup.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use proptest::prelude::*;
use zhengwen::PageInfo;
use zhengwen::unstable::dom::parse::parse;
use zhengwen_oracle::{difference, skipped};

use crate::expected::root;
use crate::fuzz::tree::{PIECES, check};

/// The pages of all labelled sets (`DATA`, or beside the repository); says what is skipped if there are none.
pub(crate) fn labelled_pages(skips: &str) -> Vec<PathBuf> {
    let given = std::env::var_os("DATA").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| root().join("../shared/data"));
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let mut pages: Vec<PathBuf> =
        entries(&folder).iter().flat_map(|set| entries(&set.join("pages"))).collect();
    pages.sort();
    if pages.is_empty() {
        skipped(&format!("{skips}: no labelled sets (set DATA)"));
    }
    pages
}

/// A labelled page, decoded.
pub(crate) fn decoded(path: &Path) -> String {
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    zhengwen::unstable::decode_page(&bytes, &PageInfo::new()).0.into_owned()
}

#[test]
#[ignore = "minutes: make nightly"]
fn labelled_pages_have_the_same_tree() {
    let pages = labelled_pages("the trees of labelled pages");
    for path in &pages {
        let html = decoded(path);
        let difference = difference(&html, &parse(&html));
        assert!(difference.is_none(), "{}: {}", path.display(), difference.unwrap());
    }
    println!("{} pages have the same tree", pages.len());
}

fn mixed(picks: &[usize]) -> String {
    picks.iter().map(|pick| PIECES[*pick]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn mixtures_have_the_same_tree(picks in prop::collection::vec(0..PIECES.len(), 1..30)) {
        check(&mixed(&picks));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50_000))]
    #[test]
    #[ignore = "minutes: make nightly"]
    fn many_mixtures_have_the_same_tree(picks in prop::collection::vec(0..PIECES.len(), 1..30)) {
        check(&mixed(&picks));
    }
}
