//! The limits on the cost of one page, in one table, from which the parser, the blocks, the writers, the warnings and the flags
//! take names and defaults.
//!
//! Work is linear in the bytes, nodes, blocks and steps that these limits count, so they bound it without a clock: the same
//! page meets the same limit on any machine.

mod work;

pub use work::{EndOfWork, Stop, Work};

use std::fmt;

use zhengwen_html::{MAX_BYTES, MAX_DEPTH};

/// Bytes of memory for each byte of a page, as long as no limit bounds its nodes and blocks.
const MEMORY_OF_SMALL: usize = 280;
/// The same once they do, for all forms of a page of at least [`BOUNDED`] bytes.
const MEMORY_OF_LARGE: usize = 33;
/// The bytes of a page whose nodes and blocks the limits bound.
const BOUNDED: usize = 1_300_000;
/// Bytes that any page takes.
const MEMORY_OF_ANY: usize = 1 << 19;

/// A limit on what one page may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes of a page that are parsed.
    Bytes,
    /// Nodes of its document.
    Nodes,
    /// Levels of nested elements.
    Depth,
    /// Attributes of all its elements.
    Attributes,
    /// Text blocks.
    Blocks,
    /// Objects of embedded data.
    DataObjects,
    /// Bytes of an address.
    AddressBytes,
    /// Bytes of an article, before it is written.
    OutputBytes,
    /// Steps that a selector takes from sibling to sibling.
    SelectorSteps,
    /// Blocks that a trace lists.
    TraceBlocks,
    /// Steps of all long loops.
    Work,
}

/// A row of the table of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LimitInfo {
    /// The limit.
    pub limit: Limit,
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The amount that it bounds, and the effect beyond it.
    pub doc: &'static str,
    /// The default for a small page.
    pub least: u64,
    /// The growth of the limit, if that gives more: `(2, 1)` is two for every byte of the page, `(1, 16)` one for every
    /// sixteen, `(0, 1)` the same for all pages.
    pub growth: (u64, u64),
    /// The highest value that can be set.
    pub highest: u64,
    /// The code of the warning when it is met; `None` if the rest is left out silently.
    pub warning: Option<&'static str>,
}

const ANY: u64 = u32::MAX as u64;

/// Every limit, in the order of [`Limit`].
///
/// The defaults that grow with the page leave ordinary pages alone and bound the memory of any page: `tests/memory.rs` measures it.
pub const LIMITS: &[LimitInfo] = &[
    LimitInfo {
        limit: Limit::Bytes,
        name: "bytes",
        doc: "bytes of a page that are parsed; the rest is not read",
        least: MAX_BYTES as u64,
        growth: (0, 1),
        highest: MAX_BYTES as u64,
        warning: Some("page_cut"),
    },
    LimitInfo {
        limit: Limit::Nodes,
        name: "nodes",
        doc: "nodes of a page; further tags are ignored, their text is kept",
        least: 50_000,
        growth: (1, 20),
        highest: ANY,
        warning: Some("tags_ignored"),
    },
    LimitInfo {
        limit: Limit::Depth,
        name: "depth",
        doc: "levels of nested elements; deeper ones are put one level up",
        least: MAX_DEPTH as u64,
        growth: (0, 1),
        highest: MAX_DEPTH as u64,
        warning: Some("depth_capped"),
    },
    LimitInfo {
        limit: Limit::Attributes,
        name: "attributes",
        doc: "attributes of all elements; further ones are left out",
        least: 100_000,
        growth: (1, 8),
        highest: ANY,
        warning: Some("attributes_ignored"),
    },
    LimitInfo {
        limit: Limit::Blocks,
        name: "blocks",
        doc: "text blocks; further text joins the last one, and what is hidden has a quarter as many again",
        least: 10_000,
        growth: (1, 100),
        highest: ANY,
        warning: Some("blocks_capped"),
    },
    LimitInfo {
        limit: Limit::DataObjects,
        name: "data-objects",
        doc: "objects of JSON-LD, and sixteen values of lists as one; scripts beyond are not read",
        least: 4_000,
        growth: (1, 250),
        highest: ANY,
        warning: Some("data_ignored"),
    },
    LimitInfo {
        limit: Limit::AddressBytes,
        name: "address-bytes",
        doc: "bytes of an address; a longer one is left out, and a page's own base of over an eighth of this is not believed",
        least: 8_192,
        growth: (0, 1),
        highest: 1 << 20,
        warning: None,
    },
    LimitInfo {
        limit: Limit::OutputBytes,
        name: "output-bytes",
        doc: "bytes of an article with its addresses; the rest is left out of all its forms",
        least: 2_000_000,
        growth: (2, 1),
        highest: ANY,
        warning: Some("output_cut"),
    },
    LimitInfo {
        limit: Limit::SelectorSteps,
        name: "selector-steps",
        doc: "steps from sibling to sibling for each of the caller's selectors; what is further away is not selected",
        least: 4_000_000,
        growth: (1, 1),
        highest: ANY,
        warning: Some("selector_cut"),
    },
    LimitInfo {
        limit: Limit::TraceBlocks,
        name: "trace-blocks",
        doc: "blocks that a trace or a report lists",
        least: 2_000,
        growth: (1, 250),
        highest: ANY,
        warning: Some("trace_cut"),
    },
    LimitInfo {
        limit: Limit::Work,
        name: "work",
        doc: "steps of all long loops; what is not found by then is left out: the text too, unless it was chosen before",
        least: 20_000_000,
        growth: (50, 1),
        highest: ANY,
        warning: Some("work_cut"),
    },
];

