//! What speaks for a name as author or source: the pieces of lines around the article, each with what is around it, and what
//! else on the page gives the same name. Two forests over these columns choose both fields.

mod columns;
mod gather;

use std::collections::HashSet;

use super::candidate::{Candidate, normalised};
use super::known::Known;
use super::origin::Origin;
use super::people;
use super::place::Place;
use super::{Fields, source};
use crate::forest::Forest;
use crate::numbers;
use crate::page::Page;
use gather::{Claim, Claims};

pub(crate) use columns::columns;

/// Claims of lower score are left out of the trace.
const LEAST_SHOWN: f32 = 0.02;

/// The rows of authors and of sources of a page, each with its value.
#[cfg(feature = "train")]
pub(super) fn rows(page: &Page, known: &Known, found: &Fields) -> [Vec<(String, Vec<f32>)>; 2] {
    let of = |claims: &Claims| {
        claims.all.iter().map(|claim| (claim.value.clone(), claims.row(claim))).collect()
    };
    with_claims(page, known, found, |claims| of(claims))
}

/// Chooses author and source: a claim that is less likely right than the least probability of its field scores too little.
pub(super) fn choose(
    page: &Page,
    known: &Known,
    [(authors, least_author), (sources, least_source)]: [(&Forest, f32); 2],
    found: &mut Fields,
) {
    if authors.is_empty() || sources.is_empty() {
        return;
    }
    let mut forests =
        [(authors, least_author, Origin::Byline), (sources, least_source, Origin::SourceLine)]
            .into_iter();
    let [author, source] = with_claims(page, known, found, |claims| {
        forests
            .next()
            .map_or_else(Vec::new, |(forest, least, origin)| ranked(claims, forest, least, origin))
    });
    (found.author, found.source) = (author, source);
}

/// Reads the value of a field in a piece.
type ReadName = fn(&str) -> Option<String>;

/// What is read of the claims for both fields.
fn with_claims<T>(
    page: &Page,
    known: &Known,
    found: &Fields,
    mut read: impl FnMut(&Claims) -> T,
) -> [T; 2] {
    let title = found.title.first().map(|one| one.value.as_str());
    let place = Place::new(page, title, known.main.clone());
    let site = super::author::site_names(page, &found.site_name);
    let fields: [(&Vec<Candidate>, ReadName); 2] =
        [(&found.author, people::names), (&found.source, source::cleaned)];
    let lines = gather::lines(&place, known);
    fields.map(|(candidates, name)| {
        read(&Claims::new((&place, known), &lines, candidates, &site, name))
    })
}

/// The score of a claim of this probability: [`LEAST_SCORE`](super::LEAST_SCORE) and more if that is at least `least`.
fn score(probability: f32, least: f32) -> f32 {
    if probability >= least {
        super::LEAST_SCORE + (1.0 - super::LEAST_SCORE) * (probability - least) / (1.0 - least)
    } else {
        super::LEAST_SCORE * 0.9 * probability / least
    }
}

/// The values, the most probable first, each once.
fn ranked(claims: &Claims, forest: &Forest, least: f32, origin: Origin) -> Vec<Candidate> {
    let probability = |claim| numbers::probability(forest.log_odds_of(&claims.row(claim)));
    let mut rated: Vec<_> = claims.all.iter().map(|claim| (probability(claim), claim)).collect();
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut seen = HashSet::new();
    let first = rated.into_iter().filter(|(_, claim)| seen.insert(claim.compared.as_str()));
    let candidate = |(probability, claim): (f32, &Claim)| {
        let known = claims.found.iter().find(|one| normalised(&one.value) == claim.compared);
        Candidate {
            value: claim.value.clone(),
            raw: None,
            origin: known.map_or(origin, |one| one.origin),
            score: score(probability, least),
        }
    };
    let is_worth_a_look = |one: &Candidate| one.score >= LEAST_SHOWN;
    first.map(candidate).filter(is_worth_a_look).collect()
}
