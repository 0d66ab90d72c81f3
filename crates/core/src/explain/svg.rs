//! SVG images with their legends, and tables, in boxes that scroll. Colours are classes, so that they follow the reader's theme.

use std::fmt::Write;

use crate::text::escape::escaped;

/// An SVG image under construction, in its own units.
pub(super) struct Svg {
    out: String,
}

impl Svg {
    /// The left edge of the plot.
    pub(super) const LEFT: f32 = 64.0;
    /// The width of the plot.
    pub(super) const WIDTH: f32 = 700.0;

    pub(super) fn new(title: &str, height: f32) -> Self {
        let mut out = String::new();
        let title = escaped(title);
        let _ =
            write!(out, "<svg viewBox=\"0 0 820 {height}\" role=\"img\" aria-label=\"{title}\">");
        Self { out }
    }

    pub(super) fn path(&mut self, class: &str, path: &str) {
        if !path.is_empty() {
            let _ = write!(self.out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    pub(super) fn rectangle(&mut self, class: &str, [x, y, width, height]: [f32; 4], title: &str) {
        let _ = write!(
            self.out,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">"
        );
        if !title.is_empty() {
            let _ = write!(self.out, "<title>{}</title>", escaped(title));
        }
        self.out.push_str("</rect>");
    }

    pub(super) fn text(&mut self, x: f32, y: f32, anchor: &str, text: &str) {
        let text = escaped(text);
        let _ = write!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }
}

/// Writes an image that may be wider than the reader's window, in a scrolling box.
pub(super) fn scrolling(out: &mut String, title: &str, svg: &str) {
    let title = escaped(title);
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{title}\">{svg}</div>"
    );
}

/// Writes a legend for the classes of an image.
pub(super) fn legend(out: &mut String, entries: &[(&str, &str)]) {
    out.push_str("<ul class=\"legend\">");
    for (class, name) in entries {
        let _ = write!(
            out,
            "<li><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path class=\"{class}\" d=\"M0 8h16v4h-16z\"/></svg>{}</li>",
            escaped(name)
        );
    }
    out.push_str("</ul>");
}

/// Begins a table in a scrolling box: the attributes of the table, and the heads with theirs.
pub(super) fn begin_table(out: &mut String, title: &str, attributes: &str, heads: &[(&str, &str)]) {
    let title = escaped(title);
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{title}\"><table{attributes}><thead><tr>"
    );
    for (attributes, head) in heads {
        let _ = write!(out, "<th{attributes}>{}</th>", escaped(head));
    }
    out.push_str("</tr></thead><tbody>");
}

/// The attribute of cells that hold a number.
pub(super) const NUMBER: &str = " class=\"n\"";
