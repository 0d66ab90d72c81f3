//! Archives unpacked: the text of their records, with the places where compressed members begin and end.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;
use memchr::memmem;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder, StreamingDecoder};

use super::raw::Raw;
use super::zstd;

/// Bytes that are unpacked at once.
const STEP: u64 = 128 << 10;

/// The first bytes of a gzip member.
const GZIP: &[u8] = &[0x1f, 0x8b, 0x08];

/// The first bytes of a record.
pub(super) const WARC: &[u8] = b"WARC/";

/// The bytes of a file in which the start of an archive is searched for.
const SEARCHED: usize = 1 << 20;

/// Bytes of a member that are unpacked to see whether it is one.
const TRIED: usize = 8 << 10;

/// The lowest cost of a try to unpack a member, in bytes unpacked: it needs new tables.
const COST_OF_TRY: u64 = 2 << 10;

/// The result of a request for more text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filled {
    /// There may be more text.
    Data,
    /// A member ended, whole. What comes next belongs to the next member.
    Boundary,
    /// A member is damaged: what it gave is worth nothing.
    Damaged(Cause),
    /// The archive has ended.
    End,
}

/// The kind of damage to a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// Its bytes cannot be unpacked.
    Unpacking,
    /// They unpack to something else than was packed.
    Checksum,
    /// The file ends in its middle.
    Cut,
    /// The bytes where a member should begin are something else.
    Garbage,
}

/// The compression of an archive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstandard,
}

enum State<R> {
    /// Between members, or in a plain file.
    Between(Raw<R>),
    InGzip(Box<GzDecoder<Raw<R>>>),
    InZstandard(Raw<R>),
    /// Behind the part of a damaged member that could be unpacked.
    Broken(Raw<R>, Cause),
    /// Only for a moment, while a state is made from another.
    Changing,
}

/// An archive being unpacked.
pub(super) struct Source<R> {
    state: State<R>,
    packing: Packing,
    frames: FrameDecoder,
    /// The byte at which the last member begins.
    member: u64,
    /// True if every member so far began with a record.
    is_aligned: bool,
    /// Bytes that were unpacked in vain. They are bounded by the bytes of the archive, so that work stays linear.
    wasted: u64,
}

impl<R: Read> Source<R> {
    /// Opens an archive, whatever its compression; returns its first bytes if it is not an archive.
    pub(super) fn open(input: R) -> io::Result<Result<Self, Vec<u8>>> {
        let mut raw = Raw::new(input);
        let start = raw.peek(4)?;
        let packing = if start.starts_with(GZIP) {
            Packing::Gzip
        } else if zstd::begins_frame(start) {
            Packing::Zstandard
        } else if start.starts_with(&WARC[..4]) {
            Packing::Plain
        } else {
            match search_packing(raw.peek(SEARCHED)?) {
                Some(packing) => packing,
                None => return Ok(Err(raw.peek(120)?.to_vec())),
            }
        };
        let mut frames = FrameDecoder::new();
        frames.set_max_window_size(zstd::LARGEST_WINDOW);
        if packing == Packing::Zstandard {
            zstd::read_dictionary(&mut raw, &mut frames)?;
        }
        let state = State::Between(raw);
        Ok(Ok(Self { state, packing, frames, member: 0, is_aligned: true, wasted: 0 }))
    }

    /// True if the archive is made of compressed members.
    pub(super) fn has_members(&self) -> bool {
        self.packing != Packing::Plain
    }

    /// The byte at which the last member begins.
    pub(super) fn member(&self) -> u64 {
        self.member
    }

    /// Bytes of the archive read so far.
    pub(super) fn position(&self) -> u64 {
        match &self.state {
            State::Between(raw) | State::InZstandard(raw) | State::Broken(raw, _) => raw.position(),
            State::InGzip(decoder) => decoder.get_ref().position(),
            State::Changing => 0,
        }
    }

    /// Says that a member did not begin with a record: after damage, any member will do.
    pub(super) fn set_unaligned(&mut self) {
        self.is_aligned = false;
    }

