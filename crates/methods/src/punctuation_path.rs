//! The method of the paper 基于中文标点符号和HTML树结构的网页正文信息抽取方法.
//!
//! Full stops occur almost only in main text (section 1.1), and the parts of a main text have similar root paths
//! (section 1.3). So the path of the text with most full stops is the sample, and every text with a similar path
//! belongs to the main text (section 1.4).

use super::body;
use super::options::PunctuationPathOptions;
use super::trace::{Curve, MethodTrace};
use super::verdict::{Verdict, runs, whole};
use zhengwen_page::dom::{NodeId, NodeRef, Tag, path};
use zhengwen_page::page::{Node, NodeFlags, Page};

/// The number of texts with most full stops that are compared in step 4.
const CANDIDATES: usize = 5;

/// Judges a page by the paths of its texts.
pub(super) fn judge(
    page: &Page,
    options: &PunctuationPathOptions,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    let texts = texts(page, options);
    let Some(sample) = confirmed_sample(page, &texts, options) else {
        return Verdict::from_spans(page, Vec::new(), |_| 0.0);
    };
    let compared = Compared::with(sample, options.match_class);
    let mut chosen = vec![false; page.texts().len()];
    texts.iter().for_each(|text| chosen[*text] = compared.is_alike(*text));
    body::settle(page, &mut chosen, options.body);
    let kept = page.texts().iter().zip(&chosen).filter(|(_, is_chosen)| **is_chosen);
    let spans = kept.map(|(text, _)| whole(page.node(text.node))).collect();
    if let Some(trace) = trace {
        let length = compared.sample_length;
        trace.curves.push(Curve {
            name: "path similarity to the sample",
            x: "text",
            unit: "1",
            values: texts.iter().map(|text| compared.similarity(*text)).collect(),
            thresholds: vec![("threshold", f32::from(length - 1) / f32::from(length + 1))],
            chosen: runs(texts.iter().map(|text| chosen[*text])),
        });
    }
    Verdict::from_spans(page, spans, |text| compared.similarity(text))
}

/// The page's texts, by their index, without those of forms, which section 1.2 drops with scripts and styles.
fn texts(page: &Page, options: &PunctuationPathOptions) -> Vec<usize> {
    // By text; one form may be within another.
    let mut inside = vec![false; page.texts().len()];
    let mut next = 0;
    for form in page.elements().filter(|node| matches!(node.tag(), Tag::FORM | Tag::BUTTON)) {
        let end = form.end();
        next += page.texts()[next..].partition_point(|text| text.node < form.id);
        let count = page.texts()[next..].partition_point(|text| text.node < end);
        inside[next..next + count].fill(true);
        next += count;
    }
    let all = 0..inside.len();
    if options.keep_forms {
        let (mut stops, mut stops_inside) = (0, 0);
        for text in all.clone() {
            let count = page.text_amounts(text).sentence_ends(page.sentence_ends());
            stops += count;
            stops_inside += if inside[text] { count } else { 0 };
        }
        if stops_inside * 2 > stops {
            return all.collect();
        }
    }
    all.filter(|text| !inside[*text]).collect()
}

/// Steps 3 and 4: the text with most full stops, confirmed by the next best. When fewer than half
/// of them agree with it, the one that most of them agree with takes its place.
fn confirmed_sample<'p>(
    page: &'p Page,
    texts: &[usize],
    options: &PunctuationPathOptions,
) -> Option<Node<'p>> {
    // Most full stops first, then longer, then earlier.
    let mut ranked: Vec<(u32, u32, Node)> = Vec::with_capacity(CANDIDATES + 1);
    for text in texts {
        let node = page.node(page.texts()[*text].node);
        if options.plain_sample && !is_plain(node) {
            continue;
        }
        let amounts = page.text_amounts(*text);
        let stops = amounts.sentence_ends(page.sentence_ends());
        let rank = (stops, amounts.characters);
        if ranked.len() == CANDIDATES && ranked.last().is_some_and(|last| (last.0, last.1) >= rank)
        {
            continue;
        }
        let place = ranked.partition_point(|other| (other.0, other.1) >= rank);
        ranked.insert(place, (stops, amounts.characters, node));
        ranked.truncate(CANDIDATES);
    }
    let first = ranked.first()?;
    if first.0 == 0 {
        return Some(first.2);
    }
    ranked.retain(|(stops, ..)| *stops > 0);
    let nodes: Vec<Node> = ranked.iter().map(|(.., node)| *node).collect();
    if agreeing(&nodes, nodes[0], options) * 2 >= nodes.len() - 1 {
        return Some(nodes[0]);
    }
    // `max_by_key` takes the last of equals, so the best ranked comes last.
    nodes.iter().rev().copied().max_by_key(|node| agreeing(&nodes, *node, options))
}

