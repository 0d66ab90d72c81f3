//! What may be the value of a field, where it was found, and how much that says.

use serde::Serialize;

/// A possible value of a field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The value; dates in ISO 8601.
    pub value: String,
    /// What the page writes, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// Where it was found.
    pub source: &'static str,
    /// How much finding it there says; the highest is chosen.
    pub score: f32,
}

/// All that a field may be.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Candidates(Vec<Candidate>);

/// A hostile page may name authors without end.
const MOST: usize = 60;

impl Candidates {
    /// Notes a value; blank ones, and those past the sixtieth, are left out.
    pub(super) fn add(&mut self, value: &str, source: &'static str, score: f32) {
        let value = value.trim();
        if !value.is_empty() && self.0.len() < MOST {
            let value = value.to_owned();
            self.0.push(Candidate { value, raw: None, source, score });
        }
    }

    /// Notes a candidate of one's own.
    pub(super) fn push(&mut self, candidate: Candidate) {
        if self.0.len() < MOST {
            self.0.push(candidate);
        }
    }

    /// The highest score so far, 0 of none.
    pub(super) fn best(&self) -> f32 {
        self.all().iter().map(|one| one.score).fold(0.0, f32::max)
    }

    /// All of them, in the order in which they were found.
    pub(super) fn all(&self) -> &[Candidate] {
        &self.0
    }

    /// Adds to the scores, one by one.
    pub(super) fn raise(&mut self, by: &[f32]) {
        for (candidate, by) in self.0.iter_mut().zip(by) {
            candidate.score += by;
        }
    }

    /// Changes every candidate's score.
    pub(super) fn weigh(&mut self, weigh: impl Fn(&Candidate, &[Candidate]) -> f32) {
        let scores: Vec<f32> = self.0.iter().map(|one| weigh(one, &self.0)).collect();
        for (candidate, score) in self.0.iter_mut().zip(scores) {
            candidate.score = score;
        }
    }

    /// The best first; of equals the one found first.
    pub(super) fn sorted(mut self) -> Vec<Candidate> {
        self.0.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.0
    }
}

/// Letters and digits alone, in lower case: what makes two values the same.
pub(super) fn normalised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{4e00}'..='\u{9fff}' => out.push(c),
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_lowercase()),
            c if !c.is_ascii() && c.is_alphanumeric() => out.extend(c.to_lowercase()),
            _ => {}
        }
    }
    out
}