    /// Adds the next bytes to the text.
    pub(super) fn fill(&mut self, text: &mut Vec<u8>) -> io::Result<Filled> {
        match std::mem::replace(&mut self.state, State::Changing) {
            State::Between(raw) if self.packing == Packing::Plain => self.fill_plain(raw, text),
            State::Between(raw) => self.begin(raw),
            State::InGzip(decoder) => self.fill_gzip(decoder, text),
            State::InZstandard(raw) => self.fill_zstandard(raw, text),
            State::Broken(raw, cause) => self.damaged(raw, cause),
            State::Changing => Ok(Filled::End),
        }
    }

    fn fill_plain(&mut self, mut raw: Raw<R>, text: &mut Vec<u8>) -> io::Result<Filled> {
        raw.set_mark();
        let bytes = raw.fill_buf()?;
        let count = bytes.len();
        text.extend_from_slice(bytes);
        raw.consume(count);
        self.state = State::Between(raw);
        Ok(if count == 0 { Filled::End } else { Filled::Data })
    }

    /// Begins a member.
    fn begin(&mut self, mut raw: Raw<R>) -> io::Result<Filled> {
        let start = raw.peek(4)?;
        if start.is_empty() {
            self.state = State::Between(raw);
            return Ok(Filled::End);
        }
        let is_gzip = self.packing == Packing::Gzip && start.starts_with(GZIP);
        let is_frame = self.packing == Packing::Zstandard && start.starts_with(zstd::FRAME);
        let skipped = (self.packing == Packing::Zstandard).then(|| zstd::skipped_frame(&mut raw));
        if let Some(length) = skipped.transpose()?.flatten() {
            io::copy(&mut raw.by_ref().take(length), &mut io::sink())?;
            self.state = State::Between(raw);
            return Ok(Filled::Data);
        }
        raw.set_mark();
        self.member = raw.position();
        if is_gzip {
            self.state = State::InGzip(Box::new(GzDecoder::new(raw)));
        } else if is_frame {
            if self.frames.reset(&mut raw).is_err() {
                return self.damaged(raw, Cause::Unpacking);
            }
            self.state = State::InZstandard(raw);
        } else {
            return self.damaged(raw, Cause::Garbage);
        }
        Ok(Filled::Data)
    }

    fn fill_gzip(
        &mut self,
        mut decoder: Box<GzDecoder<Raw<R>>>,
        text: &mut Vec<u8>,
    ) -> io::Result<Filled> {
        match decoder.as_mut().take(STEP).read_to_end(text) {
            Ok(count) if count as u64 == STEP => {
                self.state = State::InGzip(decoder);
                Ok(Filled::Data)
            }
            Ok(_) => {
                self.state = State::Between(decoder.into_inner());
                Ok(Filled::Boundary)
            }
            Err(error) => {
                // The decoder has no kind of its own for it.
                let cause = match error.to_string().contains("checksum") {
                    true => Cause::Checksum,
                    false => Cause::Unpacking,
                };
                // Records before the damage may be whole, where the member has more than one.
                self.state = State::Broken(decoder.into_inner(), cause);
                Ok(Filled::Data)
            }
        }
    }

    fn fill_zstandard(&mut self, mut raw: Raw<R>, text: &mut Vec<u8>) -> io::Result<Filled> {
        let step = BlockDecodingStrategy::UptoBytes(STEP as usize);
        let is_whole = match self.frames.decode_blocks(&mut raw, step) {
            Ok(is_whole) => is_whole,
            Err(_) => return self.damaged(raw, Cause::Unpacking),
        };
        self.frames.collect_to_writer(&mut *text)?;
        if !is_whole {
            self.state = State::InZstandard(raw);
            return Ok(Filled::Data);
        }
        let checksum = self.frames.get_checksum_from_data();
        if checksum.is_some() && checksum != self.frames.get_calculated_checksum() {
            return self.damaged(raw, Cause::Checksum);
        }
        self.state = State::Between(raw);
        Ok(Filled::Boundary)
    }

    /// Goes on at the next member behind the start of a damaged one.
    fn damaged(&mut self, mut raw: Raw<R>, cause: Cause) -> io::Result<Filled> {
        if let Some(failure) = raw.take_failure() {
            return Err(failure);
        }
        let cause = match cause {
            Cause::Unpacking if raw.has_ended() => Cause::Cut,
            cause => cause,
        };
        let again = raw.position().saturating_sub(self.member + 1);
        if self.may_waste(&raw, again) {
            raw.go_back_to(self.member + 1);
        }
        self.search(&mut raw)?;
        self.state = State::Between(raw);
        Ok(Filled::Damaged(cause))
    }