/// The paper finds no full stops in links and few in notices (section 1.1); there are pages that have them there.
fn is_plain(text: Node) -> bool {
    !text.flags().has(NodeFlags::LINK) && !body::is_notice(text.text())
}

/// The number of other texts whose path is like that of a sample.
fn agreeing(texts: &[Node], sample: Node, options: &PunctuationPathOptions) -> usize {
    let others = texts.iter().filter(|text| **text != sample);
    let sample = path(sample);
    let alike = others.filter(|text| are_alike(&path(**text), &sample, options.match_class));
    alike.count()
}

/// Section 1.4, step 5, in whole numbers: 2N / (Li + L) >= (L0 - 1) / (L0 + 1), which is what a
/// text that is both linked and emphasised reaches.
fn alike(common_prefix: u16, length: u16, other_length: u16, sample_length: u16) -> bool {
    let wide = |n: u16| u64::from(n);
    2 * wide(common_prefix) * (wide(sample_length) + 1)
        >= (wide(sample_length) - 1) * (wide(length) + wide(other_length))
}

fn are_alike(path: &[NodeRef], sample: &[NodeRef], match_class: bool) -> bool {
    let pairs = path.iter().zip(sample);
    let common = pairs.take_while(|(a, b)| are_equal(**a, **b, match_class)).count();
    let [common, length, sample_length] =
        [common, path.len(), sample.len()].map(|count| u16::try_from(count).unwrap_or(u16::MAX));
    alike(common, length, sample_length, sample_length)
}

/// The nodes from `html` down to this one.
fn path(node: Node<'_>) -> Vec<NodeRef<'_>> {
    let node = node.in_document();
    let mut path: Vec<NodeRef> = node.up(node.depth().into()).collect();
    path.reverse();
    path
}

fn are_equal(a: NodeRef, b: NodeRef, match_class: bool) -> bool {
    let tag = a.tag();
    if tag != b.tag() {
        return false;
    }
    !match_class || a == b || !is_container(tag) || a.is_named_like(b)
}

/// The paths of a page's texts, compared with that of the sample.
struct Compared<'p> {
    page: &'p Page,
    sample_length: u16,
    /// By node, of elements and the page's texts: how many nodes from the root its path has in common with the sample's.
    matched: Vec<u16>,
}

impl<'p> Compared<'p> {
    fn with(sample: Node<'p>, match_class: bool) -> Self {
        let (page, sample_path) = (sample.page, path(sample));
        let document = page.document();
        let mut matched: Vec<u16> = vec![0; document.len()];
        let texts = page.texts().iter().map(|text| text.node);
        for node in document.elements().chain(texts).map(|id| document.node(id)) {
            let above = node.parent().map_or(0, |parent| matched[parent.id.index()]);
            let continues = above + 1 == node.depth()
                && sample_path
                    .get(usize::from(above))
                    .is_some_and(|other| are_equal(*other, node, match_class));
            matched[node.id.index()] = above + u16::from(continues);
        }
        Self { page, sample_length: sample.depth(), matched }
    }

    fn is_alike(&self, text: usize) -> bool {
        let (common, length) = self.lengths(text);
        alike(common, length, self.sample_length, self.sample_length)
    }

