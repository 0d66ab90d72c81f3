//! Small readers and limits: selectors on a page, templates and models from any bytes, dates, and any limits, which give an
//! extraction, the same one twice, with safe forms and no more blocks than allowed.

use zhengwen::train::Forest;
use zhengwen::{
    Extractor, LIMITS, Limit, Limits, METHODS, Moment, Options, Outputs, PageInfo, Selector,
    SiteTemplate,
};

use super::safe;

/// `other` is read as everything that is small; `choice` picks a method and the limit that is `value`.
pub(crate) fn check(html: &str, other: &str, choice: u8, value: u16) {
    let _ = Moment::parse(other);
    let _ = SiteTemplate::from_json(other);
    let _ = Forest::read(other.as_bytes(), &[]);
    let mut limits = Limits::default();
    let info = &LIMITS[usize::from(choice) % LIMITS.len()];
    let _ = limits.set(info.name, u64::from(value));
    let method = METHODS[usize::from(choice) % METHODS.len()].method;
    let mut options = Options::new().method(method).outputs(Outputs::all()).limits(limits);
    if let Ok(selector) = Selector::parse(other) {
        options = options.keep(selector);
    }
    let most = limits.of(Limit::Blocks, html.len());
    let mut extractor = Extractor::new(options.trace(value.is_multiple_of(2)));
    let page = PageInfo::new();
    let first = extractor.extract(html, &page);
    safe::check(&first);
    let analysis = extractor.analyze(html, &page);
    assert_eq!(first, analysis.extraction());
    // Hidden text has a quarter as many again.
    assert!(analysis.page().blocks().len() <= most + most / 4);
}
