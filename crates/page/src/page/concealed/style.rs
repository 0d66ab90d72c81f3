//! Declarations that hide text beyond those of the flags of nodes.

/// The declarations of a style, names in lower case.
pub(super) fn declarations(style: &str) -> impl Iterator<Item = (String, String)> + '_ {
    style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let value = value.trim().to_ascii_lowercase();
        let value = value.strip_suffix("!important").unwrap_or(&value).trim().to_owned();
        Some((name.trim().to_ascii_lowercase(), value))
    })
}

/// A test that is true if a value hides its element.
type Hides = fn(&str) -> bool;

/// Properties that hide text.
const HIDING: &[(&str, Hides)] = &[
    ("clip-path", hides_by_path),
    ("-webkit-clip-path", hides_by_path),
    ("transform", hides_by_transform),
    ("-webkit-transform", hides_by_transform),
    ("scale", |value| number(value) == Some(0.0)),
    ("font", |value| {
        value.split([' ', '/']).any(|part| is_length(part) && number(part) == Some(0.0))
    }),
    ("zoom", |value| number(value) == Some(0.0)),
    ("left", is_far),
    ("right", is_far),
    ("top", is_far),
    ("bottom", is_far),
    ("inset", |value| value.split(' ').any(is_far)),
    ("mask", |value| value.starts_with("linear-gradient(transparent") && !value.contains('#')),
    ("font-size", |value| number(value).is_some_and(|size| size <= smallest(value))),
    ("opacity", |value| number(value).is_some_and(|opacity| opacity <= 0.05)),
    ("filter", |value| value.starts_with("opacity(0)") || value.starts_with("opacity(0%)")),
    ("content-visibility", |value| value == "hidden"),
    ("color", is_transparent),
    ("-webkit-text-fill-color", is_transparent),
];

/// True if a style hides its element, by one declaration or by a box without room.
pub(super) fn conceals(style: &str) -> bool {
    let (mut is_cut, mut has_no_room) = (false, false);
    for (name, value) in declarations(style) {
        if HIDING.iter().any(|(property, hides)| *property == name && hides(&value)) {
            return true;
        }
        is_cut |= name.starts_with("overflow") && matches!(value.as_str(), "hidden" | "clip");
        has_no_room |= matches!(name.as_str(), "width" | "height" | "max-width" | "max-height")
            && !value.contains("calc")
            && number(&value)
                .is_some_and(|size| size <= 1.0 && (size == 0.0 || value.ends_with("px")));
    }
    is_cut && has_no_room
}

/// True if a text has the colour of its own background, or of one of those around it.
pub(super) fn is_of_background<'s>(style: &str, mut around: impl Iterator<Item = &'s str>) -> bool {
    let Some(letters) = last(style, &["color"]) else { return false };
    background(style).or_else(|| around.find_map(background)) == Some(letters)
}

fn background(style: &str) -> Option<[u8; 3]> {
    last(style, &["background", "background-color"])
}

/// True if a style shows elements that others hide.
pub(super) fn shows(style: &str) -> bool {
    declarations(style).any(|(name, value)| match name.as_str() {
        "display" => value != "none",
        "visibility" => value == "visible",
        "opacity" => value != "0",
        _ => false,
    })
}

/// True if the letters of a style are white.
pub(super) fn is_white(style: &str) -> bool {
    last(style, &["color"]) == Some([255; 3])
}

/// True if a style gives a background that may be other than white.
pub(super) fn darkens(style: &str) -> bool {
    declarations(style).any(|(name, value)| {
        let is_background = name == "background" || name.starts_with("background-");
        is_background && name != "background-clip" && !is_light(&value)
    })
}

/// True if a value of a background is white, or none of its own.
pub(super) fn is_light(value: &str) -> bool {
    let value = value.trim();
    matches!(value, "" | "none" | "transparent" | "inherit" | "initial" | "unset" | "0 0")
        || colour(value) == Some([255; 3])
}

