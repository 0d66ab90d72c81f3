//! Nothing of the page is lost; what every method chooses is a subsequence of its text; every form of
//! output is written, and safe when it is read again; the report is whole.

use std::sync::Arc;

use zhengwen::train;
use zhengwen::{Extractor, Language, Method, Options, Outputs, PageInfo, SiteKnowledge};
use zhengwen_html::Document;
use zhengwen_methods::METHODS;
use zhengwen_page::page::Page;
use zhengwen_site::{SimilarPage, SiteTemplate};

use super::account::{self, bare};
use super::safe::{self, markdown_as_html, scripts, unsafe_parts};

const NOTHING: [String; 0] = [];

pub(crate) fn check(html: &str) {
    let page = Page::new(html, None);
    chosen(&page);
    let mut options = Options::default().trace(true).outputs(Outputs::all());
    options.parts.comments = true;
    let address = PageInfo::new().url("https://example.com/a/b.html");
    written(html, &options, &address);
    everything(&page, &options);
    site(html, &options, &address);
}

/// Every method chooses parts of the page.
fn chosen(page: &Page) {
    let document = page.document();
    let all = document.text_content(Document::ROOT);
    for info in METHODS {
        let verdict = Options::new().method(info.method).judge(page, &PageInfo::new());
        let blocks = page.blocks().len();
        assert_eq!((verdict.score.len(), verdict.keep.len()), (blocks, blocks));
        assert!(verdict.score.iter().all(|score| score.is_finite()));
        let mut whole = all.chars();
        for span in &train::select(page, &verdict).spans {
            let part = &document.text(span.node)[span.start as usize..span.end as usize];
            assert!(bare(part).all(|c| whole.any(|w| w == c)));
        }
    }
}

/// The answer and the report on it.
fn written(html: &str, options: &Options, address: &PageInfo) {
    let mut extractor = Extractor::new(options.clone());
    let analysis = extractor.analyze(html, address);
    let (page, found) = (analysis.page(), analysis.extraction());
    assert_eq!(account::fault(html, page, &found), None);
    safe::check(&found);
    let report = analysis.report();
    let listed = report.blocks.len();
    let html = report.html(Language::Chinese);
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("role=\"option\"").count(), listed);
}

/// Everything on the page, which is more than any method chooses.
fn everything(page: &Page, options: &Options) {
    let events = train::of_content(page, &train::everything(page), options.parts);
    assert_eq!(unsafe_parts(&train::html(&events)), NOTHING);
    assert_eq!(scripts(&markdown_as_html(&train::markdown(&events))), NOTHING);
}

/// Two parts of the page as pages of one site: learned, read again, aligned.
fn site(html: &str, options: &Options, address: &PageInfo) {
    let middle = (0..=html.len() / 2).rev().find(|at| html.is_char_boundary(*at)).unwrap_or(0);
    let pages = [&html[..middle], &html[middle..]].map(|part| Page::new(part, None));
    let mut template = SiteTemplate::new("site.example");
    for page in &pages {
        template.learn(page, &Options::new().judge(page, &PageInfo::new()).score);
    }
    let json = template.to_json();
    assert_eq!(SiteTemplate::from_json(&json).map(|read| read.to_json()).ok(), Some(json));
    let similar = pages.iter().map(|page| Arc::new(SimilarPage::of(page))).collect();
    let site = SiteKnowledge { similar, template: Some(Arc::new(template)) };
    for method in [Method::Auto, Method::TemplateMatching, Method::SiteTemplate] {
        let mut extractor = Extractor::new(options.clone().method(method));
        extractor.extract(html, &address.site(&site));
    }
}
