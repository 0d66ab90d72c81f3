//! Captions, which belong to the kept image above them.

use super::decided_by::DecidedBy;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::methods::Verdict;
use crate::page::{Block, BlockIndex, Page, media};

/// The longest caption, in characters.
const LONGEST: u32 = 240;
/// The longest line that is a caption for its place alone.
const SHORT_LINE: u32 = 80;
/// Levels between an image or a caption and the figure that holds both.
const LEVELS: usize = 4;

/// Words in the class or id of an element that is a caption.
const NAMES: &[&str] = &[
    "caption",
    "figcaption",
    "imgdesc",
    "picdesc",
    "photodesc",
    "img-desc",
    "pic-desc",
    "img-info",
    "pictext",
    "img_txt",
];

/// How lines begin that say what a picture shows.
const MARKS: &[&str] = &[
    "▲",
    "△",
    "▼",
    "▽",
    "↑",
    "图为",
    "图：",
    "图/",
    "图源",
    "图片来源",
    "圖為",
    "（图",
    "(图",
    "资料图",
    "配图",
    "Photo:",
    "Photo by",
    "Image:",
];

/// Captions of kept images that the method did not keep.
pub(super) fn of_kept_images(page: &Page, verdict: &Verdict) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let images: Vec<NodeId> =
        document.elements().filter(|id| media::is_image(document, *id)).collect();
    if images.is_empty() {
        return Vec::new();
    }
    let is_candidate = |at: BlockIndex| {
        let block = &page.blocks()[at];
        !verdict.keep[at]
            && !block.is_hidden
            && block.characters <= LONGEST
            && image_of(page, block, &images).is_some()
            && is_caption(page, block)
    };
    let candidates: Vec<BlockIndex> =
        (0..page.blocks().len()).filter(|at| is_candidate(*at)).collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let media = super::select(page, verdict).media;
    let is_of_kept = |at: &BlockIndex| {
        let image = image_of(page, &page.blocks()[*at], &media);
        image.is_some_and(|id| media::is_image(document, id))
    };
    let kept = candidates.into_iter().filter(is_of_kept);
    kept.map(|at| (at, DecidedBy::Caption)).collect()
}

/// The caption of an image, where the page shows one outside a `figure`.
pub fn caption(page: &Page, media: &[NodeId], image: NodeId) -> Option<String> {
    let start = page.document().end(image);
    let from = page.texts().partition_point(|text| text.node < start);
    let first = page.blocks().partition_point(|block| block.texts.end <= from);
    let block = page.blocks().get(first)?;
    let is_it = block.characters <= LONGEST
        && !block.is_hidden
        && is_caption(page, block)
        && image_of(page, block, media) == Some(image);
    is_it.then(|| page.block_text(block).to_owned())
}

/// The image that a caption belongs to: the last one before it, in the same figure or right above.
fn image_of(page: &Page, block: &Block, media: &[NodeId]) -> Option<NodeId> {
    let document = page.document();
    let start = page.texts_of(block).first()?.node;
    let before = media.partition_point(|id| *id < start);
    let image = *media.get(before.checked_sub(1)?)?;
    // No text stands between the two.
    let next = page.texts().partition_point(|text| text.node < image);
    if page.texts().get(next).is_some_and(|text| text.node == start) {
        return Some(image);
    }
    let mut around = document.ancestors(start).take(LEVELS);
    let figure = around.find(|id| document.tag(*id) == Tag::FIGURE);
    figure.filter(|figure| *figure < image).map(|_| image)
}

/// Whether a block is a caption by its element, its names, or how it begins and stands.
fn is_caption(page: &Page, block: &Block) -> bool {
    let document = page.document();
    let Some(first) = page.texts_of(block).first() else { return false };
    let mut around = document.ancestors(first.node).take(LEVELS);
    if around.any(|id| document.tag(id) == Tag::FIGCAPTION || is_named(page, id)) {
        return true;
    }
    let text = page.block_text(block);
    block.characters <= SHORT_LINE && MARKS.iter().any(|mark| text.starts_with(mark))
}

fn is_named(page: &Page, id: NodeId) -> bool {
    let names = [AttributeName::CLASS, AttributeName::ID];
    names.iter().filter_map(|name| page.document().attribute(id, *name)).any(|value| {
        let mut words = value.split_ascii_whitespace();
        words.any(|word| {
            let word = word.to_ascii_lowercase();
            NAMES.iter().any(|name| word.ends_with(name) || word.starts_with("caption"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(html: &str) -> Vec<String> {
        let page = Page::new(html, Some("https://example.com/"));
        let keep: Vec<bool> =
            page.blocks().iter().map(|block| page.block_text(block).starts_with("The")).collect();
        let verdict = Verdict::from_blocks(&page, vec![1.0; keep.len()], keep.clone());
        let found = of_kept_images(&page, &verdict);
        found.iter().map(|(at, _)| page.block_text(&page.blocks()[*at]).to_owned()).collect()
    }

    #[test]
    fn a_kept_image_brings_its_caption() {
        let text = "<p>The tower was built when the town had no other place for its water.</p>";
        for (shown, expected) in [
            ("<figure><img src=a.jpg><figcaption>A tower</figcaption></figure>", "A tower"),
            ("<div class=pic><img src=a.jpg><p class=img-caption>A tower</p></div>", "A tower"),
            ("<div><img src=a.jpg><span class=pic-caption>A tower</span></div>", "A tower"),
            ("<p><img src=a.jpg></p><p>▲ A tower</p>", "▲ A tower"),
            ("<p><img src=a.jpg></p><p>A tower</p>", ""),
            ("<p class=caption>No image above</p>", ""),
            ("<p><img src=a.jpg></p><p>Words between</p><p class=caption>Of another</p>", ""),
        ] {
            let html = format!("<article>{text}{text}{shown}{text}{text}</article>");
            assert_eq!(added(&html).join("|"), expected, "{shown}");
        }
    }
}
