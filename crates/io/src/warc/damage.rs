//! What may be wrong with an archive.

use super::source::Cause;

/// What is wrong with an archive at one of its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// The byte of the file where the damaged record or compressed member begins.
    pub offset: u64,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Its bytes cannot be unpacked.
    Unpacking,
    /// It unpacks to something else than was packed.
    Checksum,
    /// The file ends in its middle.
    Cut,
    /// Something else stands where a compressed member should begin.
    NoMember,
    /// Something else stands where a record should begin.
    NoRecord,
    /// Its block ends before its length does.
    LengthTooLong,
    /// Its block goes on behind its length.
    LengthTooShort,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unpacking => "a record that cannot be unpacked",
            Self::Checksum => "a record with a wrong checksum",
            Self::Cut => "the file ends in the middle of a record",
            Self::NoMember => "no compressed record where one should begin",
            Self::NoRecord => "no WARC record where one should begin",
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
