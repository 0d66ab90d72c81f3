//! A sparse linear model over hashed features; it knows nothing of pages.
//!
//! A model file begins with a line of JSON: `format`, `bits` (the width of a feature), `count` (how many features have a
//! weight), `bias` and `scale`. Then follow the features, ascending, each as its difference to the one before (base 128, low
//! digits first, the high bit set on all but the last), and then their weights (i8, times `scale`).

use serde::Deserialize;

use crate::forest::ModelError;

/// The version of the format that is read.
const FORMAT: u32 = 1;
/// Width of a feature in bits; a slot has 8 more for the weight.
pub(crate) const HASH_BITS: u32 = 24;
/// A slot without a feature: weight 0 is never stored.
const EMPTY: u32 = 0;
/// Slots of a bucket. All are compared at once: a branch that leaves the loop early cannot be predicted and costs more.
const TOGETHER: usize = 8;

/// Slots that are compared together.
type Bucket = [u32; TOGETHER];

/// A sparse linear model.
#[derive(Debug, Clone)]
pub struct Linear {
    bias: f32,
    scale: f32,
    /// A hash table of features, each with its weight in the low 8 bits. A feature whose bucket is full is in the next
    /// bucket that is not.
    buckets: Vec<Bucket>,
}

#[derive(Debug, Deserialize)]
struct Header {
    format: u32,
    bits: u32,
    count: usize,
    bias: f32,
    scale: f32,
}

impl Default for Linear {
    /// A model without features.
    fn default() -> Self {
        Self { bias: 0.0, scale: 0.0, buckets: vec![[EMPTY; TOGETHER]] }
    }
}

impl Linear {
    /// Reads a model file.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let end = bytes.iter().position(|b| *b == b'\n').ok_or(ModelError::Damaged("no header"))?;
        let header: Header =
            serde_json::from_slice(&bytes[..end]).map_err(|_| ModelError::Damaged("header"))?;
        if header.format != FORMAT || header.bits != HASH_BITS {
            return Err(ModelError::Damaged("another version"));
        }
        let body = &bytes[end + 1..];
        let features =
            body.len().checked_sub(header.count).ok_or(ModelError::Damaged("features"))?;
        let (features, weights) = body.split_at(features);
        let mut model = Self::with_room(header.count, header.bias, header.scale);
        let mut features = features.iter().copied();
        let mut feature = 0u32;
        for weight in weights {
            let next = base_128(&mut features).and_then(|step| feature.checked_add(step));
            feature =
                next.filter(|s| s >> HASH_BITS == 0).ok_or(ModelError::Damaged("features"))?;
            model.insert(feature, *weight);
        }
        if features.next().is_some() {
            return Err(ModelError::Damaged("features"));
        }
        Ok(model)
    }

    /// The log odds for a sum of weights.
    pub fn log_odds(&self, sum: i32) -> f32 {
        self.bias + sum as f32 * self.scale
    }

    /// The weight of a feature, 0 if it has none. Weights are whole numbers, so sums do not depend on their order.
    #[inline]
    pub fn weight(&self, feature: u32) -> i32 {
        let first = self.first_bucket(feature);
        let (weight, is_full) = weight_among(&self.buckets[first], feature);
        if is_full && weight == 0 { self.weight_behind(first, feature) } else { weight }
    }

    /// The weight of a feature whose bucket is full.
    #[cold]
    fn weight_behind(&self, mut at: usize, feature: u32) -> i32 {
        loop {
            at = (at + 1) % self.buckets.len();
            let (weight, is_full) = weight_among(&self.buckets[at], feature);
            if weight != 0 || !is_full {
                return weight;
            }
        }
    }

    /// A model without features, with room for `features`. At least half of the slots stay empty, so every search is short.
    fn with_room(features: usize, bias: f32, scale: f32) -> Self {
        let buckets = (2 * features).next_power_of_two().div_ceil(TOGETHER);
        Self { bias, scale, buckets: vec![[EMPTY; TOGETHER]; buckets] }
    }

    fn insert(&mut self, feature: u32, weight: u8) {
        if weight == 0 {
            return;
        }
        let mut at = self.first_bucket(feature);
        loop {
            if let Some(slot) = self.buckets[at].iter_mut().find(|slot| **slot == EMPTY) {
                *slot = feature << 8 | u32::from(weight);
                return;
            }
            at = (at + 1) % self.buckets.len();
        }
    }

    /// Features are hashes already: their low bits spread them.
    fn first_bucket(&self, feature: u32) -> usize {
        feature as usize & (self.buckets.len() - 1)
    }
}

/// The weight of a feature in a bucket, 0 if it is not there; and true if the bucket is full.
#[inline]
fn weight_among(bucket: &Bucket, feature: u32) -> (i32, bool) {
    let mut found = 0;
    for slot in bucket {
        found |= if slot >> 8 == feature { *slot } else { 0 };
    }
    (i32::from((found & 0xff) as u8 as i8), bucket[TOGETHER - 1] != EMPTY)
}

fn base_128(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut value = 0;
    for shift in (0..32).step_by(7) {
        let byte = bytes.next()?;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
impl Linear {
    /// A model of these features and weights.
    pub(crate) fn from_weights(weights: &[(u32, i8)], bias: f32, scale: f32) -> Self {
        let mut model = Self::with_room(weights.len(), bias, scale);
        weights.iter().for_each(|(feature, weight)| model.insert(*feature, *weight as u8));
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Vec<u8> {
        let header = br#"{"format":1,"bits":24,"count":3,"bias":-1.5,"scale":0.5}"#;
        [header.as_slice(), &[b'\n', 5, 0x90, 0x01, 1], &[2, 0xfe, 100]].concat()
    }

    #[test]
    fn features_have_their_weights() {
        let model = Linear::read(&model()).unwrap();
        assert_eq!([0, 3].map(|sum| model.log_odds(sum)), [-1.5, 0.0]);
        assert_eq!([5, 149, 150, 0, 21].map(|feature| model.weight(feature)), [2, -2, 100, 0, 0]);
    }

    #[test]
    fn features_of_full_buckets_are_found_behind_them() {
        // All fall into one bucket, and into the last before the first.
        let weights: Vec<(u32, i8)> = (0..30).map(|n| (n << 12 | 0xfff, n as i8 - 40)).collect();
        let model = Linear::from_weights(&weights, 0.0, 1.0);
        for (feature, weight) in weights {
            assert_eq!(model.weight(feature), i32::from(weight), "{feature}");
        }
        assert_eq!([31 << 12 | 0xfff, 0xffe, 0].map(|feature| model.weight(feature)), [0; 3]);
    }

    #[test]
    fn damaged_files_are_refused() {
        let model = model();
        for length in 0..model.len() {
            assert!(Linear::read(&model[..length]).is_err(), "{length}");
        }
        assert!(Linear::read(&[model.as_slice(), &[1]].concat()).is_err());
    }
}
