//! Decompresses bodies up to a limit: gzip, deflate, Brotli, Zstandard.

use std::io;

use flate2::read::MultiGzDecoder;
use ureq::http::header::CONTENT_ENCODING;

use super::FetchError;
use super::answer::Answer;
pub(super) use crate::encodings::ACCEPTED;
use crate::encodings::{self, Layer, MOST_LAYERS};
use crate::pages::read_at_most;

/// Decompresses the body of an answer. Also returns true if it is damaged and the bytes end at the break.
pub(super) fn unpack(answer: &Answer, limit: u64) -> Result<(Vec<u8>, bool), FetchError> {
    let named = answer.headers.get_all(CONTENT_ENCODING);
    let names = named.iter().filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    let names: Vec<String> = names.map(|name| name.trim().to_ascii_lowercase()).collect();
    let layers = names.iter().filter(|name| !name.is_empty() && *name != "identity");
    let (mut bytes, mut is_damaged) = (answer.body.clone(), false);
    // The encoding named last was applied last.
    for (number, name) in layers.rev().enumerate() {
        if number == MOST_LAYERS {
            return Err(FetchError::Damaged(names.join(", ")));
        }
        let layer = encodings::undo(name, &bytes, limit);
        is_damaged |= matches!(layer, Layer::Broken(_));
        bytes = match layer {
            Layer::Whole(unpacked) | Layer::Broken(unpacked) => unpacked,
            Layer::TooLarge => return Err(FetchError::TooLarge(limit)),
            Layer::Other if encodings::looks_plain(&bytes) => bytes,
            Layer::Other => return Err(FetchError::Damaged(name.clone())),
        };
    }
    Ok((bytes, is_damaged))
}

/// Decompresses gzip, whole and undamaged.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`] for more than `limit` bytes; another kind for what is damaged.
pub fn gunzip(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    read_at_most(MultiGzDecoder::new(bytes), limit)
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
        let unpacked = |encoding, body: Vec<u8>| {
            unpack(&answer(encoding, body), 1000).ok().filter(|found| !found.1).map(|found| found.0)
        };
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
            if let Ok((bytes, _)) = unpack(&answer(encoding, body), 10_000) {
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
        let (kept, is_damaged) = unpack(&answer("gzip", cut), 1 << 20).unwrap();
        assert!(
            is_damaged && text.as_bytes().starts_with(&kept) && kept.len() > 1000,
            "{}",
            kept.len()
        );
    }
}
