//! Records one by one, and the next one after damage.

use std::io::{self, Read};
use std::ops::Range;

use memchr::memmem;

use super::damage::{Damage, Fault};
use super::head::{self, Found, Head};
use super::source::{Source, WARC};
use super::text::{More, Text};

/// The most bytes between records that are looked at: line ends, and the start of the next record.
const LONGEST_GAP: usize = 64 + WARC.len();

/// A record, or damage.
pub(super) enum Step {
    /// A whole record. [`Records::block`] reads its block before the next step; `None` if the block was too large
    /// to be held.
    Record { head: Box<Head>, offset: u64, block: Option<Range<usize>> },
    /// Something is wrong at a place of the file.
    Damaged(Damage),
    /// The archive has ended.
    End,
}

/// The place where the next record may begin.
enum Candidate {
    /// It begins here, and its length says that it ends there.
    Record(usize, u64),
    /// It may begin here; more text is needed.
    Perhaps(usize),
    None,
}

/// The records of an archive.
pub(super) struct Records<R> {
    text: Text<R>,
    /// Larger blocks are not held.
    largest: u64,
    /// Damage that was met while the next record was searched for.
    pending: Option<Damage>,
}

impl<R: Read> Records<R> {
    pub(super) fn new(source: Source<R>, largest: u64) -> Self {
        Self { text: Text::new(source), largest, pending: None }
    }

    /// Bytes of the file read so far.
    pub(super) fn position(&self) -> u64 {
        self.text.position()
    }

    /// The block of the record that was given last.
    pub(super) fn block(&self, range: &Range<usize>) -> &[u8] {
        self.text.held().get(range.clone()).unwrap_or_default()
    }

    /// The next record or damage.
    pub(super) fn next(&mut self) -> io::Result<Step> {
        if let Some(damage) = self.pending.take() {
            return Ok(Step::Damaged(damage));
        }
        self.text.forget();
        if let Some(step) = self.reach_record()? {
            return Ok(step);
        }
        let offset = self.text.offset();
        let (head, start) = loop {
            match head::read(self.text.rest()) {
                Found::Head(head, length) => break (head, length),
                Found::None => return self.damaged(offset, Fault::NoRecord),
                Found::Broken => return self.damaged(offset, Fault::HeadCut),
                Found::Unfinished => {
                    if let Some(step) = self.more(offset, Fault::NoRecord)? {
                        return Ok(step);
                    }
                }
            }
        };
        if head.length > self.largest {
            return self.pass_large(head, offset, start);
        }
        let end = start + head.length as usize;
        while self.text.rest().len() < end {
            if let Some(step) = self.more(offset, Fault::LengthTooLong)? {
                return Ok(step);
            }
        }
        // The next member may be held already.
        let at = self.text.at;
        if self.text.member_in(at + 1..at + end).is_some() {
            return self.damaged(offset, Fault::LengthTooLong);
        }
        match self.check_end(end, offset)? {
            Ok(gap) => self.text.at += end + gap,
            Err(step) => return Ok(step),
        }
        Ok(Step::Record { head, offset, block: Some(at + start..at + end) })
    }

    /// Reads on for the record at the next byte; returns a step if it has no more text. `fault` is its fault if
    /// the next record begins before it ends.
    fn more(&mut self, offset: u64, fault: Fault) -> io::Result<Option<Step>> {
        let is_between = self.text.is_between();
        match self.text.more()? {
            More::Data => Ok(None),
            More::End if !is_between => self.damaged(offset, Fault::Cut).map(Some),
            More::End | More::NextMember => self.damaged(offset, fault).map(Some),
            More::Damaged(damage) => Ok(Some(Step::Damaged(damage))),
        }
    }

    /// Passes over blank lines to the next record; returns a step if there is no next record.
    fn reach_record(&mut self) -> io::Result<Option<Step>> {
        loop {
            self.text.at += blank(self.text.rest());
            let rest = self.text.rest();
            if rest.starts_with(WARC) {
                return Ok(None);
            }
            if rest.is_empty() && self.text.has_ended() {
                return Ok(Some(Step::End));
            }
            if !WARC.starts_with(rest) || self.text.has_ended() {
                let offset = self.text.offset();
                return self.damaged(offset, Fault::NoRecord).map(Some);
            }
            if let Some(damage) = self.text.fill()? {
                return Ok(Some(Step::Damaged(damage)));
            }
        }
    }

