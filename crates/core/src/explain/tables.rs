//! The tables of the report: methods, fields, kinds, encoding, warnings.

use std::fmt::Write;

use serde_json::Value;

use super::Report;
use super::chart::number;
use super::svg::{NUMBER, Svg, begin_table, legend, scrolling};
use super::words::Words;
use crate::methods::runs;
use crate::text::escape::escaped;

/// Writes a short summary of the extraction.
pub(super) fn summary(report: &Report, out: &mut String, words: &Words) {
    let found = &report.extraction;
    let kept = report.kept().iter().filter(|kept| **kept).count();
    let confidence = found.confidence.map(|confidence| format!("{confidence:.2}"));
    let rows = [
        (words.field("title"), found.title.clone()),
        (words.field("author"), found.author.clone()),
        (words.field("source"), found.source.clone()),
        (words.publish_date, found.publish_date.as_deref().map(|date| words.date(date))),
        (words.field("url"), found.url.clone()),
        (words.field("method"), Some(found.method.name().to_owned())),
        (words.field("kind"), found.kind.map(|kind| words.of(kind.name()).to_owned())),
        (words.field("confidence"), confidence),
        (words.kept_blocks, Some(format!("{kept} / {}", report.blocks.len()))),
        (words.characters, Some(found.text.chars().count().to_string())),
    ];
    out.push_str("<dl class=\"facts\">");
    for (name, value) in rows {
        let Some(value) = value.map(|value| escaped(&value)) else { continue };
        let is_address = name == words.field("url") && value.starts_with("http");
        let shown = match is_address {
            true => {
                format!(
                    "<a href=\"{value}\" target=\"_blank\" rel=\"noopener noreferrer\">{value}</a>"
                )
            }
            false => value,
        };
        let _ = write!(out, "<div><dt>{}</dt><dd>{shown}</dd></div>", escaped(name));
    }
    out.push_str("</dl>");
    if !found.warnings.is_empty() {
        let _ = write!(out, "<ul class=\"warnings\" aria-label=\"{}\">", escaped(words.warnings));
        for warning in &found.warnings {
            let _ = write!(out, "<li>{}</li>", escaped(&words.warning(*warning)));
        }
        out.push_str("</ul>");
    }
}

/// Writes what each method keeps, as a strip of blocks and in numbers.
pub(super) fn methods(report: &Report, out: &mut String, words: &Words) {
    scrolling(out, words.methods, &strips(report, words));
    legend(out, &[("kept", words.kept), ("strip", words.dropped)]);
    let heads = [
        ("", words.field("method")),
        (NUMBER, words.kept_blocks),
        (NUMBER, words.characters),
        (NUMBER, words.agreement),
    ];
    begin_table(out, words.field("method"), "", &heads);
    for answer in &report.methods {
        let characters = characters(report, &[&answer.kept]);
        let both = self::characters(report, &[&answer.kept, report.kept()]) * 2;
        let all = characters + self::characters(report, &[report.kept()]);
        let agreement = if all == 0 { 1.0 } else { both as f32 / all as f32 };
        let _ = write!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{characters}</td><td class=\"n\">{agreement:.2}</td></tr>",
            answer.name,
            answer.kept.iter().filter(|kept| **kept).count(),
        );
    }
    let _ = write!(
        out,
        "</tbody></table></div><p class=\"note\">{}</p>",
        escaped(words.about_agreement)
    );
}

/// The blocks that each method keeps, as an image.
fn strips(report: &Report, words: &Words) -> String {
    let unit = report.blocks.len().max(1) as f32;
    let mut svg = Svg::new(words.methods, 24.0 * report.methods.len() as f32 + 24.0);
    for (row, answer) in report.methods.iter().enumerate() {
        let y = 24.0 * row as f32;
        svg.rectangle("strip", [Svg::LEFT + 70.0, y, Svg::WIDTH - 70.0, 18.0], "");
        let mut path = String::new();
        for run in runs(answer.kept.iter().copied()) {
            let [start, end] = [run.start, run.end]
                .map(|block| Svg::LEFT + 70.0 + (Svg::WIDTH - 70.0) * block as f32 / unit);
            let width = (end - start).max(0.6);
            let _ = write!(path, "M{start:.1} {y}h{width:.1}v18h-{width:.1}z");
        }
        svg.path("kept", &path);
        svg.text(Svg::LEFT + 62.0, y + 14.0, "end", answer.name);
    }
    let below = 24.0 * report.methods.len() as f32 + 16.0;
    svg.text(Svg::LEFT + Svg::WIDTH, below, "end", words.of("block"));
    svg.finish()
}

