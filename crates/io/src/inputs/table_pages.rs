//! The sizes of a table's pages, read from their headers before any of them is unpacked. A page is the unit in which a column of
//! Parquet is packed: the reader of tables unpacks it whole.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::read::MultiGzDecoder;
use parquet::basic::Compression;
use parquet::file::metadata::ColumnChunkMetaData;

/// The error of a table that cannot be read.
pub(super) fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a damaged table: {why}"))
}

/// The times its packed bytes that a page of any size may unpack to: rows of HTML that are packed together seldom reach half of it.
const MOST_TIMES: u64 = 50;

/// The size in bytes of the largest page of a column, unpacked. `most` is the size of a page that may be packed in any way.
///
/// # Errors
/// When a page is larger and packed by more than [`MOST_TIMES`], or a header is damaged.
pub(super) fn largest(file: &File, column: &ColumnChunkMetaData, most: u64) -> io::Result<u64> {
    let (mut at, length) = column.byte_range();
    let end = at + length;
    let mut input = BufReader::new(file.try_clone()?);
    let mut largest = 0;
    while at < end {
        input.seek(SeekFrom::Start(at))?;
        let mut header = Header { input: &mut input, length: 0, unpacked: None, packed: None };
        header.read()?;
        let Header { length, unpacked: Some(unpacked), packed: Some(packed), .. } = header else {
            return Err(damaged("a page without its size"));
        };
        let permitted = most + packed * MOST_TIMES;
        // The others unpack no more than they say; only gzip may.
        let is_gzip = matches!(column.compression(), Compression::GZIP(_));
        let unpacked = match is_gzip && packed * MOST_TIMES_OF_GZIP > permitted {
            true => unpacked.max(unpacked_size(&mut input, packed, permitted)?),
            false => unpacked,
        };
        if unpacked > permitted {
            let words = format!(
                "a page of column {} holds {packed} bytes that unpack to {unpacked} or more; write it in smaller pages",
                column.column_path()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        largest = unpacked.max(largest);
        at += length + packed;
    }
    Ok(largest)
}

/// The times its packed bytes that gzip can unpack to.
const MOST_TIMES_OF_GZIP: u64 = 1032;

/// The bytes that a gzip page unpacks to, counted up to one more than is permitted.
fn unpacked_size(input: impl Read, packed: u64, permitted: u64) -> io::Result<u64> {
    let unpacked = MultiGzDecoder::new(input.take(packed)).take(permitted + 1);
    // The reader of tables reports what cannot be unpacked.
    Ok(io::copy(&mut { unpacked }, &mut io::sink()).unwrap_or(0))
}

/// Types of Thrift's compact protocol.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const NUMBERS: std::ops::RangeInclusive<u8> = 4..=6;
const NUMBER: u8 = 5;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;

/// The types of the fields of a page's header, and of the headers in it, by their numbers from 1. The reader of tables takes them
/// for granted; a header with others would be read in two ways.
const FIELDS: &[u8] = &[NUMBER, NUMBER, NUMBER, NUMBER, STRUCT, STRUCT, STRUCT, STRUCT];
const FIELDS_OF: &[&[u8]] = &[
    &[NUMBER, NUMBER, NUMBER, NUMBER, STRUCT],
    &[],
    &[NUMBER, NUMBER, TRUE],
    &[NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, TRUE, STRUCT],
];

/// Values inside of others, at most.
const MOST_DEPTH: usize = 16;

/// The header of a page while it is read.
struct Header<'a> {
    input: &'a mut BufReader<File>,
    /// Its bytes so far.
    length: u64,
    unpacked: Option<u64>,
    packed: Option<u64>,
}

impl Header<'_> {
    fn read(&mut self) -> io::Result<()> {
        let mut last = 0;
        while let Some((number, kind)) = self.field(&mut last, FIELDS)? {
            match number {
                2 => self.unpacked = Some(self.size()?),
                3 => self.packed = Some(self.size()?),
                5..=8 => {
                    let mut last = 0;
                    let fields = FIELDS_OF[number as usize - 5];
                    while let Some((_, kind)) = self.field(&mut last, fields)? {
                        self.pass(kind, 0)?;
                    }
                }
                _ => self.pass(kind, 0)?,
            }
        }
        Ok(())
    }

    /// The number and the type of the next field of a struct with these types; `None` at its end.
    fn field(&mut self, last: &mut i64, types: &[u8]) -> io::Result<Option<(i64, u8)>> {
        let first = self.byte()?;
        let (step, kind) = (first >> 4, first & 0xf);
        if kind == 0 {
            return Ok(None);
        }
        *last = if step == 0 { self.number()? } else { *last + i64::from(step) };
        let known = usize::try_from(*last - 1).ok().and_then(|place| types.get(place));
        let as_listed = if kind == FALSE { TRUE } else { kind };
        match known.is_none_or(|known| *known == as_listed) {
            true => Ok(Some((*last, kind))),
            false => Err(damaged("a header of a page with a field of another type")),
        }
    }

    /// Passes over a value.
    fn pass(&mut self, kind: u8, depth: usize) -> io::Result<()> {
        if depth > MOST_DEPTH {
            return Err(damaged("a header of a page that is too deep"));
        }
        match kind {
            TRUE | FALSE => Ok(()),
            BYTE => self.byte().map(|_| ()),
            DOUBLE => self.pass_bytes(8),
            BINARY => {
                let length = self.unsigned()?;
                self.pass_bytes(length)
            }
            LIST | SET => {
                let first = self.byte()?;
                let count = if first >> 4 == 15 { self.unsigned()? } else { u64::from(first >> 4) };
                (0..count).try_for_each(|_| match first & 0xf {
                    TRUE | FALSE => self.byte().map(|_| ()),
                    kind => self.pass(kind, depth + 1),
                })
            }
            STRUCT => {
                let mut last = 0;
                while let Some((_, kind)) = self.field(&mut last, &[])? {
                    self.pass(kind, depth + 1)?;
                }
                Ok(())
            }
            kind if NUMBERS.contains(&kind) => self.unsigned().map(|_| ()),
            _ => Err(damaged("a header of a page with a field of no known type")),
        }
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        self.length += 1;
        Ok(byte[0])
    }

    fn pass_bytes(&mut self, count: u64) -> io::Result<()> {
        let passed = io::copy(&mut self.input.by_ref().take(count), &mut io::sink())?;
        self.length += passed;
        if passed < count { Err(damaged("a header of a page that breaks off")) } else { Ok(()) }
    }

    /// A number of seven bits a byte, in at most ten bytes.
    fn unsigned(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(damaged("a number in a header of a page that has no end"))
    }

    fn number(&mut self) -> io::Result<i64> {
        let number = self.unsigned()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn size(&mut self) -> io::Result<u64> {
        let size = i32::try_from(self.number()?).ok().and_then(|size| u64::try_from(size).ok());
        size.ok_or_else(|| damaged("a page with a size that no page has"))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// The length of a header, and the sizes that it gives; or the reason why it is refused.
    fn read(bytes: &[u8]) -> Result<(u64, Option<u64>, Option<u64>), String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        let mut input = BufReader::new(file);
        let mut header = Header { input: &mut input, length: 0, unpacked: None, packed: None };
        header.read().map_err(|error| error.to_string())?;
        Ok((header.length, header.unpacked, header.packed))
    }

    #[test]
    fn a_header_is_read_in_one_way_or_refused() {
        // The kind of page, both sizes, the header of a page of rows without a field.
        let sizes = [0x15, 0, 0x15, 20, 0x15, 10];
        let with = |rest: &[u8]| read(&[&sizes[..], rest].concat());
        assert_eq!(with(&[0x2c, 0, 0]), Ok((9, Some(10), Some(5))));
        let is_refused = |found: Result<_, String>, why: &str| {
            assert!(found.as_ref().is_err_and(|error| error.ends_with(why)), "{found:?}");
        };
        is_refused(read(&[0x15, 0, 0x13, 20, 0]), "with a field of another type");
        is_refused(with(&[0x2c, 0x13, 0, 0, 0]), "with a field of another type");
        is_refused(with(&[0x68, 20, 0]), "that breaks off");
        // A list of a list, and so on, in a field that nobody knows.
        let lists = |depth: usize| [&[0x69][..], &vec![0x19; depth], &[0x13, 0, 0]].concat();
        assert!(with(&lists(10)).is_ok());
        is_refused(with(&lists(40)), "that is too deep");
    }
}
