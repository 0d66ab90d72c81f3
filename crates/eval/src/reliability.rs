//! The confidence of extractions compared with their F1.

use std::fmt;

/// Bins of a tenth; those below a half are one.
const BINS: usize = 6;

/// Pages by confidence.
#[derive(Debug, Default)]
pub(crate) struct Reliability {
    bins: [Bin; BINS],
}

#[derive(Debug, Default, Clone, Copy)]
struct Bin {
    pages: usize,
    confidence: f64,
    f1: f64,
    poor: usize,
}

/// A page is poor below this F1.
const POOR: f64 = 0.5;

impl Reliability {
    /// Counts a page.
    pub(crate) fn add(&mut self, confidence: f32, f1: f64) {
        let confidence = f64::from(confidence);
        let tenth = (confidence.clamp(0.0, 0.999) * 10.0) as usize;
        let bin = &mut self.bins[tenth.saturating_sub(10 - BINS)];
        bin.pages += 1;
        bin.confidence += confidence;
        bin.f1 += f1;
        bin.poor += usize::from(f1 < POOR);
    }
}

impl fmt::Display for Reliability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "confidence   pages   mean confidence   mean F1   F1 below {POOR}")?;
        for (index, bin) in self.bins.iter().enumerate() {
            let low = if index == 0 { 0.0 } else { (index + 10 - BINS) as f64 / 10.0 };
            let high = (index + 11 - BINS) as f64 / 10.0;
            let mean = |sum: f64| sum / bin.pages.max(1) as f64;
            let (confidence, f1, poor) =
                (mean(bin.confidence), mean(bin.f1), mean(bin.poor as f64));
            writeln!(
                f,
                "{low:.1} - {high:.1}    {:5}            {confidence:6.3}    {f1:6.3}        {poor:6.3}",
                bin.pages
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fall_into_tenths() {
        let mut reliability = Reliability::default();
        for (confidence, f1) in [(0.1, 0.2), (0.49, 0.4), (0.95, 1.0), (1.0, 0.9)] {
            reliability.add(confidence, f1);
        }
        let table = reliability.to_string();
        let rows: Vec<Vec<&str>> =
            table.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows.len(), BINS);
        assert_eq!(rows[0][3..], ["2", "0.295", "0.300", "1.000"]);
        assert_eq!(rows[1][3], "0");
        assert_eq!(rows[5][3..], ["2", "0.975", "0.950", "0.000"]);
    }
}
