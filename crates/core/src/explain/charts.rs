//! The charts of the source papers, from the page's own values.

use std::fmt::Write;

use super::chart::{Chart, Columns, Scale, Series, number};
use super::svg::{NUMBER, Svg, begin_table, legend, scrolling};
use super::words::Words;
use super::{MethodAnswer, Report, TopicTrace};
use crate::methods::block_weighting::TOPIC_FEATURES;
use crate::text::escape::escaped;

/// Writes every chart for which there are values.
pub(super) fn draw(report: &Report, out: &mut String, words: &Words) {
    for answer in &report.methods {
        if answer.name == "block-weighting" {
            topics(report, out, words);
        } else {
            curves(answer, out, words);
        }
    }
    if let Some(alignment) = &report.alignment {
        alignment.draw(out, words);
    }
    clusters(report, out, words);
}

/// Draws the curves of a method in one chart: bars for counted values, a line for smoothed ones.
fn curves(answer: &MethodAnswer, out: &mut String, words: &Words) {
    let Some(last) = answer.curves.last().filter(|curve| !curve.values.is_empty()) else { return };
    let title = format!("{}: {}", answer.name, words.of(last.name));
    let _ = write!(out, "<h3>{}</h3><p>{}</p>", escaped(&title), escaped(words.of(answer.name)));
    let series = answer.curves.iter().enumerate().map(|(at, curve)| Series {
        name: words.of(curve.name),
        class: if at > 0 { "smooth" } else { "raw" },
        values: &curve.values,
        is_line: at > 0,
    });
    let thresholds = answer.curves.iter().flat_map(|curve| &curve.thresholds);
    let chart = Chart {
        title: &title,
        x_label: words.of(last.x),
        y_label: words.of(last.unit),
        series: series.collect(),
        thresholds: thresholds.map(|(name, value)| (words.of(name), *value)).collect(),
        chosen: &last.chosen,
        chosen_name: words.chosen,
    };
    chart.draw(out);
}

/// The maximum number of candidates to draw and list.
const MOST_TOPICS: usize = 30;
const MOST_LISTED: usize = 10;

/// The colours of features.
const FEATURE_CLASSES: [&str; TOPIC_FEATURES.len()] =
    ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"];

/// Block-weighting: the candidates with most points, each as a bar divided by feature.
fn topics(report: &Report, out: &mut String, words: &Words) {
    let mut topics: Vec<&TopicTrace> = report.topics.iter().collect();
    topics.sort_by(|a, b| b.total().total_cmp(&a.total()));
    topics.truncate(MOST_TOPICS);
    if topics.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<h3>{}</h3><p>{}</p>",
        escaped(words.topics),
        escaped(words.of("block-weighting"))
    );
    scrolling(out, words.topics, &bars(&topics, words));
    let entries = FEATURE_CLASSES.into_iter().zip(TOPIC_FEATURES.map(|feature| words.of(feature)));
    legend(out, &entries.collect::<Vec<_>>());
    let (candidate, points) = (words.of("candidate"), words.of("points"));
    begin_table(out, candidate, "", &[(NUMBER, candidate), (NUMBER, points), ("", words.path)]);
    for (rank, topic) in topics.iter().take(MOST_LISTED).enumerate() {
        let _ = write!(
            out,
            "<tr><td class=\"n\">{rank}</td><td class=\"n\">{}</td><td><code>{}</code></td></tr>",
            number(topic.total()),
            escaped(&topic.path)
        );
    }
    out.push_str("</tbody></table></div>");
}

impl TopicTrace {
    fn total(&self) -> f32 {
        self.points.iter().sum()
    }

    /// The sum of the points for it (sign 1) or against it (-1).
    fn sum(&self, sign: f32) -> f32 {
        self.points.iter().filter(|points| **points * sign > 0.0).sum()
    }
}

/// An image of a bar for each topic, divided by feature.
fn bars(topics: &[&TopicTrace], words: &Words) -> String {
    let mut svg = Svg::new(words.topics, 270.0);
    let most = topics.iter().map(|topic| topic.sum(1.0)).fold(1.0, f32::max);
    let least = topics.iter().map(|topic| topic.sum(-1.0)).fold(0.0, f32::min);
    let (scale, columns) = (Scale::over(least, most), Columns::of(topics.len()));
    scale.draw(&mut svg, words.of("points"));
    columns.draw(&mut svg, words.of("candidate"));
    for (rank, topic) in topics.iter().enumerate() {
        let (x, width) = columns.place(&(rank..rank + 1));
        let (mut above, mut below) = (0.0, 0.0);
        for ((points, class), feature) in
            topic.points.iter().zip(FEATURE_CLASSES).zip(TOPIC_FEATURES)
        {
            if *points == 0.0 {
                continue;
            }
            let base = if *points > 0.0 { &mut above } else { &mut below };
            let (from, to) = (scale.y(*base), scale.y(*base + points));
            *base += points;
            let place = [x, from.min(to), width * 0.8, (from - to).abs()];
            svg.rectangle(class, place, &format!("{}: {}", words.of(feature), number(*points)));
        }
    }
    svg.finish()
}

/// Template-matching: the clusters with their indicators and points.
fn clusters(report: &Report, out: &mut String, words: &Words) {
    let trace = report.extraction.trace.as_ref().and_then(|trace| trace.matching.as_ref());
    let Some(matching) = trace else { return };
    let _ = write!(out, "<h3>{}</h3>", escaped(words.clusters));
    let heads = [
        ("", words.path),
        (NUMBER, words.of("points")),
        (NUMBER, words.chosen),
        (NUMBER, words.nodes),
        (NUMBER, words.text_length),
        (NUMBER, words.area),
        (NUMBER, words.effective_area),
        (NUMBER, words.content_tags),
        (NUMBER, words.link_rate),
        (NUMBER, words.text_rate),
    ];
    begin_table(out, words.clusters, "", &heads);
    for cluster in &matching.clusters {
        let i = &cluster.indicators;
        let _ = write!(out, "<tr><td><code>{}</code></td>", escaped(&cluster.path));
        let cells = [
            cluster.points.to_string(),
            if cluster.kept { "✓".to_owned() } else { String::new() },
            cluster.nodes.to_string(),
            cell(Some(i.text_length)),
            cell(i.area),
            cell(i.effective_area),
            cell(Some(i.content_tags)),
            cell(Some(i.link_rate)),
            cell(Some(i.text_rate)),
        ];
        for cell in cells {
            let _ = write!(out, "<td class=\"n\">{cell}</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
}

fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| number(value as f32))
}
