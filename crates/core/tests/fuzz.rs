//! A short run of what the fuzz targets check, on fixtures that are cut, joined and damaged: `make fuzz` goes on for longer,
//! and learns from what it reaches.

#[path = "../../../fuzz/checks/account.rs"]
pub(crate) mod account;
#[path = "../../../fuzz/checks/bytes.rs"]
mod bytes;
#[path = "../../../fuzz/checks/page.rs"]
mod page;
#[path = "../../../fuzz/checks/safe.rs"]
pub(crate) mod safe;
#[path = "../../../fuzz/checks/small.rs"]
mod small;
#[path = "../../../fuzz/checks/tree.rs"]
pub(crate) mod tree;

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::expected::files;

/// As long as inputs of `make fuzz`, in bytes.
const LONGEST: usize = 4_000;

static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folders = ["fixtures/pages", "fixtures/structure", "fixtures/fields", "fixtures/bytes"];
    let paths = folders.iter().flat_map(|folder| files(folder, ".html"));
    paths.map(|path| std::fs::read(path).unwrap()).collect()
});

/// A part of a fixture.
fn part() -> impl Strategy<Value = Vec<u8>> {
    (select(&SEEDS[..]), any::<Index>(), 1..LONGEST).prop_map(|(seed, start, length)| {
        let start = start.index(seed.len().max(1));
        seed.into_iter().skip(start).take(length).collect()
    })
}

/// Parts of fixtures and pieces of markup, with some bytes changed.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let piece = select(tree::PIECES).prop_map(|piece| piece.as_bytes().to_vec());
    let parts = prop::collection::vec(prop_oneof![3 => part(), 1 => piece], 1..6);
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 0..8);
    (parts, changes).prop_map(|(parts, changes)| {
        let mut bytes = parts.concat();
        bytes.truncate(LONGEST);
        for (at, byte) in changes {
            let at = at.index(bytes.len().max(1));
            bytes.get_mut(at).into_iter().for_each(|place| *place = byte);
        }
        bytes
    })
}

fn html() -> impl Strategy<Value = String> {
    input().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Dates, selectors, numbers and braces: what [`small`] reads.
fn other() -> impl Strategy<Value = String> {
    let pieces: &[&str] = &[
        "2020-01-02",
        "T10:20",
        "年",
        "p",
        ".a",
        "#b",
        " > ",
        " ~ ",
        ":not(",
        ")",
        "[c=d]",
        "{\"",
        "\":",
        "}",
        "0",
    ];
    let pieces = prop::collection::vec(select(pieces), 0..8).prop_map(|pieces| pieces.concat());
    prop_oneof![pieces, "\\PC{0,20}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]

    #[test]
    #[ignore = "a minute: make nightly"]
    fn short_run_of_bytes(bytes in input(), url in "\\PC{0,30}", charset in "[a-z0-9-]{0,12}") {
        bytes::check(&bytes, Some(&url), Some(&charset), None);
    }

    #[test]
    #[ignore = "a minute: make nightly"]
    fn short_run_of_page(html in html()) {
        page::check(&html);
    }

    #[test]
    #[ignore = "a minute: make nightly"]
    fn short_run_of_small(html in html(), other in other(), choice in any::<u8>(), value in any::<u16>()) {
        small::check(&html, &other, choice, value);
    }

    #[test]
    #[ignore = "a minute: make nightly"]
    fn short_run_of_tree(bytes in input(), html in html()) {
        tree::check(&tree::mixture(&bytes));
        tree::check(&html);
        tree::check_bytes(&bytes, None);
    }
}
