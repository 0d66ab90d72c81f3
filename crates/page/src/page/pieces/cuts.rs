//! Where a piece ends: at a mark, a bracket or the edge of an element.

use super::pair::Pair;
use super::piece::Before;
use super::reader::{Reader, Start};
use crate::page::Label;
use crate::page::segment::Gap;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::separators::parts_head;

/// What ends a piece: its bytes, and what is before the next one.
type Cut = (usize, usize, Before);

impl Reader<'_> {
    /// The first cut from a byte on, before another.
    pub(super) fn cut(&self, from: usize, limit: usize) -> Cut {
        let element = self.next_edge(from).unwrap_or(usize::MAX);
        for (at, mark) in self.text[from..limit].char_indices().map(|(at, c)| (from + at, c)) {
            if at >= element {
                return (at, at, Before::Element);
            }
            let after = at + mark.len_utf8();
            match mark {
                '(' | '（' | '[' | '【' | '〔' if !self.is_called(at) => {
                    return (at, after, Before::Bracket(mark));
                }
                ')' | '）' | ']' | '】' | '〕' => return (at, after, Before::Blank),
                _ if self.is_mark(mark, from, at) => return (at, after, Before::Mark(mark)),
                _ => {}
            }
        }
        (limit, limit, Before::Blank)
    }

    /// The end of a value by what the label knows nothing of: the next pair, an element, the arrow of a path.
    pub(super) fn end_of_value(&self, start: usize, limit: usize, label: Label) -> usize {
        let is_apart = label == Label::Source || label.is_fact();
        let edge = self.next_edge(start).filter(|_| is_apart).unwrap_or(limit).min(limit);
        let marks = self.text[start..edge].char_indices().map(|(at, mark)| (start + at, mark));
        let mut ends = marks.filter(|(at, mark)| match mark {
            '»' | '›' => self.is_mark(*mark, start, *at),
            _ => {
                label.is_fact()
                    && parts_pairs(*mark)
                    && self.begins_pair(at + mark.len_utf8(), edge)
            }
        });
        ends.next().map_or(edge, |(at, _)| at)
    }

    /// The next start of an element that is apart from the text before it.
    fn next_edge(&self, from: usize) -> Option<usize> {
        self.starts
            .iter()
            .find(|start| start.at > from && self.is_edge(start))
            .map(|start| start.at)
    }

    fn is_edge(&self, start: &Start) -> bool {
        match start.gap {
            Gap::None => false,
            Gap::Blank => !self.is_prose,
            Gap::Elements => true,
        }
    }

    /// True for the bracket of `f(x)`.
    fn is_called(&self, at: usize) -> bool {
        self.text[..at].ends_with(|c: char| c.is_ascii_alphanumeric())
    }

    /// True if a mark parts the piece that begins at `from`: not inside a word, a number, a date or a foreigner's name, and
    /// the values of `S / M / L` are one.
    fn is_mark(&self, mark: char, from: usize, at: usize) -> bool {
        if mark.is_ascii_alphanumeric() || is_cjk(mark) {
            return false;
        }
        let after = at + mark.len_utf8();
        let before = self.text[..at].chars().next_back();
        let behind = self.text[after..].chars().next();
        let is_loose = before.is_some_and(is_blank) && behind.is_some_and(is_blank);
        let is_in_pair = parts_pairs(mark) && Pair::of(&self.text[from..at]).is_some();
        match mark {
            '-' => is_loose && !self.is_prose,
            '/' | '／' | '—' | '–' if self.is_prose => false,
            _ if is_in_pair => self.begins_pair(after, self.text.len()),
            _ if !parts_head(mark) => false,
            '/' | '／' | '—' | '–' => {
                let joins = |c: char| c.is_ascii_alphanumeric() || ":/—–".contains(c);
                !(before.is_some_and(joins) && behind.is_some_and(joins))
            }
            '·' => !(before.is_some_and(is_cjk) && behind.is_some_and(is_cjk)),
            '»' | '›' => before.is_none_or(is_blank),
            _ => true,
        }
    }

    /// True if a name and a colon follow, before the next such mark.
    fn begins_pair(&self, from: usize, limit: usize) -> bool {
        let next = self.text.get(from..limit).unwrap_or("").split(parts_pairs).next();
        next.is_some_and(|next| Pair::of(next).is_some_and(|pair| !pair.name.is_empty()))
    }
}

/// True for a mark that parts pairs, and otherwise the values of one.
fn parts_pairs(mark: char) -> bool {
    matches!(mark, '/' | '／' | '·' | '•' | ';' | '；' | ',' | '，')
}