    /// Checks that a record ends where its length says, `end` bytes from the next byte. Returns the number of bytes
    /// before the next record, as far as it is known; a step if the record does not end there.
    fn check_end(&mut self, end: usize, offset: u64) -> io::Result<Result<usize, Step>> {
        loop {
            let tail = self.text.at + end;
            let rest = &self.text.held()[tail..];
            let blank = blank(rest);
            if let Some(place) = self.text.member_in(tail..tail + blank + 1) {
                return Ok(Ok(place - tail));
            }
            if blank < rest.len() && (self.text.is_complete() || rest.len() >= LONGEST_GAP) {
                // Two line ends separate records, and may be damaged themselves.
                let near = &rest[..rest.len().min(LONGEST_GAP)];
                let next = memmem::find(near, WARC).filter(|gap| *gap == blank || *gap <= 4);
                let ends = rest.starts_with(b"\r\n\r") || rest.starts_with(b"\n\n");
                // A length that is too long may end by chance at a blank line of the next record.
                let holds_next = || self.goes_over(self.text.at + 1, tail);
                return match next {
                    Some(gap) => Ok(Ok(gap)),
                    None if !ends => self.damaged(offset, Fault::LengthTooShort).map(Err),
                    None if holds_next() => self.damaged(offset, Fault::LengthTooLong).map(Err),
                    None => Ok(Ok(0)),
                };
            }
            if blank == rest.len() && self.text.is_complete() {
                return Ok(Ok(0));
            }
            if let Some(damage) = self.text.fill()? {
                return Ok(Err(Step::Damaged(damage)));
            }
        }
    }

    /// Passes over a record that is too large to be held.
    fn pass_large(&mut self, head: Box<Head>, offset: u64, start: usize) -> io::Result<Step> {
        // If the end of a member shows whether the length is right, there is no need to look into the block.
        let looks = !self.text.begins_member();
        self.text.at += start;
        let mut left = head.length;
        while left > 0 {
            let at = self.text.at;
            let step = self.text.rest().len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let candidate = if looks { self.find_record(at, at + step) } else { Candidate::None };
            let next_member = self.text.member_in(at..at + step);
            let passed = match (candidate, next_member) {
                (Candidate::Record(place, _), _) | (_, Some(place)) => {
                    self.text.at = place;
                    let fault = Fault::LengthTooLong;
                    return Ok(Step::Damaged(Damage { offset, fault }));
                }
                (Candidate::Perhaps(place), None) => place - at,
                (Candidate::None, None) if step as u64 == left => step,
                // A record may begin in what is held and go on in what is not.
                (Candidate::None, None) => step.saturating_sub(WARC.len()),
            };
            self.text.at += passed;
            left -= passed as u64;
            self.text.forget();
            if left > 0
                && let Some(step) = self.more(offset, Fault::LengthTooLong)?
            {
                return Ok(step);
            }
        }
        match self.check_end(0, offset)? {
            Ok(gap) => self.text.at += gap,
            Err(step) => return Ok(step),
        }
        Ok(Step::Record { head, offset, block: None })
    }

    /// Goes on at the next record behind the start of the one at the next byte.
    fn damaged(&mut self, offset: u64, fault: Fault) -> io::Result<Step> {
        let damage = Step::Damaged(Damage { offset, fault });
        self.text.at = (self.text.at + 1).min(self.text.held().len());
        loop {
            let (at, end) = (self.text.at, self.text.held().len());
            let member = self.text.member_in(at..end);
            match (self.find_record(at, member.unwrap_or(end)), member) {
                (Candidate::Record(place, _), _) | (Candidate::None, Some(place)) => {
                    self.text.at = place;
                    return Ok(damage);
                }
                (Candidate::Perhaps(place), _) => self.text.at = place,
                // The start of a record may be held already.
                (Candidate::None, None) => self.text.at = at.max(end.saturating_sub(WARC.len())),
            }
            if self.text.has_ended() {
                self.text.at = end;
                return Ok(damage);
            }
            self.text.forget();
            if let Some(other) = self.text.fill()? {
                if other.offset == offset {
                    // Bytes that cannot be unpacked are why the record looks wrong.
                    return Ok(Step::Damaged(other));
                }
                self.pending = Some(other);
                return Ok(damage);
            }
        }
    }

    /// The first place from `start` to `end` where a record begins with a whole head. What is cut, or has other bytes
    /// behind it, does not end its line: the next record may begin in the middle of one.
    fn find_record(&self, start: usize, end: usize) -> Candidate {
        let held = self.text.held();
        let mut from = start;
        while let Some(found) = held.get(from..end).and_then(|part| memmem::find(part, WARC)) {
            let place = from + found;
            match head::read(&held[place..]) {
                Found::Head(head, length) => {
                    let end = (place + length) as u64;
                    return Candidate::Record(place, end.saturating_add(head.length));
                }
                Found::Unfinished if !self.text.is_complete() => return Candidate::Perhaps(place),
                Found::Unfinished | Found::Broken | Found::None => from = place + 1,
            }
        }
        Candidate::None
    }

    /// True if a record begins before `end` and ends behind it. Those that end before it may be quoted by a page.
    fn goes_over(&self, start: usize, end: usize) -> bool {
        let mut from = start;
        while let Candidate::Record(_, behind) = self.find_record(from, end) {
            match usize::try_from(behind) {
                Ok(behind) if behind <= end => from = behind,
                _ => return true,
            }
        }
        false
    }
}

/// The bytes of line ends at the start, not more than are worth a look.
fn blank(bytes: &[u8]) -> usize {
    let ends = bytes.iter().take(LONGEST_GAP - WARC.len());
    ends.take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}
