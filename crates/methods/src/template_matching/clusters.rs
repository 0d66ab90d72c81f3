//! Candidates gathered into clusters, and the clusters' ranking by six indicators (the paper's sections 2.4
//! and 2.5).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use zhengwen_page::page::Rectangle;
use zhengwen_site::FeatureTree;

/// A cluster of candidates.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Their places in the feature tree, ascending; none is within another.
    pub nodes: Vec<usize>,
    /// The indicators that it was judged by.
    pub indicators: Indicators,
    /// The sum of its points; 0 for a cluster that was not ranked.
    pub points: i32,
    /// True if it is part of the answer.
    pub is_chosen: bool,
}

/// The indicators by which clusters are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Indicators {
    /// Characters of text.
    pub text_length: f64,
    /// Area in square pixels.
    pub area: Option<f64>,
    /// Area within the main visual region (definition 8), in square pixels.
    pub effective_area: Option<f64>,
    /// Content tags (definition 3).
    pub content_tags: f64,
    /// The share of links in the code, 0 to 1.
    pub link_rate: f64,
    /// Text over code, 0 to 1.
    pub text_rate: f64,
}

/// The points of the first three by an indicator; negative for an indicator of noise.
const POINTS: [i32; 3] = [5, 3, 1];

/// Clusters whose points are this close to the next better one are chosen with it.
const CLOSE: i32 = 2;

/// With the option, clusters with less than this share of the longest one's text are not ranked.
const LONG: f64 = 0.3;

/// The main visual region reaches from 20 to 80 % of the page's width. The paper says only that it is near the middle.
const MIDDLE: (f32, f32) = (0.2, 0.8);

/// The main visual region of a page with the body in this rectangle.
fn middle_of(page: Rectangle) -> Rectangle {
    let left = page.left + page.width * MIDDLE.0;
    Rectangle { left, width: page.width * (MIDDLE.1 - MIDDLE.0), ..page }
}

/// The main visual region, where the page has boxes.
pub(super) fn main_visual_region(tree: &FeatureTree) -> Option<Rectangle> {
    tree.nodes.first().and_then(|body| body.rectangle).map(middle_of)
}

/// The clusters of the candidates, ranked.
pub(super) fn ranked(tree: &FeatureTree, candidates: &[usize], only_long: bool) -> Vec<Cluster> {
    let sums = Sums::of(tree);
    let groups = gather(tree, &without_descendants(tree, candidates));
    let clusters = groups.into_iter().map(|nodes| {
        let indicators = sums.indicators(tree, &nodes);
        Cluster { nodes, indicators, points: 0, is_chosen: false }
    });
    let mut clusters: Vec<Cluster> = clusters.collect();
    let longest = clusters.iter().map(|c| c.indicators.text_length).fold(0.0, f64::max);
    let least = if only_long { longest * LONG } else { 0.0 };
    let ranked: Vec<usize> = (0..clusters.len())
        .filter(|index| clusters[*index].indicators.text_length >= least)
        .collect();
    give_points(&mut clusters, &ranked);
    choose(&mut clusters, ranked);
    clusters
}

/// The candidates that are not inside another.
fn without_descendants(tree: &FeatureTree, candidates: &[usize]) -> Vec<usize> {
    let mut is_within = vec![false; tree.nodes.len()];
    let mut next = candidates.iter().peekable();
    let mut outermost = Vec::new();
    // Parents precede their children.
    for (place, node) in tree.nodes.iter().enumerate() {
        let above = place > 0 && is_within[node.parent as usize];
        let is_candidate = next.next_if(|candidate| **candidate == place).is_some();
        if is_candidate && !above {
            outermost.push(place);
        }
        is_within[place] = above || is_candidate;
    }
    outermost
}

