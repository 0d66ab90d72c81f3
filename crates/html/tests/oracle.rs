//! The parser against html5ever: the same trees on every labelled page, when they are there, and on
//! mixtures of markup.

#[path = "../../../fuzz/checks/tree.rs"]
mod tree;

use proptest::prelude::*;
use zhengwen_html::parse;
use zhengwen_oracle::{difference, labelled_pages, page_text};

use self::tree::{PIECES, check, check_bytes, mixture};

#[test]
#[ignore = "minutes: make nightly"]
fn labelled_pages_have_the_same_tree() {
    let pages = labelled_pages("the trees of labelled pages");
    for path in &pages {
        let html = page_text(path).unwrap();
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
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]
    #[test]
    fn any_bytes_have_a_sound_tree(bytes in prop::collection::vec(any::<u8>(), 0..300), charset in "[a-z0-9-]{0,12}") {
        check(&mixture(&bytes));
        check_bytes(&bytes, Some(&charset));
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
