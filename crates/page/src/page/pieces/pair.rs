//! A name and its value in one text: `产地：江西`.

/// The marks between a name and its value.
pub(super) const COLONS: [char; 2] = ['：', ':'];

/// The first byte of the wide one.
const WIDE_COLON: u8 = 0xef;

/// A name with the value behind its colon, both without blanks around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<'a> {
    /// What is before the colon.
    pub name: &'a str,
    /// What is behind it.
    pub value: &'a str,
}

impl<'a> Pair<'a> {
    /// The pair of a text: what its first colon parts. The colon of a time (`14:30`) or of an address (`https://`) parts nothing.
    pub fn of(text: &'a str) -> Option<Self> {
        // Most texts have none: a search for bytes is quicker than one for characters.
        let mut bytes = memchr::memchr2_iter(b':', WIDE_COLON, text.as_bytes());
        let at = bytes.find(|at| text.is_char_boundary(*at) && text[*at..].starts_with(COLONS))?;
        let mark = text[at..].chars().next()?;
        let (name, value) = (&text[..at], &text[at + mark.len_utf8()..]);
        let is_time = name.ends_with(|c: char| c.is_ascii_digit())
            && value.starts_with(|c: char| c.is_ascii_digit());
        let is_address = mark == ':' && value.starts_with("//");
        (!is_time && !is_address).then(|| Self { name: name.trim(), value: value.trim() })
    }

    /// The pair of two elements, of which either may hold the colon.
    pub fn of_two(name: &'a str, value: &'a str) -> Self {
        Self {
            name: name.trim().trim_end_matches(COLONS).trim(),
            value: value.trim().trim_start_matches(COLONS).trim(),
        }
    }
}
