//! Pinned figures: `[set.method]` tables of figure names and least values.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;

use crate::figures::Figures;

/// Least values by set, method and figure.
#[derive(Debug, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct Floors(BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>>);

impl Floors {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(name)?;
        toml::from_str(&text).with_context(name)
    }

    /// One line for every figure below its floor, and for every floor of a measured set and method
    /// that has no figure. Figures and floors have four decimals.
    pub(crate) fn failures(&self, measured: &[(String, &str, Figures)]) -> Vec<String> {
        let mut failures = Vec::new();
        for (set, method, figures) in measured {
            let Some(floors) = self.0.get(set).and_then(|methods| methods.get(*method)) else {
                failures.push(format!("{set} {method}: has no floor; pin its figures"));
                continue;
            };
            for (name, floor) in floors {
                match figures.get(name) {
                    Some(value) if value + 5e-5 >= *floor => {}
                    Some(value) => {
                        failures
                            .push(format!("{set} {method} {name}: {value:.4} is below {floor:.4}"));
                    }
                    None => failures.push(format!("{set} {method}: no figure is named {name}")),
                }
            }
        }
        failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Prediction, score};

    #[test]
    fn finds_what_is_below() {
        let gold = serde_json::from_str(r#"{"id":"a","content":"一 二"}"#).unwrap();
        let prediction = Prediction { id: "a".into(), text: "一".into(), ..Prediction::default() };
        let scores = score(&gold, &prediction);
        let measured = [("s".to_owned(), "m", Figures::mean([scores].iter()))];
        let floors = |text: &str| toml::from_str::<Floors>(text).unwrap().failures(&measured);
        assert!(floors("[s.m]\nf1 = 0.6667\np = 1.0").is_empty());
        assert_eq!(floors("[s.m]\nf1 = 0.6669"), ["s m f1: 0.6667 is below 0.6669"]);
        assert_eq!(floors("[s.m]\nx = 1").len(), 1);
        assert_eq!(floors("").len(), 1);
    }
}
