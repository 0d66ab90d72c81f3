//! Plain text: one line a block, as the page shows it.

use crate::methods::part_of;
use crate::page::Page;
use crate::select::Content;

/// The content as plain text: blanks collapsed, one line for each text block.
pub fn text(page: &Page, content: &Content) -> String {
    let mut out = String::new();
    for (block, range) in &content.blocks {
        let mut line = String::new();
        let mut spans = content.spans[range.clone()].iter().peekable();
        for text in page.texts_of(&page.blocks()[*block]) {
            let mut is_first = true;
            while let Some(span) = spans.next_if(|span| span.node == text.node) {
                let part = part_of(page.document().text(text.node), *span);
                if is_first {
                    text.push_to(&mut line, part);
                } else {
                    // Another line of the same text: its line end was a blank.
                    crate::text::clean::push_space(&mut line);
                    crate::text::clean::push_collapsed(&mut line, part);
                }
                is_first = false;
            }
        }
        let line = line.trim();
        if !line.is_empty() {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(line);
        }
    }
    out
}
