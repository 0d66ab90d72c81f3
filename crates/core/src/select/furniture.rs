//! Pictures that belong to a page and not to its text: portraits, strips of thumbnails, links to other pages.

use super::lead::is_same;
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::{Name, Page, media};

/// True if an element or one around it is named for the face of a person.
pub(super) fn is_of_person(page: &Page, id: NodeId) -> bool {
    let mut around = page.document().around(id).take(3);
    around.any(|id| page.marks().class(id).has(Name::Face))
}

/// The minimum number of small pictures in a row that make a strip of thumbnails.
const STRIP_LENGTH: usize = 3;

/// Leaves out small pictures in a row, no text between them.
pub(super) fn without_strips(page: &Page, media: &[NodeId]) -> Vec<NodeId> {
    let shows_small =
        |id: NodeId| media::image(page.node(id)).is_some_and(|image| is_small(&image));
    let place = |id: NodeId| page.texts().partition_point(|text| text.node < id);
    let is_strip = |one: &NodeId, next: &NodeId| {
        place(*one) == place(*next) && shows_small(*one) && shows_small(*next)
    };
    let runs = media.chunk_by(is_strip).filter(|run| run.len() < STRIP_LENGTH);
    runs.flatten().copied().collect()
}

/// True if an image is as small as that of an author at the byline. Its address may give the size.
pub(super) fn is_small(image: &media::Image) -> bool {
    const LARGEST: u32 = 120;
    let size = image.width.zip(image.height).or_else(|| media::size_in_address(&image.address));
    size.is_some_and(|(width, height)| width <= LARGEST && height <= LARGEST)
}

/// The link around an image.
pub(super) fn link_around(document: &Document, id: NodeId) -> Option<NodeId> {
    document.ancestors(id).take(3).find(|id| document.tag(*id) == Tag::A)
}

/// True if an image is a link to another page: to neither a picture nor itself.
pub(super) fn leads_to_page(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let link = link_around(document, id);
    let href = link.and_then(|link| document.attribute(link, AttributeName::HREF));
    href.is_some_and(|href| {
        let is_own =
            || media::image(page.node(id)).is_some_and(|image| is_same(href, &image.address));
        let is_within = href.is_empty() || href.starts_with(['#', '?']);
        !is_within && !media::is_image_file(href) && !is_own()
    })
}
