//! Reads and evaluates a sparse linear model over hashed signs; knows nothing of pages.
//!
//! A model file is a line of JSON (`format`, `bits`: the width of a sign, `count`, `bias`,
//! `scale`), then the signs that have a weight, ascending, each as its difference to the one before
//! (base 128, low digits first, the high bit set on all but the last), then their weights (i8,
//! times `scale`).

use serde::Deserialize;

use crate::forest::ModelError;

/// The version of the format that is read.
const FORMAT: u32 = 1;
/// Width of a sign in bits; a slot has 8 more for the weight.
pub(crate) const SIGN_BITS: u32 = 24;
/// A slot without a sign: weight 0 is never stored.
const EMPTY: u32 = 0;
/// Slots that are looked at together: all at once, since where a sign stands among them, or whether it does, cannot be
/// foreseen, and a wrong guess costs more than they do.
const TOGETHER: usize = 8;

/// Slots that are looked at together.
type Bucket = [u32; TOGETHER];

/// A sparse linear model.
#[derive(Debug, Clone)]
pub struct Linear {
    bias: f32,
    scale: f32,
    /// A hash table of signs, each with its weight in the low 8 bits; those that find their bucket full are in the next
    /// one that is not.
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
    /// A model without signs.
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
        if header.format != FORMAT || header.bits != SIGN_BITS {
            return Err(ModelError::Damaged("another version"));
        }
        let body = &bytes[end + 1..];
        let signs = body.len().checked_sub(header.count).ok_or(ModelError::Damaged("signs"))?;
        let (signs, weights) = body.split_at(signs);
        let mut model = Self::with_room(header.count, header.bias, header.scale);
        let mut signs = signs.iter().copied();
        let mut sign = 0u32;
        for weight in weights {
            let next = base_128(&mut signs).and_then(|step| sign.checked_add(step));
            sign = next.filter(|s| s >> SIGN_BITS == 0).ok_or(ModelError::Damaged("signs"))?;
            model.insert(sign, *weight);
        }
        if signs.next().is_some() {
            return Err(ModelError::Damaged("signs"));
        }
        Ok(model)
    }

    /// The log odds where the weights of all signs come to this sum.
    pub fn log_odds(&self, sum: i32) -> f32 {
        self.bias + sum as f32 * self.scale
    }

    /// What a sign counts for; 0 for one without a weight. Whole, so that sums are the same in whatever order.
    #[inline(always)]
    pub fn weight(&self, sign: u32) -> i32 {
        let first = self.first_bucket(sign);
        let (weight, is_full) = weight_among(&self.buckets[first], sign);
        if is_full && weight == 0 { self.weight_behind(first, sign) } else { weight }
    }

    /// The same, searched for behind a full bucket.
    #[cold]
    fn weight_behind(&self, mut at: usize, sign: u32) -> i32 {
        loop {
            at = (at + 1) % self.buckets.len();
            let (weight, is_full) = weight_among(&self.buckets[at], sign);
            if weight != 0 || !is_full {
                return weight;
            }
        }
    }

    /// A model without signs, with room for so many. Half of the slots and more stay empty, so every search ends soon.
    fn with_room(signs: usize, bias: f32, scale: f32) -> Self {
        let buckets = (2 * signs).next_power_of_two().div_ceil(TOGETHER);
        Self { bias, scale, buckets: vec![[EMPTY; TOGETHER]; buckets] }
    }

    fn insert(&mut self, sign: u32, weight: u8) {
        if weight == 0 {
            return;
        }
        let mut at = self.first_bucket(sign);
        loop {
            if let Some(slot) = self.buckets[at].iter_mut().find(|slot| **slot == EMPTY) {
                *slot = sign << 8 | u32::from(weight);
                return;
            }
            at = (at + 1) % self.buckets.len();
        }
    }

    /// Signs are hashes already: their low bits spread them.
    fn first_bucket(&self, sign: u32) -> usize {
        sign as usize & (self.buckets.len() - 1)
    }
}

/// The weight of a sign in a bucket, 0 where it is not there; and whether the bucket is full.
#[inline(always)]
fn weight_among(bucket: &Bucket, sign: u32) -> (i32, bool) {
    let mut found = 0;
    for slot in bucket {
        found |= if slot >> 8 == sign { *slot } else { 0 };
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
    /// A model of these signs and weights.
    pub(crate) fn from_weights(weights: &[(u32, i8)], bias: f32, scale: f32) -> Self {
        let mut model = Self::with_room(weights.len(), bias, scale);
        weights.iter().for_each(|(sign, weight)| model.insert(*sign, *weight as u8));
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
    fn signs_have_their_weights() {
        let model = Linear::read(&model()).unwrap();
        assert_eq!([0, 3].map(|sum| model.log_odds(sum)), [-1.5, 0.0]);
        assert_eq!([5, 149, 150, 0, 21].map(|sign| model.weight(sign)), [2, -2, 100, 0, 0]);
    }

    #[test]
    fn signs_of_full_buckets_are_found_behind_them() {
        // All fall into one bucket, and into the last before the first.
        let weights: Vec<(u32, i8)> = (0..30).map(|n| (n << 12 | 0xfff, n as i8 - 40)).collect();
        let model = Linear::from_weights(&weights, 0.0, 1.0);
        for (sign, weight) in weights {
            assert_eq!(model.weight(sign), i32::from(weight), "{sign}");
        }
        assert_eq!([31 << 12 | 0xfff, 0xffe, 0].map(|sign| model.weight(sign)), [0; 3]);
    }

    #[test]
    fn damaged_files_are_told() {
        let model = model();
        for length in 0..model.len() {
            assert!(Linear::read(&model[..length]).is_err(), "{length}");
        }
        assert!(Linear::read(&[model.as_slice(), &[1]].concat()).is_err());
    }
}
