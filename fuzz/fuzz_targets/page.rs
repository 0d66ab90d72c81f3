//! The tree is sound, and what every method chooses is a subsequence of the page's text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zhengwen::dom::Document;
use zhengwen::extract::judge;
use zhengwen::methods::METHODS;
use zhengwen::page::Page;
use zhengwen::text::chars::is_blank;
use zhengwen::{Options, render, select};

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
        let mut options = Options::default();
        options.method = info.method;
        let verdict = judge(&page, &options);
        assert_eq!((verdict.score.len(), verdict.keep.len()), (page.blocks().len(), page.blocks().len()));
        assert!(verdict.score.iter().all(|score| score.is_finite()));
        let text = render::text(&page, &select::select(&page, &verdict));
        let mut whole = all.chars();
        assert!(text.chars().filter(|c| !is_blank(*c)).all(|c| whole.any(|w| w == c)));
    }
});
