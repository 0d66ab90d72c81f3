//! Expected text in files, written anew under `UPDATE_EXPECT=1`.

use std::path::{Path, PathBuf};

/// The repository's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder of the repository with this ending, by name.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(ending));
    files.sort();
    assert!(!files.is_empty(), "{folder} holds no {ending}");
    files
}

/// Compares with the part of a file between the comment that names the table that it is made from and one that says `end`.
pub(crate) fn check_part(file: &str, table: &str, actual: &str) {
    let path = root().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let mark = format!("made from {table}: UPDATE_EXPECT=1 cargo test -p zhengwen");
    let start = text.find(&mark).unwrap_or_else(|| panic!("{file}: {mark}"));
    let start = start + text[start..].find('\n').unwrap() + 1;
    let ends = ["<!-- end -->\n", "# end\n", "// end\n"].map(|end| text[start..].find(end));
    let end = start + ends.into_iter().flatten().min().unwrap();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, [&text[..start], actual, &text[end..]].concat()).unwrap();
    } else {
        assert_eq!(&text[start..end], actual, "{file}: run with UPDATE_EXPECT=1");
    }
}

/// Compares with the file of expected text next to `page`.
pub(crate) fn check(page: &Path, actual: &str) {
    let expected_file = page.with_extension("expected.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&expected_file, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&expected_file).unwrap_or_else(|_| {
        panic!("{}: missing; run with UPDATE_EXPECT=1", expected_file.display())
    });
    assert!(
        expected == actual,
        "{}\n--- expected\n{expected}\n--- actual\n{actual}\n---",
        page.display()
    );
}
