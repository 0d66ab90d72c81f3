//! Hostile shapes: the work of parsing grows as the page does.
//!
//! Allocations are counted here, on the thread that makes them: the same in every run, however busy the machine is.
//! They do not see a loop that allocates nothing; `make bench-gate` counts the instructions of the same work.

use std::hint::black_box;

use allocation_counter::measure;
use zhengwen_html::parse;
use zhengwen_oracle::assert_grows_linearly;

#[test]
fn parsing_grows_linearly() {
    assert_grows_linearly(10_000, |html| {
        let info = measure(|| drop(black_box(parse(html))));
        [info.bytes_total, info.count_total]
    });
}
