//! The cover of a book: its title, site and date, as a drawing that needs no font of its own.

use std::fmt::Write as _;

use zhengwen_page::text::escape::escaped;

/// The size of a cover, and of the letters of its title.
const SIZE: (u32, u32) = (900, 1200);
const LETTERS: u32 = 76;
/// Units of a line of the title: a Chinese character is two, a letter one.
const MOST_UNITS: usize = 20;
/// Lines of the title.
const MOST_LINES: usize = 7;

/// The drawing.
pub(super) fn cover(title: &str, site: Option<&str>, date: Option<&str>) -> String {
    let (width, height) = SIZE;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\
         <rect width=\"{width}\" height=\"28\" fill=\"#0f5fa8\"/><g font-family=\"serif\" fill=\"#1d1c19\">\n"
    );
    let mut line = |y: u32, size: u32, style: &str, text: &str| {
        let _ = writeln!(
            out,
            "<text x=\"80\" y=\"{y}\" font-size=\"{size}\"{style}>{}</text>",
            escaped(text)
        );
    };
    let soft = " fill=\"#5d5a52\"";
    if let Some(site) = site {
        line(150, 40, soft, &lines(site, 2 * MOST_UNITS, 1).concat());
    }
    for (at, text) in (0..).zip(lines(title, MOST_UNITS, MOST_LINES)) {
        line(340 + at * LETTERS * 4 / 3, LETTERS, " font-weight=\"bold\"", &text);
    }
    if let Some(date) = date {
        line(height - 90, 40, soft, date);
    }
    out.push_str("</g></svg>\n");
    out
}

fn units(c: char) -> usize {
    if c < '\u{1100}' { 1 } else { 2 }
}

/// A text in lines, broken between words, and anywhere in Chinese; what does not fit is cut.
fn lines(text: &str, most_units: usize, most_lines: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in words(text) {
        let width: usize = word.chars().map(units).sum();
        let is_first = used == 0;
        // Closing marks stay at the end of a line.
        let hangs = word
            .starts_with(['，', '。', '、', '：', '；', '！', '？', '”', '’', '）', '》', '」']);
        if used + width > most_units && !is_first && !hangs {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if used == 0 { word.trim_start() } else { word });
        }
        used += width;
    }
    if lines.len() > most_lines {
        lines.truncate(most_lines);
        if let Some(line) = lines.last_mut() {
            line.push('…');
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The parts that a text may be broken between: words with the blanks after them, single wide characters, and parts of very long words.
fn words(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut length) = (0, 0);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let breaks = units(c) == 2
            || units(before) == 2
            || (before == ' ' && c != ' ')
            || length >= MOST_UNITS;
        if breaks && at > start {
            parts.push(&text[start..at]);
            (start, length) = (at, 0);
        }
        (before, length) = (c, length + 1);
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_broken_between_words() {
        for (title, expected) in [
            ("The last ferry keeper of Selby", vec!["The last ferry", "keeper of Selby"]),
            (
                "旧城改造第三年：把房子修好，把人请回来",
                vec!["旧城改造第三年：把房", "子修好，把人请回来"],
            ),
            (
                "averyveryveryverylongwordwithoutblanks",
                vec!["averyveryveryverylon", "gwordwithoutblanks"],
            ),
            ("", vec![""]),
        ] {
            assert_eq!(lines(title, MOST_UNITS, MOST_LINES), expected);
        }
        assert_eq!(lines(&"字".repeat(100), MOST_UNITS, 2).concat().chars().count(), 21);
    }

    #[test]
    fn a_cover_has_title_site_and_date() {
        let svg = cover("A <b> & c", Some("Site"), Some("2026-03-05"));
        for part in [">A &lt;b&gt; &amp; c</text>", ">Site</text>", ">2026-03-05</text>"] {
            assert!(svg.contains(part), "{svg}");
        }
    }
}
