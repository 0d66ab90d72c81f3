//! The charset that a page declares itself, by the WHATWG "prescan a byte stream" algorithm, but
//! over more than its 1,024 bytes, since Chinese pages often put scripts before their `meta`.

/// The number of bytes of the page in which to look for a `meta`.
const PRESCAN_BYTES: usize = 16 * 1024;

/// The first charset label in the page's `meta` elements that `is_known` accepts, as written there;
/// the first of all if none is known.
pub(super) fn meta_charset(bytes: &[u8], is_known: impl Fn(&str) -> bool) -> Option<String> {
    let bytes = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    let mut labels = Labels { bytes, at: 0 };
    let first = xml_declaration(bytes).or_else(|| labels.next())?;
    if is_known(&first) {
        return Some(first);
    }
    labels.find(|label| is_known(label)).or(Some(first))
}

/// The labels of a page's `meta` elements.
struct Labels<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Labels<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let label = next_label(self.bytes, &mut self.at);
        if label.is_none() {
            self.at = self.bytes.len();
        }
        label
    }
}

/// The next label from `position`, which then moves past its element.
fn next_label(bytes: &[u8], position: &mut usize) -> Option<String> {
    let mut at = *position;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            // The closing `-->` may share its dashes with the opening.
            at += 2 + find(&rest[2..], b"-->")? + 3;
        } else if starts_with_tag(rest, b"<meta") {
            let mut attributes = Attributes { bytes: rest, at: 5 };
            let label = label_of_meta(&mut attributes);
            at += attributes.at;
            if label.is_some() && bytes[..at].ends_with(b">") {
                *position = at;
                return label;
            }
        } else if rest[0] == b'<' && rest.get(1).is_some_and(u8::is_ascii_alphabetic)
            || rest.starts_with(b"</")
        {
            let name_end = rest.iter().position(|b| is_space(*b) || *b == b'>')?;
            let mut attributes = Attributes { bytes: rest, at: name_end };
            while attributes.next().is_some() {}
            at += attributes.at.max(1);
        } else if rest[0] == b'<' && matches!(rest.get(1), Some(b'!' | b'?')) {
            at += find(rest, b">")? + 1;
        } else {
            at += 1 + find(&rest[1..], b"<")?;
        }
    }
    None
}

fn xml_declaration(bytes: &[u8]) -> Option<String> {
    let rest = bytes.strip_prefix(b"<?xml")?;
    let declaration = &rest[..find(rest, b">")?];
    let value = &declaration[find(declaration, b"encoding")? + 8..];
    label_after_equals(value)
}

fn label_of_meta(attributes: &mut Attributes) -> Option<String> {
    let (mut charset, mut from_content, mut is_content_type) = (None, None, false);
    while let Some((name, value)) = attributes.next() {
        match name.to_ascii_lowercase().as_slice() {
            b"charset" => charset = charset.or_else(|| text(value)),
            b"content" => from_content = from_content.or_else(|| charset_in_content(value)),
            b"http-equiv" => is_content_type |= value.eq_ignore_ascii_case(b"content-type"),
            _ => {}
        }
    }
    charset.or(from_content.filter(|_| is_content_type))
}

fn charset_in_content(value: &[u8]) -> Option<String> {
    let lower = value.to_ascii_lowercase();
    let mut from = 0;
    loop {
        from += find(&lower[from..], b"charset")? + 7;
        if let Some(label) = label_after_equals(&value[from..]) {
            return Some(label);
        }
    }
}

fn label_after_equals(value: &[u8]) -> Option<String> {
    let value = value.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    if let Some(quote @ (b'"' | b'\'')) = value.first() {
        let end = value[1..].iter().position(|b| b == quote)?;
        return text(&value[1..=end]);
    }
    text(value.split(|b| b"; \t\n\r\x0c\"'?".contains(b)).next()?)
}

fn text(value: &[u8]) -> Option<String> {
    let value = value.trim_ascii();
    (!value.is_empty() && value.is_ascii()).then(|| String::from_utf8_lossy(value).into_owned())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|w| w == wanted)
}

