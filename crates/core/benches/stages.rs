//! The stages of an extraction on two generated pages, for counting instructions: `STAGE ROUNDS`; and work
//! on hostile shapes: `WORK:NAME SIZE`, or `shapes` for every `WORK:NAME`.
//!
//! `make bench-gate` runs it under valgrind, whose counts are the same in every run. Each stage first
//! checks that it does what it should.

#![allow(
    clippy::panic,
    clippy::expect_used,
    reason = "a bench that does not do its work must stop"
)]

mod shapes;

use std::hint::black_box;

use zhengwen::unstable::auto::Model;
use zhengwen::unstable::dom::parse::Parser;
use zhengwen::unstable::methods::METHODS;
use zhengwen::unstable::page::Page;
use zhengwen::unstable::select::select;
use zhengwen::unstable::{decode_page, judge};
use zhengwen::unstable::{links, meta, records, render};
use zhengwen::{Extractor, Method, Options, PageInfo};

use self::shapes::SHAPES;

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
    let pages = [portal_page(), article_page()];
    println!("bytes {}", pages.iter().map(String::len).sum::<usize>());
    for (name, run) in STAGES.iter().filter(|(name, _)| *name == stage || stage == "all") {
        println!("{name}");
        run(&pages, rounds);
    }
}

/// Does some work on a hostile shape of some size.
fn work_on_shape(work: &str, name: &str, size: usize) {
    let (_, run) = WORKS.iter().find(|(other, _)| *other == work).expect("work of that name");
    let (_, shape) = SHAPES.iter().find(|(other, _)| *other == name).expect("a shape of that name");
    let html = shape(size);
    println!("bytes {}", html.len());
    run(&html);
}

type Work = (&'static str, fn(&str));

/// What is done to hostile shapes.
const WORKS: &[Work] = &[
    ("parse", |html| {
        black_box(Parser::default().parse(html));
    }),
    ("extract", |html| {
        black_box(Extractor::default().extract(html, &PageInfo::new()));
    }),
    ("methods", |html| {
        let page = Page::new(html, None);
        for info in METHODS {
            black_box(judge(&page, &of_method(info.method), &PageInfo::new()));
        }
    }),
];

type Run = fn(&[String; 2], usize);

/// Every stage.
const STAGES: &[(&str, Run)] = &[
    ("decode", decode),
    ("parse", parse),
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

/// A Chinese portal: menus, lists of links, an article, comments.
fn portal_page() -> String {
    let menu: String = (0..150)
        .map(|i| {
            format!(
                "<li class=\"nav-item\"><a href=\"/c{i}/\" target=\"_blank\">栏目{i}</a></li>\r\n"
            )
        })
        .collect();
    let article: String = (0..40)
        .map(|i| {
            format!(
                "<p style=\"text-indent:2em\">\u{3000}\u{3000}第{i}段说明了城市供水的情况，讨论了今年的计划，\
                 也提到了&ldquo;改善民生&rdquo;的要求。代表们认为，水价应当保持稳定。</p>\r\n"
            )
        })
        .collect();
    let related: String = (0..120)
        .map(|i| format!("<li><a href=\"/2010/12/{i}.html\" title=\"\">另一条新闻的标题{i}</a><span>12-{:02}</span></li>\n", i % 28 + 1))
        .collect();
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\
         <html><head><meta charset=\"utf-8\"><title>城市供水会议召开_某网</title><script>var a = \"<b>\";{}</script></head>\
         <body><div id=\"menu\"><ul>{menu}</ul></div><div class=\"main\"><h1>城市供水会议召开</h1>\
         <div class=\"info\"><span>2010年12月15日 09:30</span> <span>来源：<a href=\"/\">晚报</a></span></div>\
         <div id=\"text\">{article}</div></div><div class=\"related\"><h3>相关新闻</h3><ul>{related}</ul></div>\
         <div class=\"footer\">版权所有&nbsp;翻版必究</div></body></html>",
        "var x=1;if(x<2){x++}".repeat(300)
    )
}

/// A Latin article of a content system: deep markup, long classes, inline elements, data.
fn article_page() -> String {
    let article: String = (0..60)
        .map(|i| {
            format!(
                "<div class=\"entry-block wp-block-paragraph\" data-block-id=\"{i}\"><p>Paragraph {i} says that the \
                 <em>council</em> met, talked about <a href=\"https://example.com/a?b=1&amp;c={i}\" rel=\"noopener\">water</a> \
                 &amp; agreed on a plan. It was the last meeting of the year, so everyone came.</p></div>\n"
            )
        })
        .collect();
    let cards: String = (0..80)
        .map(|i| {
            format!(
                "<article class=\"card card--small\"><a class=\"card__link\" href=\"/story/{i}\"><img src=\"/i/{i}.jpg\" alt=\"\">\
                 <h3 class=\"card__title\">Another story number {i}</h3></a><time datetime=\"2024-05-0{}\">May {}</time></article>",
                i % 9 + 1,
                i % 9 + 1
            )
        })
        .collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><title>Council meets | Example</title>\
         <script type=\"application/ld+json\">{{\"@type\":\"NewsArticle\",\"headline\":\"Council meets\",\"datePublished\":\"2024-05-03\"}}</script>\
         <style>{}</style></head><body><header><nav><a href=\"/\">Home</a><a href=\"/n\">News</a></nav></header>\
         <main><article><h1>Council meets</h1><p class=\"byline\">By <a href=\"/author/ann\">Ann Lee</a></p>{article}</article>\
         <aside>{cards}</aside></main><footer><p>Copyright Example</p></footer></body></html>",
        ".a > .b { color: red }\n".repeat(400)
    )
}

