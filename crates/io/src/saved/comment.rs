//! The address of a page that was saved as HTML: browsers and SingleFile write it into a comment at the start.

use memchr::memmem;

use super::web_address;

/// Bytes at the start in which the comment is looked for.
const LOOKED_AT: usize = 8192;

/// The address in the first comments of a page.
pub(super) fn address(bytes: &[u8]) -> Option<String> {
    let mut rest = &bytes[..bytes.len().min(LOOKED_AT)];
    while let Some(start) = memmem::find(rest, b"<!--") {
        rest = &rest[start + 4..];
        let end = memmem::find(rest, b"-->")?;
        let comment = String::from_utf8_lossy(&rest[..end]);
        if let Some(address) = saved_address(comment.trim()) {
            return web_address(address);
        }
        rest = &rest[end..];
    }
    None
}

/// The address of ` saved from url=(0023)https://example.com/ ` and of SingleFile's lines.
fn saved_address(comment: &str) -> Option<&str> {
    if let Some(rest) = comment.strip_prefix("saved from url=(") {
        return rest.split_once(')').map(|(_, address)| address);
    }
    let mut lines = comment.lines().map(str::trim);
    lines.next()?.strip_prefix("Page saved with SingleFile")?;
    lines.find_map(|line| line.strip_prefix("url:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_tell_the_address() {
        for (html, expected) in [
            (
                "<!DOCTYPE html>\n<!-- saved from url=(0025)https://example.com/a.html -->\n<html>",
                Some("https://example.com/a.html"),
            ),
            (
                "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://example.com/a?b=c \n saved date: Sat Nov 28 2026\n--><meta charset=utf-8>",
                Some("https://example.com/a?b=c"),
            ),
            ("<!-- saved from url=(0014)about:internet -->", None),
            ("<!-- saved from url=(0017)file:///C:/a.html -->", None),
            ("<!-- Page saved with SingleFile", None),
            ("<!-- a --><!-- url: https://example.com/ --><p>a", None),
        ] {
            assert_eq!(address(html.as_bytes()).as_deref(), expected, "{html}");
        }
    }
}
