//! The content encodings of HTTP, undone up to a limit: gzip, deflate, Brotli, Zstandard.

use std::io::{self, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// The encodings that can be undone, as a client names them.
pub const ACCEPTED: &str = "gzip, deflate, br, zstd";

/// The maximum number of encodings applied to one body.
pub const MOST_LAYERS: usize = 3;

/// Larger windows of Zstandard are refused (RFC 8878, section 3.1.1.1.2, recommends 8 MiB).
const ZSTANDARD_WINDOW: u64 = 8 << 20;

/// A body with one encoding undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layer {
    /// All of it.
    Whole(Vec<u8>),
    /// The part before the break.
    Broken(Vec<u8>),
    /// More bytes than the limit.
    TooLarge,
    /// The body is not of this encoding, or no encoding has this name.
    Other,
}

/// Undoes an encoding, by its name in lower case.
pub fn undo(name: &str, bytes: &[u8], limit: u64) -> Layer {
    let layer = match name {
        "identity" => return Layer::Other,
        "gzip" | "x-gzip" => read(MultiGzDecoder::new(bytes), limit),
        // Some servers send deflate without the zlib header that the standard requires.
        "deflate" if bytes.first().is_some_and(|first| first & 0x0f == 8) => {
            read(ZlibDecoder::new(bytes), limit)
        }
        "deflate" => read(DeflateDecoder::new(bytes), limit),
        "br" => read(brotli_decompressor::Decompressor::new(bytes, 64 << 10), limit),
        "zstd" => {
            let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(
                bytes,
                ZSTANDARD_WINDOW,
            );
            decoder.map_or(Layer::Other, |decoder| read(decoder, limit))
        }
        _ => return Layer::Other,
    };
    match layer {
        // A body declared compressed that is not: browsers show it as it is.
        Layer::Broken(_) if looks_plain(bytes) => Layer::Other,
        Layer::Broken(unpacked) if unpacked.is_empty() => Layer::Other,
        layer => layer,
    }
}

/// Reads a stream up to where it breaks off: a bad checksum or a cut last tag is no reason to lose the page.
fn read(mut reader: impl Read, limit: u64) -> Layer {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 << 10];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return Layer::Whole(bytes),
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Layer::Broken(bytes),
        }
        if bytes.len() as u64 > limit {
            return Layer::TooLarge;
        }
    }
}

/// True if a body looks like a page that is not packed.
pub(crate) fn looks_plain(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'<')
}
