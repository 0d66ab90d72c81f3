//! The kinds of damage to an archive.

use super::source::Cause;

/// Damage to an archive, and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// The byte of the file where the damaged record or compressed member begins.
    pub offset: u64,
    /// The kind of damage.
    pub fault: Fault,
}

/// The kind of damage to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Its bytes cannot be unpacked.
    Unpacking,
    /// It unpacks to something else than was packed.
    Checksum,
    /// The file ends in its middle.
    Cut,
    /// The bytes where a compressed member should begin are something else.
    NoMember,
    /// The bytes where a record should begin are something else.
    NoRecord,
    /// Another record begins in its head.
    HeadCut,
    /// Its block ends before its length does.
    LengthTooLong,
    /// Its block goes on behind its length.
    LengthTooShort,
    /// Its block is not the one that its `WARC-Block-Digest` is of.
    BlockDigest,
    /// Its payload is not the one that its `WARC-Payload-Digest` is of.
    PayloadDigest,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unpacking => "a record that cannot be unpacked",
            Self::Checksum => "a record with a wrong checksum",
            Self::Cut => "the file ends in the middle of a record",
            Self::NoMember => "no compressed record where one should begin",
            Self::NoRecord => "no WARC record where one should begin",
            Self::HeadCut => "a record that breaks off in its head",
            Self::BlockDigest => "a record with a wrong WARC-Block-Digest",
            Self::PayloadDigest => "a record with a wrong WARC-Payload-Digest",
            Self::LengthTooLong => "a record that ends before its Content-Length",
            Self::LengthTooShort => "a record that goes on behind its Content-Length",
        })
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.fault)
    }
}

impl From<Cause> for Fault {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Unpacking => Self::Unpacking,
            Cause::Checksum => Self::Checksum,
            Cause::Cut => Self::Cut,
            Cause::Garbage => Self::NoMember,
        }
    }
}
