//! Properties of any input.

use std::sync::Arc;

use proptest::prelude::*;
use zhengwen::train::select;
use zhengwen::{Options, Outputs, PageInfo, Selector, SiteKnowledge};
use zhengwen_methods::METHODS;
use zhengwen_page::page::Page;
use zhengwen_page::text::chars::is_blank;
use zhengwen_site::{SimilarPage, SiteTemplate};

use crate::asked::{explain, extract, extract_known};

/// Pieces from which pages are put together: tags in any order, texts in several scripts.
fn piece() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "div", "p", "b", "a", "td", "table", "tr", "ul", "li", "span", "form", "h1", "br", "pre",
        "script", "style", "noscript", "svg", "select", "template", "title", "textarea", "body",
        "html", "head",
    ]);
    let text = prop::sample::select(vec![
        "一句话。",
        "第二句，有逗号。",
        "A sentence. ",
        "2010-12-15",
        "\n",
        " ",
        "\u{3000}",
        "来源：某报",
        "&amp;",
        "&#12290;",
        "<!-- x -->",
        "<",
        "版权所有",
        "下一篇",
        "\u{0}",
        "한국어. ",
        "\r\n\r\n\r\n\r\n\r\n",
        "二〇一〇年十二月十五日",
        "𠮷",
        "e\u{301}",
    ]);
    let attributes = prop::sample::select(vec![
        "",
        " class=title",
        " hidden",
        " style=display:none",
        " id='a b'",
    ]);
    prop_oneof![
        (tag.clone(), attributes).prop_map(|(tag, attributes)| format!("<{tag}{attributes}>")),
        tag.prop_map(|tag| format!("</{tag}>")),
        text.prop_map(str::to_owned),
    ]
}

