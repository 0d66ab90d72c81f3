//! Candidates for the value of a field: where each was found, and how reliable that place is.

use serde::{Deserialize, Serialize};

use super::origin::Origin;

/// A possible value of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Candidate_of_{T}"))]
pub struct Candidate<T = String> {
    /// The value.
    pub value: T,
    /// The value as the page writes it, if that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// The origin of the candidate.
    #[serde(rename = "source")]
    pub origin: Origin,
    /// The reliability of that origin; the candidate with the highest score is chosen.
    pub score: f32,
}

/// All candidates of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidates<T = String>(Vec<Candidate<T>>);

/// A hostile page may name authors without end.
const MOST: usize = 60;

impl<T> Default for Candidates<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl Candidates {
    /// Adds a value. Blank ones are left out, and so are those past the sixtieth.
    pub(super) fn add(&mut self, value: &str, origin: Origin, score: f32) {
        let value = value.trim();
        if !value.is_empty() {
            self.push(Candidate { value: value.to_owned(), raw: None, origin, score });
        }
    }
}

impl<T> Candidates<T> {
    /// Adds a candidate, unless there are sixty.
    pub(super) fn push(&mut self, candidate: Candidate<T>) {
        if self.0.len() < MOST {
            self.0.push(candidate);
        }
    }

    /// The highest score so far; 0 without candidates.
    pub(super) fn best(&self) -> f32 {
        self.all().iter().map(|one| one.score).fold(0.0, f32::max)
    }

    /// All of them, in the order in which they were found.
    pub(super) fn all(&self) -> &[Candidate<T>] {
        &self.0
    }

    /// Leaves out those that are not `kept`.
    pub(super) fn retain(&mut self, kept: impl Fn(&Candidate<T>) -> bool) {
        self.0.retain(kept);
    }

    /// All of them, to be corrected.
    pub(super) fn all_mut(&mut self) -> &mut [Candidate<T>] {
        &mut self.0
    }

    /// Adds to the scores, one by one.
    pub(super) fn raise(&mut self, by: &[f32]) {
        for (candidate, by) in self.0.iter_mut().zip(by) {
            candidate.score += by;
        }
    }

    /// Computes every candidate's score anew, in view of all.
    pub(super) fn weigh(&mut self, weigh: impl Fn(&Candidate<T>, &[Candidate<T>]) -> f32) {
        let scores: Vec<f32> = self.0.iter().map(|one| weigh(one, &self.0)).collect();
        for (candidate, score) in self.0.iter_mut().zip(scores) {
            candidate.score = score;
        }
    }

    /// The best first; of equals the one found first.
    pub(super) fn sorted(mut self) -> Vec<Candidate<T>> {
        self.0.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.0
    }
}

/// Letters and digits alone, in lower case. Two values that are equal in this form are the same.
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
