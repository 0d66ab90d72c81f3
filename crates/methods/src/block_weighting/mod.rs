//! The method of the post 基于多特征的正文提取 (QD 正文提取组件, 2010).
//!
//! A page's title, publish time, topic and related links are blocks, each found by adding up the
//! weights of its features. The post lists the features and prints no weights; `Weights` holds
//! them all.

mod marks;
mod page_group;
mod refined;
mod title_and_time;
mod weights;

use super::options::BlockWeightingOptions;
use super::trace::{Curve, MethodTrace};
use super::verdict::{AboutPage, Verdict, whole};
use marks::{Marked, Marks, related_links_block};
use page_group::page_group;
use title_and_time::{TextBlock, title_and_time_blocks};
use weights::{FITTED, WEIGHTS};
use zhengwen_page::dom::{NodeId, Tag};
use zhengwen_page::page::{Amounts, Node, Page};

/// The features of the topic block, in the order of the post.
pub const TOPIC_FEATURES: [&str; 10] = [
    "paragraphs",
    "punctuation",
    "low tag density",
    "text amount",
    "text density",
    "previous or next article",
    "copyright",
    "after the title",
    "after the time",
    "before related links",
];

/// Points by feature, as [`TOPIC_FEATURES`].
pub type TopicPoints = [f32; TOPIC_FEATURES.len()];

/// The candidates for a page's topic, and the blocks around it.
struct Topics<'p> {
    title: Option<TextBlock<'p>>,
    time: Option<TextBlock<'p>>,
    order: Order<'p>,
    notices: Marked,
    candidates: Vec<Node<'p>>,
    points: Vec<TopicPoints>,
}

impl<'p> Topics<'p> {
    fn of(page: &'p Page, options: &BlockWeightingOptions) -> Self {
        let marks = Marks::of(page);
        let notices = refined::notices(page, options);
        let (title, time) = title_and_time_blocks(page);
        let related = related_links_block(page, &marks);
        let order =
            Order { title: title.as_ref().map(|t| t.0), time: time.as_ref().map(|t| t.0), related };
        let candidates = candidates(page, options);
        let points = topic_points(&candidates, (&marks, &notices), &order, options);
        Self { title, time, order, notices, candidates, points }
    }

    fn weights(&self) -> Vec<f32> {
        self.points.iter().map(|points| points.iter().sum()).collect()
    }

    /// The candidate with the highest weight, the first of equals.
    fn best(weights: &[f32]) -> Option<usize> {
        (0..weights.len()).rev().max_by(|a, b| weights[*a].total_cmp(&weights[*b]))
    }

    fn topic(&self) -> Option<Node<'p>> {
        Self::best(&self.weights()).map(|best| self.candidates[best])
    }

    /// The verdict about blocks.
    fn verdict(&self, page: &Page, options: &BlockWeightingOptions) -> Verdict {
        let weights = self.weights();
        let topic = Self::best(&weights).map(|best| self.candidates[best]);
        let weight_of = innermost(page, &self.candidates, &weights);
        let spans = topic.map_or_else(Vec::new, |topic| {
            let texts = topic_texts(topic, &self.order);
            refined::refined(topic, texts, &self.notices, options)
        });
        let spans = spans.into_iter().map(|text| whole(page.node(text))).collect();
        Verdict::from_spans(page, spans, |text| weight_of[text])
    }

    fn curve(&self) -> Curve {
        let weights = self.weights();
        let best = Self::best(&weights);
        Curve {
            name: "weight of topic candidates",
            x: "candidate",
            unit: "points",
            values: weights,
            thresholds: Vec::new(),
            chosen: best.into_iter().map(|best| best..best + 1).collect(),
        }
    }
}

/// Each topic candidate of a page in document order, with its points by feature.
pub fn topic_candidates<'p>(
    page: &'p Page,
    options: &BlockWeightingOptions,
) -> Vec<(Node<'p>, TopicPoints)> {
    let topics = Topics::of(page, options);
    topics.candidates.into_iter().zip(topics.points).collect()
}

/// Judges a page by block weighting. Title, time and page group are found only with a trace; without one the answer is
/// about blocks alone.
pub(super) fn judge(
    page: &Page,
    options: &BlockWeightingOptions,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    let topics = Topics::of(page, options);
    let mut verdict = topics.verdict(page, options);
    if let Some(trace) = trace {
        trace.curves.push(topics.curve());
        verdict.about = AboutPage {
            group: Some(page_group(page, topics.topic().map(Node::amounts).unwrap_or_default())),
            title: topics.title.map(|(_, text)| text),
            publish_time: topics.time.map(|(_, text)| text),
            ..AboutPage::default()
        };
    }
    verdict
}

/// For each text of the page, the weight of the innermost candidate around it; 0 if there is none.
fn innermost(page: &Page, candidates: &[Node], weights: &[f32]) -> Vec<f32> {
    let mut candidates = candidates.iter().zip(weights).peekable();
    // The candidates around the place: where each ends, and its weight.
    let mut open: Vec<(NodeId, f32)> = Vec::new();
    let weights = page.texts().iter().map(|text| {
        while let Some((candidate, weight)) = candidates.next_if(|(node, _)| node.id < text.node) {
            while open.pop_if(|(end, _)| *end <= candidate.id).is_some() {}
            open.push((candidate.end(), *weight));
        }
        while open.pop_if(|(end, _)| *end <= text.node).is_some() {}
        open.last().map_or(0.0, |(_, weight)| *weight)
    });
    weights.collect()
}

