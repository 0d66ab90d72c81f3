//! The bytes of an archive as they come, some of them kept to be read again after damage.

use std::io::{self, BufRead, Read};

/// Bytes read at once.
const CHUNK: usize = 256 << 10;

/// The most bytes that are kept behind the mark. A damaged member that is longer is searched from its
/// middle on.
const KEPT: usize = 16 << 20;

/// A stream whose bytes since a mark can be read again.
pub(super) struct Raw<R> {
    input: R,
    buffer: Vec<u8>,
    /// The place in the stream of the first byte of the buffer.
    start: u64,
    /// The next byte, by its place in the buffer.
    at: usize,
    /// The first byte that is kept, by its place in the buffer; at most `at`.
    mark: usize,
    has_ended: bool,
    /// The error of the input: decoders hide whether the bytes or the device are bad.
    failure: Option<io::Error>,
}

impl<R: Read> Raw<R> {
    pub(super) fn new(input: R) -> Self {
        let buffer = Vec::new();
        Self { input, buffer, start: 0, at: 0, mark: 0, has_ended: false, failure: None }
    }

    /// The place in the stream of the next byte.
    pub(super) fn position(&self) -> u64 {
        self.start + self.at as u64
    }

    /// The number of bytes that the input gave.
    pub(super) fn received(&self) -> u64 {
        self.start + self.buffer.len() as u64
    }

    /// Keeps the bytes from here on.
    pub(super) fn set_mark(&mut self) {
        self.mark = self.at;
    }

    /// Goes back to a place, or to the first byte that is kept if that is later.
    pub(super) fn go_back_to(&mut self, place: u64) {
        let index = usize::try_from(place.saturating_sub(self.start)).unwrap_or(usize::MAX);
        self.at = index.clamp(self.mark, self.at);
    }

    /// True if the input has no more bytes than those that are held.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended && self.at == self.buffer.len()
    }

    /// Takes the error of the input.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// The next bytes: `count` of them, or fewer at the end.
    pub(super) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < count && !self.has_ended {
            self.receive()?;
        }
        let end = self.buffer.len().min(self.at + count);
        Ok(&self.buffer[self.at..end])
    }

    /// Reads on.
    fn receive(&mut self) -> io::Result<()> {
        if self.at - self.mark > KEPT {
            self.mark = self.at;
        }
        if self.mark > self.buffer.len() / 2 {
            self.buffer.drain(..self.mark);
            self.start += self.mark as u64;
            self.at -= self.mark;
            self.mark = 0;
        }
        let held = self.buffer.len();
        self.buffer.resize(held + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[held..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(held + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(count) => {
                self.has_ended = count == 0;
                Ok(())
            }
            Err(error) => {
                let (kind, words) = (error.kind(), error.to_string());
                self.failure = Some(error);
                Err(io::Error::new(kind, words))
            }
        }
    }
}

impl<R: Read> BufRead for Raw<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() && !self.has_ended {
            self.receive()?;
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.buffer.len());
    }
}

impl<R: Read> Read for Raw<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(into.len());
        into[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_since_the_mark_are_read_again() {
        let bytes: Vec<u8> = (0..1_000_000u32).map(|n| (n.wrapping_mul(7919) >> 3) as u8).collect();
        let mut raw = Raw::new(&bytes[..]);
        let mut all = Vec::new();
        for step in [10_000, 1, 400_000, 589_999] {
            raw.set_mark();
            let place = raw.position();
            assert_eq!(place, all.len() as u64);
            for _ in 0..2 {
                raw.go_back_to(place);
                let mut part = vec![0; step];
                raw.read_exact(&mut part).unwrap();
                assert_eq!(part, bytes[all.len()..all.len() + step]);
            }
            all.extend_from_slice(&bytes[all.len()..all.len() + step]);
        }
        raw.go_back_to(3);
        assert_eq!(raw.position(), 410_001, "no further than the mark");
        assert_eq!(raw.peek(3).unwrap(), &bytes[410_001..410_004]);
    }
}
