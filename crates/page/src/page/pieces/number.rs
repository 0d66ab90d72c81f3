//! The number of a post.

use std::sync::LazyLock;

use crate::text::lexicon::{self, Sense};

/// The number of a post that a text is: `#12`, `12楼`, `12#`, `楼主`, `沙发`.
pub fn number_of_post(text: &str) -> Option<u32> {
    static NAMED: LazyLock<&[Sense]> = LazyLock::new(|| lexicon::senses("thread.floor"));
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]【】第".contains(c));
    if let Some(named) = NAMED.iter().find(|named| text == named.word) {
        return named.value().parse().ok();
    }
    let number = text
        .strip_prefix('#')
        .or_else(|| text.strip_suffix('#'))
        .or_else(|| text.strip_suffix('楼'))
        .or_else(|| text.strip_suffix('樓'))
        .or_else(|| text.strip_suffix("层"))?;
    number.trim().parse().ok()
}