    /// Counts bytes that are unpacked in vain; false if it would be too many.
    fn may_waste(&mut self, raw: &Raw<R>, bytes: u64) -> bool {
        let is_permitted = self.wasted + bytes <= (4 << 20) + 8 * raw.received();
        self.wasted += if is_permitted { bytes } else { 0 };
        is_permitted
    }

    /// Stops at the next member.
    fn search(&mut self, raw: &mut Raw<R>) -> io::Result<()> {
        let magic = if self.packing == Packing::Gzip { GZIP } else { zstd::FRAME };
        loop {
            raw.set_mark();
            if raw.peek(magic.len())?.len() < magic.len() {
                let rest = raw.fill_buf()?.len();
                raw.consume(rest);
                return Ok(());
            }
            let bytes = raw.fill_buf()?;
            let Some(found) = memmem::find(bytes, magic) else {
                let passed = bytes.len() + 1 - magic.len();
                raw.consume(passed);
                continue;
            };
            raw.consume(found);
            if self.is_member(raw)? {
                return Ok(());
            }
            raw.consume(1);
        }
    }

    /// True if a member seems to begin here, by its first bytes. Once the limit on tries is reached, its two or
    /// three magic bytes are enough.
    fn is_member(&mut self, raw: &mut Raw<R>) -> io::Result<bool> {
        if !self.may_waste(raw, COST_OF_TRY) {
            return Ok(true);
        }
        let wanted = if self.is_aligned { WARC } else { b"" };
        let mut first = vec![0; wanted.len().max(1)];
        let unpacked = if self.packing == Packing::Gzip {
            GzDecoder::new(raw.peek(TRIED)?).read_exact(&mut first).is_ok()
        } else if self.may_waste(raw, zstd::LARGEST_BLOCK as u64) {
            // A block is unpacked whole.
            let bytes = raw.peek(zstd::LARGEST_BLOCK + zstd::LONGEST_HEAD)?;
            let tried = StreamingDecoder::new_with_decoder(bytes, &mut self.frames);
            tried.is_ok_and(|mut tried| tried.read_exact(&mut first).is_ok())
        } else {
            return Ok(true);
        };
        Ok(unpacked && first.starts_with(wanted))
    }
}

/// The compression of an archive with a damaged start, by the first record that is found.
fn search_packing(bytes: &[u8]) -> Option<Packing> {
    let is_gzip = |at: usize| {
        let mut first = [0; WARC.len()];
        GzDecoder::new(&bytes[at..]).read_exact(&mut first).is_ok() && first == WARC
    };
    // A bound on what a file full of false starts costs.
    if memmem::find_iter(bytes, GZIP).take(1000).any(is_gzip) {
        return Some(Packing::Gzip);
    }
    let is_frame = |at: usize| {
        let mut first = [0; WARC.len()];
        let frame = StreamingDecoder::new_with_max_window_size(&bytes[at..], zstd::LARGEST_WINDOW);
        frame.is_ok_and(|mut frame| frame.read_exact(&mut first).is_ok()) && first == WARC
    };
    if memmem::find_iter(bytes, zstd::FRAME).take(20).any(is_frame) {
        return Some(Packing::Zstandard);
    }
    memmem::find(bytes, b"\nWARC/").is_some().then_some(Packing::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that are unpacked in vain are bounded by those of the archive.
    #[test]
    fn false_starts_of_members_cost_little() {
        let start = [GZIP, &[0, 0, 0, 0, 0, 0, 0, 0xff]].concat();
        let archive = start.repeat(20_000);
        let mut source = Source::open(&archive[..]).unwrap().unwrap();
        let mut text = Vec::new();
        while source.fill(&mut text).unwrap() != Filled::End {}
        let most = (4 << 20) + 8 * archive.len() as u64;
        assert!(source.wasted > 1 << 20 && source.wasted <= most, "{} of {most}", source.wasted);
    }
}
