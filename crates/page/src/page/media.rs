//! Images, videos and frames: their real addresses, and which of them a reader does not need.

mod address;

use super::furniture::Picture;
use super::structured::collapsed_value;
use super::{Name, Names, Node};
use crate::dom::{AttributeName, NodeRef, Tag};
use crate::text::clean::collapsed;
use address::real_address;
pub use address::{is_image_file, size_in_address};

/// An image of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its address, absolute if the page's is known.
    pub address: String,
    /// Its alternative text.
    pub alt: Option<String>,
    /// Its title on the page.
    pub title: Option<String>,
    /// The width in CSS pixels, if the page gives it.
    pub width: Option<u32>,
    /// The height in CSS pixels, if the page gives it.
    pub height: Option<u32>,
}

/// True if an element shows an image: `img`, or an element of the page's own that is named after one (`amp-img`,
/// `progressive-image`) and has the address of a picture.
pub fn is_image(node: NodeRef) -> bool {
    const NAMES: &[&str] = &["img", "image", "picture", "photo"];
    let tag = node.tag();
    if tag == Tag::IMG || tag.known_name().is_some() {
        return tag == Tag::IMG;
    }
    let name = node.name();
    name.contains('-')
        && name.split('-').any(|part| NAMES.contains(&part))
        && is_image_file(node.value(AttributeName::SRC))
}

/// The image that an `img` element shows, or will show once scripts have run; `None` for placeholders, tracking pixels, icons
/// and addresses outside the web.
pub fn image(node: Node) -> Option<Image> {
    if is_off_screen(node.value(AttributeName::STYLE)) {
        return None;
    }
    let width = length(node, AttributeName::WIDTH, "width");
    let height = length(node, AttributeName::HEIGHT, "height");
    let is_tiny = [width, height].into_iter().flatten().any(|length| length <= 2);
    let is_small = width.zip(height).is_some_and(|(width, height)| width.max(height) <= 24);
    if is_tiny || is_small {
        return None;
    }
    let address = real_address(node)?;
    if (Picture { node, address: &address, width, height }).is_furniture() {
        return None;
    }
    let [alt, title] = [AttributeName::ALT, AttributeName::TITLE]
        .map(|name| collapsed_value(node.in_document(), name));
    Some(Image { address, alt, title, width, height })
}

/// True if a style hides an image or moves it out of sight, as counters do.
fn is_off_screen(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    let mut ways = ["left:-", "top:-"].iter().filter_map(|side| style.split_once(side));
    style.contains("display:none")
        || ways.any(|(_, way)| way.bytes().take_while(u8::is_ascii_digit).count() >= 3)
}

/// The length of a side in pixels, by an attribute or by a property of the style.
fn length(node: Node, name: AttributeName, property: &str) -> Option<u32> {
    // An element of the page's own may give a ratio in place of a size.
    let given = if node.is(Tag::IMG) { size(node.value(name)) } else { None };
    given.or_else(|| styled_size(node.value(AttributeName::STYLE), property))
}

/// The length in pixels that a style gives.
fn styled_size(style: &str, property: &str) -> Option<u32> {
    let mut rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    let (_, value) = rules.find(|(name, _)| name.trim().eq_ignore_ascii_case(property))?;
    value.trim().ends_with("px").then(|| size(value)).flatten()
}

fn size(value: &str) -> Option<u32> {
    let value = value.trim();
    let value = value.strip_suffix("px").unwrap_or(value);
    value.parse::<f32>().ok().filter(|n| (0.0..100_000.0).contains(n)).map(|n| n as u32)
}

/// A video, an audio player or a framed page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embedded {
    /// Its address, absolute if the page's is known.
    pub address: String,
    /// Its title on the page.
    pub title: Option<String>,
    /// The kind of content.
    pub kind: EmbeddedKind,
}

/// The kind of an embedded element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbeddedKind {
    /// `video`.
    Video,
    /// `audio`.
    Audio,
    /// `iframe`, `embed` or `object`.
    Frame,
}

impl EmbeddedKind {
    /// The name in the JSON tree.
    pub fn name(self) -> &'static str {
        match self {
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Frame => "frame",
        }
    }
}

/// The content of a `video`, `audio`, `iframe`, `embed` or `object` element; `None` if it has no web address or no size.
pub fn embedded(node: Node) -> Option<Embedded> {
    let kind = embedded_kind(node.in_document())?;
    let sides = [AttributeName::WIDTH, AttributeName::HEIGHT].map(|name| size(node.value(name)));
    if sides.into_iter().flatten().any(|length| length <= 2) {
        return None;
    }
    let sources = node.children().filter(|child| child.is(Tag::SOURCE));
    let address = std::iter::once(node).chain(sources).find_map(address_of_content)?;
    let title = node.attribute(AttributeName::TITLE);
    let title = title.or_else(|| node.attribute(AttributeName::ARIA_LABEL)).map(collapsed);
    Some(Embedded { address, title: title.filter(|title| !title.is_empty()), kind })
}

/// The address of what an element shows, in one of its attributes.
fn address_of_content(node: Node) -> Option<String> {
    let names = ["src", "data-src", "data-original", "data"];
    let mut given = node
        .attributes()
        .filter(|(name, value)| names.contains(name) && !value.starts_with("about:"));
    given.find_map(|(_, value)| node.page.addresses().media(value))
}

/// The kind of content that an element embeds, by its tag.
pub fn embedded_kind(node: NodeRef) -> Option<EmbeddedKind> {
    match node.tag() {
        Tag::VIDEO => Some(EmbeddedKind::Video),
        Tag::AUDIO => Some(EmbeddedKind::Audio),
        Tag::IFRAME | Tag::EMBED | Tag::OBJECT => Some(EmbeddedKind::Frame),
        _ => None,
    }
}

