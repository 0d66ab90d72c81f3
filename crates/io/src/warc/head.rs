//! The head of a WARC record: a version line, then named fields.

use std::collections::HashSet;
use std::ops::Range;

use super::source::WARC;

/// The fields of a record's head that matter here.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Head {
    /// `WARC-Type`, in lower case.
    pub(super) kind: String,
    /// `Content-Length`: the bytes of the record's block.
    pub(super) length: u64,
    /// `WARC-Record-ID` without its brackets.
    pub(super) id: Option<String>,
    /// `WARC-Target-URI` without the brackets that some writers put around it.
    pub(super) url: Option<String>,
    /// `WARC-Date` as it is written.
    pub(super) date: Option<String>,
    /// `WARC-Identified-Payload-Type`.
    pub(super) payload_type: Option<String>,
    /// `Content-Type` of the block.
    pub(super) content_type: Option<String>,
    /// `WARC-Block-Digest`.
    pub(super) block_digest: Option<String>,
    /// `WARC-Payload-Digest`.
    pub(super) payload_digest: Option<String>,
    /// True if `WARC-Truncated` says that the archive has only a part of it.
    pub(super) is_cut: bool,
}

/// The longest head in bytes.
pub(super) const LONGEST: usize = 256 << 10;

/// Fields of a head that may end as the first line of a head does, an address for example. With more it is no head:
/// each byte is read for few starts only.
const MOST_SEAMS: usize = 3;

/// The field of the standard that a head may have twice.
const MAY_REPEAT: &str = "warc-concurrent-to";

/// The result of reading the first bytes of a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A head and its length in bytes, the blank line included.
    Head(Box<Head>, usize),
    /// The bytes end before the head does.
    Unfinished,
    /// A head that breaks off, with another behind its last byte.
    Broken,
    /// No head.
    None,
}

/// Reads the head that `bytes` begin with. The work is no more than the bytes up to the first line that
/// belongs to no head.
pub(super) fn read(bytes: &[u8]) -> Found {
    let mut lines = Lines { bytes, at: 0 };
    match lines.next() {
        Some(range) if is_version(&bytes[range.clone()]) => {}
        Some(_) => return Found::None,
        None => return unfinished(bytes),
    }
    let mut fields: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    // The number of fields up to each one that ends as the first line of a head does.
    let mut seams = Vec::new();
    loop {
        let Some(line) = lines.next() else { return unfinished(bytes) };
        let text = &bytes[line.clone()];
        match text.first() {
            None => break,
            // A line that begins with white space goes on with the field before.
            Some(b' ' | b'\t') => match fields.last_mut() {
                Some((_, value)) => value.end = line.end,
                None => return Found::None,
            },
            Some(_) => {
                let Some(colon) = memchr::memchr(b':', text) else { return Found::None };
                let value = line.start + colon + 1..line.end;
                fields.push((line.start..line.start + colon, value));
                if ends_with_version(text) {
                    seams.push(fields.len());
                }
                if seams.len() > MOST_SEAMS {
                    return Found::None;
                }
            }
        }
    }
    let name = |field: &(Range<usize>, Range<usize>)| {
        String::from_utf8_lossy(&bytes[field.0.clone()]).trim().to_ascii_lowercase()
    };
    let is_broken = seams.iter().any(|seam| {
        let (before, behind) = fields.split_at(*seam);
        let before: HashSet<String> = before.iter().map(name).collect();
        behind.iter().map(name).any(|name| name != MAY_REPEAT && before.contains(&name))
    });
    if is_broken {
        return Found::Broken;
    }
    let values = fields.iter().map(|field| (name(field), &bytes[field.1.clone()]));
    match Head::of(values) {
        Some(head) => Found::Head(Box::new(head), lines.at),
        None => Found::None,
    }
}

impl Head {
    /// The head with these fields, their names in lower case; `None` without a type and a length.
    fn of<'a>(fields: impl Iterator<Item = (String, &'a [u8])>) -> Option<Self> {
        let mut head = Self::default();
        let mut length = None;
        for (name, value) in fields {
            let value = String::from_utf8_lossy(value);
            let value = value.trim();
            match name.as_str() {
                "warc-type" => head.kind = value.to_ascii_lowercase(),
                "content-length" => length = value.parse().ok(),
                "warc-record-id" => head.id = unbracketed(value),
                "warc-target-uri" => head.url = unbracketed(value),
                "warc-date" => head.date = some(value),
                "warc-identified-payload-type" => head.payload_type = some(value),
                "content-type" => head.content_type = some(value),
                "warc-block-digest" => head.block_digest = some(value),
                "warc-payload-digest" => head.payload_digest = some(value),
                "warc-truncated" => head.is_cut = true,
                _ => {}
            }
        }
        head.length = length?;
        (!head.kind.is_empty()).then_some(head)
    }
}

