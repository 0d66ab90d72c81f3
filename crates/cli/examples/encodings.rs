//! The cost of extracting pages in GBK, compared with the same pages in UTF-8.
//!
//! `cargo run --release --example encodings -- FOLDER...`, each a folder of pages (plain or gzipped).
//! Best of five passes over a folder.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use zhengwen::{Extractor, PageInfo};

const ROUNDS: usize = 5;

fn main() -> std::io::Result<()> {
    for folder in std::env::args().skip(1) {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(Path::new(&folder))? {
            let path = entry?.path();
            if path.is_file() {
                let bytes = zhengwen_io::pages::read(&path)?;
                pages.push(PageInfo::new().decode(&bytes).0.into_owned());
            }
        }
        compare_encodings(&folder, &pages);
    }
    Ok(())
}

/// Extracts from the same pages as UTF-8 and as GBK; those that GBK cannot hold are left out.
fn compare_encodings(folder: &str, pages: &[String]) {
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
        "{folder}: {} pages in GBK are extracted at {speed:.0} % of their speed in UTF-8",
        in_gbk.len()
    );
}

fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
