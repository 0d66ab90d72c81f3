//! Hostile shapes: the work grows as the page does, in parsing and in all that follows.
//!
//! `make bench-gate` counts instructions: twice the page may need 2.2 times as many. Time is noisy where
//! machines are shared, so the bound on it is on four times the page: about 4 in linear code, 16 in
//! quadratic code.

#[path = "../benches/shapes/mod.rs"]
mod shapes;

use std::hint::black_box;
use std::time::Instant;

use zhengwen::dom::parse::Parser;
use zhengwen::{Extractor, Options};

use self::shapes::SHAPES;

/// How many times the time four times the page takes: the best of three rounds each, of more while
/// noise keeps it over the bound.
fn growth(shape: fn(usize) -> String, n: usize, mut work: impl FnMut(&str)) -> f64 {
    let pages = [shape(n), shape(4 * n)];
    let mut best = [f64::INFINITY; 2];
    for round in 0..30 {
        for (page, best) in pages.iter().zip(&mut best) {
            let start = Instant::now();
            work(page);
            *best = best.min(start.elapsed().as_secs_f64());
        }
        if round >= 2 && best[1] / best[0] < MOST {
            break;
        }
    }
    best[1] / best[0]
}

/// Time of four times the page by that of the page.
const MOST: f64 = 9.0;

#[test]
fn parsing_grows_linearly() {
    let mut parser = Parser::default();
    for (name, shape) in SHAPES {
        let growth = growth(*shape, 10_000, |html| {
            let document = parser.parse(html);
            parser.recycle(black_box(document));
        });
        println!("{name}: {growth:.2}");
        assert!(growth < MOST, "{name}: four times the page take {growth:.2} times the time");
    }
}

#[test]
fn extraction_grows_linearly() {
    let mut extractor = Extractor::default();
    let options = Options::default();
    for (name, shape) in SHAPES {
        // Of fewer lines alike the model is sure, which takes it a part of its trees.
        let growth = growth(*shape, 12_000, |html| {
            black_box(extractor.extract_str(html, &options));
        });
        println!("{name}: {growth:.2}");
        assert!(growth < MOST, "{name}: four times the page take {growth:.2} times the time");
    }
}