fn unfinished(bytes: &[u8]) -> Found {
    if bytes.len() > LONGEST { Found::None } else { Found::Unfinished }
}

/// The bytes of the longest version line, with blanks behind it.
const LONGEST_VERSION: usize = 16;

/// True for `WARC/1.0` and the like.
fn is_version(line: &[u8]) -> bool {
    let version = line.strip_prefix(b"WARC/").unwrap_or_default().trim_ascii_end();
    let is_number =
        |part: &[u8]| (1..=2).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let dot = version.iter().position(|byte| *byte == b'.');
    dot.is_some_and(|dot| is_number(&version[..dot]) && is_number(&version[dot + 1..]))
}

fn ends_with_version(line: &[u8]) -> bool {
    let last = &line[line.len().saturating_sub(LONGEST_VERSION)..];
    memchr::memmem::rfind(last, WARC).is_some_and(|at| is_version(&last[at..]))
}

fn some(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

fn unbracketed(value: &str) -> Option<String> {
    let inner = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
    some(inner.unwrap_or(value))
}

/// Lines that end with CR LF or LF; the last one must end too.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let length = memchr::memchr(
            b'\n',
            self.bytes.get(start..start + LONGEST).or(self.bytes.get(start..))?,
        )?;
        self.at = start + length + 1;
        let end = start + length;
        let has_return = self.bytes[start..end].ends_with(b"\r");
        Some(start..end - usize::from(has_return))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_every_version_and_line_end() {
        for (version, end) in [("0.18", "\r\n"), ("1.0", "\n"), ("1.1", "\r\n")] {
            let lines = [
                &format!("WARC/{version}"),
                "warc-type:Response",
                "WARC-Record-ID: <urn:uuid:1>",
                "WARC-Target-URI: <http://a.example/>",
                "X-Folded: one",
                "  two: three",
                "Content-Length: 3",
                "",
                "abc",
            ];
            let text = lines.join(end);
            let Found::Head(head, length) = read(text.as_bytes()) else { panic!("{text}") };
            assert_eq!(&text[length..], "abc");
            assert_eq!((head.kind.as_str(), head.length), ("response", 3));
            assert_eq!(head.id.as_deref(), Some("urn:uuid:1"));
            assert_eq!(head.url.as_deref(), Some("http://a.example/"));
            for cut in 0..length {
                assert_eq!(read(&text.as_bytes()[..cut]), Found::Unfinished, "{cut}");
            }
        }
    }

    #[test]
    fn heads_that_break_off() {
        let rest = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\n";
        for start in
            ["WARC/1.0\r\nWARC-Type: resp", "WARC/1.1\r\nContent-Length: 20\r\nX: http://a/"]
        {
            assert_eq!(read(format!("{start}{rest}").as_bytes()), Found::Broken, "{start}");
        }
        let whole = "WARC/1.0\r\nWARC-Concurrent-To: <1>\r\nWARC-Target-URI: http://a/WARC/1.0\r\n\
                     WARC-Concurrent-To: <2>\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\n";
        assert!(matches!(read(whole.as_bytes()), Found::Head(..)));
    }

    #[test]
    fn what_is_no_head() {
        for text in [
            "HTTP/1.1 200 OK\r\n\r\n",
            "WARC/1.0 is a format\r\n\r\n",
            "WARC/1.0\r\nno field\r\n\r\n",
            "WARC/1.0\r\nContent-Length: 3\r\n\r\n",
            "WARC/1.0\r\nWARC-Type: response\r\n\r\n",
            "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: three\r\n\r\n",
        ] {
            assert_eq!(read(text.as_bytes()), Found::None, "{text}");
        }
        assert_eq!(read(&[b"WARC/1.0\r\nA: ", &vec![b'a'; LONGEST][..]].concat()), Found::None);
        let of = |names: &[&str]| {
            let seams: String = names.iter().map(|name| format!("{name}: WARC/1.0\r\n")).collect();
            let text =
                format!("WARC/1.0\r\n{seams}WARC-Type: response\r\nContent-Length: 3\r\n\r\n");
            read(text.as_bytes())
        };
        assert!(matches!(of(&["A", "B", "C"]), Found::Head(..)));
        assert_eq!(of(&["A", "B", "C", "D"]), Found::None, "each byte is read for few starts");
    }
}
