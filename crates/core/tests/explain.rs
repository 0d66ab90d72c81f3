//! The report: safe, whole, small, in both languages.

use std::sync::Arc;

use base64::Engine;
use sha2::{Digest, Sha256};
use zhengwen::{Language, Options, PageInfo, Report, SiteKnowledge};
use zhengwen_page::page::Page;
use zhengwen_site::SimilarPage;

use crate::asked::explain;
use crate::expected::root;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(root().join("fixtures/pages").join(name)).unwrap()
}

/// The text between two marks.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(found, _)| found)
}

#[test]
fn only_the_reports_own_style_and_script_may_run() {
    let html =
        explain("<p>One sentence.", &Options::new(), &PageInfo::new()).html(Language::English);
    for (start, end, directive) in
        [("<style>", "</style>", "style-src"), ("<script>", "</script>", "script-src")]
    {
        let hash = Sha256::digest(between(&html, start, end));
        let hash = base64::engine::general_purpose::STANDARD.encode(hash);
        let own = between(Report::CONTENT_SECURITY_POLICY, &format!("{directive} '"), "'");
        assert_eq!(own, format!("sha256-{hash}"), "{directive} in explain/html.rs");
    }
    for loaded in ["http:", "https:", "src=", "@import", "url(", " style=", " onclick="] {
        assert!(!html.contains(loaded), "{loaded}");
    }
}

#[test]
fn nothing_of_a_hostile_page_becomes_markup() {
    let vectors = std::fs::read_to_string(root().join("fixtures/xss/vectors.txt")).unwrap();
    let text =
        "</script><script>alert(1)</script><!--<script>--></style><img src=x onerror=alert(1)>";
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let page = format!(
        "<title>{escaped}</title><meta name=author content='{escaped}'><meta name=description content=\"{escaped}\">\
         <div class=\"{escaped}\" id=\"{escaped}\"><p>{escaped} A sentence, and another one.</p>{vectors}</div>"
    );
    for method in zhengwen_methods::METHODS {
        let url = format!("https://example.com/{text}");
        let (options, info) =
            (Options::new().method(method.method), PageInfo::new().url(url.as_str()));
        let html = explain(page.as_bytes(), &options, &info).html(Language::Chinese);
        assert_eq!(html.matches("<script").count(), 2, "{}", method.name);
        assert_eq!(html.matches("</script").count(), 2);
        assert!(!html.contains("<img") && !html.contains("<!--"), "{}", method.name);
    }
}

#[test]
fn every_chart_of_the_seeds_is_drawn() {
    let page = fixture("auto--news-article.html");
    let own = String::from_utf8(page.clone()).unwrap();
    let other = Page::new(&own.replace("<p>", "<p>另外的话。"), None);
    let mut site = SiteKnowledge::default();
    site.similar.push(Arc::new(SimilarPage::of(&other)));
    let report = explain(&page, &Options::new(), &PageInfo::new().site(&site));
    for language in [Language::English, Language::Chinese] {
        let html = report.html(language);
        for method in
            ["punctuation-path:", "block-smoothing:", "line-density:", "template-matching:"]
        {
            assert!(html.contains(method), "{method} {language:?}");
        }
        let charts = between(&html, "<section id=\"charts\"", "</section>");
        assert_eq!(charts.matches("<svg viewBox=\"0 0 820").count(), 7, "{language:?}");
        for class in ["raw", "smooth", "threshold", "run", "f0", "pair", "candidate"] {
            assert!(charts.contains(&format!("class=\"{class}\"")), "{class}");
        }
    }
}

#[test]
fn a_report_says_what_the_extraction_says() {
    let page = fixture("auto--news-article.html");
    let (options, info) = (Options::new(), PageInfo::new());
    let report = explain(&page, &options, &info);
    let plain = zhengwen::extract(&page);
    assert_eq!(report.extraction.text, plain.text);
    let trace = report.extraction.trace.as_ref().unwrap();
    assert_eq!(trace.blocks.len(), report.blocks.len());
    assert_eq!(report.methods[0].name, "auto");
    for answer in &report.methods {
        assert_eq!(answer.kept.len(), report.blocks.len(), "{}", answer.name);
    }
    assert!((report.kinds.iter().map(|kind| kind.probability).sum::<f32>() - 1.0).abs() < 1e-3);
    assert_eq!(
        report.html(Language::English),
        explain(&page, &options, &info).html(Language::English)
    );
}

#[test]
fn any_bytes_give_a_report() {
    for bytes in [&b""[..], b"\xff\xfe\x00", b"<", b"<table><tr><td>", &[0xb0; 4096]] {
        let html = explain(bytes, &Options::new(), &PageInfo::new()).html(Language::English);
        assert!(html.ends_with("</html>\n"));
    }
}

#[test]
fn a_large_page_makes_a_report_of_less_than_three_times_its_size() {
    // 2 MB in 5,000 blocks.
    let block = |n: usize| {
        let words = format!("第{n}段讨论了供水、道路和预算，代表们提出了许多建议。");
        let links = format!("<a href='/news/2026/{n}.html'>第{n}条消息</a>");
        format!(
            "<div class='row item-{}'><p class='text'>{}{links}</p></div>\n",
            n % 7,
            words.repeat(5)
        )
    };
    let page: String = (0..5000).map(block).collect();
    assert!((1_900_000..2_600_000).contains(&page.len()), "{}", page.len());
    let report = explain(page.as_bytes(), &Options::new(), &PageInfo::new());
    assert_eq!(report.blocks.len(), 5000);
    for language in [Language::English, Language::Chinese] {
        let html = report.html(language);
        assert!(html.len() < page.len() * 3, "{} of {}", html.len(), page.len());
    }
}
