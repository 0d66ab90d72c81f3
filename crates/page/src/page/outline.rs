//! The page as methods see it, in readable form: every text with its DOM path, block number and
//! flags.

use std::fmt::Write;

use super::{NodeFlags, Page};
use crate::dom::path;
use crate::text::clean::collapsed;

impl Page {
    /// One line per text node: block number, flags, DOM path, and the text. Texts outside blocks have
    /// `-` as their number.
    ///
    /// Flags: `H` hidden, `N` noscript, `L` link, `h` heading, `P` preformatted.
    pub fn outline(&self) -> String {
        let mut out = String::new();
        for text in self.texts() {
            let number = self.block_of(text.node).map_or("-".to_owned(), |at| at.to_string());
            let flags = flag_letters(self.flags(text.node));
            let path = path::describe(self.document().node(text.node));
            let content = collapsed(self.document().text(text.node));
            let _ = writeln!(out, "{number:>5} {flags:5} {path}\t{content}");
        }
        out
    }
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
            page.outline(),
            "    0 h     html/body/div#a/h1\tT\n    1 H     html/body/div#a/p\tx\n    \
             1 HL    html/body/div#a/p/a.k\ty\n"
        );
    }
}
