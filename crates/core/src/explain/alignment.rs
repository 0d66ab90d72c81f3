//! Draws two feature trees side by side (template-matching).

use std::fmt::Write;

use serde::Serialize;

use super::chart::{Svg, legend, scrolling};
use super::words::Words;
use crate::methods::template_matching::matchings;
use crate::options::Options;
use crate::page::Page;
use crate::template::SiteKnowledge;
use crate::text::escape::escaped;

/// The alignment of the page's feature tree with that of its most similar page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlignmentTrace {
    /// For each node of the page's tree, in level order, its partner in the similar page's tree; absent for a candidate for
    /// main content.
    pub partners: Vec<Option<u32>>,
    /// The number of nodes in the similar page's tree.
    pub similar_nodes: usize,
    /// The chosen candidates, as indices into the page's tree.
    pub chosen: Vec<usize>,
}

impl AlignmentTrace {
    /// Aligns the page with its most similar page; `None` without one.
    pub(super) fn of(page: &Page, options: &Options, site: &SiteKnowledge) -> Option<Self> {
        if site.similar.is_empty() {
            return None;
        }
        let (_, matchings) = matchings(page, &options.method_options.template_matching, site);
        let matching = matchings.into_iter().next()?;
        let chosen = matching.clusters.iter().filter(|cluster| cluster.is_chosen);
        let mut chosen: Vec<usize> =
            chosen.flat_map(|cluster| cluster.nodes.iter().copied()).collect();
        chosen.sort_unstable();
        Some(Self { partners: matching.partners, similar_nodes: matching.similar_nodes, chosen })
    }

    /// Draws both trees as rows of nodes, with a line for each pair.
    pub(super) fn draw(&self, out: &mut String, words: &Words) {
        let mut svg = Svg::new(words.alignment, 200.0);
        let most = self.partners.len().max(self.similar_nodes).max(1);
        let x = |place: usize| Svg::LEFT + Svg::WIDTH * (place as f32 + 0.5) / most as f32;
        let (top, bottom) = (40.0, 150.0);
        let pairs = self.partners.iter().enumerate();
        let mut pairs: Vec<(i32, i32)> = pairs
            .filter_map(|(own, other)| Some((x(own) as i32, x((*other)? as usize) as i32)))
            .collect();
        pairs.dedup();
        let lines: String = pairs.iter().fold(String::new(), |mut path, (own, other)| {
            let _ = write!(path, "M{own} {top}L{other} {bottom}");
            path
        });
        svg.path("pair", &lines);
        let ticks = |places: &mut dyn Iterator<Item = usize>, y: f32| {
            let mut at: Vec<i32> = places.map(|place| x(place) as i32).collect();
            at.dedup();
            at.iter().fold(String::new(), |mut path, x| {
                let _ = write!(path, "M{x} {y}v14");
                path
            })
        };
        let mut has_partner = vec![false; self.similar_nodes];
        for other in self.partners.iter().flatten() {
            if let Some(has_partner) = has_partner.get_mut(*other as usize) {
                *has_partner = true;
            }
        }
        let own = |is_candidate: bool| {
            let places = 0..self.partners.len();
            places.filter(move |place| self.partners[*place].is_none() == is_candidate)
        };
        let theirs = |is_lost: bool| {
            let places = has_partner.iter().enumerate();
            places.filter(move |(_, has_partner)| **has_partner != is_lost).map(|(place, _)| place)
        };
        svg.path("node", &ticks(&mut own(false), top - 14.0));
        svg.path("candidate", &ticks(&mut own(true), top - 14.0));
        svg.path("chosen", &ticks(&mut self.chosen.iter().copied(), top - 14.0));
        svg.path("node", &ticks(&mut theirs(false), bottom));
        svg.path("lost", &ticks(&mut theirs(true), bottom));
        svg.text(Svg::LEFT, 18.0, "start", words.own_tree);
        svg.text(Svg::LEFT, bottom + 32.0, "start", words.similar_tree);
        let _ = write!(
            out,
            "<h3>{}</h3><p>{}</p>",
            escaped(words.alignment),
            escaped(words.about_alignment)
        );
        scrolling(out, words.alignment, &svg.finish());
        legend(
            out,
            &[
                ("pair", words.pair),
                ("candidate", words.candidate_node),
                ("chosen", words.chosen_node),
                ("lost", words.only_similar),
            ],
        );
    }
}
