//! Choosing the similar page: among pages at hand by their structure, among addresses by their shape
//! (seed 004, step 2).

use std::collections::HashMap;

use url::Url;

use super::tree::FeatureTree;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::Page;
use crate::text::hash::mix;

/// Levels below `body` that the likeness of two trees looks at.
const LEVELS: u32 = 8;

/// How the upper levels of a page are built: each combination of depth, tag, id and class with the
/// number of its nodes. Higher levels weigh more.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Structure {
    counts: HashMap<u64, u32>,
    weight: f32,
}

impl Structure {
    /// The structure of a feature tree.
    pub fn of(tree: &FeatureTree) -> Self {
        let mut structure = Self::default();
        for node in tree.nodes.iter().take_while(|node| node.depth <= LEVELS) {
            let features = [node.tag, node.id.unwrap_or(0), node.class.unwrap_or(0)];
            // The depth is in the lowest bits, so that the weight can be told from the key.
            let key = features.into_iter().fold(0, mix) << 4 | u64::from(node.depth);
            *structure.counts.entry(key).or_default() += 1;
            structure.weight += weight(key);
        }
        structure
    }

    /// How alike two are, 0 to 1: the weight of the nodes that both have over that of those that either
    /// has.
    pub fn likeness(&self, other: &Self) -> f32 {
        let shared = self.counts.iter().map(|(key, count)| {
            let both = other.counts.get(key).map_or(0, |others| *count.min(others));
            weight(*key) * both as f32
        });
        // Sums of such weights are exact in any order.
        let shared: f32 = shared.sum();
        let either = self.weight + other.weight - shared;
        if either > 0.0 { shared / either } else { 1.0 }
    }
}

/// The weight of a node by the depth in its key: half as much every second level.
fn weight(key: u64) -> f32 {
    1.0 / (1_u32 << ((key & 15) / 2)) as f32
}

/// The places of other structures, that of the most alike first, the first of equals.
pub fn most_alike(own: &Structure, others: &[&Structure]) -> Vec<usize> {
    let mut likeness: Vec<(usize, f32)> =
        others.iter().map(|other| own.likeness(other)).enumerate().collect();
    likeness.sort_by(|a, b| b.1.total_cmp(&a.1));
    likeness.into_iter().map(|(place, _)| place).collect()
}

/// An address that may lead to a page like this one.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateAddress {
    /// Absolute, without a fragment.
    pub url: String,
    /// How likely its page is built like this one, 0 to 1, by the shape of the address.
    pub score: f32,
}

/// The addresses that a page links to on its own host, the likeliest to lead to a similar page first.
/// Empty for a page whose address is not known.
pub fn candidate_addresses(page: &Page) -> Vec<CandidateAddress> {
    let Some(own) = page.url().and_then(|url| Url::parse(url).ok()) else { return Vec::new() };
    let document = page.document();
    let mut found: Vec<CandidateAddress> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for id in document.ids().filter(|id| document.tag(*id) == Tag::A) {
        let Some(url) = link(page, id, &own) else { continue };
        let length = page.stats().amounts(document, id).characters;
        let score = address_likeness(&own, &url) * text_likeness(length);
        let url = url.to_string();
        match places.get(&url) {
            Some(place) => found[*place].score = found[*place].score.max(score),
            None => {
                places.insert(url.clone(), found.len());
                found.push(CandidateAddress { url, score });
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

/// Where a link leads, when that is another page of the same host.
fn link(page: &Page, id: NodeId, own: &Url) -> Option<Url> {
    let href = page.document().attribute(id, AttributeName::HREF)?;
    let mut url = Url::parse(&page.addresses().page(href)?).ok()?;
    url.set_fragment(None);
    let is_other = url.path() != own.path() || url.query() != own.query();
    (is_other && url.host_str() == own.host_str()).then_some(url)
}

/// How alike the shapes of two addresses are, 0 to 1: the segments of their paths one by one, by their
/// text or by the kinds of characters in them, and whether both have a query.
pub fn address_likeness(a: &Url, b: &Url) -> f32 {
    let segments = |url: &Url| -> Vec<String> {
        url.path_segments().into_iter().flatten().map(str::to_owned).collect()
    };
    let (own, other) = (segments(a), segments(b));
    let longest = own.len().max(other.len()).max(1) as f32;
    let pairs = own.iter().zip(&other);
    let alike: f32 = pairs.map(|(x, y)| segment_likeness(x, y)).sum();
    let query = if a.query().is_some() == b.query().is_some() { 1.0 } else { 0.5 };
    alike / longest * query
}

fn segment_likeness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if shape(a) == shape(b) { 0.9 } else { 0.0 }
}

/// A segment with its digits and letters as runs: `t20101215_1.htm` is `a0_0.htm`.
fn shape(segment: &str) -> String {
    let (stem, ending) = match segment.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, ending),
        _ => (segment, ""),
    };
    let mut out = String::new();
    for c in stem.chars() {
        let kind = match c {
            '0'..='9' => '0',
            c if c.is_alphabetic() || c == '%' => 'a',
            c => c,
        };
        if !out.ends_with(kind) {
            out.push(kind);
        }
    }
    out + "." + ending
}

/// Links to articles have titles: a text of few characters speaks against one.
fn text_likeness(characters: u32) -> f32 {
    match characters {
        0 => 0.6,
        1..=5 => 0.7,
        6..=9 => 0.9,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(html: &str) -> Structure {
        Structure::of(&FeatureTree::of(&Page::new(html, None)))
    }

    #[test]
    fn pages_built_alike_are_alike() {
        let own = structure("<div id=top></div><div id=main><p>a<p>b</div>");
        let like = structure("<div id=top></div><div id=main><p>c</div>");
        let unlike = structure("<table><tr><td>x</table>");
        assert!(own.likeness(&like) > 0.8 && own.likeness(&unlike) < 0.4);
        assert!((own.likeness(&own) - 1.0).abs() < 1e-6);
        assert_eq!(most_alike(&own, &[&unlike, &like, &own, &own]), [2, 3, 1, 0]);
    }

    #[test]
    fn addresses_of_the_same_shape_come_first() {
        let html = "<a href=/>Home</a><a href=/news/>News</a>\
            <a href=/news/2010/1215/8.html#c>An article with a title</a>\
            <a href=/news/2010/1216/9.html>More</a><a href=/news/2010/1216/9.html>The title of another</a>\
            <a href=//other.example/news/2010/1216/9.html>Elsewhere, with a title</a>";
        let page = Page::new(html, Some("http://site.example/news/2010/1215/7.html"));
        let found = candidate_addresses(&page);
        let urls: Vec<&str> =
            found.iter().map(|c| c.url.trim_start_matches("http://site.example")).collect();
        assert_eq!(urls, ["/news/2010/1215/8.html", "/news/2010/1216/9.html", "/news/", "/"]);
        assert!(found[0].score > 0.9 && found[3].score < 0.3);
        assert!(candidate_addresses(&Page::new(html, None)).is_empty());
    }
}
