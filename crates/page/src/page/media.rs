//! Images, videos and frames: their real addresses, and which of them a reader does not need.

use std::sync::LazyLock;

use super::furniture::Picture;
use super::{Name, Names, Page};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::text::address::{Address, FileKind};
use crate::text::clean::collapsed;
use crate::text::phrases::Phrases;

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
pub fn is_image(document: &Document, id: NodeId) -> bool {
    const NAMES: &[&str] = &["img", "image", "picture", "photo"];
    let tag = document.tag(id);
    if tag == Tag::IMG || tag.known_name().is_some() {
        return tag == Tag::IMG;
    }
    let name = document.name(id);
    name.contains('-')
        && name.split('-').any(|part| NAMES.contains(&part))
        && document.attribute(id, AttributeName::SRC).is_some_and(is_image_file)
}

/// True if the file name in an address ends like that of an image.
pub fn is_image_file(address: &str) -> bool {
    Address::of(address).kind() == Some(FileKind::Image)
}

/// Attributes that hold the address of an image to be loaded later by a script, likeliest first.
const LAZY: &[&str; 16] = &[
    "data-original",
    "data-src",
    "data-lazy-src",
    "data-actualsrc",
    "data-original-src",
    "data-origin-src",
    "data-lazyload",
    "data-lazy",
    "data-url",
    "data-echo",
    "data-hi-res-src",
    "data-full-src",
    "data-image",
    "data-img-src",
    "file",
    "zoomfile",
];

/// Attributes that hold several addresses with sizes.
const SETS: &[&str; 3] = &["data-srcset", "data-lazy-srcset", "srcset"];

/// The image that an `img` element shows, or will show once scripts have run; `None` for placeholders, tracking pixels, icons
/// and addresses outside the web.
pub fn image(page: &Page, id: NodeId) -> Option<Image> {
    let document = page.document();
    let attribute = |name: AttributeName| document.attribute(id, name);
    let styled = |name| styled_size(attribute(AttributeName::STYLE)?, name);
    if attribute(AttributeName::STYLE).is_some_and(is_off_screen) {
        return None;
    }
    // An element of the page's own may give a ratio in place of a size.
    let is_own = document.tag(id) != Tag::IMG;
    let size = |value| if is_own { None } else { size(value) };
    let width = size(attribute(AttributeName::WIDTH)).or_else(|| styled("width"));
    let height = size(attribute(AttributeName::HEIGHT)).or_else(|| styled("height"));
    let is_tiny = |length: Option<u32>| length.is_some_and(|length| length <= 2);
    let is_small = |length: Option<u32>| length.is_some_and(|length| length <= 24);
    if is_tiny(width) || is_tiny(height) || is_small(width) && is_small(height) {
        return None;
    }
    let text = |name| attribute(name).map(collapsed).filter(|text| !text.is_empty());
    let address = real_address(page, id)?;
    let picture = Picture { page, id, address: &address, width, height };
    if picture.is_furniture() {
        return None;
    }
    Some(Image {
        address,
        alt: text(AttributeName::ALT),
        title: text(AttributeName::TITLE),
        width,
        height,
    })
}

/// True if a style hides an image or moves it out of sight, as counters do.
fn is_off_screen(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    let is_far = |side: &str| {
        style.find(side).is_some_and(|at| {
            let digits = style[at + side.len()..].bytes().take_while(u8::is_ascii_digit).count();
            digits >= 3
        })
    };
    style.contains("display:none") || is_far("left:-") || is_far("top:-")
}

fn real_address(page: &Page, id: NodeId) -> Option<String> {
    let document = page.document();
    let absolute =
        |address: &str| page.addresses().media(address).filter(|_| !is_placeholder(address));
    let is_element = |id: &NodeId| document.kind(*id) == NodeKind::Element;
    let best = |set: &str| best_of_set(set).and_then(absolute);
    let others = || {
        let lazy = named(document, id, LAZY).filter(|value| may_be_image(value)).find_map(absolute);
        lazy.or_else(|| named(document, id, SETS).find_map(best))
    };
    let own = || document.attribute(id, AttributeName::SRC).and_then(absolute);
    let of_picture = || {
        let parent = document.parent(id).filter(|parent| document.tag(*parent) == Tag::PICTURE)?;
        let sources = document
            .children(parent)
            .filter(is_element)
            .filter(|child| document.tag(*child) == Tag::SOURCE);
        sources.flat_map(|source| named(document, source, SETS)).find_map(best)
    };
    let lazy = if has_others(document, id) { others() } else { None };
    // Any other attribute that holds the address of an image file.
    let of_script = || {
        let values = document.attributes(id).map(|(_, value)| value);
        values.filter(|value| value.contains('/') && is_image_file(value)).find_map(absolute)
    };
    lazy.or_else(own).or_else(of_picture).or_else(of_script).or_else(|| noscript_twin(page, id))
}

