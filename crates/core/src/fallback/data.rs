//! The text and the images in the data that a page holds for scripts.

use std::collections::BTreeMap;

use super::prose::{self, Prose, is_data, is_markup};
use super::script_strings::{ScriptString, strings};
use super::sources::{self, Source};
use super::{escaped, is_announced, streamed};
use crate::page::{Page, media};
use crate::text::lexicon::Group;
use crate::text::machine::script_text;

/// A longer text, in characters, is more than a paragraph.
const LONG_PARAGRAPH: usize = 200;
/// Images of scripts that are read at most.
const MOST_IMAGES: usize = 50;
/// The text of the page's data: the strings under the key that holds most of what reads like sentences. Only the longest of
/// them, if it is HTML or makes up most of the text. Also the images of the data, as HTML.
pub(super) fn text(page: &Page) -> Option<(String, String)> {
    let (found, images) = prose_of(page);
    let mut amounts: BTreeMap<&str, usize> = BTreeMap::new();
    for string in &found {
        *amounts.entry(&string.key).or_default() += string.text.len();
    }
    let (best, amount) = amounts.into_iter().max_by_key(|(_, amount)| *amount)?;
    let best = found.iter().filter(|string| string.key == best);
    let longest = best.clone().max_by_key(|string| string.text.len())?;
    let is_most = longest.text.len() * 2 > amount
        && (longest.text.chars().count() > LONG_PARAGRAPH || is_announced(page, &longest.text));
    let text = match is_most || is_markup(&longest.text) {
        true => longest.text.clone(),
        false => prose::joined(best.map(|string| string.text.as_str())),
    };
    // Of a text in HTML the images have their places there.
    let images = if is_markup(&text) { Vec::new() } else { images };
    Some((
        text,
        images.iter().map(|address| format!("<img src=\"{}\">", escaped(address))).collect(),
    ))
}

/// The strings of the page's data that read like sentences, and the addresses of images.
fn prose_of(page: &Page) -> (Vec<ScriptString>, Vec<String>) {
    let mut prose = Prose::default();
    let mut images: Vec<String> = Vec::new();
    let mut stream = String::new();
    for source in sources::of(page) {
        let script = match source {
            Source::Text(text) => {
                prose.add(ScriptString { key: String::new(), text });
                continue;
            }
            Source::Script(script) => script,
        };
        if let Some(part) = streamed::part(&script) {
            stream.push_str(&part);
            continue;
        }
        for string in strings(&script) {
            let data = script_text(&string.text);
            if is_data(&data) {
                strings(&data).for_each(|inner| prose.add(inner));
            } else if images.len() < MOST_IMAGES && is_image(&string) {
                // The larger one is behind the smaller one.
                images.retain(|other| !is_same_picture(other, &string.text));
                images.push(string.text);
            } else {
                prose.add(string);
            }
        }
    }
    streamed::strings_of(&stream).for_each(|string| prose.add(string));
    (prose.found, images)
}

/// True if a string is the address of an image, by the name that it is stored under.
fn is_image(string: &ScriptString) -> bool {
    static KEYS: Group = Group::of("script.image");
    static KEYS_OF_FILES: Group = Group::of("script.image_file");
    let key = &*string.key.to_ascii_lowercase().replace(['_', '-'], "");
    string.text.starts_with("http")
        && (KEYS.contains(&key)
            || media::is_image_file(&string.text) && KEYS_OF_FILES.contains(&key))
}

/// True if two addresses are of one picture, in two sizes: its name is the last part that is no size (`.../4f0e9a/640`).
fn is_same_picture(a: &str, b: &str) -> bool {
    /// The shortest name of a picture.
    const SHORTEST: usize = 4;
    let paths = [a, b].map(|address| address.split('?').next().unwrap_or(""));
    let names = paths.map(|path| path.rsplit('/').find(|part| part.len() >= SHORTEST));
    paths[0] == paths[1] || names[0] == names[1]
}
