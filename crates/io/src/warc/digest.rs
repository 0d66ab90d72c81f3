//! The digests in a record's head, compared with its block.

use data_encoding::{BASE32_NOPAD_NOCASE, HEXLOWER_PERMISSIVE};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use super::damage::Fault;
use super::head::Head;
use super::http;

/// The first digest of a head that is of other bytes. One by an algorithm that is not known here is not compared, nor is the
/// payload of a record without an HTTP head or with the payload of another record.
pub(super) fn wrong(head: &Head, block: &[u8]) -> Option<Fault> {
    if head.block_digest.as_deref().is_some_and(|digest| !agrees(digest, block)) {
        return Some(Fault::BlockDigest);
    }
    let digest = head.payload_digest.as_deref().filter(|_| head.kind != "revisit")?;
    let (http, body) = http::split(block)?;
    // Writers differ in whether they take the payload with the marks of its chunks.
    let is_chunked = http.transfer_encodings.iter().any(|name| name == "chunked");
    let joined = || is_chunked.then(|| http::unchunked(body)).flatten();
    let is_right = agrees(digest, body) || joined().is_some_and(|(body, _)| agrees(digest, &body));
    (!is_right).then_some(Fault::PayloadDigest)
}

/// True if a digest such as `sha1:` with Base32 or hexadecimal digits is of these bytes, or cannot be compared.
fn agrees(digest: &str, bytes: &[u8]) -> bool {
    let Some((algorithm, digits)) = digest.split_once(':') else { return true };
    let computed = match algorithm.trim().to_ascii_lowercase().as_str() {
        "sha1" | "sha-1" => Sha1::digest(bytes).to_vec(),
        "sha256" | "sha-256" => Sha256::digest(bytes).to_vec(),
        "sha512" | "sha-512" => Sha512::digest(bytes).to_vec(),
        _ => return true,
    };
    let digits = digits.trim().trim_end_matches('=').as_bytes();
    let declared = match digits.len() == 2 * computed.len() {
        true => HEXLOWER_PERMISSIVE.decode(digits),
        false => BASE32_NOPAD_NOCASE.decode(digits),
    };
    declared.is_ok_and(|declared| declared == computed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_as_archives_write_them() {
        for (digest, agreed) in [
            ("sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", true),
            ("SHA-1: vgmt4nsha2awvor6evyxqugcnsonbwe5", true),
            ("sha1:a9993e364706816aba3e25717850c26c9cd0d89d", true),
            ("sha1:A9993E364706816ABA3E25717850C26C9CD0D89D", true),
            ("sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====", true),
            ("md5:900150983cd24fb0d6963f7d28e17f72", true),
            ("of no algorithm", true),
            ("sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE6", false),
            ("sha1:a9993e364706816aba3e25717850c26c9cd0d89e", false),
            ("sha1:AAAA", false),
            ("sha256:of no digits", false),
        ] {
            assert_eq!(agrees(digest, b"abc"), agreed, "{digest}");
        }
    }
}