/// True if the value of an attribute may be an image's address, and not a flag (`true`, `lazy`, `48213`) or a page.
fn may_be_image(value: &str) -> bool {
    let is_page = Address::of(value.trim()).kind() == Some(FileKind::Page);
    value.contains(['/', '.']) && !is_page && !value.starts_with(['{', '[', '#'])
}

/// The values of an element's attributes with these names, in the order of the names.
fn named<'d, const N: usize>(
    document: &'d Document,
    id: NodeId,
    names: &'static [&str; N],
) -> impl Iterator<Item = &'d str> {
    let mut values = [None; N];
    for (name, value) in document.attributes(id).filter(|(name, _)| may_be_other(name)) {
        if let Some(place) = names.iter().position(|other| *other == name) {
            values[place].get_or_insert(value);
        }
    }
    values.into_iter().flatten()
}

/// True if an element may have attributes of [`LAZY`] or [`SETS`]; most images have none.
fn has_others(document: &Document, id: NodeId) -> bool {
    document.attributes(id).any(|(name, _)| may_be_other(name))
}

/// True if an attribute may be one of [`LAZY`] or [`SETS`].
fn may_be_other(name: &str) -> bool {
    name.starts_with("data-") || name.ends_with("file") || name == "srcset"
}

/// The image of a `noscript` that follows a placeholder or contains it.
fn noscript_twin(page: &Page, id: NodeId) -> Option<String> {
    let document = page.document();
    let after = document.end(id);
    // Blanks, and the end of a wrapper, may be between the two.
    let next =
        (after.0..after.0.saturating_add(3)).map(NodeId).filter(|id| id.index() < document.len());
    let noscript = next.into_iter().find(|id| document.tag(*id) == Tag::NOSCRIPT)?;
    let images = document.descendants(noscript).filter(|id| document.tag(*id) == Tag::IMG);
    let sources = images.take(3).filter_map(|id| document.attribute(id, AttributeName::SRC));
    sources.filter(|src| !is_placeholder(src)).find_map(|src| page.addresses().media(src))
}

/// The address with the greatest width or density in a `srcset`.
fn best_of_set(set: &str) -> Option<&str> {
    let mut best: Option<(f32, &str)> = None;
    let mut rest = set.get(..set.floor_char_boundary(16_384))?.trim();
    while !rest.is_empty() {
        // An address ends at a blank; commas may be part of it.
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let (descriptor, next) = match address.strip_suffix(',') {
            Some(_) => ("", after),
            None => after.split_once(',').unwrap_or((after, "")),
        };
        let descriptor = descriptor.trim();
        let number = descriptor.trim_end_matches(['w', 'x', 'h']).trim().parse().unwrap_or(1.0);
        let address = address.trim_matches(',');
        if !address.is_empty() && best.is_none_or(|(most, _)| number > most) {
            best = Some((number, address));
        }
        rest = next.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    best.map(|(_, address)| address)
}

/// Words in the file names of placeholder images.
static PLACEHOLDERS: LazyLock<Phrases> = LazyLock::new(|| {
    const WORDS: &str = "file: placeholder|blank.|spacer.|1x1.|pixel.gif|loading.|lazyload.|transparent.|grey.gif|\
        none.gif|default_load|dot.gif|-blur.|_blur.|.blur.|blurred.|lqip";
    Phrases::read(WORDS, &["file"])
});

/// True if an address is that of a placeholder for an image loaded later.
fn is_placeholder(address: &str) -> bool {
    let is_script =
        address.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    is_script
        || address.trim() == "#"
        || PLACEHOLDERS.find(Address::of(address).file()).next().is_some()
}

/// The size that an address asks a server for: `/80x80/`, `?w=60&h=60`, `_w975_h549.`.
pub fn size_in_address(address: &str) -> Option<(u32, u32)> {
    let number = |text: &str| -> Option<u32> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (2..=4).contains(&digits).then(|| text[..digits].parse().ok()).flatten()
    };
    let mut width = None;
    for part in address.split(|c: char| !c.is_ascii_alphanumeric() && c != '=') {
        if let (Some(w), Some((_, rest))) = (number(part), part.split_once('x'))
            && let Some(h) = number(rest)
        {
            return Some((w, h));
        }
        let value = |name: &str| {
            let rest = part.strip_prefix(name)?;
            number(rest.trim_start_matches('='))
        };
        if let Some(w) = value("width").or_else(|| value("w")) {
            width = Some(w);
        } else if let Some(h) = value("height").or_else(|| value("h"))
            && let Some(w) = width
        {
            return Some((w, h));
        }
    }
    None
}

/// The length in pixels that a style gives.
fn styled_size(style: &str, name: &str) -> Option<u32> {
    let mut rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    let (_, value) = rules.find(|(own, _)| own.trim().eq_ignore_ascii_case(name))?;
    value.trim().ends_with("px").then(|| size(Some(value))).flatten()
}

