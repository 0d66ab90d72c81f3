//! The stages of an extraction on two generated pages, for counting instructions: `STAGE ROUNDS`; and work
//! on hostile shapes: `WORK:NAME SIZE`, or `shapes` for every `WORK:NAME`, or `stages` for every `STAGE`, or `families` for the
//! twenty families of which four times the page takes the most time.
//!
//! `make bench-gate` runs it under valgrind, whose counts are the same in every run. Each stage first
//! checks that it does what it should.

#![allow(
    clippy::panic,
    clippy::expect_used,
    reason = "a bench that does not do its work must stop"
)]

use std::hint::black_box;

use zhengwen::train;
use zhengwen::train::select;
use zhengwen::{Extractor, Method, Options, Outputs, PageInfo};
use zhengwen_html::parse;
use zhengwen_methods::METHODS;
use zhengwen_page::page::Page;

use zhengwen_oracle::{SHAPES, families, generated_pages};

fn main() {
    // `cargo bench` and `cargo test` add flags of their own.
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let stage = arguments.next().unwrap_or_else(|| "all".to_owned());
    let rounds: usize = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    if let Some((work, shape)) = stage.split_once(':') {
        return work_on_shape(work, shape, rounds);
    }
    if stage == "shapes" {
        let all =
            WORKS.iter().flat_map(|(work, _)| SHAPES.iter().map(move |(name, _)| (work, name)));
        return all.for_each(|(work, name)| println!("{work}:{name}"));
    }
    if stage == "families" {
        return slowest_families(20).iter().for_each(|name| println!("forms:{name}"));
    }
    if stage == "stages" {
        return STAGES.iter().for_each(|(name, _)| println!("{name}"));
    }
    let pages = generated_pages();
    println!("bytes {}", pages.iter().map(String::len).sum::<usize>());
    for (name, run) in STAGES.iter().filter(|(name, _)| *name == stage || stage == "all") {
        println!("{name}");
        run(&pages, rounds);
    }
}

/// Does some work on a hostile shape of some size.
fn work_on_shape(work: &str, name: &str, size: usize) {
    let (_, run) = WORKS.iter().find(|(other, _)| *other == work).expect("work of that name");
    let shape = SHAPES.iter().find(|(other, _)| *other == name).map(|(_, shape)| shape(size));
    let family = || families().into_iter().find(|(other, _)| other == name);
    let html = shape.or_else(|| Some(family()?.1(size))).expect("a shape of that name");
    println!("bytes {}", html.len());
    run(&html);
}

type Work = (&'static str, fn(&str));

/// What is done to hostile shapes.
const WORKS: &[Work] = &[
    ("extract", |html| {
        black_box(Extractor::default().extract(html, &PageInfo::new()));
    }),
    ("forms", |html| {
        let options = Options::new().outputs(Outputs::all()).chunks(Some(500)).trace(true);
        black_box(Extractor::new(options).extract(html, &PageInfo::new()));
    }),
    ("methods", |html| {
        let page = Page::new(html, None);
        for info in METHODS {
            black_box(of_method(info.method).judge(&page, &PageInfo::new()));
        }
    }),
];

/// The families whose time grows most with the page, in every form: time only chooses what valgrind counts.
fn slowest_families(most: usize) -> Vec<String> {
    let (_, run) = WORKS.iter().find(|(name, _)| *name == "forms").expect("work of that name");
    let time = |html: &str| {
        let start = std::time::Instant::now();
        run(html);
        start.elapsed().as_secs_f64()
    };
    let growth = |page: &dyn Fn(usize) -> String| time(&page(12_000)) / time(&page(3_000));
    let mut all: Vec<(f64, String)> =
        families().into_iter().map(|(name, page)| (growth(&page), name)).collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.into_iter().take(most).map(|(_, name)| name).collect()
}

type Run = fn(&[String; 2], usize);

/// Every stage.
const STAGES: &[(&str, Run)] = &[
    ("blocks", blocks),
    ("judge", judge_pages),
    ("describe", describe),
    ("write", write),
    ("auto", |pages, rounds| extract(pages, rounds, &Options::default(), [40, 60])),
    ("auto-text-only", |pages, rounds| extract(pages, rounds, &text_only(), [40, 60])),
    ("line-density", |pages, rounds| {
        extract(pages, rounds, &of_method(Method::LineDensity), [314, 224]);
    }),
    ("block-smoothing", |pages, rounds| {
        extract(pages, rounds, &of_method(Method::BlockSmoothing), [43, 141]);
    }),
];

fn blocks(pages: &[String; 2], rounds: usize) {
    for _ in 0..rounds {
        for (page, blocks) in pages.iter().zip([314, 224]) {
            let document = parse(page);
            assert_eq!(black_box(Page::from_document(document, None)).blocks().len(), blocks);
        }
    }
}

fn judge_pages(pages: &[String; 2], rounds: usize) {
    let options = Options::default();
    for page in pages.iter().map(|page| Page::new(page, None)) {
        for _ in 0..rounds {
            let verdict = options.judge(black_box(&page), &PageInfo::new());
            assert!(verdict.keep.iter().filter(|keep| **keep).count() > 30);
        }
    }
}

fn describe(pages: &[String; 2], rounds: usize) {
    let options = Options::default();
    for page in pages.iter().map(|page| Page::new(page, None)) {
        let verdict = options.judge(&page, &PageInfo::new());
        for _ in 0..rounds {
            let content = select(&page, &verdict);
            let (_, fields, _) = black_box(train::describe(&page, &verdict, &content));
            assert!(!fields.title.is_empty());
        }
    }
}

fn write(pages: &[String; 2], rounds: usize) {
    let options = Options::default();
    for page in pages.iter().map(|page| Page::new(page, None)) {
        let content = select(&page, &options.judge(&page, &PageInfo::new()));
        for _ in 0..rounds {
            let events = train::of_content(&page, &content, options.parts);
            assert!(train::text(&events).len() > 4000);
            assert!(train::markdown(&events).len() > 4000);
        }
    }
}

fn of_method(method: Method) -> Options {
    Options::new().method(method)
}

fn text_only() -> Options {
    Options::new().text_only(true)
}

fn extract(pages: &[String; 2], rounds: usize, options: &Options, lines: [usize; 2]) {
    let (mut extractor, info) = (Extractor::new(options.clone()), PageInfo::new());
    for _ in 0..rounds {
        let found = pages.each_ref().map(|page| {
            let extraction = extractor.extract(black_box(page.as_bytes()), &info);
            extraction.text.lines().count()
        });
        assert_eq!(found, lines, "lines of main text");
    }
}
