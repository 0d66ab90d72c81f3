//! Tables that unpack to much, and columns that name their values by number.

use std::io::{Read, Seek, Write};

use arrow_array::types::Int32Type;
use arrow_array::{DictionaryArray, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::*;

/// A table with a column of pages.
fn table(column: ArrayRef, packing: Compression) -> File {
    let batch = RecordBatch::try_from_iter([("html", column)]).unwrap();
    let properties = WriterProperties::builder().set_compression(packing);
    let properties = properties.set_dictionary_page_size_limit(1 << 30).build();
    let file = tempfile::tempfile().unwrap();
    let output = file.try_clone().unwrap();
    let mut writer = ArrowWriter::try_new(output, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    file
}

#[test]
fn pages_that_unpack_to_much_more_are_not_unpacked() {
    let blanks = " ".repeat(20 << 20);
    let column = || Arc::new(StringArray::from(vec![format!("{blanks}1"), format!("{blanks}2")]));
    for packing in [
        Compression::ZSTD(ZstdLevel::default()),
        Compression::GZIP(GzipLevel::default()),
        Compression::SNAPPY,
    ] {
        let file = table(column(), packing);
        assert!(file.metadata().unwrap().len() < 4 << 20);
        let message = batches(file, &["html"], 1 << 20).err().map(|error| error.to_string());
        let message = message.unwrap_or_default();
        let is_small = packing == Compression::SNAPPY;
        assert_eq!(
            message.contains("write it in smaller pages"),
            !is_small,
            "{packing} {message:?}"
        );
    }
    let file = table(column(), Compression::ZSTD(ZstdLevel::default()));
    let rows = batches(file, &["html"], 30 << 20).unwrap().map(|batch| batch.unwrap().num_rows());
    assert_eq!(rows.collect::<Vec<_>>(), [1, 1], "large pages that are permitted come alone");
}

/// A copy of a file with its bytes changed.
fn changed(mut file: File, change: impl FnOnce(&mut Vec<u8>)) -> File {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    change(&mut bytes);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&bytes).unwrap();
    file
}

/// The reader of tables unpacks gzip to its end, whatever a header says.
#[test]
fn gzip_pages_that_lie_about_their_size_are_counted() {
    let blanks = " ".repeat(20 << 20);
    let column = Arc::new(StringArray::from(vec![format!("{blanks}1"), format!("{blanks}2")]));
    let declared = 2 * (2 * (4 + blanks.len() + 1));
    let number = |of: usize| [of | 0x80, of >> 7 | 0x80, of >> 14 | 0x80, of >> 21];
    let number = |of: usize| number(of).map(|byte| (byte & 0xff) as u8);
    let file = changed(table(column, Compression::GZIP(GzipLevel::default())), |bytes| {
        let at = bytes.windows(4).position(|four| four == number(declared)).unwrap();
        bytes[at..at + 4].copy_from_slice(&number(16));
    });
    let error = batches(file, &["html"], 1 << 20).err().unwrap().to_string();
    assert!(error.contains("write it in smaller pages"), "{error}");
}

#[test]
fn columns_outside_of_the_file_are_refused() {
    let column = Arc::new(StringArray::from(vec!["x".repeat(50_000)]));
    let file = changed(table(column, Compression::UNCOMPRESSED), |bytes| {
        bytes.drain(1_000..45_000);
    });
    let error = batches(file, &["html"], 1 << 20).err().unwrap().to_string();
    assert!(error.ends_with("a column lies outside of the file"), "{error}");
}

/// Rows that name a large value by number are as large as it is.
#[test]
fn rows_of_large_words_come_a_few_at_a_time() {
    let word = "x".repeat(8 << 20);
    let column = Arc::new(StringArray::from(vec![word.as_str(); 40]));
    let file = table(column, Compression::UNCOMPRESSED);
    assert!(file.metadata().unwrap().len() < 20 << 20);
    for batch in batches(file, &["html"], 20 << 20).unwrap() {
        assert!(batch.unwrap().num_rows() <= 4);
    }
}

#[test]
fn columns_may_name_their_values_by_number() {
    let column: DictionaryArray<Int32Type> =
        [Some("a"), None, Some("b"), Some("a")].into_iter().collect();
    let file = table(Arc::new(column), Compression::UNCOMPRESSED);
    let found = fields(file.try_clone().unwrap(), &["html".to_owned()]).unwrap();
    assert_eq!(found[0].data_type(), &DataType::Utf8);
    let batch = batches(file, &["html"], 1 << 20).unwrap().next().unwrap().unwrap();
    let cells = Cells::of(batch.column(0)).unwrap();
    assert_eq!(kept(&batch, &["html".to_owned()]).unwrap()[3]["html"], "a");
    let texts: Vec<_> = (0..4).map(|row| cells.text(row)).collect();
    let word = |word: &str| Some(word.to_owned());
    assert_eq!(texts, [word("a"), None, word("b"), word("a")]);
    let none: DictionaryArray<Int32Type> = [None::<&str>, None].into_iter().collect();
    let none: ArrayRef = Arc::new(none);
    assert_eq!(Cells::of(&none).unwrap().text(1), None);
}
