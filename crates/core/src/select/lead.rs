//! The image that represents an article.

use super::Content;
use crate::dom::{AttributeName, Tag};
use crate::page::{Page, media};
use crate::text::address::Address;
use crate::text::lexicon::Group;

/// The images that a page gives for itself, in no order of trust.
pub(super) fn declared(page: &Page) -> impl Iterator<Item = String> {
    let data = page.structured();
    let names = ["og:image", "og:image:url", "twitter:image", "twitter:image:src"];
    let metas = names.into_iter().filter_map(|name| data.meta(name)).map(str::to_owned);
    let images = data.json_ld.iter().filter_map(|object| object.get("image"));
    let of_data = images.filter_map(|image| {
        let one = image.as_array().and_then(|all| all.first()).unwrap_or(image);
        one.as_str().or_else(|| one.get("url")?.as_str()).map(str::to_owned)
    });
    metas.chain(of_data)
}

/// The address of the image that the page declares for itself, if it is the article's: not if it represents the whole site, or
/// if the page shows it only outside an article with images of its own. If the article shows the same picture in another size,
/// that one's address.
pub(crate) fn lead_image(page: &Page, content: &Content, declared: Option<&str>) -> Option<String> {
    let declared = declared?;
    let document = page.document();
    let kept = || content.media.iter().filter_map(|id| media::image(page.node(*id)));
    if let Some(shown) = kept().map(|image| image.address).find(|own| is_same(own, declared)) {
        return Some(shown);
    }
    if is_of_site(declared) {
        return None;
    }
    let images = document.elements().filter(|id| document.tag(*id) == Tag::IMG);
    let mut sources = images.filter_map(|id| document.attribute(id, AttributeName::SRC));
    let is_shown_elsewhere = sources.any(|source| is_same(source, declared));
    (!is_shown_elsewhere || kept().next().is_none()).then(|| declared.to_owned())
}

/// True if two addresses are of one picture, perhaps in two sizes: the same file name, or the same long name of a picture
/// somewhere in the path.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    /// The shortest file name, and the shortest part of a path, that two pictures do not share by chance.
    const FILE: usize = 8;
    const PART: usize = 16;
    let name = Address::of(one).file();
    if one == other || name.len() >= FILE && name == Address::of(other).file() {
        return true;
    }
    let of_other = long_parts(other, PART);
    long_parts(one, PART).any(|part| of_other.clone().any(|other| other == part))
}

/// The parts of an address that have at least this length and a digit.
fn long_parts(address: &str, shortest: usize) -> impl Iterator<Item = &str> + Clone {
    let parts = address.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').take(64);
    parts.filter(move |part| part.len() >= shortest && part.bytes().any(|b| b.is_ascii_digit()))
}

/// True if the name of a file says that it represents a site and not one article: `logo-share.png`.
fn is_of_site(address: &str) -> bool {
    static WORDS: Group = Group::of("file.of_site");
    let is_one = |word: &str| WORDS.iter().any(|own| own.eq_ignore_ascii_case(word));
    let name = Address::of(address).file();
    let mut words = name.split(|c: char| !c.is_ascii_alphabetic());
    words.any(is_one) || words_in_camel_case(name).any(|word| is_one(&word))
}

/// The words of `shareLogo2023.png`.
fn words_in_camel_case(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    for c in name.chars().take(100) {
        if !c.is_ascii_lowercase() {
            words.push(String::new());
        }
        if c.is_ascii_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.push(c);
        }
    }
    words.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Verdict;

    fn check(body: &str, declared: &str, expected: bool) {
        let html = format!("<body>{body}<p>The tower was built when the town had no water.</p>");
        let page = Page::new(&html, Some("https://example.com/"));
        let keep: Vec<bool> =
            page.blocks().iter().map(|block| page.block_text(block).starts_with("The")).collect();
        let verdict = Verdict::from_blocks(&page, vec![1.0; keep.len()], keep.clone());
        let content = super::super::select(&page, &verdict);
        let lead = lead_image(&page, &content, Some(declared));
        assert_eq!(lead.is_some(), expected, "{body} {declared}");
    }

    #[test]
    fn one_picture_in_two_sizes() {
        for (one, other, expected) in [
            (
                "https://a.example/large/20240512.jpg",
                "https://a.example/small/20240512.jpg?w=9",
                true,
            ),
            (
                "https://a.example/i/b25c400b-c713-470d-9599-f0565cb601f0_w1200.jpg",
                "https://b.example/b25c400b-c713-470d-9599-f0565cb601f0_w960_r1.jpg",
                true,
            ),
            ("https://a.example/large/1.jpg", "https://a.example/other/1.jpg", false),
            ("https://a.example/wp-content-of-the-site/1.jpg", "https://a.example/2.jpg", false),
        ] {
            assert_eq!(is_same(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn a_declared_image_is_the_articles_or_the_sites() {
        check("", "https://example.com/i/tower.jpg", true);
        check("", "https://example.com/i/shareLogo2023.png", false);
        check("", "https://example.com/i/logo_share_ap.jpg", false);
        check("", "https://example.com/i/catalogos.jpg", true);
        let menu = "<nav><img src=/i/tower.jpg></nav>";
        check(menu, "https://example.com/i/tower.jpg", true);
        let own = "<figure><img src=own.jpg width=640 height=480></figure>";
        check(&format!("{menu}{own}"), "https://example.com/i/tower.jpg", false);
        check(own, "https://example.com/i/tower.jpg", true);
        let logo = "<figure><img src=club-logo.jpg width=640 height=480></figure>";
        check(logo, "https://example.com/club-logo.jpg", true);
    }
}
