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

/// The weight in a slot.
fn weight_in(slot: u32) -> f32 {
    f32::from((slot & 0xff) as u8 as i8)
}

/// A sparse linear model.
#[derive(Debug, Clone)]
pub struct Linear {
    bias: f32,
    scale: f32,
    /// An open hash table of signs, each with its weight in the low 8 bits.
    slots: Vec<u32>,
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
        Self { bias: 0.0, scale: 0.0, slots: vec![EMPTY; 16] }
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
        let size = (2 * header.count).next_power_of_two().max(16);
        let mut model = Self { bias: header.bias, scale: header.scale, slots: vec![EMPTY; size] };
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

    /// The log odds before any sign is seen.
    pub fn bias(&self) -> f32 {
        self.bias
    }

    /// What a sign adds to the log odds; 0 for one without a weight.
    #[inline]
    pub fn weight(&self, sign: u32) -> f32 {
        let at = self.first_slot(sign);
        let slot = self.slots[at];
        let is_found = slot >> 8 == sign;
        // Whether a sign is known cannot be foreseen, so both cases go the same way.
        let weight = weight_in(slot) * f32::from(is_found);
        if is_found || slot == EMPTY { weight * self.scale } else { self.weight_from(at, sign) }
    }

    /// The same, searched for behind a slot of another sign.
    fn weight_from(&self, mut at: usize, sign: u32) -> f32 {
        loop {
            at = (at + 1) & (self.slots.len() - 1);
            let slot = self.slots[at];
            if slot == EMPTY {
                return 0.0;
            }
            if slot >> 8 == sign {
                return weight_in(slot) * self.scale;
            }
        }
    }

    /// Half of the slots stay empty, so every search ends soon.
    fn insert(&mut self, sign: u32, weight: u8) {
        let mut at = self.first_slot(sign);
        while self.slots[at] != EMPTY {
            at = (at + 1) & (self.slots.len() - 1);
        }
        if weight != 0 {
            self.slots[at] = sign << 8 | u32::from(weight);
        }
    }

    /// Signs are hashes already: their low bits spread them.
    fn first_slot(&self, sign: u32) -> usize {
        sign as usize & (self.slots.len() - 1)
    }
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
        let size = (2 * weights.len()).next_power_of_two().max(16);
        let mut model = Self { bias, scale, slots: vec![EMPTY; size] };
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
        assert_eq!(model.bias(), -1.5);
        assert_eq!(
            [5, 149, 150, 0, 21].map(|sign| model.weight(sign)),
            [1.0, -1.0, 50.0, 0.0, 0.0]
        );
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
