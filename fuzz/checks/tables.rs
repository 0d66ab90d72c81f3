//! Any bytes are read as a Parquet table and as JSON Lines to their end: no panic, and JSON Lines give no more entries than
//! there are bytes.

use std::io::{Cursor, Write};

use zhengwen_io::inputs::{self, BytesRead, InputKind, InputOptions};

pub(crate) fn check(bytes: &[u8]) {
    let options = InputOptions {
        most_bytes: 1 << 20,
        html_column: "html".to_owned(),
        url_column: None,
        charset_column: None,
        keep_columns: Vec::new(),
        check_digests: true,
    };
    let lines = Cursor::new(bytes.to_vec());
    if let Ok(lines) =
        inputs::open_stream(lines, InputKind::JsonLines, &options, &BytesRead::default())
    {
        // A few packed bytes may be many lines.
        let is_packed = bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(&[0x28, 0xb5]);
        let count = lines.take(1 << 20).count();
        assert!(is_packed || count <= bytes.len() + 1);
    }
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return };
    if file.write_all(bytes).is_err() {
        return;
    }
    if let Ok(rows) = inputs::open(file.path(), InputKind::Parquet, &options, &BytesRead::default())
    {
        // A table says itself how many rows it has.
        rows.take(1 << 16).for_each(drop);
    }
}
