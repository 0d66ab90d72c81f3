//! The HTTP answer in a record: its head, and the page as the server meant it.

use std::borrow::Cow;

use httparse::{EMPTY_HEADER, Header, ParserConfig, Response, Status};

/// The head of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HttpHead {
    pub(super) status: u16,
    /// `Content-Type`; empty if it is missing.
    pub(super) content_type: String,
    /// `Transfer-Encoding` in lower case, in the order in which they were applied.
    pub(super) transfer_encodings: Vec<String>,
    /// `Content-Encoding` in lower case, in the order in which they were applied.
    pub(super) content_encodings: Vec<String>,
}

/// Fields beyond these are not looked at.
const MOST_FIELDS: usize = 256;

/// Splits a block into the head of the answer and its body. None if it has no such head.
pub(super) fn split(block: &[u8]) -> Option<(HttpHead, &[u8])> {
    if !block.starts_with(b"HTTP/") {
        return None;
    }
    let (text, version) = with_known_version(block);
    let mut fields = [EMPTY_HEADER; MOST_FIELDS];
    let mut response = Response::new(&mut fields);
    let mut config = ParserConfig::default();
    config
        .allow_spaces_after_header_name_in_responses(true)
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_multiple_spaces_in_response_status_delimiters(true)
        .ignore_invalid_headers_in_responses(true);
    match config.parse_response(&mut response, &text) {
        Ok(Status::Complete(length)) => {
            let start = (length + version).saturating_sub(VERSION.len());
            let body = block.get(start..)?;
            Some((HttpHead::read(response.code.unwrap_or(0), response.headers), body))
        }
        // A head that cannot be read is no part of the page all the same.
        _ => body_after_blank_line(block).map(|body| (HttpHead::default(), body)),
    }
}

/// The version that a head is read as.
const VERSION: &[u8] = b"HTTP/1.1";

/// The block with version 1.1 in place of `HTTP/2` and `HTTP/3`, which have no text form of their own, and the
/// length of the block's own version.
fn with_known_version(block: &[u8]) -> (Cow<'_, [u8]>, usize) {
    let end = block.iter().take(16).position(|byte| *byte == b' ').unwrap_or(0);
    match &block[..end] {
        [] | b"HTTP/1.0" | b"HTTP/1.1" => (Cow::Borrowed(block), VERSION.len()),
        version => {
            // The head alone is read: the rest need not be copied.
            let body = body_after_blank_line(block).map_or(0, <[u8]>::len);
            let head = &block[end..block.len() - body];
            (Cow::Owned([VERSION, head].concat()), version.len())
        }
    }
}

fn body_after_blank_line(block: &[u8]) -> Option<&[u8]> {
    let ends = [&b"\r\n\r\n"[..], b"\n\n"];
    let ends = ends.iter().filter_map(|end| Some(memchr::memmem::find(block, end)? + end.len()));
    block.get(ends.min()?..)
}

impl HttpHead {
    fn read(status: u16, fields: &[Header]) -> Self {
        let values = |name: &str| {
            let matching = fields.iter().filter(move |field| field.name.eq_ignore_ascii_case(name));
            matching
                .map(|field| String::from_utf8_lossy(field.value).trim().to_owned())
                .collect::<Vec<_>>()
        };
        let list = |name: &str| {
            let words = values(name).join(",").to_ascii_lowercase();
            let words = words.split(',').map(str::trim);
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        Self {
            status,
            content_type: values("content-type").into_iter().next().unwrap_or_default(),
            transfer_encodings: list("transfer-encoding"),
            content_encodings: list("content-encoding"),
        }
    }
}

/// A body without its `chunked` encoding, and true if it is whole. None if it is not chunked.
pub(super) fn unchunked(body: &[u8]) -> Option<(Vec<u8>, bool)> {
    let (mut rest, mut whole) = (body, Vec::with_capacity(body.len()));
    let mut is_first = true;
    loop {
        let (start, length) = match httparse::parse_chunk_size(rest) {
            Ok(Status::Complete(size)) => size,
            _ if is_first => return None,
            _ => return Some((whole, false)),
        };
        is_first = false;
        rest = &rest[start..];
        if length == 0 {
            return Some((whole, true));
        }
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let chunk = &rest[..length.min(rest.len())];
        whole.extend_from_slice(chunk);
        rest = &rest[chunk.len()..];
        let Some(next) = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")) else {
            return Some((whole, false));
        };
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_as_servers_and_archives_write_them() {
        for status in [
            "HTTP/1.1 200 OK",
            "HTTP/1.0 200",
            "HTTP/2.00001 200",
            "HTTP/2 200 ",
            "HTTP/2.0 200 OK",
            "HTTP/3 200",
        ] {
            let block = format!(
                "{status}\r\nContent-Type : text/html;\r\n charset=gbk\r\n: nothing\r\nContent-Encoding: GZIP\r\n\
                 content-encoding: br, identity\r\nTransfer-Encoding: chunked\r\n\r\n<p>a"
            );
            let (head, body) = split(block.as_bytes()).unwrap();
            assert_eq!((head.status, body), (200, &b"<p>a"[..]), "{status}");
            assert!(head.content_type.contains("gbk"), "{head:?}");
            assert_eq!(head.content_encodings, ["gzip", "br", "identity"]);
            assert_eq!(head.transfer_encodings, ["chunked"]);
        }
        assert_eq!(split(b"<p>a"), None);
        assert_eq!(split(b"HTTP/odd\nA: b\n\n<p>a"), Some((HttpHead::default(), &b"<p>a"[..])));
        assert_eq!(split(b"HTTP/1.1 200 OK\r\nA: b"), None);
    }

    #[test]
    fn chunks_are_joined() {
        let of = |body: &str| {
            unchunked(body.as_bytes()).map(|(b, w)| (String::from_utf8(b).unwrap(), w))
        };
        assert_eq!(of("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"), Some(("abcde".to_owned(), true)));
        assert_eq!(of("3\r\nabc\r\nff\r\nde"), Some(("abcde".to_owned(), false)));
        assert_eq!(of("3\r\nabcdef"), Some(("abc".to_owned(), false)));
        assert_eq!(of("<p>not chunked"), None);
    }
}
