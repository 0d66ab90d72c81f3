//! The page as methods see it, in readable form: every text with its DOM path, block number and
//! flags.

use std::fmt::Write;

use crate::dom::path;
use crate::page::{NodeFlags, Page};
use crate::text::clean::collapsed;

/// One line per text node: block number, flags, DOM path, and the text. Texts outside blocks have
/// `-` as their number.
///
/// Flags: `H` hidden, `N` noscript, `L` link, `h` heading, `P` preformatted.
pub fn outline(page: &Page) -> String {
    let mut out = String::new();
    for text in page.texts() {
        let number =
            page.block_of(text.node).map_or_else(|| "-".to_owned(), |number| number.to_string());
        let flags = flag_letters(page.flags(text.node));
        let path = path::describe(page.document().node(text.node));
        let content = collapsed(page.document().text(text.node));
        let _ = writeln!(out, "{number:>5} {flags:5} {path}\t{content}");
    }
    out
}

fn flag_letters(flags: NodeFlags) -> String {
    [
        (NodeFlags::HIDDEN, 'H'),
        (NodeFlags::NOSCRIPT, 'N'),
        (NodeFlags::LINK, 'L'),
        (NodeFlags::HEADING, 'h'),
        (NodeFlags::PREFORMATTED, 'P'),
    ]
    .iter()
    .filter(|(flag, _)| flags.has(*flag))
    .map(|(_, letter)| *letter)
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn shows_blocks_flags_and_paths() {
        let page = Page::new("<div id=a><h1>T</h1><p hidden>x <a class=k>y</a></div>", None);
        assert_eq!(
            super::outline(&page),
            "    0 h     html/body/div#a/h1\tT\n    1 H     html/body/div#a/p\tx\n    \
             1 HL    html/body/div#a/p/a.k\ty\n"
        );
    }
}