/// The characters of the blocks that all of these keep.
fn characters(report: &Report, kept: &[&[bool]]) -> u64 {
    let blocks = report.blocks.iter().enumerate();
    let blocks = blocks.filter(|(at, _)| kept.iter().all(|kept| kept.get(*at) == Some(&true)));
    blocks.map(|(_, block)| u64::from(block.characters)).sum()
}

/// The maximum number of candidates to list for a field.
const MOST_CANDIDATES: usize = 8;

/// Writes every candidate of every field with its source and score.
pub(super) fn fields(report: &Report, out: &mut String, words: &Words) {
    let fields = report.extraction.trace.as_ref().map(|trace| serde_json::to_value(&trace.fields));
    let Some(Ok(Value::Object(fields))) = fields else { return };
    let heads = [("", words.field), ("", words.value), ("", words.found_in), (NUMBER, words.score)];
    begin_table(out, words.fields, " class=\"fields\"", &heads);
    for (name, candidates) in &fields {
        let candidates = candidates.as_array().map_or(&[][..], Vec::as_slice);
        for (rank, candidate) in candidates.iter().take(MOST_CANDIDATES).enumerate() {
            let [value, origin] = ["value", "source"]
                .map(|key| candidate.get(key).and_then(Value::as_str).unwrap_or(""));
            let score = candidate.get("score").and_then(Value::as_f64).unwrap_or(0.0);
            let value = match name.ends_with("_date") {
                true => words.date(value),
                false => value.to_owned(),
            };
            // For encodings the same field is the reason of the choice.
            let origin = Some(origin).filter(|name| *name != "meta");
            let (class, name) = if rank == 0 { ("first", words.field(name)) } else { ("", "") };
            let _ = write!(
                out,
                "<tr class=\"{class}\"><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>",
                escaped(name),
                escaped(&value),
                escaped(words.of(origin.unwrap_or("meta element"))),
                number(score as f32)
            );
        }
    }
    out.push_str("</tbody></table></div>");
}

/// Writes the page kinds, and how the bytes were decoded.
pub(super) fn page(report: &Report, out: &mut String, words: &Words) {
    if !report.kinds.is_empty() {
        let mut kinds = report.kinds.clone();
        kinds.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        let height = 26.0 * kinds.len() as f32 + 8.0;
        let mut svg = Svg::new(words.field("kind"), height);
        for (row, kind) in kinds.iter().enumerate() {
            let y = 26.0 * row as f32 + 4.0;
            svg.text(126.0, y + 14.0, "end", words.of(kind.kind.name()));
            svg.rectangle("strip", [134.0, y, 500.0, 18.0], "");
            svg.rectangle("kept", [134.0, y, 500.0 * kind.probability, 18.0], "");
            svg.text(644.0, y + 14.0, "start", &format!("{:.1} %", kind.probability * 100.0));
        }
        let _ = write!(out, "<h3>{}</h3>", escaped(words.field("kind")));
        scrolling(out, words.field("kind"), &svg.finish());
    }
    let encoding = &report.extraction.encoding;
    let reason = serde_json::to_value(encoding.reason).ok();
    let reason = reason.as_ref().and_then(Value::as_str).unwrap_or("");
    let rows = [
        (words.field("encoding"), encoding.name.clone()),
        (words.reason, words.of(reason).to_owned()),
        (words.declared, encoding.declared.clone().unwrap_or_else(|| "-".to_owned())),
        (words.undecodable, encoding.replaced.to_string()),
    ];
    let _ = write!(out, "<h3>{}</h3><dl class=\"facts\">", escaped(words.field("encoding")));
    for (name, value) in rows {
        let _ = write!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(&value));
    }
    out.push_str("</dl>");
}