/// Each first free candidate with the others of its parent, and with those whose grandparent its parent
/// is. The paper takes the first at random, we take it in level order.
fn gather(tree: &FeatureTree, candidates: &[usize]) -> Vec<Vec<usize>> {
    let mut by_parent: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    let mut by_grandparent: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for place in candidates {
        let above = parent(tree, *place);
        by_parent.entry(above).or_default().push(*place);
        by_grandparent.entry(above.and_then(|above| parent(tree, above))).or_default().push(*place);
    }
    let mut is_taken = vec![false; tree.nodes.len()];
    let mut groups = Vec::new();
    for start in candidates {
        if is_taken[*start] {
            continue;
        }
        let above = parent(tree, *start);
        let beside = by_parent.get(&above).into_iter().flatten();
        let below = by_grandparent.get(&above).filter(|_| above.is_some()).into_iter().flatten();
        let mut group: Vec<usize> =
            beside.chain(below).copied().filter(|place| !is_taken[*place]).collect();
        group.iter().for_each(|place| is_taken[*place] = true);
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

fn parent(tree: &FeatureTree, place: usize) -> Option<usize> {
    (place > 0).then(|| tree.nodes[place].parent as usize)
}

/// The contents of subtrees, by place.
struct Sums {
    content_tags: Vec<u32>,
    link_code: Vec<u32>,
    page: Option<Rectangle>,
}

impl Sums {
    fn of(tree: &FeatureTree) -> Self {
        let mut content_tags: Vec<u32> =
            tree.nodes.iter().map(|node| u32::from(node.has_content_tag)).collect();
        let mut link_code = vec![0; tree.nodes.len()];
        for (place, node) in tree.nodes.iter().enumerate().rev() {
            if node.is_link {
                link_code[place] = node.outer_html.length;
            }
            if place > 0 {
                let parent = node.parent as usize;
                content_tags[parent] += content_tags[place];
                link_code[parent] += link_code[place];
            }
        }
        let page = tree.nodes.first().and_then(|body| body.rectangle);
        Self { content_tags, link_code, page }
    }

    fn indicators(&self, tree: &FeatureTree, places: &[usize]) -> Indicators {
        let middle = self.page.map(middle_of);
        let mut sums = Indicators::default();
        let (mut code, mut link_code, mut area, mut effective_area) = (0.0, 0.0, 0.0, 0.0);
        for place in places {
            let node = &tree.nodes[*place];
            sums.text_length += f64::from(node.inner_text.length);
            sums.content_tags += f64::from(self.content_tags[*place]);
            code += f64::from(node.outer_html.length);
            link_code += f64::from(self.link_code[*place]);
            if let Some(rectangle) = node.rectangle {
                area += f64::from(rectangle.area());
                effective_area +=
                    f64::from(middle.map_or(0.0, |middle| rectangle.shared_area(&middle)));
            }
        }
        let code = f64::max(code, 1.0);
        Indicators {
            area: tree.has_boxes.then_some(area),
            effective_area: tree.has_boxes.then_some(effective_area),
            link_rate: link_code / code,
            text_rate: sums.text_length / code,
            ..sums
        }
    }
}

/// An indicator, `None` if it needs boxes and there are none, and the sign of its points.
type Indicator = (fn(&Indicators) -> Option<f64>, i32);

/// Every indicator.
const INDICATORS: [Indicator; 6] = [
    (|i| Some(i.text_length), 1),
    (|i| i.area, 1),
    (|i| i.effective_area, 1),
    (|i| Some(i.content_tags), 1),
    (|i| Some(i.link_rate), -1),
    (|i| Some(i.text_rate), 1),
];

/// The first of equals is the first in level order.
fn give_points(clusters: &mut [Cluster], ranked: &[usize]) {
    for (indicator, sign) in INDICATORS {
        let values =
            ranked.iter().filter_map(|at| Some((indicator(&clusters[*at].indicators)?, *at)));
        let mut order: Vec<(f64, usize)> = values.collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        for ((_, index), points) in order.into_iter().zip(POINTS) {
            clusters[index].points += sign * points;
        }
    }
}

/// Chooses the best cluster and, one after the other, those of nearly as many points.
fn choose(clusters: &mut [Cluster], mut ranked: Vec<usize>) {
    ranked.sort_by_key(|index| std::cmp::Reverse(clusters[*index].points));
    let mut last = None;
    for index in ranked {
        let points = clusters[index].points;
        if last.is_some_and(|last| last - points > CLOSE) {
            break;
        }
        clusters[index].is_chosen = true;
        last = Some(points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zhengwen_page::page::{Boxes, Page};

    /// The clusters of the elements with a class: their ids, one text a cluster, and their points.
    fn check(body: &str, boxes: Option<&str>, expected: &[(&str, i32, bool)]) {
        let mut page = Page::new(&format!("<body>{body}"), None);
        if let Some(json) = boxes {
            page.set_boxes(&Boxes::from_json(json.as_bytes()).unwrap()).unwrap();
        }
        let tree = FeatureTree::of(&page);
        let candidates: Vec<usize> =
            (0..tree.nodes.len()).filter(|place| tree.nodes[*place].class.is_some()).collect();
        let text = |place: &usize| page.document().text_content(tree.nodes[*place].node);
        let found: Vec<(String, i32, bool)> = ranked(&tree, &candidates, false)
            .iter()
            .map(|c| (c.nodes.iter().map(text).collect::<String>(), c.points, c.is_chosen))
            .collect();
        let found: Vec<(&str, i32, bool)> =
            found.iter().map(|(text, points, chosen)| (text.as_str(), *points, *chosen)).collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn candidates_gather_by_parent_and_grandparent() {
        // a and b are siblings; c's grandparent is their parent; d's is not; e is within a.
        check(
            "<div><i class=x>a<u class=x>e</u></i><i class=x>b</i><div><i class=x>c</i>\
             <div><i class=x>d</i></div></div></div>",
            None,
            &[("aebc", 5 + 5 - 3 + 3, true), ("d", 3 + 3 - 5 + 5, false)],
        );
    }

    #[test]
    fn the_first_three_get_points_and_links_cost_them() {
        check(
            "<div><p class=x>十个字的一段正文在此</div><ul><li class=x><a href=1>五个字链接</a></ul>\
             <dl><dd class=x>三个字</dl><ol><li class=x>二字</ol>",
            None,
            &[
                // Text, content tags, links, text rate: the first of equals counts as higher.
                ("十个字的一段正文在此", 5 + 5 - 3 + 5, true),
                ("五个字链接", 3 + 3 - 5 + 1, false),
                ("三个字", 1 + 1 - 1 + 3, false),
                ("二字", 0, false),
            ],
        );
    }

    #[test]
    fn areas_count_where_there_are_boxes() {
        // html, head, body, div, p, div, p: the second is in the margin.
        let boxes = "{\"boxes\": [[0,0,1000,100], null, [0,0,1000,100], [300,0,400,50], [300,0,400,50], \
            [0,50,100,50], [0,50,100,50]]}";
        let body = "<div><p class=x>正文</div><div><p class=x>旁边的文字</div>";
        check(body, None, &[("正文", 3 + 5 - 5 + 3, false), ("旁边的文字", 5 + 3 - 3 + 5, true)]);
        check(body, Some(boxes), &[("正文", 6 + 5 + 5, true), ("旁边的文字", 10 + 3 + 3, true)]);
    }
}
