//! The meaning of bytes to the tokenizer.

/// Tab, line feed, form feed, carriage return or space.
pub(super) const BLANK: u8 = 1;
/// Ends a tag name.
pub(super) const ENDS_TAG_NAME: u8 = 2;
/// Ends an attribute name.
pub(super) const ENDS_ATTRIBUTE_NAME: u8 = 4;
/// `A` to `Z`.
const UPPER_CASE: u8 = 8;
/// U+0000.
const NUL: u8 = 16;
/// A byte of a name that is not stored as it is written.
pub(super) const CHANGES_IN_NAME: u8 = UPPER_CASE | NUL;
/// Ends or interrupts an unquoted value.
pub(super) const ENDS_UNQUOTED: u8 = 32;

/// The classes of every byte.
pub(super) static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let ends_name = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
        classes[byte] = match byte as u8 {
            b'\t' | b'\n' | 0x0C | b'\r' | b' ' => BLANK | ends_name | ENDS_UNQUOTED,
            b'/' => ends_name,
            b'>' => ends_name | ENDS_UNQUOTED,
            b'=' => ENDS_ATTRIBUTE_NAME,
            b'A'..=b'Z' => UPPER_CASE,
            0 => NUL | ENDS_UNQUOTED,
            b'&' => ENDS_UNQUOTED,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

/// True if a byte is of one of some classes.
#[inline(always)]
pub(super) fn is(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}
