//! The seller's number for a product in the scripts of its shop.

use std::collections::HashMap;

use crate::dom::Tag;
use crate::page::Page;

/// The key of the number in the data of shops.
const KEY: &str = "\"sku\":";
/// The longest number, in bytes.
const LONGEST: usize = 40;
/// The number of the page's product occurs this many times as often as that of any other product.
const TIMES: usize = 2;

/// The number that the scripts of a page name, or name most often.
pub(super) fn number(page: &Page) -> Option<String> {
    let document = page.document();
    let mut times: HashMap<String, usize> = HashMap::new();
    for id in document.elements().filter(|id| document.tag(*id) == Tag::SCRIPT) {
        let script = document.text_content(id);
        let values =
            script.match_indices(KEY).map(|(at, key)| script[at + key.len()..].trim_start());
        let values = values.filter_map(|value| value.strip_prefix('"')?.split_once('"'));
        for (number, _) in values.filter(|(number, _)| (1..=LONGEST).contains(&number.len())) {
            *times.entry(number.to_owned()).or_default() += 1;
        }
    }
    let (number, most) = times.iter().max_by_key(|(_, times)| **times)?;
    let is_rare = |(other, times): (&String, &usize)| other == number || times * TIMES <= *most;
    times.iter().all(is_rare).then(|| number.clone())
}
