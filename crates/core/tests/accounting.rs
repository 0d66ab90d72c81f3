//! Nothing is lost: the text of a page is kept, dropped, hidden, or beyond a limit with a warning; all kept text is written.

use std::collections::HashMap;

use zhengwen::{Extraction, Extractor, Options, PageInfo};
use zhengwen_oracle::{SHAPES, labelled_pages, page_text};

use crate::expected::files;
use crate::fuzz::account::{bare, fault};

/// At most this part (1 / 20) of the kept characters is not written: signs that link to a heading, buttons and line numbers
/// of code, second forms of formulas.
const NOT_WRITTEN: usize = 20;

/// The text that is lost of a page, if any, and its extraction.
fn account(html: &str) -> (Option<String>, Extraction) {
    let mut extractor = Extractor::new(Options::new().trace(true));
    let info = PageInfo::new();
    let analysis = extractor.analyze(html, &info);
    let found = analysis.extraction();
    (fault(html, analysis.page(), &found), found)
}

/// The characters of kept blocks that the text does not have, if they are too many.
fn not_written(found: &Extraction) -> Option<String> {
    let kept = found.trace.as_ref()?.blocks.iter().filter(|block| block.kept);
    let kept: String = kept.map(|block| block.text.as_str()).collect();
    let mut left = HashMap::<char, usize>::new();
    bare(&found.text).for_each(|c| *left.entry(c).or_default() += 1);
    let mut is_missing = |c: &char| {
        let count = left.entry(*c).or_default();
        let is_missing = *count == 0;
        *count = count.saturating_sub(1);
        is_missing
    };
    let soft_hyphen = '\u{AD}';
    let missing: String = bare(&kept).filter(|c| *c != soft_hyphen && is_missing(c)).collect();
    let (missed, of) = (missing.chars().count(), bare(&kept).count());
    let is_much = missed * NOT_WRITTEN > of;
    is_much.then(|| format!("{missed} of {of} are not written: {missing:.200}"))
}

#[test]
fn nothing_of_the_fixtures_is_lost() {
    let folders = ["fixtures/pages", "fixtures/structure", "fixtures/fields"];
    for path in folders.iter().flat_map(|folder| files(folder, ".html")) {
        let html = std::fs::read_to_string(&path).unwrap();
        assert_eq!(account(&html).0, None, "{}", path.display());
    }
}

#[test]
fn nothing_of_hostile_shapes_is_lost() {
    for (name, shape) in SHAPES {
        assert_eq!(account(&shape(12_000)).0, None, "{name}");
    }
}

#[test]
#[ignore = "a minute: make nightly"]
fn nothing_of_labelled_pages_is_lost() {
    let pages = labelled_pages("whether text of labelled pages is lost");
    for path in &pages {
        let (lost, found) = account(&page_text(path).unwrap());
        assert_eq!(lost.or_else(|| not_written(&found)), None, "{}", path.display());
    }
    println!("nothing of {} pages is lost", pages.len());
}
