//! Hostile shapes: the work grows as the page does, in parsing and in all that follows.
//!
//! On a quiet machine twice the page takes at most 2.2 times the time. Machines are shared, so the bound
//! here is on four times the page: about 4 in linear code, 16 in quadratic code.

use std::hint::black_box;
use std::time::Instant;

use zhengwen::dom::parse::Parser;
use zhengwen::{Extractor, Options};

type Shape = (&'static str, fn(usize) -> String);

/// Every kind of nesting, stray tags, and runs that careless tokenizers read twice.
const SHAPES: &[Shape] = &[
    ("nested div", |n| "<div>".repeat(n)),
    ("nested div with text", |n| "<div>一".repeat(n)),
    ("nested b", |n| "<b>".repeat(n)),
    ("nested b apart", |n| (0..n).map(|i| format!("<b id={i}>")).collect()),
    ("nested a", |n| "<a href=x>".repeat(n)),
    ("nested font in p", |n| "<p><font size=1>x".repeat(n)),
    ("nested nobr", |n| "<nobr>x".repeat(n)),
    ("b then div, mis-nested", |n| "<b><div>".repeat(n) + &"</b>".repeat(n)),
    ("b and i crossed", |n| "<b><i>x</b></i>".repeat(n)),
    ("nested tables", |n| "<table><tr><td>".repeat(n)),
    ("text in tables", |n| "<table>x<tr>y".repeat(n)),
    ("blanks and text in one table", |n| format!("<table>{}", "x</i> </i>".repeat(n))),
    ("cells", |n| format!("<table><tr>{}", "<td>一".repeat(n))),
    ("nested lists", |n| "<ul><li>".repeat(n)),
    ("items", |n| format!("<ul>{}", "<li>x".repeat(n))),
    ("terms", |n| "<dl><dt>x<dd>y".repeat(n)),
    ("nested select", |n| "<select><optgroup><option>x".repeat(n)),
    ("nested svg", |n| "<svg><g>".repeat(n)),
    ("html in svg", |n| "<svg><foreignObject><p>x".repeat(n)),
    ("nested math", |n| "<math><mi>x".repeat(n)),
    ("nested templates", |n| "<template><p>".repeat(n)),
    ("forms and buttons", |n| "<form><button>x".repeat(n)),
    ("stray end tags", |n| "</p></div></b></li></x-y>".repeat(n)),
    ("stray end tags, deep", |n| "<div>".repeat(500) + &"<i>x</x-y></u>".repeat(n)),
    ("stray end tags in svg", |n| "<svg>".to_owned() + &"<g>".repeat(490) + &"</x>".repeat(n)),
    ("attributes", |n| format!("<p {}>", (0..n).map(|i| format!("a{i}=1 ")).collect::<String>())),
    ("attributes of body", |n| (0..n).map(|i| format!("<body b{i}=1>")).collect()),
    ("names", |n| (0..n).map(|i| format!("<x-{i}>")).collect()),
    ("references", |n| "&amp;&notit;&#x4e2d;&x;&".repeat(n)),
    ("references in values", |n| "<a href='?a&amp;b&copy=1'>".repeat(n)),
    ("NULs", |n| "x\0".repeat(n)),
    ("less-than signs", |n| "<".repeat(n * 4)),
    ("unclosed comments", |n| "<!-- x > --! ".repeat(n)),
    ("unclosed quote", |n| "<p a=\"<p b='".repeat(n)),
    ("unclosed raw text", |n| "<textarea></text".to_owned() + &"</textare".repeat(n)),
    ("script escapes", |n| "<script><!--".to_owned() + &"<script></script>--".repeat(n)),
    ("carriage returns", |n| "x\r\ny\r".repeat(n)),
    ("one huge text", |n| "一段很长的文字，没有标签。".repeat(n)),
    ("one line of paragraphs", |n| "<p>一段文字。".repeat(n)),
];

/// How many times the time four times the page takes: the best of three rounds each, of more while
/// noise keeps it over the bound.
fn growth(shape: fn(usize) -> String, n: usize, mut work: impl FnMut(&str)) -> f64 {
    let pages = [shape(n), shape(4 * n)];
    let mut best = [f64::INFINITY; 2];
    for round in 0..30 {
        for (page, best) in pages.iter().zip(&mut best) {
            let start = Instant::now();
            work(page);
            *best = best.min(start.elapsed().as_secs_f64());
        }
        if round >= 2 && best[1] / best[0] < MOST {
            break;
        }
    }
    best[1] / best[0]
}

/// Time of four times the page by that of the page.
const MOST: f64 = 9.0;

#[test]
fn parsing_grows_linearly() {
    let mut parser = Parser::default();
    for (name, shape) in SHAPES {
        let growth = growth(*shape, 10_000, |html| {
            let document = parser.parse(html);
            parser.recycle(black_box(document));
        });
        println!("{name}: {growth:.2}");
        assert!(growth < MOST, "{name}: four times the page take {growth:.2} times the time");
    }
}

#[test]
fn extraction_grows_linearly() {
    let mut extractor = Extractor::default();
    let options = Options::default();
    for (name, shape) in SHAPES {
        let growth = growth(*shape, 3_000, |html| {
            black_box(extractor.extract_str(html, &options));
        });
        println!("{name}: {growth:.2}");
        assert!(growth < MOST, "{name}: four times the page take {growth:.2} times the time");
    }
}