fn decode(pages: &[String; 2], rounds: usize) {
    let info = PageInfo::new();
    for _ in 0..rounds {
        for page in pages {
            let (text, _) = decode_page(black_box(page.as_bytes()), &info);
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

fn blocks(pages: &[String; 2], rounds: usize) {
    for _ in 0..rounds {
        for (page, blocks) in pages.iter().zip([314, 224]) {
            let document = Parser::default().parse(page);
            assert_eq!(black_box(Page::from_document(document, None)).blocks().len(), blocks);
        }
    }
}

fn judge_pages(pages: &[String; 2], rounds: usize) {
    let options = Options::default();
    for page in pages.iter().map(|page| Page::new(page, None)) {
        for _ in 0..rounds {
            let verdict = judge(black_box(&page), &options, &PageInfo::new());
            assert!(verdict.keep.iter().filter(|keep| **keep).count() > 30);
        }
    }
}

fn describe(pages: &[String; 2], rounds: usize) {
    let options = Options::default();
    for page in pages.iter().map(|page| Page::new(page, None)) {
        let verdict = judge(&page, &options, &PageInfo::new());
        for _ in 0..rounds {
            let content = select(&page, &verdict);
            let first = content.blocks.first().map(|(block, _)| *block);
            let last = content.blocks.last().map(|(block, _)| *block + 1);
            let main = first.zip(last).map(|(first, last)| first..last);
            let known = records::Known {
                kind: verdict.about.kind,
                kinds: &verdict.about.kinds,
                kept: &verdict.keep,
                read_at: None,
            };
            black_box(records::records(&page, &known));
            let known = meta::Known { main, kind: verdict.about.kind, ..meta::Known::default() };
            assert!(
                !meta::gather(&page, &known, Model::embedded().title_weights()).title.is_empty()
            );
            black_box(links::leading_on(&page, first));
        }
    }
}

fn write(pages: &[String; 2], rounds: usize) {
    let options = Options::default();
    for page in pages.iter().map(|page| Page::new(page, None)) {
        let content = select(&page, &judge(&page, &options, &PageInfo::new()));
        for _ in 0..rounds {
            let events = render::of_content(&page, &content, options.parts);
            assert!(render::text(&events).len() > 4000);
            assert!(render::markdown(&events).len() > 4000);
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
