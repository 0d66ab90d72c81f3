//! Charts as SVG: axes with units, threshold lines, a legend. Colours are classes, so that they
//! follow the reader's theme.

use std::fmt::Write;
use std::ops::Range;

use crate::text::escape::escaped;

/// A series of values.
pub(super) struct Series<'a> {
    pub(super) name: &'a str,
    pub(super) class: &'static str,
    pub(super) values: &'a [f32],
    pub(super) is_line: bool,
}

/// A chart of values along one axis.
pub(super) struct Chart<'a> {
    pub(super) title: &'a str,
    pub(super) x_label: &'a str,
    pub(super) y_label: &'a str,
    pub(super) series: Vec<Series<'a>>,
    /// Horizontal lines: name and value.
    pub(super) thresholds: Vec<(&'a str, f32)>,
    /// The ranges of values that were chosen, and their label.
    pub(super) chosen: &'a [Range<usize>],
    pub(super) chosen_name: &'a str,
}

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

/// The height of a line of text.
const LINE: f32 = 13.0;

/// The y coordinates of the plot's upper and lower edge.
const TOP: f32 = 28.0;
const BOTTOM: f32 = 230.0;

/// A scale of the y axis.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) least: f32,
    pub(super) most: f32,
    step: f32,
}

impl Scale {
    /// A scale with round steps that covers both values.
    pub(super) fn over(least: f32, most: f32) -> Self {
        let span = (most - least).max(1e-3);
        let magnitude = 10_f32.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * magnitude);
        let step = step.into_iter().find(|step| span / step <= 5.5).unwrap_or(span);
        let least = (least / step).floor() * step;
        // Rounding must not put the top below the value; and the top must lie above the bottom.
        Self { least, most: ((most / step).ceil() * step).max(most).max(least + step), step }
    }

    pub(super) fn y(&self, value: f32) -> f32 {
        BOTTOM - (value - self.least) / (self.most - self.least) * (BOTTOM - TOP)
    }

    /// Draws the axis with its unit.
    pub(super) fn draw(&self, svg: &mut Svg, label: &str) {
        let steps = ((self.most - self.least) / self.step).round() as i32;
        let digits = usize::from(self.step < 1.0) + usize::from(self.step < 0.1);
        let mut grid = String::new();
        for step in 0..=steps {
            let value = self.least + step as f32 * self.step;
            let y = self.y(value);
            let _ = write!(grid, "M{} {y:.1}h{}", Svg::LEFT, Svg::WIDTH);
            svg.text(Svg::LEFT - 6.0, y + 4.0, "end", &format!("{value:.digits$}"));
        }
        svg.path("grid", &grid);
        svg.text(4.0, 11.0, "start", label);
    }
}

/// The number of points that a plot can show side by side.
const MOST_POINTS: usize = 700;

/// The positions of values along the x axis; with too many values, several share one.
pub(super) struct Columns {
    count: usize,
    together: usize,
}

impl Columns {
    pub(super) fn of(count: usize) -> Self {
        Self { count: count.max(1), together: count.div_ceil(MOST_POINTS).max(1) }
    }

    /// The left edge and width of the values in `range`.
    pub(super) fn place(&self, range: &Range<usize>) -> (f32, f32) {
        let unit = Svg::WIDTH / self.count as f32;
        (Svg::LEFT + unit * range.start as f32, unit * (range.end - range.start) as f32)
    }

    /// The values at each position, with the largest of them.
    fn largest<'a>(&self, values: &'a [f32]) -> impl Iterator<Item = (Range<usize>, f32)> + 'a {
        let together = self.together;
        values.chunks(together).enumerate().map(move |(at, chunk)| {
            let start = at * together;
            let largest = chunk.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            (start..start + chunk.len(), largest)
        })
    }

    /// Draws the axis, labelled at regular intervals.
    pub(super) fn draw(&self, svg: &mut Svg, label: &str) {
        let scale = Scale::over(0.0, self.count as f32);
        let mut value = 0.0;
        while value <= self.count as f32 {
            let x = Svg::LEFT + Svg::WIDTH * value / self.count as f32;
            svg.text(x, BOTTOM + 16.0, "middle", &format!("{value:.0}"));
            value += scale.step.max(1.0);
        }
        svg.text(Svg::LEFT + Svg::WIDTH, BOTTOM + 34.0, "end", label);
    }
}

