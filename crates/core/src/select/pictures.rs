//! The images, videos and formulas that belong to the text, by their place. Among the text they belong to it if at least half
//! of the text around them does; outside it only as a lead, or as the last picture.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::Content;
use super::furniture::{is_of_person, is_small, leads_to_page, link_around, without_strips};
use super::lead::is_same;
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::{NodeFlags, Page, leads_home, media};

/// Images and the like that belong to the content, in document order.
pub(super) fn media_of(page: &Page, content: &Content) -> Vec<NodeId> {
    let (Some(first), Some(last)) = (content.spans.first(), content.spans.last()) else {
        return Vec::new();
    };
    let document = page.document();
    let around = Around::new(page, content);
    let mut elements = media_elements(document).peekable();
    if elements.peek().is_none() {
        return Vec::new();
    }
    let place = Place::new(page, first.node, last.node);
    let is_among = |id: NodeId| first.node < id && id < last.node;
    let belongs = |id: &NodeId| match is_among(*id) || !media::is_image(document.node(*id)) {
        true => around.belongs(document, *id),
        false if *id < first.node => place.is_lead(*id, &around),
        false => place.is_last(*id, &around),
    };
    let found: Vec<NodeId> =
        elements.filter(|id| !is_of_person(page, *id)).filter(belongs).collect();
    without_strips(page, &found)
}

/// Elements that show something other than text.
pub(super) fn media_elements(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    let is_media = |id: &NodeId| match document.tag(*id) {
        Tag::IMG | Tag::MATH => true,
        Tag::SCRIPT => media::is_tex_script(document.node(*id)),
        Tag::SVG => media::is_drawn_formula(document.node(*id)),
        tag if document.tag_name(tag) == "mjx-math" => true,
        _ => {
            media::embedded_kind(document.node(*id)).is_some()
                || media::is_image(document.node(*id))
        }
    };
    document.elements().filter(is_media)
}

/// The place of the text, for the images outside it.
struct Place<'p> {
    page: &'p Page,
    /// The smallest element that holds all of the text.
    whole: NodeId,
    /// The heading above the text, or the one that it begins with.
    title: Option<NodeId>,
    /// From here on there is little text before the main text.
    near_before: NodeId,
    /// Up to here there is little text after it.
    near_after: NodeId,
    /// The images that the page gives for itself.
    declared: Vec<String>,
    /// The number of times that each image is shown, filled on first use.
    shown: OnceCell<HashMap<String, usize>>,
}

/// The maximum amount of text between the text and its lead image: a title, a byline, a caption; in characters.
const BEFORE: u32 = 240;
/// The maximum amount of text between the text and an image after it: a caption.
const AFTER: u32 = 60;
/// The sides of a large picture, in CSS pixels.
const LARGE: (u32, u32) = (300, 150);
/// A strip is more than this many times as wide as it is high: a banner.
const STRIP: u32 = 4;
/// An image that is shown this many times is part of the page.
const REPEATED: usize = 3;

impl<'p> Place<'p> {
    fn new(page: &'p Page, first: NodeId, last: NodeId) -> Self {
        let document = page.document();
        let whole = document.ancestors(first).find(|id| last < document.end(*id));
        let title = title_of(page, first);
        let (near_before, near_after) = near(page, first, last, title);
        Self {
            page,
            whole: whole.unwrap_or(NodeId(0)),
            title,
            near_before,
            near_after,
            declared: super::lead::declared(page).collect(),
            shown: OnceCell::new(),
        }
    }

    /// True if an image before the text is its lead.
    fn is_lead(&self, id: NodeId, around: &Around) -> bool {
        let document = self.page.document();
        if document.end(id) < self.near_before {
            return false;
        }
        let Some(image) = media::image(self.page.node(id)) else { return false };
        if is_small(&image) {
            return false;
        }
        let is_figure = |id: NodeId| document.tag(id) == Tag::FIGURE;
        let is_declared = self.declared.iter().any(|one| is_same(one, &image.address));
        let is_shown_as_one = is_declared || is_large(&image);
        let may_be = match self.title {
            Some(title) if id < title => is_shown_as_one && link_around(document, id).is_none(),
            _ => {
                is_shown_as_one
                    || document.ancestors(id).take(3).any(is_figure)
                    || around.belongs(document, id) && self.is_within(id)
            }
        };
        may_be && !self.is_of_page(id)
    }

    /// True if an image after the text is its last. One that leads to another page is of that one.
    fn is_last(&self, id: NodeId, around: &Around) -> bool {
        self.is_within(id)
            && id <= self.near_after
            && !leads_to_page(self.page, id)
            && around.belongs(self.page.document(), id)
            && !self.is_of_page(id)
    }

    fn is_within(&self, id: NodeId) -> bool {
        self.whole <= id && id < self.page.document().end(self.whole)
    }

