//! Labelled pages and public html5lib tests, which only some machines have; and a note of what a test skipped.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use zhengwen_html::{EncodingHints, decode};

/// Notes that a test skipped something, and why: on stderr, and as a line of the file that `ZHENGWEN_SKIPPED` names.
pub fn skipped(what: &str) {
    eprintln!("skipped: {what}");
    let Some(path) = std::env::var_os("ZHENGWEN_SKIPPED") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    // One write a line, so that tests side by side do not mix theirs. A note that cannot be left fails no test.
    let _ = file.and_then(|mut file| file.write_all(format!("skipped: {what}\n").as_bytes()));
}

/// A folder that a variable of the environment names; by default one in `shared`, next to the repository.
fn given(variable: &str, default: &str) -> PathBuf {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os(variable).map_or_else(|| shared.join(default), PathBuf::from)
}

/// A folder of the public html5lib tests (`HTML5LIB_TESTS`); notes that they are skipped if it is not there.
pub fn html5lib(name: &str) -> Option<PathBuf> {
    let folder = given("HTML5LIB_TESTS", "html5lib-tests").join(name);
    if !folder.is_dir() {
        skipped("the public html5lib tests (set HTML5LIB_TESTS)");
        return None;
    }
    Some(folder)
}

/// The pages of all labelled sets (`DATA`); notes what is skipped if there are none.
pub fn labelled_pages(skips: &str) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let sets = entries(&given("DATA", "data"));
    let mut pages: Vec<PathBuf> = sets.iter().flat_map(|set| entries(&set.join("pages"))).collect();
    pages.sort();
    if pages.is_empty() {
        skipped(&format!("{skips}: no labelled sets (set DATA)"));
    }
    pages
}

/// The text of a page in a file, which may be packed by gzip.
///
/// # Errors
/// When the file cannot be read or unpacked.
pub fn page_text(path: &Path) -> std::io::Result<String> {
    let mut bytes = std::fs::read(path)?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let packed = std::mem::take(&mut bytes);
        GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes)?;
    }
    Ok(decode(&bytes, EncodingHints::default()).0.into_owned())
}
