//! Small readers and limits: selectors on a page, templates and models from any bytes, dates, and any limits, which give an
//! extraction, the same one twice, and never more blocks than allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zhengwen::unstable::auto::forest::Forest;
use zhengwen::{Extractor, LIMITS, Limits, METHODS, Moment, Options, Outputs, PageInfo, Selector, SiteTemplate};

fuzz_target!(|input: (&str, &str, u8, u16)| {
    let (html, other, choice, value) = input;
    let _ = Moment::parse(other);
    let _ = SiteTemplate::from_json(other);
    let _ = Forest::read(other.as_bytes(), &[]);
    let mut limits = Limits::default();
    let info = &LIMITS[usize::from(choice) % LIMITS.len()];
    let _ = limits.set(info.name, u64::from(value));
    let method = METHODS[usize::from(choice) % METHODS.len()].method;
    let outputs = Outputs { markdown: true, html: true, body: true, tei: true, page_html: true };
    let mut options = Options::new().method(method).outputs(outputs).limits(limits);
    if let Ok(selector) = Selector::parse(other) {
        options = options.keep(selector);
    }
    options = options.trace(value % 2 == 0);
    let mut extractor = Extractor::new(options);
    let page = PageInfo::new();
    let first = extractor.extract(html, &page);
    assert_eq!(first, extractor.extract(html, &page));
});
