//! Our parser against html5ever with an arena, on the same pages in the same run: megabytes of UTF-8
//! a second of one thread, and the memory of a tree.
//!
//! `cargo run --release -p zhengwen-html --example parsers -- FOLDER...`, each a folder of pages (plain or gzipped).
//! Best of five passes over a folder; building and dropping the tree counted.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use zhengwen_html::Parser;
use zhengwen_oracle::page_text;

const ROUNDS: usize = 5;

fn main() -> std::io::Result<()> {
    for folder in std::env::args().skip(1) {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(Path::new(&folder))? {
            let path = entry?.path();
            if path.is_file() {
                pages.push(page_text(&path)?);
            }
        }
        compare_parsers(&folder, &pages);
    }
    Ok(())
}

fn compare_parsers(folder: &str, pages: &[String]) {
    let megabytes = pages.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    let mut parser = Parser::default();
    let (mut ours, mut theirs, mut trees) = (f64::INFINITY, f64::INFINITY, 0.0);
    for _ in 0..ROUNDS {
        trees = 0.0;
        ours = ours.min(seconds(|| {
            for page in pages {
                let document = black_box(parser.parse(page));
                trees += document.memory() as f64 / page.len().max(1) as f64;
                parser.recycle(document);
            }
        }));
        theirs = theirs.min(seconds(|| {
            for page in pages {
                black_box(zhengwen_oracle::parse(page));
            }
        }));
    }
    println!(
        "{folder}: {} pages, {megabytes:.1} MB; parsing {:.0} MB/s, html5ever {:.0} MB/s, {:.1} x; a tree takes {:.2} x its page",
        pages.len(),
        megabytes / ours,
        megabytes / theirs,
        theirs / ours,
        trees / pages.len() as f64
    );
}

fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
