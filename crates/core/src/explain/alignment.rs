//! Draws two feature trees side by side (template-matching).

use std::fmt::Write;

use serde::Serialize;

use super::svg::{Svg, legend, scrolling};
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
        let (top, bottom) = (40.0, 150.0);
        let pairs = self.partners.iter().enumerate();
        let mut pairs: Vec<(i32, i32)> = pairs
            .filter_map(|(place, other)| Some((x(place, most), x((*other)? as usize, most))))
            .collect();
        pairs.dedup();
        let lines: String = pairs.iter().fold(String::new(), |mut path, (x, partner)| {
            let _ = write!(path, "M{x} {top}L{partner} {bottom}");
            path
        });
        svg.path("pair", &lines);
        let mut has_partner = vec![false; self.similar_nodes];
        for other in self.partners.iter().flatten() {
            if let Some(has_partner) = has_partner.get_mut(*other as usize) {
                *has_partner = true;
            }
        }
        let (candidates, paired): (Vec<usize>, Vec<usize>) =
            (0..self.partners.len()).partition(|place| self.partners[*place].is_none());
        let (partners, lost): (Vec<usize>, Vec<usize>) =
            (0..self.similar_nodes).partition(|place| has_partner[*place]);
        svg.path("node", &ticks(&paired, most, top - 14.0));
        svg.path("candidate", &ticks(&candidates, most, top - 14.0));
        svg.path("chosen", &ticks(&self.chosen, most, top - 14.0));
        svg.path("node", &ticks(&partners, most, bottom));
        svg.path("lost", &ticks(&lost, most, bottom));
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

/// The abscissa of the node at this index of a row with room for `most` nodes.
fn x(place: usize, most: usize) -> i32 {
    (Svg::LEFT + Svg::WIDTH * (place as f32 + 0.5) / most as f32) as i32
}

fn ticks(places: &[usize], most: usize, y: f32) -> String {
    let mut at: Vec<i32> = places.iter().map(|place| x(*place, most)).collect();
    at.dedup();
    at.iter().fold(String::new(), |mut path, x| {
        let _ = write!(path, "M{x} {y}v14");
        path
    })
}