    /// True if an image is part of every page of the site: it leads to the first page, is shown again and again, or is in a
    /// menu or a footer.
    fn is_of_page(&self, id: NodeId) -> bool {
        let document = self.page.document();
        let is_frame = |id: NodeId| matches!(document.tag(id), Tag::NAV | Tag::FOOTER | Tag::ASIDE);
        let link = link_around(document, id);
        let href = link.and_then(|link| document.attribute(link, AttributeName::HREF));
        href.is_some_and(leads_home) || document.ancestors(id).any(is_frame) || self.is_repeated(id)
    }

    fn is_repeated(&self, id: NodeId) -> bool {
        let address = |id: NodeId| media::image(self.page.node(id)).map(|image| image.address);
        let Some(own) = address(id) else { return false };
        let shown = self.shown.get_or_init(|| {
            let document = self.page.document();
            let images = document.elements().filter(|id| document.tag(*id) == Tag::IMG);
            let mut shown: HashMap<String, usize> = HashMap::new();
            images.filter_map(address).for_each(|address| *shown.entry(address).or_default() += 1);
            shown
        });
        shown.get(&own).is_some_and(|times| *times >= REPEATED)
    }
}

/// The node from which there is little text before the text, and the node up to which there is little text after it.
fn near(page: &Page, first: NodeId, last: NodeId, title: Option<NodeId>) -> (NodeId, NodeId) {
    let (document, texts) = (page.document(), page.texts());
    let place = |id: NodeId| texts.partition_point(|text| text.node < id);
    let is_title =
        |node: NodeId| title.is_some_and(|title| title < node && node < document.end(title));
    // The first text, counted from the main text, with which it is more than `most` characters.
    let far = |index: &mut dyn Iterator<Item = usize>, most: u32| {
        let mut sum = 0;
        index.map(|index| (index, texts[index].node)).find(|(index, node)| {
            let is_seen = !page.flags(*node).has(NodeFlags::HIDDEN) && !is_title(*node);
            sum += if is_seen { page.text_amounts(*index).characters } else { 0 };
            sum > most
        })
    };
    let before = far(&mut (0..place(first)).rev(), BEFORE);
    let after = far(&mut (place(NodeId(last.0 + 1))..texts.len()), AFTER);
    let end = NodeId(document.len() as u32);
    (before.map_or(Document::ROOT, |(_, node)| node), after.map_or(end, |(_, node)| node))
}

/// The main heading nearest to the beginning of the text: among the blocks before it, or its own first block.
fn title_of(page: &Page, first: NodeId) -> Option<NodeId> {
    /// Blocks before the text that are looked at.
    const NEAR: usize = 30;
    let document = page.document();
    let at = page.block_of(first)?;
    let near = page.blocks()[at.saturating_sub(NEAR)..=at].iter().rev();
    let is_title = |id: &NodeId| matches!(document.tag(*id), Tag::H1 | Tag::H2);
    let mut headings = near
        .filter(|block| !block.is_hidden)
        .filter_map(|block| document.around(block.container).take(3).find(is_title));
    let nearest = headings.next()?;
    let is_main = |id: &NodeId| document.tag(*id) == Tag::H1;
    Some(std::iter::once(nearest).chain(headings).find(is_main).unwrap_or(nearest))
}

fn is_large(image: &media::Image) -> bool {
    matches!((image.width, image.height), (Some(width), Some(height))
        if width >= LARGE.0 && height >= LARGE.1 && width <= height.saturating_mul(STRIP))
}

/// The amount of the content before each text node.
struct Around<'p> {
    page: &'p Page,
    nodes: Vec<NodeId>,
    /// The number of characters of the content before each node.
    sums: Vec<u32>,
    /// The number of characters of captions before each node.
    captions: Vec<u32>,
}

/// Characters around an image that are enough to decide by.
const ENOUGH_AROUND: u32 = 20;
/// Levels up the tree that are searched for text.
const MOST_LEVELS: usize = 8;

impl<'p> Around<'p> {
    fn new(page: &'p Page, content: &Content) -> Self {
        let mut chosen = content.spans.iter().peekable();
        let count = page.texts().len();
        let (mut nodes, mut sums) = (Vec::with_capacity(count), Vec::with_capacity(count + 1));
        let mut captions = Vec::with_capacity(count + 1);
        sums.push(0);
        captions.push(0);
        let (mut own, mut of_captions) = (0u32, 0u32);
        for (index, text) in page.texts().iter().enumerate() {
            let amount = page.text_amounts(index).characters;
            let mut is_chosen = false;
            while chosen.next_if(|span| span.node <= text.node).is_some_and(|span| {
                is_chosen |= span.node == text.node;
                true
            }) {}
            own = own.saturating_add(if is_chosen { amount } else { 0 });
            nodes.push(text.node);
            sums.push(own);
            of_captions =
                of_captions.saturating_add(if is_caption(page, text.node) { amount } else { 0 });
            captions.push(of_captions);
        }
        Self { page, nodes, sums, captions }
    }

    /// Characters of the content within an element, and those of captions.
    fn own(&self, id: NodeId) -> (u32, u32) {
        let place = |id: NodeId| self.nodes.partition_point(|node| *node < id);
        let (from, to) = (place(id), place(self.page.document().end(id)));
        (self.sums[to] - self.sums[from], self.captions[to] - self.captions[from])
    }

