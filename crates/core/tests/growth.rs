//! Hostile shapes: the work grows as the page does, in extraction and in every method.
//!
//! Allocations are counted here, on the thread that makes them: the same in every run, however busy the machine is.
//! They do not see a loop that allocates nothing; `make bench-gate` counts the instructions of the same work.

use std::hint::black_box;

use allocation_counter::measure;
use zhengwen::{Extractor, Options, Outputs, PageInfo, Selector};
use zhengwen_methods::METHODS;
use zhengwen_oracle::{assert_families_grow_linearly, assert_grows_linearly};
use zhengwen_page::page::Page;

/// The bytes and the number of the allocations of some work.
fn allocations(work: impl FnOnce()) -> [u64; 2] {
    let info = measure(work);
    [info.bytes_total, info.count_total]
}

#[test]
fn extraction_grows_linearly() {
    // Of fewer lines alike the model is sure, which takes it a part of its trees.
    assert_grows_linearly(12_000, |html| {
        allocations(|| drop(black_box(Extractor::default().extract(html, &PageInfo::new()))))
    });
}

#[test]
fn the_search_for_hidden_text_grows_linearly() {
    let mut options = Options::default();
    options.controls.drop_hidden = true;
    // The sheets of four times the page are within what is read.
    assert_grows_linearly(7_000, |html| {
        let mut extractor = Extractor::new(options.clone());
        allocations(|| drop(black_box(extractor.extract(html, &PageInfo::new()))))
    });
}

/// Every room of the lexicon and every pair of parts of a page, in every form.
#[test]
fn families_grow_linearly() {
    // All of the page is the article: what is chosen of it changes by steps.
    let body = Selector::parse("body").unwrap();
    let options = Options::new().outputs(Outputs::all()).title_heading(true).body(body);
    assert_families_grow_linearly(2_500, |html| {
        let mut extractor = Extractor::new(options.clone());
        allocations(|| drop(black_box(extractor.extract(html, &PageInfo::new()))))
    });
}

#[test]
fn every_method_grows_linearly() {
    assert_grows_linearly(10_000, |html| {
        allocations(|| {
            let page = Page::new(html, None);
            for info in METHODS {
                let options = Options::new().method(info.method);
                black_box(options.judge(&page, &PageInfo::new()));
            }
        })
    });
}
