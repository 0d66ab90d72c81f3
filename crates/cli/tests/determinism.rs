//! The same page gives the same bytes, whichever way it comes in: alone, in a batch of any number of
//! jobs, through the service, and from run to run. The Python package is compared with the program in
//! `crates/python/tests/test_parity.py`.

use crate::run::{root, text, zhengwen};
use crate::serve::Service;

/// Each page's line as the program alone gives it, and its bytes.
fn alone() -> Vec<(String, Vec<u8>)> {
    let mut pages: Vec<_> =
        ["fixtures/pages", "fixtures/structure", "fixtures/fields", "fixtures/bytes"]
            .iter()
            .flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap())
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
            .collect();
    pages.sort();
    let mut words = vec!["extract", "-f", "json"];
    words.extend(pages.iter().map(|path| text(path)));
    let lines = zhengwen(&words).code(0);
    assert_eq!(zhengwen(&words).code(0), lines, "another run gives other bytes");
    assert_eq!(lines.lines().count(), pages.len());
    let bytes = pages.iter().map(|path| std::fs::read(path).unwrap());
    lines.lines().map(str::to_owned).zip(bytes).collect()
}

#[test]
fn every_way_in_gives_the_same_bytes() {
    let pages = alone();
    assert!(pages.len() > 20, "{}", pages.len());
    let folder = tempfile::tempdir().unwrap();
    for (number, (_, bytes)) in pages.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number:04}.html")), bytes).unwrap();
    }
    let batch = |jobs: &str| zhengwen(&["batch", text(folder.path()), "-j", jobs]).code(0);
    let one = batch("1");
    for jobs in ["2", "3"] {
        assert_eq!(batch(jobs), one, "{jobs} jobs");
    }
    let service = Service::start(&["--no-fetch"]);
    for (number, ((line, bytes), in_batch)) in pages.iter().zip(one.lines()).enumerate() {
        // A batch writes the fields of the file before the fields that a single run writes.
        let own = in_batch.split_once("\"url\":").map(|(_, rest)| format!("{{\"url\":{rest}"));
        assert_eq!(own.as_deref(), Some(line.as_str()), "page {number}");
        let answer = service.post_html("/v1/extract?format=json", bytes).text();
        assert_eq!(answer.trim_end(), line, "page {number}");
    }
}