    fn belongs(&self, document: &Document, id: NodeId) -> bool {
        // A caption is no text around its image, nor is that of a neighbouring image.
        let is_figure = |id: &NodeId| document.tag(*id) == Tag::FIGURE;
        let figure = document.ancestors(id).take(4).find(is_figure);
        for ancestor in document.ancestors(figure.unwrap_or(id)).take(MOST_LEVELS) {
            let (own, captions) = self.own(ancestor);
            let all = self.page.node(ancestor).characters().saturating_sub(captions);
            if all >= ENOUGH_AROUND {
                return own * 2 >= all;
            }
        }
        false
    }
}

/// True if a text is in the caption of a figure.
fn is_caption(page: &Page, text: NodeId) -> bool {
    const LEVELS: usize = 3;
    let document = page.document();
    document.ancestors(text).take(LEVELS).any(|id| document.tag(id) == Tag::FIGCAPTION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Verdict;
    use crate::text::address::Address;

    /// The file names of the images kept with the blocks that begin with a capital T.
    fn kept(html: &str) -> String {
        let page = Page::new(html, Some("https://example.com/a/"));
        let keep: Vec<bool> =
            page.blocks().iter().map(|block| page.block_text(block).starts_with('T')).collect();
        let content = super::super::select(
            &page,
            &Verdict::from_blocks(&page, vec![1.0; keep.len()], keep.clone()),
        );
        let images = content.media.iter().filter_map(|id| media::image(page.node(*id)));
        let files = images.map(|image| Address::of(&image.address).file().to_owned());
        files.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn images_outside_the_text_are_its_lead_or_its_last() {
        let text = "<p>The tower was built when the town had no other place for its water.</p>";
        for (before, after, expected) in [
            ("<img src=banner.jpg><h1>A tower</h1>", "", ""),
            ("<img src=lead.jpg width=800 height=450><h1>A tower</h1>", "", "lead.jpg"),
            ("<a href=x><img src=ad.jpg width=800 height=450></a><h1>A tower</h1>", "", ""),
            ("<img src=strip.jpg width=1000 height=90><h1>A tower</h1>", "", ""),
            ("<h1>A tower</h1><p>by Ann</p><figure><img src=lead.jpg></figure>", "", "lead.jpg"),
            ("<h1>A tower</h1><a href=/><img src=home.jpg width=400 height=300></a>", "", ""),
            ("<h1>A tower</h1><figure><img src=/t/80x80/ann.jpg></figure>", "", ""),
            ("<nav><img src=menu.jpg width=400 height=300></nav>", "", ""),
            ("<h1>A tower</h1><div class=user-avatar><img src=ann.jpg></div>", "", ""),
            ("", "<img src=last.jpg>", "last.jpg"),
            ("", "<a href=last-large.jpg><img src=last.jpg></a>", "last.jpg"),
            ("", "<a href=/other.html><img src=last.jpg></a>", ""),
            (
                "",
                "<p>More of the same that nobody wanted to have here at all, but which is shown to everybody.<img src=far.jpg>",
                "",
            ),
            (
                "",
                "</article><img src=under.jpg><footer>Imprint of the paper, and its rules</footer>",
                "",
            ),
        ] {
            let html = format!("<body><article>{before}{text}{text}{text}{after}</article>");
            assert_eq!(kept(&html), expected, "{before}{after}");
        }
    }

    #[test]
    fn captions_are_no_text_around_the_images_beside_them() {
        let text = "<p>The tower was built when the town had no other place for its water.</p>";
        let figure = |name| {
            format!(
                "<figure><img src={name}.jpg><figcaption>A view of it from the far bank of the river</figcaption></figure>"
            )
        };
        let html = format!("<body>{text}<div>{}{}</div>{text}", figure("a"), figure("b"));
        assert_eq!(kept(&html), "a.jpg b.jpg");
    }

    #[test]
    fn a_strip_of_small_pictures_is_left_out() {
        let text = "<p>The tower was built when the town had no other place for its water.</p>";
        let image =
            |n: u32, size: u32| format!("<a><img src={n}.jpg width={size} height={size}></a>");
        let strip = |count, size| (0..count).map(|n| image(n, size)).collect::<String>();
        assert_eq!(kept(&format!("{text}<div>{}</div>{text}", strip(4, 100))), "");
        assert_eq!(kept(&format!("{text}<div>{}</div>{text}", strip(2, 100))), "0.jpg 1.jpg");
        assert_eq!(kept(&format!("{text}<div>{}</div>{text}", strip(3, 400))), "0.jpg 1.jpg 2.jpg");
    }

    #[test]
    fn an_image_that_the_page_declares_is_its_lead() {
        let html = |name: &str| {
            format!(
                "<meta property=og:image content='https://cdn.example.com/x/{name}?w=1200'><body>\
                 <img src=/small/tower.jpg><h1>A tower</h1>\
                 <p>The tower was built when the town had no other place for its water.</p>"
            )
        };
        assert_eq!(kept(&html("tower.jpg")), "tower.jpg");
        assert_eq!(kept(&html("other.jpg")), "");
    }
}
