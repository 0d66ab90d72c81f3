//! The parser builds the tree that html5ever builds. The input is read as picks from a list of pieces
//! of markup (a byte below 200) and as text (the others), so that most inputs are pages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zhengwen::unstable::dom::parse::parse;
use zhengwen_oracle::{difference, may_differ};

include!("../pieces.rs");

fuzz_target!(|bytes: &[u8]| {
    let mut html = String::new();
    for byte in bytes {
        match PIECES.get(usize::from(*byte)) {
            Some(piece) => html.push_str(piece),
            None => html.push(char::from(byte & 0x7F)),
        }
    }
    check(&html);
    if let Ok(text) = std::str::from_utf8(bytes) {
        check(text);
    }
});

fn check(html: &str) {
    let document = parse(html);
    if !may_differ(html, &document)
        && let Some(difference) = difference(html, &document)
    {
        panic!("{html:?}: {difference}");
    }
}
