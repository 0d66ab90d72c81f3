//! A short run of what the fuzz targets for files check, on archives and tables with some bytes changed.

#[path = "../../../fuzz/checks/saved.rs"]
mod saved;
#[path = "../../../fuzz/checks/tables.rs"]
mod tables;
#[path = "../../../fuzz/checks/warc.rs"]
mod warc;

use std::sync::{Arc, LazyLock};

use arrow_array::{RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::writer::{HTML, PACKINGS, other, parts, response};

/// A small archive in each packing.
static ARCHIVES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let page = |url: &str| response(url, HTML, "<title>题</title><p>一句话。".as_bytes(), &[]);
    let records = [other("warcinfo", "a"), page("http://a.example/1"), page("http://a.example/2")];
    PACKINGS.into_iter().map(|packing| parts(&records, packing).concat()).collect()
});

/// A small table, and the same pages as lines.
static TABLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let pages = ["<title>题</title><p>一句话。", "<p>第二句话。"];
    let column = Arc::new(StringArray::from_iter_values(pages));
    let batch = RecordBatch::try_from_iter([("html", column as _)]).unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    let table = writer.into_inner().unwrap();
    let lines = pages.map(|page| format!("{{\"html\":\"{page}\"}}\n")).concat();
    vec![table, lines.into_bytes()]
});

/// Pages that browsers saved.
static SAVED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/saved");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
});

/// One of these with some bytes changed, and perhaps cut.
fn damaged(seeds: &'static [Vec<u8>]) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 0..8);
    let length = prop_oneof![3 => Just(None), 1 => any::<Index>().prop_map(Some)];
    (select(seeds), changes, length).prop_map(|(mut bytes, changes, length)| {
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let whole = bytes.len();
        bytes.truncate(length.map_or(whole, |length| length.index(whole)));
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    #[ignore = "half a minute: make nightly"]
    fn short_run_of_warc(bytes in damaged(&ARCHIVES)) {
        warc::check(&bytes);
    }

    #[test]
    #[ignore = "half a minute: make nightly"]
    fn short_run_of_tables(bytes in damaged(&TABLES)) {
        tables::check(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn damaged_saved_pages_are_read_or_refused(bytes in damaged(&SAVED)) {
        saved::check(&bytes);
    }

    #[test]
    fn any_bytes_behind_the_start_of_a_saved_page_are_read_or_refused(
        seed in select(&SAVED[..]),
        length in any::<Index>(),
        rest in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        saved::check(&[&seed[..length.index(seed.len())], &rest].concat());
        saved::check(&rest);
    }
}
