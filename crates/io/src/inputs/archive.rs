//! Pages of WARC archives.

use std::io::{self, Read};

use serde_json::Map;

use super::entry::{Entries, Html, InputEntry, InputOptions, InputPage};
use crate::warc::{Archive, ArchivedPage, Entry};

pub(super) fn open(
    input: impl Read + Send + 'static,
    options: &InputOptions,
) -> io::Result<Entries> {
    let archive = Archive::open(input, options.most_bytes)?.check_digests(options.check_digests);
    Ok(Box::new(archive.map(|entry| Ok(of_archive(entry?)))))
}

fn of_archive(entry: Entry) -> InputEntry {
    match entry {
        Entry::PassedOver(why) => InputEntry::PassedOver(why.to_string()),
        Entry::Damaged(damage) => {
            InputEntry::Damaged { offset: damage.offset, what: damage.to_string() }
        }
        Entry::Page(page) => {
            let ArchivedPage { offset, id, url, fetched_at, charset, html, is_cut, is_damaged } =
                *page;
            let (html, kept) = (Html::Bytes(html), Map::new());
            InputEntry::Page(Box::new(InputPage {
                offset,
                id,
                url,
                charset,
                fetched_at,
                html,
                is_cut,
                is_damaged,
                kept,
            }))
        }
    }
}
