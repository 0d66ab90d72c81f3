//! The parts of Zstandard (RFC 8878) that archives need besides the decoder.

use std::io::{self, Read};

use ruzstd::decoding::{Dictionary, FrameDecoder, StreamingDecoder};

use super::raw::Raw;
use crate::pages::read_at_most;

/// The first bytes of a frame.
pub(super) const FRAME: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Frames that want a larger window are refused.
pub(super) const LARGEST_WINDOW: u64 = 64 << 20;

/// The largest block of a frame in bytes, packed or unpacked.
pub(super) const LARGEST_BLOCK: usize = 128 << 10;

/// The longest head of a frame and of its first block.
pub(super) const LONGEST_HEAD: usize = 32;

/// The largest dictionary.
const LARGEST_DICTIONARY: u64 = 64 << 20;

/// The skippable frame that holds the dictionary of a `.warc.zst`.
const DICTIONARY: u32 = 0x184d_2a5d;

/// True if these are the first bytes of a frame, skippable ones included.
pub(super) fn begins_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(FRAME) || skippable(bytes).is_some()
}

/// The number that begins a skippable frame.
fn skippable(bytes: &[u8]) -> Option<u32> {
    let magic = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    (magic & !0xf == 0x184d_2a50).then_some(magic)
}

/// The length of the skippable frame that begins here.
pub(super) fn skipped_frame<R: Read>(raw: &mut Raw<R>) -> io::Result<Option<u64>> {
    let head = raw.peek(8)?;
    let length = head.get(4..8).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    Ok(skippable(head).and(length).map(|length| u64::from(length) + 8))
}

/// Reads the dictionary that an archive may begin with.
pub(super) fn read_dictionary<R: Read>(
    raw: &mut Raw<R>,
    frames: &mut FrameDecoder,
) -> io::Result<()> {
    if skippable(raw.peek(4)?) != Some(DICTIONARY) {
        return Ok(());
    }
    let length = skipped_frame(raw)?.filter(|length| *length <= LARGEST_DICTIONARY);
    let Some(length) = length else { return Ok(()) };
    let mut bytes = Vec::new();
    raw.by_ref().take(length).read_to_end(&mut bytes)?;
    let mut bytes = bytes.split_off(bytes.len().min(8));
    if bytes.starts_with(FRAME) {
        let frame = StreamingDecoder::new_with_max_window_size(&bytes[..], LARGEST_WINDOW);
        bytes = read_at_most(frame.map_err(io::Error::other)?, LARGEST_DICTIONARY)?;
    }
    let dictionary = Dictionary::decode_dict(&bytes).map_err(io::Error::other)?;
    frames.add_dict(dictionary).map_err(io::Error::other)
}
