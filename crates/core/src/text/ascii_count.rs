//! Amounts of ASCII text, many bytes at a time: without branches, so that the compiler lays them side by side.

/// Bytes of a text that are looked at together.
const LANES: usize = 16;

/// Groups of them whose counts a byte can hold.
const GROUPS: usize = 255;

/// Fewer bytes are counted one by one.
const FEW: usize = 8;

/// What a byte is, each a bit.
const BLANK: u8 = 1;
const WORD: u8 = 2;
const PUNCTUATION: u8 = 4;
const STOP: u8 = 8;
const CLOSES: u8 = 16;

/// By ASCII character.
static KINDS: [u8; 128] = {
    let mut kinds = [0; 128];
    let mut code = 0u8;
    while code < 128 {
        let bits = [
            (is_blank(code), BLANK),
            (is_word(code), WORD),
            (is_punctuation(code), PUNCTUATION),
            (is_stop(code), STOP),
            (closes_sentence(code), CLOSES),
        ];
        let mut place = 0;
        while place < bits.len() {
            kinds[code as usize] |= if bits[place].0 { bits[place].1 } else { 0 };
            place += 1;
        }
        code += 1;
    }
    kinds
};

/// A group of bytes.
type Lanes = [u8; LANES];

/// What ASCII characters that follow each other hold: see [`super::count::TextAmounts`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AsciiCounts {
    /// Characters that are not blank.
    pub(super) shown: u32,
    /// Words that begin.
    pub(super) words: u32,
    /// Punctuation marks of running text.
    pub(super) punctuation: u32,
    /// Sentence ends, but for a mark that is the last character.
    pub(super) stops: u32,
}

impl AsciiCounts {
    /// Counts a text, which goes on a word or not.
    pub(super) fn of(text: &[u8], in_word: bool) -> Self {
        let mut counts = Self::default();
        if text.len() < FEW {
            counts.add_few(text, if in_word { WORD } else { 0 });
            return counts;
        }
        let mut before = if in_word { b'a' } else { 0 };
        for part in text.chunks(GROUPS * LANES) {
            counts.add(part, before);
            before = part[part.len() - 1];
        }
        counts
    }

    /// Adds one byte after the other; `before` is what the one before them is.
    #[inline]
    fn add_few(&mut self, text: &[u8], mut before: u8) {
        let when = |is: bool| u32::from(is);
        for byte in text {
            let kinds = KINDS[usize::from(byte % 128)];
            self.shown += when(kinds & BLANK == 0);
            self.words += when(kinds & !before & WORD != 0);
            self.punctuation += when(kinds & PUNCTUATION != 0);
            self.stops += when(before & STOP != 0 && kinds & CLOSES != 0);
            before = kinds;
        }
    }

    /// Adds at most [`GROUPS`] groups; `before` is the byte before them.
    #[inline]
    fn add(&mut self, part: &[u8], mut before: u8) {
        let mut sums = [[0; LANES]; 4];
        let (groups, rest) = part.as_chunks::<LANES>();
        for group in groups {
            add_group(&mut sums, group, &behind(group, before), &[1; LANES]);
            before = group[LANES - 1];
        }
        if !rest.is_empty() {
            let mut group = [0; LANES];
            group[..rest.len()].copy_from_slice(rest);
            let mut counted = [0; LANES];
            counted.iter_mut().enumerate().for_each(|(at, one)| *one = u8::from(at < rest.len()));
            add_group(&mut sums, &group, &behind(&group, before), &counted);
        }
        let [shown, words, punctuation, stops] =
            sums.map(|lanes| lanes.iter().map(|count| u32::from(*count)).sum::<u32>());
        self.shown += shown;
        self.words += words;
        self.punctuation += punctuation;
        self.stops += stops;
    }
}

/// The bytes before those of a group.
#[inline(always)]
fn behind(group: &Lanes, before: u8) -> Lanes {
    let mut last = [before; LANES];
    last[1..].copy_from_slice(&group[..LANES - 1]);
    last
}

/// Adds what a group holds, each byte with the one before it, where `counted` is 1.
#[inline(always)]
fn add_group(sums: &mut [Lanes; 4], group: &Lanes, last: &Lanes, counted: &Lanes) {
    for at in 0..LANES {
        let (byte, last, counted) = (group[at], last[at], counted[at]);
        sums[0][at] += u8::from(!is_blank(byte)) & counted;
        sums[1][at] += u8::from(is_word(byte) & !is_word(last)) & counted;
        sums[2][at] += u8::from(is_punctuation(byte)) & counted;
        sums[3][at] += u8::from(is_stop(last) & closes_sentence(byte)) & counted;
    }
}

#[inline(always)]
const fn is_blank(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

#[inline(always)]
const fn is_word(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26) | (byte.wrapping_sub(b'0') < 10) | (byte == b'_')
}

#[inline(always)]
const fn is_punctuation(byte: u8) -> bool {
    (byte == b',')
        | (byte == b'.')
        | (byte == b'?')
        | (byte.wrapping_sub(b':') < 2)
        | (byte.wrapping_sub(b'!') < 2)
        | (byte.wrapping_sub(b'\'') < 3)
}

#[inline(always)]
const fn is_stop(byte: u8) -> bool {
    (byte == b'.') | (byte == b'!') | (byte == b'?')
}

#[inline(always)]
const fn closes_sentence(byte: u8) -> bool {
    is_blank(byte) | (byte == b'"') | (byte == b')') | (byte == b'\'')
}

#[cfg(test)]
mod tests {
    use super::super::chars;
    use super::*;

    fn one_by_one(text: &[u8], in_word: bool) -> AsciiCounts {
        let mut counts = AsciiCounts::default();
        let mut last = if in_word { 'a' } else { '\0' };
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for c in text.iter().map(|byte| char::from(*byte)) {
            counts.shown += u32::from(!chars::is_blank(c));
            counts.words += u32::from(is_word(c) && !is_word(last));
            counts.punctuation += u32::from(chars::is_punctuation(c));
            counts.stops += u32::from(".!?".contains(last) && chars::closes_sentence(c));
            last = c;
        }
        counts
    }

    #[test]
    fn every_two_bytes_count_as_one_by_one_wherever_they_stand() {
        let pairs: Vec<u8> = (0..128).flat_map(|a| (0..128).flat_map(move |b| [a, b])).collect();
        for length in [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 40, 5000, pairs.len()] {
            for text in pairs.chunks(length) {
                for in_word in [false, true] {
                    assert_eq!(AsciiCounts::of(text, in_word), one_by_one(text, in_word));
                }
            }
        }
        assert_eq!(AsciiCounts::of(&[], true), AsciiCounts::default());
    }
}
