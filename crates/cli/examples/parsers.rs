//! Our parser against html5ever with an arena, on the same pages in the same run: megabytes of UTF-8
//! per CPU second.
//!
//! `cargo run --release --example parsers -- FOLDER...`, each a folder of pages (plain or gzipped).
//! Best of five passes over a folder, decoded beforehand; building and dropping the tree counted.

use std::hint::black_box;
use std::path::Path;

use zhengwen::Options;
use zhengwen::dom::parse::Parser;
use zhengwen::extract::decode_page;

fn main() -> std::io::Result<()> {
    for folder in std::env::args().skip(1) {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(Path::new(&folder))? {
            let path = entry?.path();
            if path.is_file() {
                let bytes = zhengwen_io::pages::read(&path)?;
                pages.push(decode_page(&bytes, &Options::default()).0.into_owned());
            }
        }
        let megabytes = pages.iter().map(String::len).sum::<usize>() as f64 / 1e6;
        let mut parser = Parser::default();
        let mut ours = f64::INFINITY;
        let mut theirs = f64::INFINITY;
        for _ in 0..5 {
            let start = std::time::Instant::now();
            for page in &pages {
                let document = parser.parse(page);
                parser.recycle(black_box(document));
            }
            ours = ours.min(start.elapsed().as_secs_f64());
            let start = std::time::Instant::now();
            for page in &pages {
                black_box(zhengwen_oracle::parse(page));
            }
            theirs = theirs.min(start.elapsed().as_secs_f64());
        }
        println!(
            "{folder}: {} pages, {megabytes:.1} MB; ours {:.0} MB/s, html5ever {:.0} MB/s, {:.1} x",
            pages.len(),
            megabytes / ours,
            megabytes / theirs,
            theirs / ours
        );
    }
    Ok(())
}
