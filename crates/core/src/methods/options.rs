//! Options of the methods. Every default is the faithful form; departures that score better are
//! off until asked for, with the gain that was measured.

/// Options of all methods.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodOptions {
    /// Of `punctuation-path`.
    pub punctuation_path: PunctuationPathOptions,
    /// Of `block-smoothing`.
    pub block_smoothing: BlockSmoothingOptions,
    /// Of `block-weighting`.
    pub block_weighting: BlockWeightingOptions,
    /// Of `line-density`.
    pub line_density: LineDensityOptions,
    /// Of `template-matching`.
    pub template_matching: TemplateMatchingOptions,
}

/// Options of `punctuation-path`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PunctuationPathOptions {
    /// Containers on two paths are equal only with the same class and id.
    pub match_class: bool,
    /// A form that holds most full stops of the page stays.
    pub keep_forms: bool,
}

/// Options of `block-smoothing`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockSmoothingOptions {
    /// `span` separates blocks too.
    pub split_at_span: bool,
}

/// Options of `block-weighting`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockWeightingOptions {
    /// `section`, `article`, `main` and `body` are candidates for the topic block too.
    pub modern_containers: bool,
    /// Paragraphs and line breaks count for the block that they stand in directly, alone.
    pub direct_paragraphs: bool,
}

/// Options of `line-density`.
#[derive(Debug, Clone, PartialEq)]
pub struct LineDensityOptions {
    /// Lines that a run must have.
    pub threshold: u32,
    /// Blank lines that may stand inside a run.
    pub gap: u32,
    /// Characters a line that a run must have on average over `threshold` lines.
    pub density: u32,
    /// Blanks at both ends of a line do not count as characters.
    pub trim: bool,
    /// A run of fewer lines counts too when one of them has this many characters; 0 for never.
    pub long_line: u32,
}

impl Default for LineDensityOptions {
    fn default() -> Self {
        Self { threshold: 5, gap: 3, density: 45, trim: false, long_line: 0 }
    }
}

/// Options of `template-matching`.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateMatchingOptions {
    /// How many similar pages vote, of those at hand the most alike.
    pub pages: u32,
    /// Clusters with less than 0.3 of the longest one's text are not ranked.
    pub long_clusters: bool,
}

impl Default for TemplateMatchingOptions {
    fn default() -> Self {
        Self { pages: 1, long_clusters: false }
    }
}

/// A row of the table of options.
#[derive(Debug)]
pub struct MethodOption {
    /// `METHOD.OPTION`.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// What it brings, as measured (empty for the papers' own parameters).
    pub gain: &'static str,
    field: fn(&mut MethodOptions) -> Field<'_>,
}

