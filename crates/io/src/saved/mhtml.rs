//! MHTML: a page and what it shows as the parts of a message, as mail has them.

use std::collections::HashMap;
use std::io;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Message, MessageParser, MimeHeaders};
use memchr::memmem;

use super::{SavedPage, damaged, web_address};

/// Bytes at the start in which the headers of a message are looked for.
const LOOKED_AT: usize = 8192;
/// Parts of a message at most, and how deep they are nested.
const MOST_PARTS: usize = 10_000;
const DEEPEST: u32 = 4;
/// The longest address that is put in place of a part's id.
const LONGEST_ADDRESS: usize = 2048;

/// True if some bytes are a message of MIME.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = &start[..start.len().min(LOOKED_AT)];
    let name = start.split(|byte| *byte == b':').next().unwrap_or(start);
    let is_name = |name: &[u8]| {
        (1..=60).contains(&name.len())
            && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    let has = |head: &[u8], name: &str| memmem::find(head, name.as_bytes()).is_some();
    is_name(name) && {
        let head = start[..body_start(start)].to_ascii_lowercase();
        has(&head, "mime-version:") && has(&head, "content-type:")
    }
}

/// The page of a message. The addresses of its own parts become those that they had on the web.
pub(super) fn page(bytes: &[u8]) -> io::Result<SavedPage<'static>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let parts = parts(bytes);
    let (Some(top), [_, ..]) = (Part::of(bytes), parts.as_slice()) else {
        return Err(damaged("a saved page (MHTML)", &"it has no parts"));
    };
    let start = top.attribute("start").map(|id| without_brackets(&id).to_owned());
    let is_start = |part: &&Part| start.is_some() && part.id() == start;
    let main = parts.iter().find(is_start).filter(|part| part.is_page());
    let main = main.or_else(|| parts.iter().find(|part| part.is_page()));
    let Some(main) = main else {
        return Err(damaged("a saved page (MHTML)", &"no part is HTML"));
    };
    let html = main.decoded().ok_or_else(|| damaged("a saved page (MHTML)", &"bad base64"))?;
    let url = top.address("Snapshot-Content-Location");
    let url = url.or_else(|| main.address("Content-Location"));
    let url = url.or_else(|| top.address("Content-Location"));
    let addresses = parts.iter().filter_map(|part| {
        let address = part.address("Content-Location")?;
        (address.len() <= LONGEST_ADDRESS).then_some((part.id()?, address))
    });
    let html = with_addresses(html, &addresses.collect());
    Ok(SavedPage { html: html.into(), url, charset: main.attribute("charset") })
}

/// A part of a message, or the message itself.
struct Part<'a> {
    head: Message<'a>,
    body: &'a [u8],
}

impl<'a> Part<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let (head, body) = bytes.split_at(body_start(bytes));
        let head = MessageParser::default().parse_headers(head)?;
        (!head.parts.is_empty()).then_some(Self { head, body })
    }

    /// The text of a header.
    fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.headers_raw();
        headers.find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    fn address(&self, name: &str) -> Option<String> {
        web_address(self.header(name)?)
    }

    /// The name of its type: `text/html`.
    fn media_type(&self) -> Option<(String, String)> {
        let content_type = self.head.content_type()?;
        Some((
            content_type.ctype().to_ascii_lowercase(),
            content_type.subtype()?.to_ascii_lowercase(),
        ))
    }

    fn attribute(&self, name: &str) -> Option<String> {
        self.head.content_type()?.attribute(name).map(str::to_owned)
    }

    fn id(&self) -> Option<String> {
        self.header("Content-ID").map(|id| without_brackets(id).to_owned())
    }

    fn is_page(&self) -> bool {
        self.media_type().is_some_and(|(main, sub)| match main.as_str() {
            "text" => sub == "html",
            _ => main == "application" && sub == "xhtml+xml",
        })
    }

    /// The boundary of its parts.
    fn boundary(&self) -> Option<String> {
        let is_multipart = self.media_type().is_some_and(|(main, _)| main == "multipart");
        self.attribute("boundary").filter(|boundary| is_multipart && !boundary.is_empty())
    }

    /// The bytes as they were before they were encoded for mail.
    fn decoded(&self) -> Option<Vec<u8>> {
        match self.header("Content-Transfer-Encoding").unwrap_or("").to_ascii_lowercase().as_str() {
            "base64" => base64_decode(self.body),
            "quoted-printable" => {
                // A wrong sign costs its line alone.
                let lines = self.body.split_inclusive(|byte| *byte == b'\n');
                let decoded = lines
                    .map(|line| quoted_printable_decode(line).unwrap_or_else(|| line.to_vec()));
                Some(decoded.collect::<Vec<_>>().concat())
            }
            _ => Some(self.body.to_vec()),
        }
    }
}

fn without_brackets(id: &str) -> &str {
    id.trim().trim_start_matches('<').trim_end_matches('>')
}

