//! Options of the methods. The defaults follow the papers. Options that score better than the papers' form are off by
//! default and documented with the measured gain.

mod best;
mod option;
mod table;
mod types;

use option::Field;
pub use option::MethodOption;
pub use table::OPTIONS;
pub use types::{
    BlockSmoothingOptions, BlockWeightingOptions, BodyOptions, LineDensityOptions, MethodOptions,
    PunctuationPathOptions, TemplateMatchingOptions,
};

/// An error of setting an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    UnknownName(String),
    /// The option takes `true` or `false`, or a number.
    BadValue {
        /// The option.
        name: &'static str,
        /// The values that it takes.
        expected: &'static str,
    },
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownName(name) => write!(f, "no method has an option {name:?}"),
            Self::BadValue { name, expected } => write!(f, "{name} takes {expected}"),
        }
    }
}

impl std::error::Error for OptionError {}

impl MethodOptions {
    /// Sets the option `name` (see [`OPTIONS`]) from text. `METHOD.best` sets all options of the method; those that
    /// are set after it change single ones.
    ///
    /// # Errors
    /// When no option has this name or the value does not fit it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = OPTIONS
            .iter()
            .find(|option| option.name == name)
            .ok_or_else(|| OptionError::UnknownName(name.to_owned()))?;
        let set = match (option.field)(self) {
            Field::Flag(flag) => value.parse().map(|on| *flag = on).or(Err("true or false")),
            Field::Count(count) => value.parse().map(|n| *count = n).or(Err("a whole number")),
            Field::Best(preset) => value.parse().map(|on| preset.set(on)).or(Err("true or false")),
        };
        set.map_err(|expected| OptionError::BadValue { name: option.name, expected })
    }

    /// The value of the option `name` as text.
    pub fn get(&self, name: &str) -> Option<String> {
        let option = OPTIONS.iter().find(|option| option.name == name)?;
        let mut copy = self.clone();
        Some(match (option.field)(&mut copy) {
            Field::Flag(flag) => flag.to_string(),
            Field::Count(count) => count.to_string(),
            Field::Best(preset) => preset.is_set().to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_gets_by_name() {
        let mut options = MethodOptions::default();
        options.set("line-density.gap", "2").unwrap();
        assert_eq!(
            (options.line_density.gap, options.get("line-density.gap")),
            (2, Some("2".into()))
        );
        assert!(matches!(options.set("line-density.gap", "x"), Err(OptionError::BadValue { .. })));
        assert!(matches!(options.set("nothing", "1"), Err(OptionError::UnknownName(_))));
    }

    #[test]
    fn best_is_a_start_to_adjust_from() {
        let mut options = MethodOptions::default();
        let methods = OPTIONS.iter().filter_map(|option| option.name.strip_suffix(".best"));
        for method in methods {
            let best = format!("{method}.best");
            assert_eq!(options.get(&best).as_deref(), Some("false"), "{best}");
            options.set(&best, "true").unwrap();
            assert_eq!(options.get(&best).as_deref(), Some("true"), "{best}");
        }
        assert_eq!(options.block_smoothing, BlockSmoothingOptions::best());
        assert!(matches!(
            options.set("block-smoothing.best", "yes"),
            Err(OptionError::BadValue { .. })
        ));
        options.set("block-smoothing.split-at-span", "false").unwrap();
        let expected =
            BlockSmoothingOptions { split_at_span: false, ..BlockSmoothingOptions::best() };
        assert_eq!(options.block_smoothing, expected);
        assert_eq!(options.get("block-smoothing.best").as_deref(), Some("false"));
        for method in METHODS_WITH_OPTIONS {
            options.set(&format!("{method}.best"), "false").unwrap();
        }
        assert_eq!(options, MethodOptions::default());
    }

    /// The five papers' methods.
    const METHODS_WITH_OPTIONS: [&str; 5] = [
        "punctuation-path",
        "block-smoothing",
        "block-weighting",
        "line-density",
        "template-matching",
    ];
}
