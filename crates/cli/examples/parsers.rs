//! Our parser against html5ever with an arena, on the same pages in the same run: megabytes of UTF-8
//! a second of one thread; the memory of a tree; and what pages in GBK cost beside those in UTF-8.
//!
//! `cargo run --release --example parsers -- FOLDER...`, each a folder of pages (plain or gzipped).
//! Best of five passes over a folder; building and dropping the tree counted.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use zhengwen::unstable::decode_page;
use zhengwen::unstable::dom::parse::Parser;
use zhengwen::{Extractor, PageInfo};

const ROUNDS: usize = 5;

fn main() -> std::io::Result<()> {
    for folder in std::env::args().skip(1) {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(Path::new(&folder))? {
            let path = entry?.path();
            if path.is_file() {
                let bytes = zhengwen_io::pages::read(&path)?;
                pages.push(decode_page(&bytes, &PageInfo::new()).0.into_owned());
            }
        }
        compare_parsers(&folder, &pages);
        compare_encodings(&pages);
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

/// Extracts from the same pages as UTF-8 and as GBK; those that GBK cannot hold are left out.
fn compare_encodings(pages: &[String]) {
    let relabelled = |page: &String, label: &str| {
        let head = page.find("<head").map_or(0, |at| at + page[at..].find('>').unwrap_or(0) + 1);
        format!("{}<meta charset={label}>{}", &page[..head], &page[head..])
    };
    let (mut in_utf8, mut in_gbk) = (Vec::new(), Vec::new());
    for page in pages {
        let text = relabelled(page, "gbk");
        let (bytes, _, had_errors) = encoding_rs::GBK.encode(&text);
        if !had_errors && !page.is_ascii() {
            in_gbk.push(bytes.into_owned());
            in_utf8.push(relabelled(page, "utf-8").into_bytes());
        }
    }
    let mut extractor = Extractor::default();
    let info = PageInfo::new();
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (best, pages) in best.iter_mut().zip([&in_utf8, &in_gbk]) {
            *best = best.min(seconds(|| {
                for page in pages {
                    black_box(extractor.extract(page, &info));
                }
            }));
        }
    }
    let speed = 100.0 * best[0] / best[1];
    println!(
        "  {} pages in GBK are extracted at {speed:.0} % of their speed in UTF-8",
        in_gbk.len()
    );
}

fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