/// Pages put together from hostile pieces.
fn hostile() -> impl Strategy<Value = String> {
    let vectors: Vec<String> = crate::safety::vectors();
    let piece = prop_oneof![prop::sample::select(vectors), piece()];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn page() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.concat())
}

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars().filter(|c| !is_blank(*c)).all(|c| whole.any(|w| w == c))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_content_is_a_subsequence_of_the_pages_text(html in page()) {
        let page = Page::new(&html, None);
        let document = page.document();
        let all = document.text_content(zhengwen_html::Document::ROOT);
        for info in METHODS {
            let options = Options::new().method(info.method);
            let content = select(&page, &options.judge(&page, &PageInfo::new()));
            let parts = content.spans.iter().map(|span| {
                &document.text(span.node)[span.start as usize..span.end as usize]
            });
            let text: String = parts.collect();
            prop_assert!(is_subsequence(&text, &all), "{}: {}", info.name, text);
            // What is written is in the page too, but for marks of lists, tables and formulas.
            let written = extract(&html, &options).text;
            let written: String = written.chars().filter(|c| !"-|$0123456789.()[]".contains(*c)).collect();
            let all: String = all.chars().filter(|c| !"-|$0123456789.()[]".contains(*c)).collect();
            prop_assert!(is_subsequence(&written, &all), "{}: {}", info.name, written);
        }
    }

    #[test]
    fn html_holds_only_what_is_allowed(html in hostile()) {
        let mut options = Options::default();
        options.controls.body.push(Selector::parse("body").unwrap());
        options.outputs = Outputs::all();
        let extraction = extract(&html, &options);
        let page_html = extraction.page_html.unwrap();
        prop_assert_eq!(crate::fuzz::safe::running_parts(&page_html), Vec::<String>::new(), "{}", page_html);
        let written = extraction.html.unwrap();
        prop_assert_eq!(crate::fuzz::safe::unsafe_parts(&written), Vec::<String>::new(), "{}", written);
        let markdown = extraction.markdown.unwrap();
        let shown = crate::fuzz::safe::markdown_as_html(&markdown);
        prop_assert_eq!(crate::fuzz::safe::scripts(&shown), Vec::<String>::new(), "{}", markdown);
    }

    #[test]
    fn the_text_alone_is_the_same_text(html in page(), comments in any::<bool>()) {
        let mut options = Options::default().markdown(true).html(true);
        options.parts.comments = comments;
        let whole = extract(&html, &options);
        options.text_only = true;
        let text_only = extract(&html, &options);
        prop_assert_eq!(&text_only.text, &whole.text);
        prop_assert_eq!(text_only.markdown, whole.markdown);
        prop_assert_eq!(text_only.html, whole.html);
        prop_assert_eq!(text_only.confidence, whole.confidence);
        prop_assert_eq!(text_only.warnings, whole.warnings);
        prop_assert!(text_only.title.is_none() && text_only.items.is_empty());
        options.outputs = Outputs::default();
        prop_assert_eq!(extract(&html, &options).text, whole.text);
    }

    #[test]
    fn reports_are_whole_and_hold_no_markup_of_the_page(html in hostile()) {
        let report = explain(html.as_bytes(), &Options::new(), &PageInfo::new());
        for answer in &report.methods {
            prop_assert_eq!(answer.kept.len(), report.blocks.len());
            prop_assert!(answer.curves.iter().all(|curve| curve.chosen.iter().all(|run| run.end <= curve.values.len())));
        }
        let html = report.html(zhengwen::Language::Chinese);
        let data = html.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>"));
        let data: serde_json::Value = serde_json::from_str(data.map_or("", |(data, _)| data)).unwrap();
        prop_assert_eq!(data["blocks"].as_array().map(Vec::len), Some(report.blocks.len()));
        prop_assert_eq!(html.matches("<script").count(), 2);
        prop_assert_eq!(html.matches("role=\"option\"").count(), report.blocks.len());
        prop_assert!(!html.contains("NaN") && !html.contains("inf "));
    }

    #[test]
    fn other_pages_of_the_site_give_an_answer(pages in prop::collection::vec(page(), 2..6)) {
        let pages: Vec<Page> = pages.iter().map(|html| Page::new(html, None)).collect();
        let mut template = SiteTemplate::new("site.example");
        for page in &pages[1..] {
            template.learn(page, &Options::new().judge(page, &PageInfo::new()).score);
        }
        let read = SiteTemplate::from_json(&template.to_json()).unwrap();
        prop_assert_eq!(read.to_json(), template.to_json());
        let similar = pages[1..].iter().map(|page| Arc::new(SimilarPage::of(page))).collect();
        let site = SiteKnowledge { similar, template: Some(Arc::new(template)) };
        let page_info = PageInfo::new().site(&site);
        for info in METHODS {
            let verdict = Options::new().method(info.method).judge(&pages[0], &page_info);
            prop_assert_eq!(verdict.keep.len(), pages[0].blocks().len());
            prop_assert!(verdict.score.iter().all(|score| score.is_finite()));
        }
    }

    #[test]
    fn the_text_of_blocks_is_all_of_the_pages_visible_text(html in page()) {
        let page = Page::new(&html, None);
        let text: String = page.blocks().iter().map(|block| page.block_text(block)).collect();
        let characters = zhengwen_page::text::count::characters(&text);
        let counted: u32 = page.blocks().iter().map(|block| block.characters).sum();
        prop_assert_eq!(characters, counted);
    }

    #[test]
    fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..400), charset in "[a-z0-9-]{0,12}") {
        let info = PageInfo::new().http_charset(charset.as_str());
        let _ = extract_known(&bytes, &Options::new(), &info);
    }

    #[test]
    fn any_text_in_a_page_gives_an_answer(text in "\\PC{0,200}", url in "\\PC{0,30}") {
        let html = format!("<title>{text}</title><div><p>{text}</p></div>");
        let info = PageInfo::new().url(url.as_str());
        let _ = extract_known(html.as_bytes(), &Options::new(), &info);
        let _ = zhengwen_page::text::dates::find(&text);
    }

    #[test]
    fn dates_are_found_in_what_writes_them(year in 1900u16..2100, month in 1u8..13, day in 1u8..29) {
        for text in [format!("{year}-{month:02}-{day:02}"), format!("于{year}年{month}月{day}日发表")] {
            let date = zhengwen_page::text::dates::find(&text).unwrap().date;
            prop_assert_eq!((date.year, date.month, date.day), (year, month, day));
        }
    }
}
