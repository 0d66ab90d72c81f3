//! The methods to measure.

use clap::builder::PossibleValuesParser;
use zhengwen::{METHODS, Method};

/// A method as it is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeasuredMethod {
    pub(crate) name: &'static str,
    pub(crate) method: Method,
    /// True if `auto` is given a template of the page's site.
    pub(crate) with_site: bool,
}

/// `auto` with a template learned from other pages of the page's site, as it is called here.
const AUTO_SITE: &str = "auto-site";

/// The methods of these names.
pub(crate) fn of_names(names: &[String]) -> Vec<MeasuredMethod> {
    let named = METHODS.iter().map(|info| (info.name, info.method, false));
    let all = named.chain([(AUTO_SITE, Method::Auto, true)]);
    let is_asked = |name: &str| names.iter().any(|asked| asked == name || asked == "all");
    all.filter(|(name, ..)| is_asked(name))
        .map(|(name, method, with_site)| MeasuredMethod { name, method, with_site })
        .collect()
}

/// The names to choose from: a method, `auto-site`, or all.
pub(crate) fn names() -> PossibleValuesParser {
    let names = METHODS.iter().map(|info| info.name);
    PossibleValuesParser::new(names.chain([AUTO_SITE, "all"]))
}
