//! Writes WARC archives: a small writer of our own, for tests and for the generator.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The compression of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Not at all.
    Plain,
    /// A gzip member a record.
    Gzip,
    /// One gzip member for all records.
    OneGzip,
    /// A Zstandard frame a record.
    Zstandard,
}

pub(crate) const PACKINGS: [Packing; 4] =
    [Packing::Plain, Packing::Gzip, Packing::OneGzip, Packing::Zstandard];

/// A record: fields in their order, and a block.
pub(crate) fn record(fields: &[(&str, &str)], block: &[u8]) -> Vec<u8> {
    let mut bytes = b"WARC/1.1\r\n".to_vec();
    let has_length = fields.iter().any(|(name, _)| *name == "Content-Length");
    for (name, value) in fields {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    if !has_length {
        bytes.extend_from_slice(format!("Content-Length: {}\r\n", block.len()).as_bytes());
    }
    [&bytes, &b"\r\n"[..], block, b"\r\n\r\n"].concat()
}

/// A response with a head of HTTP. `extra` are fields of the record.
pub(crate) fn response(url: &str, head: &str, body: &[u8], extra: &[(&str, &str)]) -> Vec<u8> {
    let block = [head.replace('\n', "\r\n").as_bytes(), b"\r\n\r\n", body].concat();
    let id = format!("<urn:test:{url}>");
    let fields = [
        ("WARC-Type", "response"),
        ("WARC-Record-ID", &id),
        ("WARC-Date", "2026-11-01T02:03:04Z"),
        ("WARC-Target-URI", url),
        ("Content-Type", "application/http; msgtype=response"),
    ];
    record(&[&fields, extra].concat(), &block)
}

/// The head of an answer with HTML.
pub(crate) const HTML: &str = "HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8";

/// A record of another type with a short block.
pub(crate) fn other(kind: &str, url: &str) -> Vec<u8> {
    let id = format!("<urn:test:{kind}:{url}>");
    let fields = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", &id),
        ("WARC-Date", "2026-11-01T02:03:04Z"),
        ("WARC-Target-URI", url),
    ];
    record(&fields, b"software: a test\r\n")
}

/// Bytes as one gzip member.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Nothing can go wrong in memory.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Bytes as one Zstandard frame.
pub(crate) fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Records as the parts of an archive, to be put together or damaged.
pub(crate) fn parts(records: &[Vec<u8>], packing: Packing) -> Vec<Vec<u8>> {
    match packing {
        Packing::Plain => records.to_vec(),
        Packing::Gzip => records.iter().map(|record| gzip(record)).collect(),
        Packing::OneGzip => vec![gzip(&records.concat())],
        Packing::Zstandard => records.iter().map(|record| zstandard(record)).collect(),
    }
}
