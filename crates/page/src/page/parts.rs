//! The parts of a line: what it has in elements of their own.

use super::{Block, Page};

impl Page {
    /// The text of a block, split where one of its text nodes ends and the next begins:
    /// `<span>某报</span><span>张三</span>` is one word to read and two parts. Adds up to the text but for blanks.
    pub fn parts_of(&self, block: &Block) -> Vec<&str> {
        let text = self.block_text(block);
        let mut at = 0;
        let mut starts = Vec::new();
        for node in self.texts_of(block) {
            let shown = self.document().text(node.node).trim();
            let rest = text[at..].trim_start();
            let (start, length) = if rest.starts_with(shown) {
                (text.len() - rest.len(), shown.len())
            } else {
                // Its blanks are other ones in the block.
                let word = shown.split_whitespace().next().unwrap_or("");
                let Some(found) = text[at..].find(word) else { continue };
                (at + found, word.len())
            };
            starts.push(start);
            at = start + length;
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(start, end)| text[*start..end].trim()).collect()
    }
}
