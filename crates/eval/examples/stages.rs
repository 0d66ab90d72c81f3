//! The cost of each stage of an extraction: milliseconds a page and shares of parsing.
//!
//! `cargo run --release --example stages -- FOLDER...`, each a folder of pages (plain or gzipped).
//! One thread, best of seven runs over all pages of a folder.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use zhengwen::train::{self, select};
use zhengwen::{Options, PageInfo};
use zhengwen_html::parse;
use zhengwen_page::page::Page;

const RUNS: usize = 7;
const STAGES: [&str; 7] = [
    "decoding",
    "parsing",
    "blocks and amounts",
    "features and model",
    "fields, links, records",
    "events and text",
    "markdown",
];

fn main() -> std::io::Result<()> {
    for folder in std::env::args().skip(1) {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(Path::new(&folder))? {
            let path = entry?.path();
            if path.is_file() {
                pages.push(zhengwen_io::pages::read(&path)?);
            }
        }
        let mut best = [f64::INFINITY; STAGES.len()];
        for _ in 0..RUNS {
            for (best, time) in best.iter_mut().zip(run(&pages)) {
                *best = best.min(time);
            }
        }
        println!("{folder}: {} pages", pages.len());
        for (stage, seconds) in STAGES.iter().zip(best) {
            let milliseconds = seconds * 1000.0 / pages.len() as f64;
            println!(
                "  {stage:23} {milliseconds:7.3} ms a page, {:5.2} of parsing",
                seconds / best[1]
            );
        }
    }
    Ok(())
}

/// Seconds that each stage takes for all pages.
fn run(pages: &[Vec<u8>]) -> [f64; STAGES.len()] {
    let (options, info) = (Options::new(), PageInfo::new());
    let mut times = [0.0; STAGES.len()];
    for bytes in pages {
        let start = Instant::now();
        let (html, _) = info.decode(bytes);
        let decoded = Instant::now();
        let document = parse(&html);
        let parsed = Instant::now();
        let page = Page::from_document(document, None);
        let segmented = Instant::now();
        let verdict = black_box(options.judge(&page, &info));
        let judged = Instant::now();
        let content = select(&page, &verdict);
        black_box(train::describe(&page, &verdict, &content));
        let described = Instant::now();
        let events = train::of_content(&page, &content, options.parts);
        black_box(train::text(&events));
        let written = Instant::now();
        black_box(train::markdown(&events));
        let marked = Instant::now();
        let stages = [start, decoded, parsed, segmented, judged, described, written, marked];
        for (time, ends) in times.iter_mut().zip(stages.windows(2)) {
            *time += (ends[1] - ends[0]).as_secs_f64();
        }
    }
    times
}