/// The colour that the last declaration of these names gives.
fn last(style: &str, names: &[&str]) -> Option<[u8; 3]> {
    let named = declarations(style).filter(|(name, _)| names.contains(&name.as_str()));
    named.filter_map(|(_, value)| colour(&value)).last()
}

fn colour(value: &str) -> Option<[u8; 3]> {
    match value {
        "white" => return Some([255; 3]),
        "black" => return Some([0; 3]),
        _ => {}
    }
    if let Some(digits) = value.strip_prefix('#').filter(|digits| digits.is_ascii()) {
        return match digits.len() {
            3 | 4 => {
                let mut twice = digits.chars().take(3).map(|c| hex(&format!("{c}{c}")));
                Some([twice.next()??, twice.next()??, twice.next()??])
            }
            6 | 8 => Some([hex(&digits[..2])?, hex(&digits[2..4])?, hex(&digits[4..6])?]),
            _ => None,
        };
    }
    let inner = value.strip_prefix("rgb(").or_else(|| value.strip_prefix("rgba("))?;
    let parts = inner.trim_end_matches(')').split([',', ' ', '/']).filter(|part| !part.is_empty());
    let mut parts = parts.map(|part| part.parse::<f32>().ok().map(|part| part as u8));
    Some([parts.next()??, parts.next()??, parts.next()??])
}

fn hex(digits: &str) -> Option<u8> {
    u8::from_str_radix(digits, 16).ok()
}

fn is_transparent(value: &str) -> bool {
    let parts = value.strip_prefix("rgba(").map(|parts| parts.trim_end_matches(')'));
    let alpha = parts.and_then(|parts| parts.rsplit([',', '/']).next());
    value == "transparent" || alpha.is_some_and(|alpha| number(alpha.trim()) == Some(0.0))
}

/// A clip that leaves nothing.
fn hides_by_path(value: &str) -> bool {
    let (shape, sizes) = value.split_once('(').unwrap_or((value, ""));
    match shape {
        "inset" => sizes.contains('%') && number(sizes).is_some_and(|inset| inset >= 50.0),
        "circle" | "ellipse" => number(sizes) == Some(0.0),
        "polygon" => sizes.starts_with("0 0, 0 0") || sizes.starts_with("0px 0px, 0px 0px"),
        _ => false,
    }
}

/// A distance that puts a box off the screen on any side: pixels, or parts of the screen.
fn is_far(value: &str) -> bool {
    let most = if value.ends_with("vh") || value.ends_with("vw") { 150.0 } else { 3_000.0 };
    is_length(value) && number(value).is_some_and(|way| way <= -OFF_SCREEN.min(most) || way >= most)
}

/// Pixels to the left or above that put a box off the screen.
const OFF_SCREEN: f32 = 900.0;

/// True if a value is a number, with or without a unit.
fn is_length(value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
}

/// A scale to nothing, a way off the screen, or a quarter turn away from the reader.
fn hides_by_transform(value: &str) -> bool {
    let sizes = TRANSFORMS.iter().filter_map(|name| Some((name, value.split_once(name)?.1)));
    sizes.filter_map(|(name, size)| Some((name, number(size)?))).any(|(name, size)| {
        match name.as_bytes()[0] {
            b's' => size == 0.0,
            b't' => size <= -OFF_SCREEN || size >= 3_000.0,
            _ => (size.abs() % 180.0 - 90.0).abs() < 0.5,
        }
    })
}

const TRANSFORMS: [&str; 9] = [
    "scale(",
    "scalex(",
    "scaley(",
    "scale3d(",
    "translate(",
    "translatex(",
    "translatey(",
    "rotatex(",
    "rotatey(",
];

/// The largest size of letters that nobody reads.
fn smallest(value: &str) -> f32 {
    if value.ends_with("px") || value.ends_with("pt") { 1.0 } else { 0.0 }
}

/// The number that a value begins with.
fn number(value: &str) -> Option<f32> {
    let end = value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+' | '.'));
    value[..end.unwrap_or(value.len())].parse().ok()
}