enum Field<'a> {
    Flag(&'a mut bool),
    Count(&'a mut u32),
}

/// Every option of every method.
pub const OPTIONS: &[MethodOption] = &[
    MethodOption {
        name: "punctuation-path.match-class",
        doc: "containers on two paths are equal only with the same class and id",
        gain: "portals 0.950 to 0.954, classic 0.848 to 0.855, magic-article 0.753 to 0.763; loses 0.18 on forums, 0.09 on wcxb",
        field: |o| Field::Flag(&mut o.punctuation_path.match_class),
    },
    MethodOption {
        name: "punctuation-path.keep-forms",
        doc: "a form that holds most full stops of the page stays",
        gain: "classic 0.848 to 0.886, zh-web 0.703 to 0.727, magic-forum 0.629 to 0.644, wcxb 0.651 to 0.660; portals unchanged",
        field: |o| Field::Flag(&mut o.punctuation_path.keep_forms),
    },
    MethodOption {
        name: "block-smoothing.split-at-span",
        doc: "span separates blocks too",
        gain: "portals 0.926 to 0.932, magic-forum 0.630 to 0.640; wcxb 0.729 to 0.723",
        field: |o| Field::Flag(&mut o.block_smoothing.split_at_span),
    },
    MethodOption {
        name: "block-weighting.modern-containers",
        doc: "section, article, main and body are candidates for the topic block too",
        gain: "classic 0.852 to 0.863, magic-article 0.740 to 0.796, magic-forum 0.546 to 0.574, wcxb 0.793 to 0.798; portals 0.947 to 0.946, zh-web 0.851 to 0.847",
        field: |o| Field::Flag(&mut o.block_weighting.modern_containers),
    },
    MethodOption {
        name: "block-weighting.direct-paragraphs",
        doc: "p and br count for the block that they stand in directly, alone",
        gain: "portals 0.947 to 0.952, magic-article 0.740 to 0.789, zh-web 0.851 to 0.872; wcxb 0.793 to 0.754",
        field: |o| Field::Flag(&mut o.block_weighting.direct_paragraphs),
    },
    MethodOption {
        name: "line-density.threshold",
        doc: "lines that a run must have",
        gain: "",
        field: |o| Field::Count(&mut o.line_density.threshold),
    },
    MethodOption {
        name: "line-density.gap",
        doc: "blank lines that may stand inside a run",
        gain: "2: portals 0.689 to 0.745; alone it loses 0.03 to 0.06 on the other sets",
        field: |o| Field::Count(&mut o.line_density.gap),
    },
    MethodOption {
        name: "line-density.density",
        doc: "characters a line that a run must have on average",
        gain: "",
        field: |o| Field::Count(&mut o.line_density.density),
    },
    MethodOption {
        name: "line-density.trim",
        doc: "blanks at both ends of a line do not count",
        gain: "portals 0.689 to 0.737; with gap=2 and long-line=100 to 0.896, classic 0.739 to 0.887, zh-web 0.444 to 0.697",
        field: |o| Field::Flag(&mut o.line_density.trim),
    },
    MethodOption {
        name: "line-density.long-line",
        doc: "one line of this many characters is enough for a run; 0 for never",
        gain: "100: portals 0.689 to 0.768, classic 0.739 to 0.861, magic-article 0.349 to 0.592",
        field: |o| Field::Count(&mut o.line_density.long_line),
    },
    MethodOption {
        name: "template-matching.pages",
        doc: "similar pages that vote, of those at hand the most alike",
        gain: "3: portals 0.940 to 0.946; 5: 0.945, with long-clusters 0.953",
        field: |o| Field::Count(&mut o.template_matching.pages),
    },
    MethodOption {
        name: "template-matching.long-clusters",
        doc: "clusters with less than 0.3 of the longest one's text are not ranked",
        gain: "portals 0.940 to 0.948, good 0.62 to 0.65",
        field: |o| Field::Flag(&mut o.template_matching.long_clusters),
    },
];

/// Why an option could not be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    UnknownName(String),
    /// The option takes `true` or `false`, or a number.
    BadValue {
        /// The option.
        name: &'static str,
        /// What it takes.
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
    /// Sets the option `name` (see [`OPTIONS`]) from text.
    ///
    /// # Errors
    /// When no option has this name or the value does not fit it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = OPTIONS
            .iter()
            .find(|option| option.name == name)
            .ok_or_else(|| OptionError::UnknownName(name.to_owned()))?;
        let bad = |expected| OptionError::BadValue { name: option.name, expected };
        match (option.field)(self) {
            Field::Flag(flag) => *flag = value.parse().map_err(|_| bad("true or false"))?,
            Field::Count(count) => *count = value.parse().map_err(|_| bad("a whole number"))?,
        }
        Ok(())
    }

    /// The value of the option `name` as text.
    pub fn get(&self, name: &str) -> Option<String> {
        let option = OPTIONS.iter().find(|option| option.name == name)?;
        let mut copy = self.clone();
        Some(match (option.field)(&mut copy) {
            Field::Flag(flag) => flag.to_string(),
            Field::Count(count) => count.to_string(),
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
}
