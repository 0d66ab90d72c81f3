//! Vocabularies that are read for several purposes, as lines of `group: word|word`.

/// What links say: where they lead, or what they do.
pub const LINK_LABELS: &str = include_str!("../data/link_labels.txt");
/// Parts of addresses that tell what is behind them.
pub const ADDRESS_PARTS: &str = include_str!("../data/address_parts.txt");
/// What code is named.
pub const CODE_WORDS: &str = include_str!("../data/code_words.txt");
