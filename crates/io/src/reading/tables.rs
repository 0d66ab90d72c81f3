//! Tables: the row of heads is a head, which stays above what scrolls and is printed on each page; columns of numbers are marked,
//! so that their points are below each other.

use std::borrow::Cow;

use super::between;

/// The HTML with the first row of each table in a `thead` if it has heads alone, and the class `n` on the cells of columns of
/// numbers, heads included. A table with another in it stays as it is, cells across several columns are not marked.
pub(super) fn set(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 256);
    let mut rest = html;
    while let Some((before, table, after)) = between(rest, "<table>", "</table>") {
        out.push_str(before);
        out.push_str("<table>");
        let is_plain = !["<table>", "colspan=", "rowspan="].iter().any(|part| table.contains(part));
        let table = if is_plain { Cow::Owned(marked(table)) } else { Cow::Borrowed(table) };
        out.push_str(&with_head(&table));
        out.push_str("</table>");
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A table whose first row is a head: it has heads alone, none of which goes on below, and rows follow.
fn with_head(table: &str) -> Cow<'_, str> {
    let Some((caption, row, rows)) = between(table, "<tr>", "</tr>") else { return table.into() };
    let is_head = !["<td", "rowspan=", "<table>"].iter().any(|part| row.contains(part));
    match is_head && rows.contains("<tr>") && !rows.contains("<table>") {
        true => format!("{caption}<thead><tr>{row}</tr></thead>{rows}").into(),
        false => table.into(),
    }
}

/// A cell: true for a head, and its HTML.
type Cell<'t> = (bool, &'t str);

fn cells(row: &str) -> Vec<Cell<'_>> {
    let mut found = Vec::new();
    let mut rest = row;
    while let Some(at) = rest.find("<t") {
        let is_head = rest[at..].starts_with("<th>");
        let end = if is_head { "</th>" } else { "</td>" };
        let inside = rest.get(at + "<td>".len()..).and_then(|cell| cell.split_once(end));
        let Some((cell, after)) = inside else { break };
        found.push((is_head, cell));
        rest = after;
    }
    found
}

fn marked(table: &str) -> String {
    let (caption, rows) = table.split_at(table.find("<tr>").unwrap_or(table.len()));
    let rows: Vec<Vec<Cell>> = rows.split("<tr>").skip(1).map(cells).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_of_numbers: Vec<bool> = (0..width).map(|column| is_of_numbers(&rows, column)).collect();
    let mut out = String::from(caption);
    for row in &rows {
        out.push_str("<tr>");
        for (column, (is_head, cell)) in row.iter().enumerate() {
            let name = if *is_head { "th" } else { "td" };
            let class = if is_of_numbers[column] { " class=\"n\"" } else { "" };
            out.push_str(&format!("<{name}{class}>{cell}</{name}>"));
        }
        out.push_str("</tr>\n");
    }
    out
}

/// True if each cell of a column below the heads that is not empty is a number, and there are two.
fn is_of_numbers(rows: &[Vec<Cell>], column: usize) -> bool {
    let cells = rows.iter().filter_map(|row| row.get(column));
    let filled: Vec<&str> = cells
        .filter(|(is_head, cell)| !is_head && !is_blank(cell))
        .map(|(_, cell)| *cell)
        .collect();
    filled.len() > 1 && filled.iter().all(|cell| is_number(cell))
}

fn is_blank(cell: &str) -> bool {
    matches!(plain(cell).as_str(), "" | "-" | "–" | "—" | "/" | "…")
}

/// The text of a cell that is a line of plain or strong words; of others nothing that is a number.
fn plain(cell: &str) -> String {
    cell.replace("<strong>", "").replace("</strong>", "").replace("&nbsp;", " ").trim().to_owned()
}

/// Characters of a number at most, with its sign, unit and points.
const MOST: usize = 16;

/// True for `1,284.6`, `-2.1%`, `￥429.00`, `+3`, `12 km`: digits first, and at most three letters behind.
fn is_number(cell: &str) -> bool {
    let text = plain(cell);
    let number = text.trim_start_matches(['+', '-', '−', '±', '~', '¥', '￥', '$', '€', '£', ' ']);
    let end = number
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.' | ' ' | '\u{a0}'))
        .unwrap_or(number.len());
    let unit = number[end..].trim();
    text.chars().count() <= MOST
        && number.starts_with(|c: char| c.is_ascii_digit())
        && unit.chars().count() <= 3
        && !unit.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | '/' | ':' | '<'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_numbers_are_marked() {
        let html = "<p>a</p>\n<table>\n<caption>c</caption>\n<tr><th>区</th><th>用水</th><th>比上年</th><th>日期</th></tr>\n\
            <tr><td>城东</td><td>1,284.6</td><td>-2.1%</td><td>2026-01-02</td></tr>\n\
            <tr><td>城西</td><td>–</td><td><strong>+0.9%</strong></td><td>2026-01-03</td></tr>\n\
            <tr><td>合计</td><td>980</td><td></td><td></td></tr>\n</table>\n";
        let expected = "<p>a</p>\n<table>\n<caption>c</caption>\n<thead><tr><th>区</th><th class=\"n\">用水</th><th class=\"n\">比上年</th><th>日期</th></tr></thead>\n\
            <tr><td>城东</td><td class=\"n\">1,284.6</td><td class=\"n\">-2.1%</td><td>2026-01-02</td></tr>\n\
            <tr><td>城西</td><td class=\"n\">–</td><td class=\"n\"><strong>+0.9%</strong></td><td>2026-01-03</td></tr>\n\
            <tr><td>合计</td><td class=\"n\">980</td><td class=\"n\"></td><td></td></tr>\n</table>\n";
        assert_eq!(set(html), expected);
        let wide = html.replace("<td>合计</td><td>980</td>", "<td colspan=\"2\">980</td>");
        assert_eq!(
            set(&wide),
            wide.replace("<tr><th>", "<thead><tr><th>").replace("</th></tr>", "</th></tr></thead>")
        );
        for other in [
            "<table>\n<tr><th>a</th></tr>\n</table>",
            "<table>\n<tr><th>a</th><td>b</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>",
            "<table>\n<tr><th rowspan=\"2\">a</th></tr>\n<tr><td>c</td></tr>\n</table>",
        ] {
            assert_eq!(set(other), other);
        }
    }

    #[test]
    fn numbers_have_digits_first_and_a_short_unit() {
        for (text, is) in [
            ("12", true),
            ("￥429.00", true),
            ("12 km", true),
            ("3 个月", true),
            ("2026-03", false),
            ("12:30", false),
            ("abc", false),
            ("3 days ago", false),
            ("1<br>2", false),
        ] {
            assert_eq!(is_number(text), is, "{text}");
        }
    }
}
