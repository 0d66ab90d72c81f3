//! Decompresses bodies up to a limit: gzip, deflate, Brotli, Zstandard.

use std::io::{self, Cursor, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use ureq::http::header::CONTENT_ENCODING;

use super::FetchError;
use super::answer::Answer;
use crate::pages::read_at_most;

/// The encodings that the client accepts.
pub(super) const ACCEPTED: &str = "gzip, deflate, br, zstd";

/// The maximum number of encodings applied to one body.
const MOST_LAYERS: usize = 3;

/// Larger windows of Zstandard are refused (RFC 8878, section 3.1.1.1.2, recommends 8 MiB).
const ZSTANDARD_WINDOW: u64 = 8 << 20;

/// Decompresses the body of an answer.
pub(super) fn unpack(answer: &Answer, limit: u64) -> Result<Vec<u8>, FetchError> {
    let named = answer.headers.get_all(CONTENT_ENCODING);
    let names = named.iter().filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    let names: Vec<String> = names.map(|name| name.trim().to_ascii_lowercase()).collect();
    let layers = names.iter().filter(|name| !name.is_empty() && *name != "identity");
    let mut bytes = answer.body.clone();
    // The encoding named last was applied last.
    for (number, name) in layers.rev().enumerate() {
        if number == MOST_LAYERS {
            return Err(FetchError::Damaged(answer_encodings(&names)));
        }
        bytes = layer(name, bytes, limit).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => FetchError::TooLarge(limit),
            _ => FetchError::Damaged(name.clone()),
        })?;
    }
    Ok(bytes)
}

/// Decompresses gzip, whole and undamaged.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`] for more than `limit` bytes; another kind for what is damaged.
pub fn gunzip(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    read_at_most(MultiGzDecoder::new(bytes), limit)
}

fn answer_encodings(names: &[String]) -> String {
    names.join(", ")
}

fn layer(name: &str, bytes: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    let input = Cursor::new(&bytes);
    let found = match name {
        "gzip" | "x-gzip" => read_leniently(MultiGzDecoder::new(input), limit),
        // Some servers send deflate without the zlib header that the standard requires.
        "deflate" if bytes.first().is_some_and(|first| first & 0x0f == 8) => {
            read_leniently(ZlibDecoder::new(input), limit)
        }
        "deflate" => read_leniently(DeflateDecoder::new(input), limit),
        "br" => read_at_most(brotli_decompressor::Decompressor::new(input, 64 << 10), limit),
        "zstd" => zstandard(&bytes, limit),
        _ => return Err(io::Error::from(io::ErrorKind::Unsupported)),
    };
    match found {
        // A body declared compressed that is not: browsers show it as it is.
        Err(error) if error.kind() != io::ErrorKind::FileTooLarge && looks_plain(&bytes) => {
            Ok(bytes)
        }
        found => found,
    }
}

/// Reads a stream up to where it breaks off, if that gives anything: a bad checksum or a cut last
/// tag is no reason to lose the page.
fn read_leniently(mut reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 << 10];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return if bytes.is_empty() { Err(error) } else { Ok(bytes) },
        }
        if bytes.len() as u64 > limit {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
    }
}

fn zstandard(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let decoder =
        ruzstd::decoding::StreamingDecoder::new_with_max_window_size(bytes, ZSTANDARD_WINDOW);
    read_at_most(decoder.map_err(io::Error::other)?, limit)
}

fn looks_plain(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'<')
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use ureq::http::{HeaderMap, HeaderValue, StatusCode};

    use super::*;

    fn answer(encoding: &'static str, body: Vec<u8>) -> Answer {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        Answer { status: StatusCode::OK, headers, body }
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn undoes_what_servers_do() {
        let page = b"<p>a page</p>".to_vec();
        let unpacked = |encoding, body: Vec<u8>| unpack(&answer(encoding, body), 1000).ok();
        assert_eq!(unpacked("identity", page.clone()), Some(page.clone()));
        assert_eq!(unpacked("gzip", gzip(&page)), Some(page.clone()));
        assert_eq!(unpacked("gzip, gzip", gzip(&gzip(&page))), Some(page.clone()));
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&page).unwrap();
        assert_eq!(unpacked("deflate", encoder.finish().unwrap()), Some(page.clone()));
        let zstd = ruzstd::encoding::compress_to_vec(
            &page[..],
            ruzstd::encoding::CompressionLevel::Uncompressed,
        );
        assert_eq!(unpacked("zstd", zstd), Some(page.clone()));
        // A stored Brotli stream: window bits, one uncompressed block, the empty last one.
        let brotli = [&[0x0b, 0x06, 0x80][..], &page, &[0x03]].concat();
        assert_eq!(unpacked("br", brotli), Some(page.clone()));
        assert_eq!(unpacked("gzip", page.clone()), Some(page));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_end(
            encoding in proptest::sample::select(vec!["gzip", "deflate", "br", "zstd", "br, gzip"]),
            head in proptest::sample::select(vec![&b""[..], b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd", b"\x78\x9c"]),
            rest in proptest::collection::vec(proptest::num::u8::ANY, 0..400),
        ) {
            let body = [head, &rest].concat();
            if let Ok(bytes) = unpack(&answer(encoding, body), 10_000) {
                proptest::prop_assert!(bytes.len() <= 10_000);
            }
        }
    }

    #[test]
    fn ends_at_the_limit_and_at_nonsense() {
        let bomb = gzip(&vec![b' '; 1 << 20]);
        assert!(matches!(unpack(&answer("gzip", bomb), 1000), Err(FetchError::TooLarge(1000))));
        let nested = gzip(&gzip(&gzip(&gzip(b"x"))));
        let four = answer("gzip, gzip, gzip, gzip", nested);
        assert!(matches!(unpack(&four, 1000), Err(FetchError::Damaged(_))));
        for encoding in ["gzip", "br", "zstd", "deflate", "compress"] {
            let error = unpack(&answer(encoding, vec![0xff; 40]), 1000);
            assert!(matches!(error, Err(FetchError::Damaged(_))), "{encoding}: {error:?}");
        }
        // Everything before the break is kept.
        let text = "text of the page. ".repeat(5000);
        let mut cut = gzip(text.as_bytes());
        cut.truncate(cut.len() - 9);
        let kept = unpack(&answer("gzip", cut), 1 << 20).unwrap();
        assert!(text.as_bytes().starts_with(&kept) && kept.len() > 1000, "{}", kept.len());
    }
}
