//! The tree is sound, what every method chooses is a subsequence of the page's text, and every form
//! of output is written, HTML with nothing but what is allowed.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use zhengwen::unstable::dom::Document;
use zhengwen::unstable::judge;
use zhengwen::unstable::methods::METHODS;
use zhengwen::unstable::page::Page;
use zhengwen::unstable::template::{SimilarPage, SiteTemplate};
use zhengwen::unstable::text::chars::is_blank;
use zhengwen::{Extractor, Options, PageInfo, SiteKnowledge};
use zhengwen::unstable::{render, select};

fuzz_target!(|html: &str| {
    let page = Page::new(html, None);
    let document = page.document();
    for id in document.ids().skip(1) {
        let parent = document.parent(id).expect("all but the first have one");
        assert!(parent < id && document.end(id) > id && document.end(id) <= document.end(parent));
        assert_eq!(document.depth(id), document.depth(parent) + 1);
    }
    let all = document.text_content(Document::ROOT);
    for info in METHODS {
        let verdict = judge(&page, &Options::new().method(info.method), &PageInfo::new());
        assert_eq!((verdict.score.len(), verdict.keep.len()), (page.blocks().len(), page.blocks().len()));
        assert!(verdict.score.iter().all(|score| score.is_finite()));
        let content = select::select(&page, &verdict);
        let mut whole = all.chars();
        for span in &content.spans {
            let part = &document.text(span.node)[span.start as usize..span.end as usize];
            assert!(part.chars().filter(|c| !is_blank(*c)).all(|c| whole.any(|w| w == c)));
        }
    }
    let mut options = Options::default();
    options.parts.comments = true;
    let outputs = &mut options.outputs;
    (outputs.markdown, outputs.html, outputs.body, outputs.tei) = (true, true, true, true);
    options.outputs.page_html = true;
    write(&page, &options);
    let address = PageInfo::new().url("https://example.com/a/b.html");
    Extractor::new(options.clone()).extract(html, &address);
    site(html, options, &address);
});

/// Two parts of the page as pages of one site: learned, read again, aligned.
fn site(html: &str, options: Options, address: &PageInfo) {
    let middle = (0..=html.len() / 2).rev().find(|at| html.is_char_boundary(*at)).unwrap_or(0);
    let pages = [&html[..middle], &html[middle..]].map(|part| Page::new(part, None));
    let mut template = SiteTemplate::new("site.example");
    for page in &pages {
        template.learn(page, &judge(page, &Options::new(), &PageInfo::new()).score);
    }
    let json = template.to_json();
    assert_eq!(SiteTemplate::from_json(&json).map(|read| read.to_json()).ok(), Some(json));
    let mut site = SiteKnowledge::default();
    site.similar = pages.iter().map(|page| Arc::new(SimilarPage::of(page))).collect();
    site.template = Some(Arc::new(template));
    for method in [zhengwen::Method::Auto, zhengwen::Method::TemplateMatching, zhengwen::Method::SiteTemplate] {
        let mut extractor = Extractor::new(options.clone().method(method));
        extractor.extract(html, &address.site(&site));
    }
}

/// Everything on the page as HTML, read again.
fn write(page: &Page, options: &Options) {
    let events = render::of_content(page, &select::everything(page), options.parts);
    render::markdown(&events);
    let written = zhengwen::unstable::dom::parse::parse(&render::html(&events));
    for id in written.ids() {
        let name = written.name(id);
        let is_added = matches!(name, "" | "html" | "head" | "body" | "tbody" | "colgroup");
        let allowed = render::ALLOWED.iter().find(|(allowed, _)| *allowed == name);
        assert!(is_added || allowed.is_some(), "<{name}>");
        for (attribute, _) in written.attributes(id) {
            assert!(allowed.is_some_and(|(_, names)| names.contains(&attribute)), "{attribute}");
        }
    }
}
