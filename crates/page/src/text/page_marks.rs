//! Page numbers of articles that are split into pages: in titles, and as lines of their own.

use std::sync::LazyLock;

use super::phrases::Phrases;

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::with_capitals(&["page.mark"]));

/// Longer lines are text, whatever they consist of.
const LONGEST_MARK: usize = 120;

/// Chinese numerals.
const NUMERALS: &[char] = &['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '两'];

/// True if a line consists only of page numbers and the words around them: `上一页 1 2 3 下一页`, `(2)`,
/// `第2页 共3页`, `Page 2 of 3`. A line of symbols alone does not count.
///
/// ```
/// use zhengwen_page::text::page_marks::is_page_mark;
/// assert!(is_page_mark("上一页 1 [2] 3 下一页"));
/// assert!(!is_page_mark("第2页的内容"));
/// ```
pub fn is_page_mark(line: &str) -> bool {
    let mut rest = line.trim();
    if rest.len() > LONGEST_MARK {
        return false;
    }
    let mut is_marked = false;
    while let Some(first) = rest.chars().next() {
        is_marked |= first.is_ascii_digit();
        // 二 alone heads a section.
        if first.is_alphabetic() && !NUMERALS.contains(&first) {
            let Some((_, length)) = WORDS.at_start(rest) else { return false };
            is_marked = true;
            rest = &rest[length..];
            continue;
        }
        rest = &rest[first.len_utf8()..];
    }
    is_marked
}

/// Removes the page number from a title: `标题(2)`, `标题 第2页`, `Title - Page 2 of 3`.
///
/// ```
/// use zhengwen_page::text::page_marks::without_page_mark;
/// assert_eq!(without_page_mark("长文的标题（2/3）"), "长文的标题");
/// assert_eq!(without_page_mark("A long story - page 2"), "A long story");
/// assert_eq!(without_page_mark("Windows 10"), "Windows 10");
/// ```
pub fn without_page_mark(title: &str) -> &str {
    let title = title.trim();
    let cut = bracketed(title).or_else(|| numbered(title)).unwrap_or(title.len());
    let kept =
        title[..cut].trim_end_matches(|c: char| c.is_whitespace() || "-–—_|·,，".contains(c));
    if kept.is_empty() { title } else { kept }
}

/// The start of the bracketed page number that ends a title.
fn bracketed(title: &str) -> Option<usize> {
    let inner = title.strip_suffix([')', '）', ']', '】'])?;
    let start = inner.rfind(['(', '（', '[', '【'])?;
    let open = inner[start..].chars().next()?.len_utf8();
    let inner = &inner[start + open..];
    let is_number = inner.chars().any(|c| c.is_ascii_digit()) && inner.len() <= 24;
    // A year in brackets is not a page.
    let is_short = !inner.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 3);
    (is_number && is_short && is_page_mark(inner)).then_some(start)
}

/// The start of a `第2页` or `page 2` that ends a title.
fn numbered(title: &str) -> Option<usize> {
    let start = title.rfind('第').or_else(|| {
        let lower = title.to_ascii_lowercase();
        lower.rfind("page ").filter(|at| {
            title[..*at].chars().next_back().is_some_and(|before| !before.is_alphanumeric())
        })
    })?;
    let mark = &title[start..];
    let is_page = mark.contains(['页', '頁']) || !mark.starts_with('第');
    let has_number = mark.chars().any(|c| c.is_ascii_digit() || NUMERALS.contains(&c));
    (is_page && has_number && is_page_mark(mark)).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_page_lists() {
        for line in [
            "2",
            "(2)",
            "[1] [2] [3]",
            "第2页",
            "第 2 页 / 共 3 页",
            "上一页 1 2 3 下一页 余下全文",
            "首页 上一页 下一页 尾页",
            "Page 2 of 3",
            "Previous | Next »",
            "第二页",
        ] {
            assert!(is_page_mark(line), "{line}");
        }
        for line in
            ["", "——", "* * *", "2是偶数", "Page one of the book", "下一页是空白", "3 个理由", "二"]
        {
            assert!(!is_page_mark(line), "{line}");
        }
    }

    #[test]
    fn titles_lose_their_page_number_only() {
        for (title, bare) in [
            ("标题(2)", "标题"),
            ("标题 （第2页）", "标题"),
            ("标题_第3页", "标题"),
            ("标题 第2页 共5页", "标题"),
            ("Title [2/4]", "Title"),
            ("Title | Page 2 of 3", "Title"),
            ("标题(2010)", "标题(2010)"),
            ("第2页", "第2页"),
            ("Homepage 2", "Homepage 2"),
            ("第五代计算机", "第五代计算机"),
        ] {
            assert_eq!(without_page_mark(title), bare);
        }
    }
}