/// The emoji in an image's alternative text; or its name in brackets, if a class says that the image is one.
pub fn emoji(node: NodeRef) -> Option<String> {
    let alt = node.value(AttributeName::ALT).trim();
    let length = alt.chars().count();
    let is_emoji = (1..=10).contains(&length) && alt.chars().all(is_pictograph);
    let is_name = alt.starts_with('[') && alt.ends_with(']') && length <= 12;
    (is_emoji || is_name && Names::of_class(node).has(Name::Emoji)).then(|| alt.to_owned())
}

fn is_pictograph(c: char) -> bool {
    matches!(
        u32::from(c),
        0x203c | 0x2049 | 0x2122 | 0x2139 | 0x2190..=0x2bff | 0x3030 | 0x303d | 0x3297 | 0x3299 | 0xfe0f | 0x200d
            | 0x1_f000..=0x1_faff | 0xe_0020..=0xe_007f
    )
}

/// Attributes in which editors keep the TeX source of a formula.
const TEX: &[&str] = &["data-tex", "data-formula", "data-latex", "data-katex", "data-math-tex"];

/// The TeX source that an element has in an attribute.
pub fn tex_attribute(node: NodeRef<'_>) -> Option<&str> {
    let mut attributes = node.attributes();
    attributes.find(|(name, _)| name.starts_with("data-") && TEX.contains(name)).map(|(_, tex)| tex)
}

/// True if a drawing is one of a formula: its source is in an attribute of it or of an element around it, or a script made it.
pub fn is_drawn_formula(node: NodeRef) -> bool {
    node.up(4).any(|node| node.name() == "mjx-container" || tex_attribute(node).is_some())
}

/// True if a script element holds the TeX source of a formula.
pub fn is_tex_script(node: NodeRef) -> bool {
    let kind = node.value(AttributeName::TYPE).trim();
    kind.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("math/tex"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    fn check(html: &str, expected: Option<&str>) {
        let page = Page::new(html, Some("https://example.com/a/"));
        let node = page.elements().find(|node| node.is(Tag::IMG)).unwrap();
        assert_eq!(image(node).map(|image| image.address).as_deref(), expected, "{html}");
    }

    #[test]
    fn small_pictures_are_part_of_a_line_or_of_the_page() {
        let face = "<img src=face.png width=20 height=40>";
        for (html, is_shown) in [
            (format!("<p>Well done {face}"), true),
            (format!("<p>Well done <i>{face}</i>, all of you"), true),
            (format!("<div><a href=#>{face}</a></div><p>Well done"), false),
            (format!("<div>{face}<p>Well done</div>"), false),
            ("<div><img src=face.png width=100></div>".to_owned(), true),
        ] {
            check(&html, is_shown.then_some("https://example.com/a/face.png"));
        }
        check(
            "<picture><source srcset='t-4.jpg 4w, t-8.jpg 8w'><img src=t-blur.jpg></picture>",
            Some("https://example.com/a/t-8.jpg"),
        );
    }

    #[test]
    fn real_addresses() {
        check("<img src=x.jpg>", Some("https://example.com/a/x.jpg"));
        check("<img src=blank.gif data-src=x.jpg>", Some("https://example.com/a/x.jpg"));
        check(
            "<img src=small.jpg data-original=//cdn.example.com/x.jpg>",
            Some("https://cdn.example.com/x.jpg"),
        );
        check(
            "<img src='data:image/gif;base64,R0' data-lazy-src=/x.jpg>",
            Some("https://example.com/x.jpg"),
        );
        check(
            "<img srcset='s.jpg 320w, l.jpg 1200w, m.jpg 800w'>",
            Some("https://example.com/a/l.jpg"),
        );
        check("<img srcset='a,b.jpg 1x,c.jpg 2x'>", Some("https://example.com/a/c.jpg"));
        check(
            "<picture><source srcset='p.webp 2x'><img alt=p></picture>",
            Some("https://example.com/a/p.webp"),
        );
        check(
            "<img src=loading.gif><noscript><img src=x.jpg></noscript>",
            Some("https://example.com/a/x.jpg"),
        );
        for flag in [
            "data-lazy=true",
            "data-original=1",
            "file=12",
            "data-url=/a/b.html",
            "data-lazyload=lazy",
        ] {
            check(&format!("<img src=x.jpg {flag}>"), Some("https://example.com/a/x.jpg"));
        }
        for name in
            ["bullet-train.jpg", "up.jpg", "arrow-street.jpg", "logo.png", "qrcode-history.png"]
        {
            let html = format!("<img src=/{name} width=800 height=600>");
            check(&html, Some(&format!("https://example.com/{name}")));
        }
        check("<img src=logo-of-the-club.svg>", Some("https://example.com/a/logo-of-the-club.svg"));
        for html in [
            "<a href=/><div><img src=site-logo2.svg></div></a>",
            "<a href=#top><img src=/img/up.gif></a>",
            "<img src=t.gif width=1 height=1>",
            "<img src=icon.png width=16 height=16>",
            "<img>",
            "<img src='javascript:1'>",
            "<img src=/i/icon-mail.png>",
            "<img src=enlarge.gif>",
            "<img src=p.jpg style='width:1px;height:1px'>",
            "<p><img src=/u/qrcode.png width=200 height=200>",
            "<div class=erweima><img src=/u/1.jpg></div>",
            "<a href='//service.weibo.com/share/share.php?u=1'><img src=/u/1.jpg></a>",
            "<a href='https://ad.example.net/adclick?1'><img src=/u/1.jpg width=600></a>",
        ] {
            check(html, None);
        }
    }
}
