//! Runs of lines with enough lines and characters.

use std::ops::Range;

use crate::options::LineDensityOptions;
use crate::trace::Curve;
use zhengwen_page::page::lines::Line;

/// A run of lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Run {
    /// Their numbers.
    pub(super) lines: Range<usize>,
    /// Their pieces of text, as a range of [`Lines::spans`].
    pub(super) spans: Range<usize>,
    pub(super) filled_lines: u32,
    pub(super) characters: u32,
    pub(super) longest_line: u32,
}

/// Gathers lines, one after the other, into runs.
pub(super) struct Runs<'o> {
    options: &'o LineDensityOptions,
    best: Option<Run>,
    run: Run,
    blank_lines: u32,
    /// The number of lines so far.
    count: usize,
}

impl<'o> Runs<'o> {
    pub(super) fn new(options: &'o LineDensityOptions) -> Self {
        Self { options, best: None, run: Run::default(), blank_lines: 0, count: 0 }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: &Line) {
        self.count += 1;
        if line.is_blank() {
            self.blank_lines += 1;
            if self.blank_lines > self.options.gap {
                self.close();
            }
            return;
        }
        self.blank_lines = 0;
        if self.run.filled_lines == 0 {
            self.run.lines.start = self.count - 1;
            self.run.spans.start = line.spans.start as usize;
        }
        self.run.lines.end = self.count;
        self.run.spans.end = line.spans.end as usize;
        let characters = if self.options.trim { line.characters } else { line.length };
        self.run.filled_lines += 1;
        self.run.characters = self.run.characters.saturating_add(characters);
        self.run.longest_line = self.run.longest_line.max(characters);
    }

    fn close(&mut self) {
        let run = std::mem::take(&mut self.run);
        let is_better = |best: &Run| run.characters > best.characters;
        if counts(&run, self.count == 1, self.options) && self.best.as_ref().is_none_or(is_better) {
            self.best = Some(run);
        }
    }

    /// The longest run, in characters, that has enough lines and characters; the first of equals, and an empty one
    /// when there is none.
    pub(super) fn best(mut self) -> Run {
        self.close();
        self.best.unwrap_or_default()
    }
}

pub(super) fn counts(run: &Run, is_only_line: bool, options: &LineDensityOptions) -> bool {
    let enough = options.threshold.saturating_mul(options.density);
    let has_long_line = options.long_line > 0 && run.longest_line >= options.long_line;
    let has_lines = run.filled_lines >= options.threshold || is_only_line;
    run.filled_lines > 0 && (has_long_line || has_lines && run.characters >= enough)
}

/// The characters of each line, and the lines that were chosen.
pub(super) fn curve(
    characters: impl Iterator<Item = u32>,
    options: &LineDensityOptions,
    chosen: Range<usize>,
) -> Curve {
    Curve {
        name: "characters of lines",
        x: "line",
        unit: "characters",
        values: characters.map(|count| count as f32).collect(),
        thresholds: vec![("density", options.density as f32)],
        chosen: if chosen.is_empty() { Vec::new() } else { vec![chosen] },
    }
}