/// The place behind the first blank line.
fn body_start(bytes: &[u8]) -> usize {
    let ends = memchr::memchr_iter(b'\n', bytes);
    let mut blanks = ends.filter_map(|at| match &bytes[at + 1..] {
        [b'\n', ..] => Some(at + 2),
        [b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    });
    blanks.next().unwrap_or(bytes.len())
}

/// The parts of a message that hold no others, in order.
fn parts(bytes: &[u8]) -> Vec<Part<'_>> {
    let mut open = vec![(bytes, 0)];
    let mut parts = Vec::new();
    while let Some((bytes, depth)) = open.pop() {
        let Some(part) = Part::of(bytes) else { continue };
        match part.boundary() {
            Some(boundary) if depth < DEEPEST => {
                let most = MOST_PARTS.saturating_sub(open.len() + parts.len());
                let inner = split(part.body, boundary.as_bytes(), most);
                open.extend(inner.into_iter().rev().map(|inner| (inner, depth + 1)));
            }
            Some(_) => {}
            None => parts.push(part),
        }
    }
    parts
}

/// What is between the lines of a boundary.
fn split<'a>(body: &'a [u8], boundary: &[u8], most: usize) -> Vec<&'a [u8]> {
    let mark = [b"--", boundary].concat();
    let is_line = |at: &usize| *at == 0 || body[*at - 1] == b'\n';
    let marks: Vec<usize> = memmem::find_iter(body, &mark).filter(is_line).take(most + 1).collect();
    let ends = marks.iter().skip(1).copied().chain([body.len()]);
    let inner = marks.iter().zip(ends).filter_map(|(start, end)| {
        let part = &body[start + mark.len()..end];
        // The last boundary has two more signs behind it.
        let line_end = memchr::memchr(b'\n', part)?;
        (!part.starts_with(b"--")).then(|| &part[line_end + 1..])
    });
    inner.take(most).collect()
}

/// The page with the addresses of parts in place of `cid:` and their ids.
fn with_addresses(html: Vec<u8>, addresses: &HashMap<String, String>) -> Vec<u8> {
    if addresses.is_empty() {
        return html;
    }
    // Many short ids of one long address must not blow up the page.
    let most = html.len().saturating_mul(2).saturating_add(1 << 20);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"'()<>,;".contains(byte);
    let mut out = Vec::with_capacity(html.len());
    let mut done = 0;
    for at in memmem::find_iter(&html, b"cid:") {
        if at < done || out.len() > most {
            continue;
        }
        let id = &html[at + 4..];
        let id = &id[..id.iter().take(1024).position(is_end).unwrap_or(0)];
        let address = std::str::from_utf8(id).ok().and_then(|id| addresses.get(id));
        if let Some(address) = address {
            out.extend_from_slice(&html[done..at]);
            out.extend_from_slice(address.as_bytes());
            done = at + 4 + id.len();
        }
    }
    out.extend_from_slice(&html[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(parts: &[&str]) -> Vec<u8> {
        let head = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.com/dir/\r\nSubject: =?utf-8?Q?a?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----b\"\r\n\r\n\r\n";
        let parts = parts.iter().map(|part| format!("------b\r\n{part}\r\n"));
        format!("{head}{}------b--\r\n", parts.collect::<String>()).into_bytes()
    }

    const PAGE: &str = "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://example.com/dir/a.html\r\n\r\n<meta charset=3D\"gbk\"><p>=B2=\r\n=E8<img src=3D\"cid:i@b\"><img src=3D\"x.png\">\r\na =zz b\r\n";
    const IMAGE: &str = "Content-Type: image/png\r\nContent-ID: <i@b>\r\nContent-Location: https://img.example/i.png\r\n\r\nPNG";

    #[test]
    fn the_page_has_its_bytes_its_address_and_its_pictures() {
        let saved = message(&["Content-Type: text/css\r\n\r\np {}", PAGE, IMAGE]);
        assert!(is_one(&saved));
        let found = page(&saved).unwrap();
        assert_eq!(found.url.as_deref(), Some("https://example.com/dir/"));
        assert_eq!(found.charset, None);
        // A line that is no quoted-printable stays as it is.
        let expected = b"<meta charset=\"gbk\"><p>\xb2\xe8<img src=\"https://img.example/i.png\"><img src=\"x.png\">\r\na =zz b";
        assert_eq!(found.html.trim_ascii_end(), expected);
    }

    #[test]
    fn parts_are_decoded_and_found() {
        let packed = "Content-Type: text/html; charset=\"utf-8\"\nContent-Transfer-Encoding: base64\nContent-Location: file:///C:/a.html\n\nPHA+6Iy2\n";
        let alone = format!("MIME-Version: 1.0\n{packed}");
        let nested = format!(
            "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\na\n--c\n{packed}\n--c--\n"
        );
        for saved in [alone.into_bytes(), message(&[&nested])] {
            let found = page(&saved).unwrap();
            assert_eq!(found.html, "<p>茶".as_bytes());
            assert_eq!(found.charset.as_deref(), Some("utf-8"));
        }
        assert!(page(&message(&[IMAGE])).unwrap_err().to_string().contains("no part is HTML"));
        assert!(page(&message(&[])).is_err());
        for other in ["<p>a", "Title: of a text\n\nmime-version: content-type:", ""] {
            assert!(!is_one(other.as_bytes()), "{other}");
        }
    }
}
