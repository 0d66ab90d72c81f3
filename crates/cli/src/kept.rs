//! Files of the repository that are made from the program's types.

use std::path::Path;

use serde_json::Value;

/// Compares a file with what it is made from; `UPDATE_EXPECT=1` writes it instead.
pub(crate) fn compare(file: &str, made: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let made = serde_json::to_string_pretty(made).unwrap() + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, made).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == made, "{file} is not up to date; run the tests with UPDATE_EXPECT=1");
}
