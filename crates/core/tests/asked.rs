//! The library in one call: what tests ask again and again.

use zhengwen::{Extraction, Extractor, Input, Options, PageInfo, Report};

/// The extraction of a page without further knowledge of it.
pub(crate) fn extract<'a>(input: impl Into<Input<'a>>, options: &Options) -> Extraction {
    extract_known(input, options, &PageInfo::new())
}

pub(crate) fn extract_known<'a>(
    input: impl Into<Input<'a>>,
    options: &Options,
    info: &PageInfo,
) -> Extraction {
    Extractor::new(options.clone()).extract(input, info)
}

pub(crate) fn explain<'a>(
    input: impl Into<Input<'a>>,
    options: &Options,
    info: &PageInfo,
) -> Report {
    let mut extractor = Extractor::new(options.clone());
    let (input, info) = (input.into(), *info);
    extractor.analyze(input, &info).report()
}
