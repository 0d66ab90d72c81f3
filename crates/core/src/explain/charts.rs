//! The charts of the source papers, from the page's own values.

use std::fmt::Write;

use super::chart::{Chart, Columns, Scale, Series, Svg, legend, number, scrolling};
use super::words::Words;
use super::{MethodAnswer, Report};
use crate::methods::Curve;
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
    let is_line = |at: usize| at > 0;
    let series = |(at, curve): (usize, &Curve)| (at, words.of(curve.name), curve.values.clone());
    let series: Vec<(usize, &str, Vec<f32>)> =
        answer.curves.iter().enumerate().map(series).collect();
    let thresholds = answer.curves.iter().flat_map(|curve| &curve.thresholds);
    let chart = Chart {
        title: &title,
        x_label: words.of(last.x),
        y_label: words.of(last.unit),
        series: series
            .iter()
            .map(|(at, name, values)| Series {
                name,
                class: if is_line(*at) { "smooth" } else { "raw" },
                values,
                is_line: is_line(*at),
            })
            .collect(),
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
    let total = |at: usize| report.topics[at].points.iter().sum::<f32>();
    let mut order: Vec<usize> = (0..report.topics.len()).collect();
    order.sort_by(|a, b| total(*b).total_cmp(&total(*a)));
    order.truncate(MOST_TOPICS);
    if order.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<h3>{}</h3><p>{}</p>",
        escaped(words.topics),
        escaped(words.of("block-weighting"))
    );
    let mut svg = Svg::new(words.topics, 270.0);
    let sum = |at: &usize, sign: f32| -> f32 {
        report.topics[*at].points.iter().filter(|p| **p * sign > 0.0).sum()
    };
    let most = order.iter().map(|at| sum(at, 1.0)).fold(1.0, f32::max);
    let least = order.iter().map(|at| sum(at, -1.0)).fold(0.0, f32::min);
    let (scale, columns) = (Scale::over(least, most), Columns::of(order.len()));
    scale.draw(&mut svg, words.of("points"));
    columns.draw(&mut svg, words.of("candidate"));
    for (rank, at) in order.iter().enumerate() {
        let (x, width) = columns.place(&(rank..rank + 1));
        let (mut above, mut below) = (0.0, 0.0);
        for ((points, class), feature) in
            report.topics[*at].points.iter().zip(FEATURE_CLASSES).zip(TOPIC_FEATURES)
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
    scrolling(out, words.topics, &svg.finish());
    let entries = FEATURE_CLASSES.into_iter().zip(TOPIC_FEATURES.map(|feature| words.of(feature)));
    legend(out, &entries.collect::<Vec<_>>());
    let _ = write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table><thead><tr><th class=\"n\">{0}</th><th class=\"n\">{1}</th><th>{2}</th></tr></thead><tbody>",
        escaped(words.of("candidate")),
        escaped(words.of("points")),
        escaped(words.path)
    );
    for (rank, at) in order.iter().take(MOST_LISTED).enumerate() {
        let _ = write!(
            out,
            "<tr><td class=\"n\">{rank}</td><td class=\"n\">{}</td><td><code>{}</code></td></tr>",
            number(total(*at)),
            escaped(&report.topics[*at].path)
        );
    }
    out.push_str("</tbody></table></div>");
}

/// Template-matching: the clusters with their indicators and points.
fn clusters(report: &Report, out: &mut String, words: &Words) {
    let trace = report.extraction.trace.as_ref().and_then(|trace| trace.matching.as_ref());
    let Some(matching) = trace else { return };
    let _ = write!(
        out,
        "<h3>{0}</h3><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table><thead><tr>",
        escaped(words.clusters)
    );
    let heads = [
        words.path,
        words.of("points"),
        words.chosen,
        words.nodes,
        words.text_length,
        words.area,
        words.effective_area,
        words.content_tags,
        words.link_rate,
        words.text_rate,
    ];
    for (at, head) in heads.into_iter().enumerate() {
        let class = if at == 0 { "" } else { " class=\"n\"" };
        let _ = write!(out, "<th{class}>{}</th>", escaped(head));
    }
    out.push_str("</tr></thead><tbody>");
    for cluster in &matching.clusters {
        let i = &cluster.indicators;
        let cell = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |v| number(v as f32));
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
