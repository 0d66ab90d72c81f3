//! Hashes by which texts are compared.

use twox_hash::XxHash3_128;

/// XXH3 (128 bits, 32 hex digits) of a text without its white space.
///
/// ```
/// assert_eq!(zhengwen_table::text_hash("正 文\n"), zhengwen_table::text_hash("正文"));
/// ```
pub fn text_hash(text: &str) -> String {
    let bare: String = text.split_whitespace().collect();
    format!("{:032x}", XxHash3_128::oneshot(bare.as_bytes()))
}

/// Characters in a piece of text that is hashed as one.
const PIECE: usize = 5;
/// The factor of the rolling hash, odd and without a pattern.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// The lowest bit of every byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// A hash of 64 bits. Two hashes differ in few bits if the texts have most of their pieces in common. A
/// piece is five letters, digits or Han characters in a row, whatever is between them; the case of
/// letters makes no difference. `None` if the text has no letter and no digit; fewer than five are one
/// piece.
///
/// ```
/// use zhengwen_table::simhash;
///
/// let text = "The council met on Monday and spoke of the water supply for two hours.";
/// let other = text.replace("two hours", "three hours");
/// let [one, two] = [text, &other].map(|text| simhash(text).unwrap_or_default());
/// assert!((one ^ two).count_ones() < 16);
/// ```
pub fn simhash(text: &str) -> Option<i64> {
    let characters = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let leaves = (1..PIECE).fold(FACTOR, |power, _| power.wrapping_mul(FACTOR));
    let mut counts = Counts { words: [0; 8], pending: 0, bits: [0; 64], all: 0 };
    let (mut hash, mut seen) = (0u64, 0usize);
    let mut last = [0u64; PIECE];
    for character in characters {
        let value = u64::from(u32::from(character));
        let oldest = std::mem::replace(&mut last[seen % PIECE], value);
        hash = hash.wrapping_add(value).wrapping_mul(FACTOR);
        hash = hash.wrapping_sub(oldest.wrapping_mul(leaves).wrapping_mul(FACTOR));
        seen += 1;
        if seen >= PIECE {
            counts.add(mixed(hash));
        }
    }
    if (1..PIECE).contains(&seen) {
        counts.add(mixed(hash));
    }
    (seen > 0).then(|| counts.majority().cast_signed())
}

/// Spreads every bit over all others (SplitMix64).
fn mixed(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// The number of times that each bit was set. Eight bits are counted at once in the bytes of a word.
struct Counts {
    words: [u64; 8],
    /// The number of hashes counted in the words, less than 256.
    pending: u32,
    bits: [u64; 64],
    all: u64,
}

impl Counts {
    fn add(&mut self, hash: u64) {
        for (shift, word) in self.words.iter_mut().enumerate() {
            *word += (hash >> shift) & LOW_BITS;
        }
        self.pending += 1;
        if self.pending == 255 {
            self.settle();
        }
    }

    fn settle(&mut self) {
        for (shift, word) in self.words.iter_mut().enumerate() {
            for (byte, count) in word.to_le_bytes().into_iter().enumerate() {
                self.bits[byte * 8 + shift] += u64::from(count);
            }
            *word = 0;
        }
        self.all += u64::from(self.pending);
        self.pending = 0;
    }

    /// The bits that more than half of the hashes have.
    fn majority(mut self) -> u64 {
        self.settle();
        let is_set = |count: u64| u64::from(count * 2 > self.all);
        self.bits.iter().enumerate().fold(0, |word, (bit, count)| word | (is_set(*count) << bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, piece by piece and bit by bit.
    fn plainly(text: &str) -> u64 {
        let characters: Vec<char> =
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let mut counts = [0i64; 64];
        for piece in characters.windows(PIECE) {
            let hash = piece.iter().fold(0u64, |hash, c| {
                hash.wrapping_add(u64::from(u32::from(*c))).wrapping_mul(FACTOR)
            });
            for (bit, count) in counts.iter_mut().enumerate() {
                *count += if mixed(hash) >> bit & 1 == 1 { 1 } else { -1 };
            }
        }
        counts.iter().enumerate().fold(0, |word, (bit, count)| word | u64::from(*count > 0) << bit)
    }

    #[test]
    fn simhash_is_the_majority_of_the_pieces() {
        let text = "供水会议今天召开，代表们讨论了 water supply 2026.".repeat(30);
        assert_eq!(simhash(&text).map(i64::cast_unsigned), Some(plainly(&text)));
        assert_eq!(simhash(&text.to_uppercase()), simhash(&text));
        assert_eq!(simhash("…, 。"), None);
        assert!(simhash("ab").is_some() && simhash("ab") != simhash("ba"));
    }

    #[test]
    fn like_texts_have_like_hashes() {
        let sentences: Vec<String> =
            (0..60).map(|n| format!("Sentence {} of {} things.", n * 7919 % 101, n * n)).collect();
        let text = sentences.join(" ");
        let near = text.replace("Sentence 7 ", "Sentence seven ");
        let far: String = (0..400).map(|n| format!("{} other ", n * 31 % 17)).collect();
        let of = |text: &str| simhash(text).unwrap();
        assert!((of(&text) ^ of(&near)).count_ones() <= 6);
        assert!((of(&text) ^ of(&far)).count_ones() > 16);
    }

    #[test]
    fn white_space_makes_no_difference_to_the_hash() {
        assert_eq!(text_hash(""), "99aa06d3014798d86001c324468d497f");
        assert_eq!(text_hash("a b\u{3000}c\n"), text_hash("abc"));
        assert_ne!(text_hash("abc"), text_hash("abd"));
    }
}