fn starts_with_tag(bytes: &[u8], tag: &[u8]) -> bool {
    bytes.get(..tag.len()).is_some_and(|b| b.eq_ignore_ascii_case(tag))
        && bytes.get(tag.len()).is_some_and(|b| is_space(*b) || *b == b'/')
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

/// The attributes of one tag; `at` ends up after the tag's `>` or at the end of the bytes.
struct Attributes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Attributes<'a> {
    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        self.skip(|b| is_space(b) || b == b'/');
        if *self.bytes.get(self.at)? == b'>' {
            self.at += 1;
            return None;
        }
        let first = self.at;
        self.at += 1;
        self.skip(|b| !is_space(b) && !matches!(b, b'/' | b'>' | b'='));
        let name = &self.bytes[first..self.at];
        self.skip(is_space);
        if self.bytes.get(self.at) != Some(&b'=') {
            return Some((name, b""));
        }
        self.at += 1;
        self.skip(is_space);
        Some((name, self.value()))
    }

    fn value(&mut self) -> &'a [u8] {
        match self.bytes.get(self.at) {
            Some(&quote @ (b'"' | b'\'')) => {
                self.at += 1;
                let first = self.at;
                self.skip(|b| b != quote);
                let value = &self.bytes[first..self.at];
                self.at = (self.at + 1).min(self.bytes.len());
                value
            }
            _ => {
                let first = self.at;
                self.skip(|b| !is_space(b) && b != b'>');
                &self.bytes[first..self.at]
            }
        }
    }

    fn skip(&mut self, while_true: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|b| while_true(*b)) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{find, meta_charset};

    fn check(page: &str, expected: Option<&str>) {
        let is_known = |label: &str| label != "bogus";
        assert_eq!(meta_charset(page.as_bytes(), is_known).as_deref(), expected, "{page}");
    }

    #[test]
    fn finds_declarations() {
        check("<meta charset=gbk>", Some("gbk"));
        check("<META CHARSET='Big5'/>", Some("Big5"));
        let old = "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\">";
        check(old, Some("gb2312"));
        check("<meta content='text/html;charset=gbk' http-equiv=content-type>", Some("gbk"));
        check("<?xml version=\"1.0\" encoding=\"gb2312\"?><html>", Some("gb2312"));
        check("<!-- <meta charset=gbk> --><p title='>'><meta charset=utf-8>", Some("utf-8"));
    }

    #[test]
    fn passes_over_unknown_labels() {
        check("<meta charset=bogus><meta charset=gbk>", Some("gbk"));
        check("<meta charset=bogus><p>", Some("bogus"));
    }

    #[test]
    fn finds_nothing() {
        check("<meta name=description content='charset=gbk'>", None);
        check("<meta charset=gbk", None);
        check("<meta http-equiv=content-type content='charset=\"gbk'>", None);
        check("<p>charset=gbk", None);
        check("<!-- <meta charset=gbk>", None);
        check("<meta charset", None);
        check("<", None);
    }

    /// The public html5lib tests (`HTML5LIB_TESTS`, or next to the repository): 82 pages.
    #[test]
    fn declarations_are_those_of_the_public_tests() {
        use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
        let Some(folder) = zhengwen_oracle::html5lib("encoding") else { return };
        let (mut runs, mut different) = (0, Vec::new());
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(file) = std::fs::read(&path) else { continue };
            let parts = file.windows(6).enumerate().filter(|(_, w)| *w == b"#data\n");
            for start in parts.map(|(at, _)| at + 6) {
                let rest = &file[start..];
                let Some(end) = find(rest, b"\n#encoding\n") else { continue };
                let (page, expected) = (&rest[..end], &rest[end + 11..]);
                let expected = expected.split(|b| *b == b'\n').next().unwrap();
                let expected = Encoding::for_label(expected).unwrap();
                let label =
                    meta_charset(page, |label| Encoding::for_label(label.as_bytes()).is_some());
                let found = label.and_then(|label| Encoding::for_label(label.as_bytes()));
                // `decode` checks for a byte order mark first.
                let mark = Encoding::for_bom(page).map(|(encoding, _)| encoding);
                let found = match mark.or(found) {
                    Some(wide) if wide == UTF_16BE || wide == UTF_16LE => UTF_8,
                    found => found.unwrap_or(WINDOWS_1252),
                };
                runs += 1;
                if found != expected {
                    let page = String::from_utf8_lossy(page);
                    different.push(format!("{} not {}: {page}", found.name(), expected.name()));
                }
            }
        }
        assert!(runs >= 82, "only {runs}");
        assert!(different.is_empty(), "{}\n{}", different.len(), different.join("\n\n"));
    }
}
