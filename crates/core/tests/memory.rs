//! Hostile shapes: what a page may take in memory, in every form, with a trace, as a report, and judged by every method.
//!
//! Bytes are counted where they are allocated, so the peak is the same in every run and on every machine.

use std::hint::black_box;

use allocation_counter::measure;
use zhengwen::{Extraction, Extractor, LIMITS, Language, Limits, Options, Outputs, PageInfo};
use zhengwen_methods::METHODS;
use zhengwen_oracle::SHAPES;

/// Pages are at least this long, in bytes.
const SIZE: usize = 1_050_000;

/// A shape that is about this many bytes long.
fn of_size(shape: fn(usize) -> String, size: usize) -> String {
    let mut n = size / 16;
    for _ in 0..8 {
        let html = shape(n);
        if html.len() >= size {
            return html;
        }
        n = n * size / html.len().max(1) + n / 50 + 1;
    }
    shape(n)
}

fn extract_with(options: Options, html: &str) -> Extraction {
    Extractor::new(options).extract(html, &PageInfo::new())
}

/// Work on a page: its name, the limit of its peak memory as a multiple of the page, and the work. The aim is 20: pages of
/// little but line ends, links and images are above it.
type Work = (&'static str, f64, fn(&str));

const WORKS: &[Work] = &[
    ("text", 23.0, |html| {
        black_box(extract_with(Options::new(), html));
    }),
    ("every form", 33.0, |html| {
        black_box(extract_with(Options::new().outputs(Outputs::all()).chunks(Some(500)), html));
    }),
    ("trace", 26.0, |html| {
        black_box(extract_with(Options::new().trace(true), html));
    }),
    ("report", 26.0, |html| {
        let (mut extractor, info) = (Extractor::default(), PageInfo::new());
        black_box(extractor.analyze(html, &info).report().html(Language::English));
    }),
    ("methods", 26.0, |html| {
        for info in METHODS {
            black_box(extract_with(Options::new().method(info.method), html));
        }
    }),
];

#[test]
#[ignore = "takes minutes"]
fn memory_is_bounded_by_the_page() {
    let mut failed = Vec::new();
    // Parts of names, to look at one alone.
    let only = |variable: &str| std::env::var(variable).unwrap_or_default();
    let (only_shape, only_work) = (only("SHAPE"), only("WORK"));
    for (name, shape) in SHAPES.iter().filter(|(name, _)| name.contains(&only_shape)) {
        let html = of_size(*shape, SIZE);
        let mut line = format!("{name:32} {:8}", html.len());
        for (work, most, run) in WORKS.iter().filter(|(work, ..)| work.contains(&only_work)) {
            let peak = measure(|| run(&html)).bytes_max as f64 / html.len() as f64;
            line.push_str(&format!(" {work} {peak:.1}"));
            if peak > *most {
                failed.push(format!("{name}, {work}: {peak:.1} of {most}"));
            }
        }
        println!("{line}");
    }
    assert!(failed.is_empty(), "more times the page than allowed:\n{}", failed.join("\n"));
}

/// Limits on nodes and blocks do not bound small pages, so that they may take more for each of their bytes.
#[test]
fn memory_of_any_page_is_within_what_a_service_counts() {
    let mut failed = Vec::new();
    // What is made once is made before.
    (WORKS[1].2)("<p>A sentence, and one more.</p>");
    for (name, shape) in SHAPES {
        for size in [2_000, 60_000, 250_000] {
            let html = of_size(*shape, size);
            let most = Limits::most_memory(html.len()) as u64;
            let peak = measure(|| (WORKS[1].2)(&html)).bytes_max;
            println!("{name} {}: {:.1}", html.len(), peak as f64 / html.len() as f64);
            if peak > most {
                failed.push(format!("{name} of {}: {peak} of {most}", html.len()));
            }
        }
    }
    assert!(failed.is_empty(), "more than is counted:\n{}", failed.join("\n"));
}

#[test]
fn the_page_on_limits_tells_the_table() {
    let grouped = |number: u64| {
        let digits = number.to_string();
        let groups =
            digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap());
        groups.collect::<Vec<_>>().join(",")
    };
    let told = include_str!("../../../docs/limits.md");
    for info in LIMITS {
        let row = told.lines().find(|line| line.starts_with(&format!("| `{}` |", info.name)));
        let row = row.unwrap_or_else(|| panic!("{} is not in docs/limits.md", info.name));
        let warning = info.warning.map_or("none".to_owned(), |code| format!("`{code}`"));
        assert!(row.contains(&format!("| {} |", grouped(info.least))), "{row}");
        assert!(row.contains(&format!("| {warning} |")), "{row}");
        let grows = match info.growth {
            (0, _) => "| no |".to_owned(),
            (1, 1) => "| one for every byte |".to_owned(),
            (ones, 1) => format!("| {ones} for every byte |"),
            (_, bytes) => format!("| one for every {bytes} bytes |"),
        };
        assert!(row.contains(&grows), "{row}");
    }
}

/// A page that meets a limit says so, and its answer is that of a part.
#[test]
fn every_limit_is_told_when_it_is_met() {
    let html = format!(
        "<title>题</title><script type=application/ld+json>{}</script><div a1 a2 a3><div><div><p>第一句话，说了一些。<p hidden>暗。{}</div></div></div><a href=/>甲</a>{}",
        "[{},{},{},{},{}]",
        "<p>又一句话，也说了一些。<a href=https://a.example/bcdef>链接</a>".repeat(9),
        "<p>末。</p>".repeat(50)
    );
    let selector = || zhengwen::Selector::parse("a ~ p").unwrap();
    let whole = extract_with(Options::new().trace(true).markdown(true).keep(selector()), &html);
    for info in LIMITS {
        let mut limits = Limits::default();
        limits.set(info.name, 4).unwrap();
        let options = Options::new().trace(true).markdown(true).keep(selector()).limits(limits);
        let found = extract_with(options, &html);
        let Some(code) = info.warning else {
            assert_ne!(found, whole, "{}", info.name);
            continue;
        };
        let tells = |one: &Extraction| one.warnings.iter().any(|warning| warning.code() == code);
        assert!(!tells(&whole), "{}", info.name);
        assert!(tells(&found), "{}: {:?}", info.name, found.warnings);
    }
}

/// Text beyond the limits of nodes and of blocks is not lost.
#[test]
fn text_beyond_the_limits_joins_the_last_block() {
    let html = "<p>第一句话，说了一些。<p>第二句话，说了一些。<p>第三句话，说了一些。<p>第四句话。";
    for name in ["nodes", "blocks"] {
        let mut limits = Limits::default();
        limits.set(name, 2).unwrap();
        let body = zhengwen::Selector::parse("body").unwrap();
        let found = extract_with(Options::new().limits(limits).body(body), html);
        let bare: String = found.text.split_whitespace().collect();
        assert_eq!(bare, html.replace("<p>", ""), "{name}");
    }
}