    fn similarity(&self, text: usize) -> f32 {
        let (common, length) = self.lengths(text);
        path::similarity(common, length, self.sample_length)
    }

    /// The nodes that the path of a text has in common with the sample's, and all of its nodes.
    fn lengths(&self, text: usize) -> (u16, u16) {
        let node: NodeId = self.page.texts()[text].node;
        (self.matched[node.index()], self.page.document().depth(node))
    }
}

fn is_container(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::DIV | Tag::TD | Tag::TABLE | Tag::UL | Tag::DL | Tag::LI | Tag::SECTION | Tag::ARTICLE
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, options: &PunctuationPathOptions, expected: &[&str]) {
        let page = Page::new(html, None);
        let verdict = judge(&page, options, None);
        let texts: Vec<&str> = verdict.spans.iter().map(|s| page.document().text(s.node)).collect();
        assert_eq!(texts, expected, "{html}");
    }

    #[test]
    fn keeps_texts_on_paths_like_the_sample() {
        let html = "<div><ul><li>首页<li>新闻</ul></div><div><p>第一句。第二句。第三句。</p>\
            <p>短段落</p><p><a><b>链接</b></a></p></div><table><tr><td>版权所有。</table>";
        let kept = ["第一句。第二句。第三句。", "短段落", "链接"];
        check(html, &PunctuationPathOptions::default(), &kept);
    }

    #[test]
    fn a_lone_text_with_most_stops_is_outvoted() {
        let article = "<div><p>甲。乙。</p><p>丙。丁。</p><p>戊。己。</p></div>";
        let html = format!("{article}<table><tr><td><b>声明。声明。声明。声明。</b></table>");
        check(&html, &PunctuationPathOptions::default(), &["甲。乙。", "丙。丁。", "戊。己。"]);
    }

    #[test]
    fn classes_tell_containers_apart_when_asked() {
        let html = "<div class=a><p>一。二。三。</p></div><div class=b><p>侧栏</p></div>";
        check(html, &PunctuationPathOptions::default(), &["一。二。三。", "侧栏"]);
        let options = PunctuationPathOptions { match_class: true, ..Default::default() };
        check(html, &options, &["一。二。三。"]);
    }

    #[test]
    fn forms_are_dropped_unless_the_text_is_there() {
        let html = "<form><p>一。二。三。</p></form><p>四。</p>";
        check(html, &PunctuationPathOptions::default(), &["四。"]);
        let options = PunctuationPathOptions { keep_forms: true, ..Default::default() };
        check(html, &options, &["一。二。三。"]);
    }

    #[test]
    fn links_and_notices_are_no_sample_when_asked() {
        let html = "<div><p>一句。</div><table><tr><td><a href=1>摘要一。二。</a><td>本站声明：甲。乙。</table>";
        let faithful = ["摘要一。二。", "本站声明：甲。乙。"];
        check(html, &PunctuationPathOptions::default(), &faithful);
        let options = PunctuationPathOptions { plain_sample: true, ..Default::default() };
        check(html, &options, &["一句。"]);
    }

    #[test]
    fn the_best_options_keep_what_stands_with_the_text() {
        let html = "<div class=a><p>侧栏。</div><div class=b><div><p>导语一句。</div><div class=c><h2>小标题</h2>\
            <p>一。二。三。四五六七八九十。</p><ul><li><a href=1>链接</a></ul><p><i><b><u>深</u></b></i></div></div>";
        check(
            html,
            &PunctuationPathOptions::default(),
            &["导语一句。", "一。二。三。四五六七八九十。"],
        );
        let kept = ["导语一句。", "小标题", "一。二。三。四五六七八九十。", "深"];
        check(html, &PunctuationPathOptions::best(), &kept);
    }

    #[test]
    fn other_scripts_use_their_own_sentence_ends() {
        let html =
            "<ul><li>Home</ul><div><p>One sentence. Another one! A third?</p><p>Short</p></div>";
        let kept = ["One sentence. Another one! A third?", "Short"];
        check(html, &PunctuationPathOptions::default(), &kept);
    }
}
