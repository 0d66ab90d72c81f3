//! Extracts from every page of a folder a number of times, for profilers: `FOLDER TIMES`, or with a third
//! argument `parse` only parses them.

use std::hint::black_box;

use zhengwen::{Extractor, PageInfo};
use zhengwen_html::Parser;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_default();
    let times: usize = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        pages.push(zhengwen_io::pages::read(&entry?.path())?);
    }
    let info = PageInfo::new();
    let texts: Vec<_> = pages.iter().map(|page| info.decode(page).0).collect();
    println!("{} bytes of UTF-8", texts.iter().map(|text| text.len()).sum::<usize>());
    let (mut parser, mut extractor) = (Parser::default(), Extractor::default());
    let only_parses = arguments.next().is_some_and(|argument| argument == "parse");
    for _ in 0..times {
        for (page, text) in pages.iter().zip(&texts) {
            if only_parses {
                let document = parser.parse(black_box(text));
                parser.recycle(black_box(document));
            } else {
                black_box(extractor.extract(black_box(page), &info));
            }
        }
    }
    Ok(())
}
