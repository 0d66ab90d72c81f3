//! Hostile shapes: the work grows as the page does, in parsing, in extraction and in every method.
//!
//! Allocations are counted here, on the thread that makes them: the same in every run, however busy the machine is.
//! They do not see a loop that allocates nothing; `make bench-gate` counts the instructions of the same work.

#[path = "../benches/shapes/mod.rs"]
pub(crate) mod shapes;

use std::hint::black_box;

use allocation_counter::{AllocationInfo, measure};
use zhengwen::unstable::dom::parse::Parser;
use zhengwen::unstable::judge;
use zhengwen::unstable::methods::METHODS;
use zhengwen::unstable::page::Page;
use zhengwen::{Extractor, Options, PageInfo};

use self::shapes::SHAPES;

/// Four times the page may allocate so many times as much: about 4 in linear code, 16 in quadratic code.
const MOST: f64 = 5.0;

/// Asserts for every shape that four times the page makes no more than [`MOST`] times the allocations, and of no more
/// than that many times the bytes.
fn assert_grows_linearly(n: usize, work: impl Fn(&str)) {
    let count = |html: &str| measure(|| work(html));
    let mut failed = Vec::new();
    for (name, shape) in SHAPES {
        let (one, four) = (count(&shape(n)), count(&shape(4 * n)));
        let growth = |of: fn(&AllocationInfo) -> u64| of(&four) as f64 / of(&one) as f64;
        let (bytes, number) = (growth(|info| info.bytes_total), growth(|info| info.count_total));
        println!("{name}: {bytes:.2} times the bytes, {number:.2} times the allocations");
        if bytes.max(number) > MOST {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "more than {MOST} times for four times the page: {failed:?}");
}

#[test]
fn parsing_grows_linearly() {
    assert_grows_linearly(10_000, |html| {
        black_box(Parser::default().parse(html));
    });
}

#[test]
fn extraction_grows_linearly() {
    // Of fewer lines alike the model is sure, which takes it a part of its trees.
    assert_grows_linearly(12_000, |html| {
        black_box(Extractor::default().extract(html, &PageInfo::new()));
    });
}

#[test]
fn every_method_grows_linearly() {
    assert_grows_linearly(10_000, |html| {
        let page = Page::new(html, None);
        for info in METHODS {
            let options = Options::new().method(info.method);
            black_box(judge(&page, &options, &PageInfo::new()));
        }
    });
}