impl Chart<'_> {
    /// Writes the chart with its legend.
    pub(super) fn draw(&self, out: &mut String) {
        let mut svg = Svg::new(self.title, 270.0);
        let values = self.series.iter().flat_map(|series| series.values.iter().copied());
        let values = values.chain(self.thresholds.iter().map(|(_, value)| *value));
        let finite = values.filter(|value| value.is_finite());
        let (least, most) =
            finite.fold((0.0, 0.0), |(least, most): (f32, f32), v| (least.min(v), most.max(v)));
        let scale = Scale::over(least, most);
        let columns = Columns::of(self.series.iter().map(|s| s.values.len()).max().unwrap_or(0));
        for run in self.chosen {
            let (x, width) = columns.place(run);
            svg.rectangle("run", [x, TOP, width.max(1.0), BOTTOM - TOP], "");
        }
        scale.draw(&mut svg, self.y_label);
        columns.draw(&mut svg, self.x_label);
        for series in &self.series {
            svg.path(series.class, &series_path(series, &columns, scale));
        }
        for (_, value) in self.thresholds.iter().filter(|(_, value)| value.is_finite()) {
            svg.path("threshold", &format!("M{} {:.1}h{}", Svg::LEFT, scale.y(*value), Svg::WIDTH));
        }
        self.name_thresholds(&mut svg, scale);
        let mut entries: Vec<(&str, String)> =
            self.series.iter().map(|series| (series.class, series.name.to_owned())).collect();
        let lines = self.thresholds.iter().filter(|(_, value)| value.is_finite());
        entries.extend(
            lines.map(|(name, value)| ("threshold", format!("{name} = {}", number(*value)))),
        );
        if !self.chosen.is_empty() {
            entries.push(("run", self.chosen_name.to_owned()));
        }
        let entries: Vec<(&str, &str)> =
            entries.iter().map(|(class, name)| (*class, name.as_str())).collect();
        scrolling(out, self.title, &svg.finish());
        legend(out, &entries);
    }
}

impl Chart<'_> {
    /// Writes the values of the thresholds next to the plot, from the bottom up; one that would touch the one below moves up.
    fn name_thresholds(&self, svg: &mut Svg, scale: Scale) {
        let values = self.thresholds.iter().map(|(_, value)| *value).filter(|v| v.is_finite());
        let mut values: Vec<f32> = values.collect();
        values.sort_by(f32::total_cmp);
        values.dedup();
        let mut below = f32::INFINITY;
        for value in values {
            below = (scale.y(value) + 4.0).min(below - LINE);
            svg.text(Svg::LEFT + Svg::WIDTH + 4.0, below, "start", &number(value));
        }
    }
}

/// An SVG path: a line through the values, or a bar for each.
fn series_path(series: &Series, columns: &Columns, scale: Scale) -> String {
    let mut path = String::new();
    let zero = scale.y(0.0);
    for (range, value) in columns.largest(series.values).filter(|(_, value)| value.is_finite()) {
        let ((x, width), y) = (columns.place(&range), scale.y(value));
        let _ = if series.is_line {
            let step = if path.is_empty() { 'M' } else { 'L' };
            write!(path, "{step}{:.1} {y:.1}", x + width / 2.0)
        } else if value == 0.0 {
            Ok(())
        } else {
            write!(path, "M{x:.1} {zero:.1}V{y:.1}h{:.1}V{zero:.1}z", (width * 0.9).max(0.8))
        };
    }
    path
}

/// Formats a number with few digits.
pub(super) fn number(value: f32) -> String {
    let digits = if value.abs() >= 100.0 {
        0
    } else if value.abs() >= 10.0 {
        1
    } else {
        2
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_steps_and_hold_the_values() {
        for (least, most) in [(0.0, 1.0), (0.0, 0.0), (-3.0, 9.5), (0.0, 12_345.0), (0.0, 0.07)] {
            let scale = Scale::over(least, most);
            assert!(scale.least <= least && scale.most >= most && scale.most > scale.least);
            assert!(scale.y(scale.most) >= TOP - 0.1 && scale.y(scale.least) <= BOTTOM + 0.1);
        }
        assert_eq!(
            [number(0.5), number(12.34), number(1000.0), number(3.0)],
            ["0.5", "12.3", "1000", "3"]
        );
    }

    #[test]
    fn labels_of_thresholds_do_not_overlap() {
        let values = [0.0, 100.0];
        let chart = Chart {
            title: "t",
            x_label: "x",
            y_label: "y",
            series: vec![Series { name: "n", class: "raw", values: &values, is_line: true }],
            thresholds: vec![("a", 50.0), ("b", 51.0), ("c", 50.5), ("d", 51.0)],
            chosen: &[],
            chosen_name: "",
        };
        let mut out = String::new();
        chart.draw(&mut out);
        let places: Vec<f32> = out
            .split("<text ")
            .filter(|text| [">50<", ">50.5<", ">51<"].iter().any(|label| text.contains(label)))
            .filter(|text| text.contains("x=\"768.0\""))
            .map(|text| {
                text.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
            })
            .collect();
        assert_eq!(places.len(), 3, "{out}");
        assert!(places.windows(2).all(|pair| pair[0] - pair[1] >= LINE - 0.1), "{places:?}");
    }

    #[test]
    fn a_long_series_is_drawn_in_as_many_points_as_can_be_seen() {
        let values: Vec<f32> = (0..100_000).map(|n| n as f32).collect();
        let series = Series { name: "n", class: "raw", values: &values, is_line: true };
        let mut out = String::new();
        let chart = Chart {
            title: "t",
            x_label: "x",
            y_label: "y",
            series: vec![series],
            thresholds: vec![("<mark>", 50_000.0)],
            chosen: &[10..20, 30..40],
            chosen_name: "chosen",
        };
        chart.draw(&mut out);
        assert!(out.len() < 20_000, "{}", out.len());
        assert!(out.contains("&lt;mark&gt; = 50000") && !out.contains("<mark>"));
    }
}