/// The blocks that the topic's place is measured against.
struct Order<'p> {
    title: Option<Node<'p>>,
    time: Option<Node<'p>>,
    related: Option<Node<'p>>,
}

/// Topic candidates: `td` and `div`, as the post says; the body of a page without any candidate.
fn candidates<'p>(page: &'p Page, options: &BlockWeightingOptions) -> Vec<Node<'p>> {
    let found = page.elements().filter(|node| match node.tag() {
        Tag::TD | Tag::DIV => true,
        Tag::SECTION | Tag::ARTICLE | Tag::MAIN | Tag::BODY => options.modern_containers,
        _ => false,
    });
    let found: Vec<Node> = found.collect();
    if !found.is_empty() {
        return found;
    }
    page.elements().find(|node| node.is(Tag::BODY)).into_iter().collect()
}

/// The points of each candidate by feature.
fn topic_points(
    candidates: &[Node],
    (marks, notices): (&Marks, &Marked),
    order: &Order,
    options: &BlockWeightingOptions,
) -> Vec<TopicPoints> {
    let amounts: Vec<Amounts> = candidates.iter().map(|node| node.amounts()).collect();
    let largest = amounts.iter().map(|a| a.plain_characters() as f32).fold(1.0, f32::max);
    let w = if options.fitted_weights { &FITTED } else { &WEIGHTS };
    let points = candidates.iter().zip(&amounts).map(|(node, a)| {
        let characters = a.characters.max(1) as f32;
        let has_paragraph = match options.direct_paragraphs {
            true => node.children().any(|child| matches!(child.tag(), Tag::P | Tag::BR)),
            false => a.paragraphs > 0,
        };
        [
            when(has_paragraph, w.paragraphs),
            when(a.punctuation > 5, w.punctuation),
            when(1000.0 * a.tags as f32 / characters < 100.0, w.low_tag_density),
            w.text_amount * a.plain_characters() as f32 / largest,
            w.text_density * a.characters as f32 / a.markup.max(1) as f32,
            when(marks.previous_next.is_in(*node), w.previous_next),
            when(marks.copyright.is_in(*node) || notices.is_in(*node), w.copyright),
            when(order.title.is_some_and(|title| *node > title), w.order),
            when(order.time.is_some_and(|time| *node > time), w.order),
            when(order.related.is_some_and(|related| *node < related), w.order),
        ]
    });
    points.collect()
}

fn when(condition: bool, weight: f32) -> f32 {
    if condition { weight } else { 0.0 }
}

/// The topic's texts without nested title, time and related-links blocks.
fn topic_texts(topic: Node, order: &Order) -> Vec<NodeId> {
    let blocks = [order.title, order.time, order.related].into_iter().flatten();
    let nested: Vec<Node> =
        blocks.filter(|block| *block != topic && topic.contains(block.id)).collect();
    let texts = topic.page.texts()[topic.text_range()].iter().map(|text| text.node);
    texts.filter(|text| !nested.iter().any(|block| block.contains(*text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zhengwen_page::kind::PageGroup;

    const PAGE: &str = "<title>供水会议今日召开_某某网</title><div class=nav><a>首页</a><a>新闻</a></div>\
        <div id=main><h1>供水会议今日召开</h1><span>2010-12-15 来源：晚报</span>\
        <div id=text><p>会议讨论了城市供水的问题，代表们提出建议。市长作了总结，会议圆满结束。\
        <p>代表们认为，明年要改善民生，提高服务，完善制度。会议通过了预算。</div>\
        <div>相关新闻<a>别的会议昨天召开了吗</a></div></div><div>版权所有，翻版必究。</div>";

    fn judged(page: &Page) -> Verdict {
        judge(page, &BlockWeightingOptions::default(), Some(&mut MethodTrace::default()))
    }

    #[test]
    fn finds_the_four_blocks() {
        let page = Page::new(PAGE, None);
        let verdict = judged(&page);
        let kept: Vec<&str> = verdict.spans.iter().map(|s| page.document().text(s.node)).collect();
        assert_eq!(kept.len(), 2, "{kept:?}");
        assert!(kept[0].starts_with("会议讨论了"));
        assert_eq!(verdict.about.title.as_deref(), Some("供水会议今日召开"));
        assert_eq!(verdict.about.publish_time.as_deref(), Some("2010-12-15"));
        assert_eq!(verdict.about.group, Some(PageGroup::Content));
    }

    #[test]
    fn pages_without_containers_use_the_body() {
        assert_eq!(judged(&Page::new("<p>只有一段，没有别的。", None)).keep, [true]);
    }

    #[test]
    fn groups_of_pages() {
        let links = "<li><a href=x>一条新闻的标题在这里</a>".repeat(30);
        let list = format!("<div><ul>{links}</ul></div>");
        let post = "<div><span class=t>2010-12-15 10:20</span><p>我觉得，这样很好，大家都同意，没有问题。</div>";
        let posts = format!("<div>{}</div>", post.repeat(6));
        for (html, url, group) in [
            (&list, Some("http://a.example/list"), PageGroup::List),
            (&list, Some("http://a.example/"), PageGroup::Home),
            (&posts, None, PageGroup::Comment),
        ] {
            assert_eq!(judged(&Page::new(html, url)).about.group, Some(group));
        }
    }
}