fn size(value: Option<&str>) -> Option<u32> {
    let value = value?.trim();
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
pub fn embedded(page: &Page, id: NodeId) -> Option<Embedded> {
    let document = page.document();
    let kind = embedded_kind(document, id)?;
    let attribute = |name: AttributeName| document.attribute(id, name);
    let is_tiny = |name| size(attribute(name)).is_some_and(|length| length <= 2);
    if is_tiny(AttributeName::WIDTH) || is_tiny(AttributeName::HEIGHT) {
        return None;
    }
    let of = |id: NodeId| {
        let names = ["src", "data-src", "data-original", "data"];
        let values = document.attributes(id).filter(|(name, _)| names.contains(name));
        values
            .filter(|(_, value)| !value.starts_with("about:"))
            .find_map(|(_, value)| page.addresses().media(value))
    };
    let sources = document.children(id).filter(|child| document.tag(*child) == Tag::SOURCE);
    let address = of(id).or_else(|| sources.filter_map(of).next())?;
    let title = [AttributeName::TITLE, AttributeName::ARIA_LABEL].into_iter().find_map(attribute);
    let title = title.map(collapsed).filter(|title| !title.is_empty());
    Some(Embedded { address, title, kind })
}

/// The kind of content that an element embeds, by its tag.
pub fn embedded_kind(document: &Document, id: NodeId) -> Option<EmbeddedKind> {
    match document.tag(id) {
        Tag::VIDEO => Some(EmbeddedKind::Video),
        Tag::AUDIO => Some(EmbeddedKind::Audio),
        Tag::IFRAME | Tag::EMBED | Tag::OBJECT => Some(EmbeddedKind::Frame),
        _ => None,
    }
}

/// The emoji in an image's alternative text; or its name in brackets, if a class says that the image is one.
pub fn emoji(document: &Document, id: NodeId) -> Option<String> {
    let alt = document.attribute(id, AttributeName::ALT)?.trim();
    let is_pictograph = |c: char| matches!(u32::from(c), 0x203c | 0x2049 | 0x2122 | 0x2139 | 0x2190..=0x2bff | 0x3030 | 0x303d | 0x3297 | 0x3299 | 0xfe0f | 0x200d | 0x1_f000..=0x1_faff | 0xe_0020..=0xe_007f);
    let is_emoji = !alt.is_empty() && alt.chars().count() <= 10 && alt.chars().all(is_pictograph);
    let is_named = || Names::of_class(document, id).has(Name::Emoji);
    let is_name = || alt.starts_with('[') && alt.ends_with(']') && alt.chars().count() <= 12;
    (is_emoji || is_name() && is_named()).then(|| alt.to_owned())
}

/// Attributes in which editors keep the TeX source of a formula.
const TEX: &[&str] = &["data-tex", "data-formula", "data-latex", "data-katex", "data-math-tex"];

/// The TeX source that an element has in an attribute.
pub fn tex_attribute(document: &Document, id: NodeId) -> Option<&str> {
    let mut attributes = document.attributes(id);
    attributes.find(|(name, _)| name.starts_with("data-") && TEX.contains(name)).map(|(_, tex)| tex)
}

/// True if a drawing is one of a formula: its source is in an attribute of it or of an element around it, or a script made it.
pub fn is_drawn_formula(document: &Document, id: NodeId) -> bool {
    let is_formula =
        |id: NodeId| document.name(id) == "mjx-container" || tex_attribute(document, id).is_some();
    is_formula(id) || document.ancestors(id).take(3).any(is_formula)
}

/// True if a script element holds the TeX source of a formula.
pub fn is_tex_script(document: &Document, id: NodeId) -> bool {
    let kind = document.attribute(id, AttributeName::TYPE).unwrap_or("").trim();
    kind.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("math/tex"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_with_addresses_are_looked_for_where_they_may_be() {
        assert!(LAZY.iter().chain(SETS).all(|name| may_be_other(name)));
        assert!(!may_be_other("src") && !may_be_other("alt"));
    }

    fn check(html: &str, expected: Option<&str>) {
        let page = Page::new(html, Some("https://example.com/a/"));
        let id = page.document().ids().find(|id| page.document().tag(*id) == Tag::IMG).unwrap();
        assert_eq!(image(&page, id).map(|image| image.address).as_deref(), expected, "{html}");
    }

    #[test]
    fn sizes_in_addresses() {
        for (address, expected) in [
            ("https://a.example/t/80x80/f1/x.png", Some((80, 80))),
            ("https://a.example/x.png?w=60&h=70&crop=1", Some((60, 70))),
            ("https://a.example/E5_size97_w975_h549.jpg", Some((975, 549))),
            ("https://a.example/0x0:0x0/x.jpg", None),
            ("https://a.example/w/h/2024x.jpg", None),
        ] {
            assert_eq!(size_in_address(address), expected, "{address}");
        }
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
