//! Chooses the similar page: among available pages by their structure, among addresses by their
//! shape (template-matching's paper, step 2).

use std::collections::HashMap;

use url::Url;

use super::tree::FeatureTree;
use zhengwen_page::dom::{AttributeName, Tag};
use zhengwen_page::page::{Node, Page};
use zhengwen_page::text::hash::mix;

/// The number of levels below `body` that count for the likeness of two trees.
const LEVELS: u32 = 8;

/// The structure of a page's upper levels: each combination of depth, tag, id and class with the
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
            // The depth is in the lowest bits, so that the weight can be derived from the key.
            let key = features.into_iter().fold(0, mix) << 4 | u64::from(node.depth);
            *structure.counts.entry(key).or_default() += 1;
            structure.weight += weight(key);
        }
        structure
    }

    /// The likeness of two structures, 0 to 1: the weight of the nodes that both have over that of
    /// the nodes that either has.
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

/// The weight of a node by the depth in its key: halved every second level.
fn weight(key: u64) -> f32 {
    1.0 / (1_u32 << ((key & 15) / 2)) as f32
}

/// The indices of the other structures, most similar first; equals stay in order.
pub fn most_alike(structure: &Structure, others: &[&Structure]) -> Vec<usize> {
    let mut likeness: Vec<(usize, f32)> =
        others.iter().map(|other| structure.likeness(other)).enumerate().collect();
    likeness.sort_by(|a, b| b.1.total_cmp(&a.1));
    likeness.into_iter().map(|(place, _)| place).collect()
}

/// An address that may lead to a similar page.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateAddress {
    /// Absolute, without a fragment.
    pub url: String,
    /// The likelihood that its page is built like this one, 0 to 1, by the shape of the address.
    pub score: f32,
}

/// The addresses on the page's own host that it links to, likeliest to lead to a similar page
/// first. Empty for a page whose address is not known. Few pages resemble a front page or a
/// channel's; for those, the likeliest to lead to one of the pages that it links to most come
/// first.
pub fn candidate_addresses(page: &Page) -> Vec<CandidateAddress> {
    let Some(address) = page.url().and_then(|url| Url::parse(url).ok()) else { return Vec::new() };
    let links = page.elements().filter(|node| node.is(Tag::A));
    let links: Vec<(Node, Url)> =
        links.filter_map(|link| Some((link, target(link, &address)?))).collect();
    let shares = is_front(&address).then(|| shape_shares(&links));
    let mut found: Vec<CandidateAddress> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (link, url) in links {
        let likeness = match &shares {
            Some(shares) => shares.get(&address_shape(&url)).copied().unwrap_or(0.0),
            None => address_likeness(&address, &url),
        };
        let score = likeness * text_likeness(link.characters());
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

/// The addresses of the feeds listed in a page's head.
pub fn feed_addresses(page: &Page) -> Vec<String> {
    let feeds = page.elements().filter(|node| {
        node.is(Tag::LINK)
            && holds_any(node.value(AttributeName::REL), &["alternate"])
            && holds_any(node.value(AttributeName::TYPE), &["rss", "atom"])
    });
    feeds.filter_map(|feed| page.addresses().page(feed.attribute(AttributeName::HREF)?)).collect()
}

fn holds_any(value: &str, words: &[&str]) -> bool {
    let value = value.to_ascii_lowercase();
    words.iter().any(|word| value.contains(word))
}

/// True if an address is that of a folder: a front page or a channel's.
fn is_front(url: &Url) -> bool {
    let last = segments(url).next_back().unwrap_or("");
    url.query().is_none()
        && (last.is_empty() || last.starts_with("index.") || last.starts_with("default."))
}

/// The number of links to addresses of each shape, as a share of the most frequent shape; links to
/// folders do not count.
fn shape_shares(links: &[(Node, Url)]) -> HashMap<String, f32> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for (_, url) in links.iter().filter(|(_, url)| !is_front(url)) {
        *counts.entry(address_shape(url)).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(1).max(1) as f32;
    counts.into_iter().map(|(shape, count)| (shape, count as f32 / most)).collect()
}

fn address_shape(url: &Url) -> String {
    let shapes: Vec<String> = segments(url).map(shape).collect();
    shapes.join("/") + if url.query().is_some() { "?" } else { "" }
}

/// The target of a link, if it is another page of the same host.
fn target(link: Node, address: &Url) -> Option<Url> {
    let href = link.attribute(AttributeName::HREF)?;
    let mut url = Url::parse(&link.page.addresses().page(href)?).ok()?;
    url.set_fragment(None);
    let is_other = url.path() != address.path() || url.query() != address.query();
    (is_other && url.host_str() == address.host_str()).then_some(url)
}

fn segments(url: &Url) -> impl DoubleEndedIterator<Item = &str> {
    url.path_segments().into_iter().flatten()
}

/// The likeness of the shapes of two addresses, 0 to 1: compares the segments of their paths one by
/// one, by their text or by the kinds of characters in them, and whether both have a query.
pub fn address_likeness(a: &Url, b: &Url) -> f32 {
    let longest = segments(a).count().max(segments(b).count()).max(1) as f32;
    let alike: f32 = segments(a).zip(segments(b)).map(|(x, y)| segment_likeness(x, y)).sum();
    let query = if a.query().is_some() == b.query().is_some() { 1.0 } else { 0.5 };
    alike / longest * query
}

fn segment_likeness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if shape(a) == shape(b) { 0.9 } else { 0.0 }
}

/// A segment with each run of letters or digits reduced to one character: `t20101215_1.htm` is
/// `a0_0.htm`.
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

/// The likeness of a link text of this length to a title: links to articles have titles, so a short text counts against one.
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
        let page = structure("<div id=top></div><div id=main><p>a<p>b</div>");
        let like = structure("<div id=top></div><div id=main><p>c</div>");
        let unlike = structure("<table><tr><td>x</table>");
        assert!(page.likeness(&like) > 0.8 && page.likeness(&unlike) < 0.4);
        assert!((page.likeness(&page) - 1.0).abs() < 1e-6);
        assert_eq!(most_alike(&page, &[&unlike, &like, &page, &page]), [2, 3, 1, 0]);
    }

    #[test]
    fn a_front_page_leads_to_what_it_links_to_most() {
        let html = "<link rel=alternate type=application/rss+xml href=/feed.xml><a href=/about.html>About us</a>\
            <a href=/news/>All the news there is</a><a href=/2024/1.html>The first of the titles</a>\
            <a href=/2024/2.html>The second of the titles</a><a href=/2024/3.html>3</a>";
        let page = Page::new(html, Some("https://example.com/"));
        let found: Vec<String> = candidate_addresses(&page).into_iter().map(|c| c.url).collect();
        assert_eq!(found[0], "https://example.com/2024/1.html");
        assert_eq!(found[1], "https://example.com/2024/2.html");
        assert_eq!(found[2], "https://example.com/2024/3.html");
        assert_eq!(feed_addresses(&page), ["https://example.com/feed.xml"]);
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