/// The limits of a run: the defaults of [`LIMITS`], or what the caller sets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    set: [Option<u64>; LIMITS.len()],
}

/// The reason why a limit was not set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitError {
    /// No limit has this name.
    NoLimit(String),
    /// The value is not from 1 to the highest.
    OutOfRange(&'static LimitInfo),
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLimit(name) => {
                let names: Vec<&str> = LIMITS.iter().map(|info| info.name).collect();
                write!(f, "no limit {name:?}; there are {}", names.join(", "))
            }
            Self::OutOfRange(info) => {
                write!(f, "{} must be a number from 1 to {}", info.name, info.highest)
            }
        }
    }
}

impl std::error::Error for LimitError {}

impl Limits {
    /// Sets a limit by its name.
    ///
    /// ```
    /// let mut limits = zhengwen_page::limits::Limits::default();
    /// limits.set("blocks", 500)?;
    /// assert!(limits.set("depth", 0).is_err() && limits.set("hours", 1).is_err());
    /// # Ok::<(), zhengwen_page::limits::LimitError>(())
    /// ```
    ///
    /// # Errors
    /// When no limit has this name, or the value is not from 1 to its highest.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
        let at = LIMITS.iter().position(|info| info.name == name);
        let at = at.ok_or_else(|| LimitError::NoLimit(name.to_owned()))?;
        if !(1..=LIMITS[at].highest).contains(&value) {
            return Err(LimitError::OutOfRange(&LIMITS[at]));
        }
        self.set[at] = Some(value);
        Ok(())
    }

    /// The limit for a page of this length in bytes.
    pub fn of(&self, limit: Limit, page_bytes: usize) -> usize {
        let (at, bytes) = (limit as usize, page_bytes as u64);
        let info = &LIMITS[at];
        let (times, of_bytes) = info.growth;
        let default = (bytes.saturating_mul(times) / of_bytes.max(1)).max(info.least);
        usize::try_from(self.set[at].unwrap_or(default)).unwrap_or(usize::MAX)
    }

    /// The most memory, in bytes, that the extraction of a page of this length takes in all forms, within the default limits. It is
    /// measured on hostile pages (`make memory`).
    #[doc(hidden)]
    pub fn most_memory(page_bytes: usize) -> usize {
        let small = page_bytes.saturating_mul(MEMORY_OF_SMALL);
        let large = page_bytes.max(BOUNDED).saturating_mul(MEMORY_OF_LARGE);
        small.min(large).saturating_add(MEMORY_OF_ANY)
    }

    /// These limits where they are lower than the defaults of a page of no bytes: what a stranger may ask for.
    #[must_use]
    pub fn lowered(mut self) -> Self {
        for (value, info) in self.set.iter_mut().zip(LIMITS) {
            *value = value.filter(|value| *value < info.least);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_limits() {
        for (at, info) in LIMITS.iter().enumerate() {
            assert_eq!(info.limit as usize, at, "{}", info.name);
            assert!(info.least <= info.highest && info.growth.1 > 0);
        }
    }

    #[test]
    fn defaults_grow_with_the_page_and_can_be_set() {
        let mut limits = Limits::default();
        assert_eq!(limits.of(Limit::Blocks, 10), 10_000);
        assert_eq!(limits.of(Limit::Blocks, 12_000_000), 120_000);
        assert_eq!(limits.of(Limit::Depth, 8_000_000), 512);
        limits.set("blocks", 7).unwrap();
        limits.set("nodes", 200_000).unwrap();
        assert_eq!(limits.of(Limit::Blocks, 8_000_000), 7);
        let lowered = limits.lowered();
        assert_eq!([Limit::Blocks, Limit::Nodes].map(|limit| lowered.of(limit, 0)), [7, 50_000]);
        assert_eq!(
            limits.set("depth", 513).unwrap_err().to_string(),
            "depth must be a number from 1 to 512"
        );
    }
}
