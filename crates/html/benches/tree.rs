//! Decoding and parsing two generated pages, for counting instructions: `STAGE ROUNDS`; and parsing hostile shapes:
//! `parse:NAME SIZE`, or `shapes` for every `parse:NAME`, or `stages` for every `STAGE`.
//!
//! `make bench-gate` runs it under valgrind, whose counts are the same in every run. Each stage first
//! checks that it does what it should.

#![allow(clippy::expect_used, reason = "a bench that does not do its work must stop")]

use std::hint::black_box;

use zhengwen_html::{EncodingHints, Parser};
use zhengwen_oracle::{SHAPES, generated_pages};

type Run = fn(&[String; 2], usize);

const STAGES: &[(&str, Run)] = &[("decode", decode), ("parse", parse)];

fn main() {
    // `cargo bench` and `cargo test` add flags of their own.
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let stage = arguments.next().unwrap_or_else(|| "all".to_owned());
    let rounds: usize = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    match stage.as_str() {
        "stages" => STAGES.iter().for_each(|(name, _)| println!("{name}")),
        "shapes" => SHAPES.iter().for_each(|(name, _)| println!("parse:{name}")),
        stage => match stage.strip_prefix("parse:") {
            Some(name) => parse_shape(name, rounds),
            None => run_stages(stage, rounds),
        },
    }
}

fn run_stages(stage: &str, rounds: usize) {
    let pages = generated_pages();
    println!("bytes {}", pages.iter().map(String::len).sum::<usize>());
    for (name, run) in STAGES.iter().filter(|(name, _)| *name == stage || stage == "all") {
        println!("{name}");
        run(&pages, rounds);
    }
}

fn parse_shape(name: &str, size: usize) {
    let (_, shape) = SHAPES.iter().find(|(other, _)| *other == name).expect("a shape of that name");
    let html = shape(size);
    println!("bytes {}", html.len());
    black_box(Parser::default().parse(&html));
}

fn decode(pages: &[String; 2], rounds: usize) {
    for _ in 0..rounds {
        for page in pages {
            let (text, _) =
                zhengwen_html::decode(black_box(page.as_bytes()), EncodingHints::default());
            assert_eq!(text.len(), page.len());
        }
    }
}

fn parse(pages: &[String; 2], rounds: usize) {
    let mut parser = Parser::default();
    for _ in 0..rounds {
        for (page, nodes) in pages.iter().zip([1470, 1189]) {
            let document = parser.parse(black_box(page));
            assert_eq!(document.len(), nodes);
            parser.recycle(document);
        }
    }
}
