//! Dates in addresses.

use crate::text::dates::{self, Date};

/// The date in an address: `/2010/12/15/`, `/2010-12/15/`, `/20101215/`, `t20101215_`.
pub(super) fn in_address(url: &str) -> Option<(Date, String)> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = &path[path.find('/')?..];
    if let Some(found) = dates::find(path) {
        return Some((found.date, path[found.range].to_owned()));
    }
    let bytes = path.as_bytes();
    for (start, _) in path.match_indices("20").chain(path.match_indices("19")) {
        let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_whole = start == 0 || !bytes[start - 1].is_ascii_digit();
        if is_whole && (digits == 8 || digits == 14 || digits == 12) {
            let (year, month, day) =
                (&path[start..start + 4], &path[start + 4..start + 6], &path[start + 6..start + 8]);
            let iso = format!("{year}-{month}-{day}");
            if let Some(found) = dates::find(&iso) {
                return Some((found.date, path[start..start + 8].to_owned()));
            }
        }
    }
    None
}
