//! Names of folders and files after titles: whole words, safe on every system, no two the same.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

/// The longest name in characters, and in bytes of UTF-8.
const LONGEST: usize = 60;
const MOST_BYTES: usize = 180;

/// Characters with a meaning in file systems, in shells, or in links between notes.
const FORBIDDEN: &str = "<>:\"/\\|?*#^[]`$%&;";

/// Names of devices on Windows, whatever follows a dot.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

/// A name after a title; `None` if the title has nothing to name by.
pub(super) fn name_after(title: &str) -> Option<String> {
    let text: String = title.nfc().map(|c| if is_safe(c) { c } else { ' ' }).collect();
    let mut name = String::new();
    let mut is_cut = false;
    for word in text.split_whitespace() {
        let fits = |name: &str, word: &str| {
            name.chars().count() + word.chars().count() < LONGEST
                && name.len() + word.len() < MOST_BYTES
        };
        if !fits(&name, word) {
            is_cut = true;
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    if name.is_empty() && is_cut {
        // One long word, as in Chinese: cut between characters, at a sign where there is one late enough.
        name = first_part(text.split_whitespace().next().unwrap_or(""));
    }
    let name = name.trim_matches(['.', ' ', '-', '_', ',', '，', '、', '。']).to_owned();
    let is_named = name.chars().any(char::is_alphanumeric);
    is_named.then(|| if is_device(&name) { with_mark(&name) } else { name })
}

/// A device's name with a mark before what Windows does not look at: the first dot and all behind it.
fn with_mark(name: &str) -> String {
    let device = name.split('.').next().unwrap_or("").trim_end();
    format!("{device}_{}", &name[device.len()..])
}

/// As much of a long word as a name may have, up to a sign in its second half, if there is one.
fn first_part(word: &str) -> String {
    let mut bytes = 0;
    let part: String = word
        .chars()
        .take(LONGEST)
        .take_while(|c| {
            bytes += c.len_utf8();
            bytes <= MOST_BYTES
        })
        .collect();
    let sign = part.rfind(|c: char| !c.is_alphanumeric());
    sign.filter(|at| at * 2 > part.len()).map_or(part.clone(), |at| part[..at].to_owned())
}

fn is_safe(c: char) -> bool {
    let is_unseen = matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}'
        | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{10ffff}');
    !c.is_control() && !is_unseen && !FORBIDDEN.contains(c)
}

fn is_device(name: &str) -> bool {
    let name = name.split('.').next().unwrap_or("").trim().to_lowercase();
    let is_port = |kind: &str| {
        name.strip_prefix(kind).is_some_and(|number| {
            number.chars().count() == 1 && number.contains(|c: char| c.is_numeric())
        })
    };
    DEVICES.contains(&name.as_str()) || is_port("com") || is_port("lpt")
}

/// A key that is equal for names that a file system may take for the same.
pub(super) fn key(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).nfc().collect()
}

/// The name, with a number behind it if it is taken; `taken` are keys.
pub(super) fn free(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(&key(name))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_readable() {
        for (title, name) in [
            ("会议 召开！", "会议 召开！"),
            ("What is new? A/B: \"tests\" | Site", "What is new A B tests Site"),
            ("../../etc/passwd", "etc passwd"),
            ("a\u{0}b\u{7}c\u{202e}d\u{200b}e", "a b c d e"),
            ("CON", "CON_"),
            ("nul.txt", "nul_.txt"),
            ("Aux .a.b", "Aux_ .a.b"),
            ("com1", "com1_"),
            ("Lpt².log", "Lpt²_.log"),
            ("Contents", "Contents"),
            ("trailing dots...", "trailing dots"),
            ("e\u{301}te", "éte"),
        ] {
            assert_eq!(name_after(title).as_deref(), Some(name), "{title:?}");
        }
        for title in ["", "...", "???", "\u{1}\u{2}", "—"] {
            assert_eq!(name_after(title), None, "{title:?}");
        }
    }

    #[test]
    fn long_names_end_between_words() {
        let title = "The quick brown fox jumps over the lazy dog and then over the fence again";
        assert_eq!(
            name_after(title).as_deref(),
            Some("The quick brown fox jumps over the lazy dog and then over")
        );
        let chinese = "城西水厂扩建工程昨天上午开工，".repeat(5);
        let name = name_after(&chinese).unwrap();
        assert!(name.ends_with("开工") && name.chars().count() <= LONGEST, "{name}");
        let name = name_after(&"长".repeat(500)).unwrap();
        assert!(name.len() <= MOST_BYTES && name.chars().count() <= LONGEST);
        assert!(name_after(&"𠀀".repeat(500)).unwrap().len() <= MOST_BYTES);
    }

    #[test]
    fn no_two_names_are_the_same_to_any_file_system() {
        let mut taken = BTreeSet::new();
        let names: Vec<String> = ["Title", "TITLE", "title", "ﬁle", "file"]
            .iter()
            .map(|name| {
                let name = free(name, &taken);
                taken.insert(key(&name));
                name
            })
            .collect();
        assert_eq!(names, ["Title", "TITLE 2", "title 3", "ﬁle", "file 2"]);
    }
}
