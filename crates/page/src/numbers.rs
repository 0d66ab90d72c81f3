//! Logarithms and probabilities from additions, multiplications and divisions alone, so that they
//! are the same to the last bit on every machine; those of the system's math library are not.

use std::f32::consts::{LN_2, LOG2_E};

/// A count as `u32`; the highest if it is too high.
pub(crate) fn saturated(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The binary logarithm of `value` + 1, to within 0.00002; 0 for values of 0 or less.
#[inline]
pub fn log2_plus_1(value: f32) -> f32 {
    // Most values are small whole numbers, which end up in the lowest bits of this sum.
    let shifted = value + WHOLE;
    if (0.0..LOGARITHMS.len() as f32).contains(&value) && shifted - WHOLE == value {
        LOGARITHMS[shifted.to_bits() as usize % LOGARITHMS.len()]
    } else {
        worked_out(value)
    }
}

/// From here to twice as much, `f32` holds only whole numbers.
const WHOLE: f32 = 8_388_608.0;

/// [`log2_plus_1`] of the first whole numbers.
static LOGARITHMS: [f32; 1024] = {
    let mut logarithms = [0.0; 1024];
    let mut number = 0;
    while number < logarithms.len() {
        logarithms[number] = worked_out(number as f32);
        number += 1;
    }
    logarithms
};

/// [`log2_plus_1`], computed without the table.
const fn worked_out(value: f32) -> f32 {
    let sum = value.max(0.0) + 1.0;
    let bits = sum.to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    // ln m = 2 artanh((m - 1) / (m + 1)), as a series.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0)));
    exponent + 2.0 * LOG2_E * t * series
}

/// The exponential function, to a relative error of 0.00001; its argument is clamped to -80 to 80.
pub fn exp(value: f32) -> f32 {
    let scaled = value.clamp(-80.0, 80.0) * LOG2_E;
    let whole = scaled.round();
    let x = (scaled - whole) * LN_2;
    let series = 1.0 + x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0 * (1.0 + x / 5.0))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The probability for these log odds.
pub fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + exp(-log_odds))
}

/// The natural logarithm of a probability over 0.
pub fn ln_probability(probability: f32) -> f32 {
    -LN_2 * log2_plus_1(1.0 / probability - 1.0)
}

/// The log odds of a probability, clamped to -11.5 to 11.5.
pub fn log_odds(probability: f32) -> f32 {
    let probability = probability.clamp(1e-5, 1.0 - 1e-5);
    let of_likelier = |p: f32| LN_2 * log2_plus_1(p / (1.0 - p) - 1.0);
    if probability >= 0.5 { of_likelier(probability) } else { -of_likelier(1.0 - probability) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_near_those_of_the_library() {
        for step in -4000..4000 {
            let x = step as f32 / 50.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "exp {x}");
            assert!((probability(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-5, "probability {x}");
            let n = x.abs() * x.abs() * 100.0;
            assert!((log2_plus_1(n) - (n + 1.0).log2()).abs() < 1e-4, "log2 {n}");
        }
        for step in -100..=100 {
            let x = step as f32 / 10.0;
            assert!((log_odds(probability(x)) - x).abs() < 0.02, "log odds {x}");
        }
        for value in
            (0..3000).map(|step| step as f32 / 2.0 - 100.0).chain([WHOLE, 1e30, f32::INFINITY])
        {
            assert_eq!(log2_plus_1(value).to_bits(), worked_out(value).to_bits(), "{value}");
        }
        assert_eq!((log2_plus_1(0.0), log2_plus_1(-5.0), log2_plus_1(3.0)), (0.0, 0.0, 2.0));
        assert!((0.0..1e-30).contains(&probability(-1000.0)) && probability(1000.0) == 1.0);
    }
}
