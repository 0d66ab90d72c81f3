//! The unpacked text of an archive, as much of it as is held, with the places where members begin.

use std::io::{self, Read};
use std::ops::Range;

use super::damage::Damage;
use super::source::{Filled, Source, WARC};

/// Text that is dropped once it is read; a bound on how often text is moved.
const MOVED: usize = 1 << 20;

/// The start of a compressed member.
#[derive(Clone, Copy)]
struct Member {
    /// Its place in all text of the archive.
    place: u64,
    /// Its byte in the file.
    offset: u64,
}

/// The result of asking for more text of a record.
pub(super) enum More {
    /// Some.
    Data,
    /// None: the file ends.
    End,
    /// None: the next member begins, with a record of its own.
    NextMember,
    /// None: the member is damaged, and all text that was held is dropped.
    Damaged(Damage),
}

/// The text from the next byte on.
pub(super) struct Text<R> {
    source: Source<R>,
    held: Vec<u8>,
    /// The next byte, by its place in what is held.
    pub(super) at: usize,
    /// The place of what is held in all text of the archive.
    base: u64,
    /// The members that are held, in part or whole.
    members: Vec<Member>,
    /// True if a member has ended: the next text belongs to another.
    is_between: bool,
    has_ended: bool,
}

impl<R: Read> Text<R> {
    pub(super) fn new(source: Source<R>) -> Self {
        let is_between = source.has_members();
        let (held, members) = (Vec::new(), Vec::new());
        Self { source, held, at: 0, base: 0, members, is_between, has_ended: false }
    }

    /// Bytes of the file read so far.
    pub(super) fn position(&self) -> u64 {
        self.source.position()
    }

    /// All that is held.
    pub(super) fn held(&self) -> &[u8] {
        &self.held
    }

    /// The held text from the next byte on.
    pub(super) fn rest(&self) -> &[u8] {
        &self.held[self.at..]
    }

    /// True if what is held is the end of a member or of the file.
    pub(super) fn is_complete(&self) -> bool {
        self.is_between || self.has_ended
    }

    /// True if what is held is the end of a member.
    pub(super) fn is_between(&self) -> bool {
        self.is_between
    }

    /// True if the file has no more text.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The byte of the file at which the next text begins: in an archive with members, the byte at which its member
    /// begins.
    pub(super) fn offset(&self) -> u64 {
        let place = self.base + self.at as u64;
        let behind = self.members.partition_point(|member| member.place <= place);
        self.members[..behind].last().map_or(place, |member| member.offset)
    }

    /// True if a member begins at the next byte.
    pub(super) fn begins_member(&self) -> bool {
        let place = self.base + self.at as u64;
        self.members.binary_search_by_key(&place, |member| member.place).is_ok()
    }

    /// The first place in a range of what is held where a member begins with a record.
    pub(super) fn member_in(&self, range: Range<usize>) -> Option<usize> {
        let start = self.base + range.start as u64;
        let first = self.members.partition_point(|member| member.place < start);
        let places = self.members[first..].iter().map(|member| (member.place - self.base) as usize);
        let mut places = places.take_while(|place| *place < range.end);
        places.find(|place| self.held[*place..].starts_with(WARC))
    }

    /// Drops the text before the next byte if there is much of it.
    pub(super) fn forget(&mut self) {
        if self.at < self.held.len() && self.at <= MOVED.max(self.held.len() / 2) {
            return;
        }
        self.held.drain(..self.at);
        self.base += self.at as u64;
        self.at = 0;
        let base = self.base;
        let last = self.members.iter().rposition(|member| member.place <= base);
        self.members.drain(..last.unwrap_or(0));
    }

    /// Reads on, over the ends of members. After damage nothing is held.
    pub(super) fn fill(&mut self) -> io::Result<Option<Damage>> {
        let before = self.held.len();
        let filled = self.source.fill(&mut self.held)?;
        if self.is_between && self.held.len() > before {
            let place = self.base + before as u64;
            self.members.push(Member { place, offset: self.source.member() });
            self.is_between = false;
        }
        match filled {
            Filled::Data => {}
            Filled::Boundary => self.is_between = true,
            Filled::End => self.has_ended = true,
            Filled::Damaged(cause) => {
                self.base += self.held.len() as u64;
                self.held.clear();
                self.members.clear();
                (self.at, self.is_between) = (0, true);
                return Ok(Some(Damage { offset: self.source.member(), fault: cause.into() }));
            }
        }
        Ok(None)
    }

    /// Reads on for the record at the next byte.
    pub(super) fn more(&mut self) -> io::Result<More> {
        let mut before = self.held.len();
        while !self.is_between {
            if let Some(damage) = self.fill()? {
                return Ok(More::Damaged(damage));
            }
            if self.held.len() > before {
                return Ok(More::Data);
            }
            if self.has_ended {
                return Ok(More::End);
            }
        }
        // A record may go over the end of a member, where members were cut by size.
        before = self.held.len();
        while self.held.len() < before + WARC.len() && !self.has_ended {
            if let Some(damage) = self.fill()? {
                return Ok(More::Damaged(damage));
            }
        }
        if self.held.len() == before {
            return Ok(More::End);
        }
        if self.held[before..].starts_with(WARC) {
            return Ok(More::NextMember);
        }
        self.source.set_unaligned();
        Ok(More::Data)
    }
}
