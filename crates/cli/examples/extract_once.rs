//! Extracts every page of a folder a number of times, for profilers: `FOLDER TIMES`.

use std::hint::black_box;

use zhengwen::{Options, extract};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_default();
    let times: usize = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        pages.push(zhengwen_io::pages::read(&entry?.path())?);
    }
    let options = Options::default();
    for _ in 0..times {
        for page in &pages {
            black_box(extract(black_box(page), &options));
        }
    }
    Ok(())
}
