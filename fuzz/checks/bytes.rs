//! Any bytes, with any hints, give an extraction, the same one twice.

use zhengwen::{Extractor, PageInfo};

pub(crate) fn check(
    bytes: &[u8],
    url: Option<&str>,
    charset: Option<&str>,
    encoding: Option<&str>,
) {
    let info = PageInfo::new().url(url).http_charset(charset).encoding(encoding);
    let mut extractor = Extractor::default();
    assert_eq!(extractor.extract(bytes, &info), extractor.extract(bytes, &info));
}
