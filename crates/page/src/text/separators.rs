//! The marks that part a text: lines and heads of posts into pieces, titles from the names of sites, values from what follows.

/// What a mark parts, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts(u8);

/// A bar, a dot or a stroke between the parts of a line.
pub const LINE: Parts = Parts(1);
/// What parts the head of a post too.
pub const HEAD: Parts = Parts(2);
/// What sites put between the title of a page and their own name.
pub const TITLE: Parts = Parts(4);
/// What ends the value behind a label; raised numbers of notes too.
pub const VALUE: Parts = Parts(8);
/// What stands between columns, and nowhere else.
pub const BAR: Parts = Parts(16);

/// The one table of separators.
const fn of(mark: char) -> u8 {
    let (line, head, title, value, bar) = (LINE.0 | HEAD.0, HEAD.0, TITLE.0, VALUE.0, BAR.0);
    match mark {
        '|' | '｜' | '丨' => line | title | value | bar,
        '·' | '•' => line | title | value,
        '⋅' => line | value,
        '/' | '／' | '╱' => line,
        '—' | '–' => head | title | value,
        '»' => head | title,
        '›' => head,
        '_' | '-' | '―' | '«' | '－' | '＿' => title,
        '）' | ')' | ']' | '】' | '。' | '；' | ';' | '(' | '（' | '>' | '〕' | '」' => {
            value
        }
        '¹' | '²' | '³' | '⁴' | '⁵' => value,
        _ => 0,
    }
}

/// True if a mark parts such texts.
#[inline]
pub fn is_separator(mark: char, of_what: Parts) -> bool {
    of(mark) & of_what.0 != 0
}

/// True for a bar, a dot or a stroke between the parts of a line.
#[inline]
pub fn parts_line(mark: char) -> bool {
    is_separator(mark, LINE)
}

/// True for a mark between the parts of the head of a post.
#[inline]
pub fn parts_head(mark: char) -> bool {
    is_separator(mark, HEAD)
}

/// True for a bar between columns.
#[inline]
pub fn parts_columns(mark: char) -> bool {
    is_separator(mark, BAR)
}
