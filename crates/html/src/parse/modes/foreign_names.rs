//! Names of SVG and MathML that have capitals (sections "Adjust SVG attributes", "Adjust MathML
//! attributes" and the tag names of "any other start tag" in foreign content).

use crate::Namespace;

/// The SVG name of a tag written in lower case.
pub(super) fn adjusted_svg_tag(name: &str) -> &str {
    if !TAG_BEGINNINGS.may_have(name) {
        return name;
    }
    let found = SVG_TAGS.binary_search_by(|known| lower(known).cmp(name.bytes()));
    found.map_or(name, |index| SVG_TAGS[index])
}

/// The name of an attribute of a foreign element, where it is another than the one in lower case.
pub(super) fn adjusted_attribute(namespace: Namespace, name: &str) -> Option<&'static str> {
    if namespace == Namespace::MathMl {
        return (name == "definitionurl").then_some("definitionURL");
    }
    if !ATTRIBUTE_BEGINNINGS.may_have(name) {
        return None;
    }
    let found = SVG_ATTRIBUTES.binary_search_by(|known| lower(known).cmp(name.bytes()));
    found.ok().map(|index| SVG_ATTRIBUTES[index])
}

/// The lengths of names, by their first letter: these alone rule out most names.
struct Beginnings([u32; 26]);

impl Beginnings {
    const fn of(names: &[&str]) -> Self {
        let mut lengths = [0; 26];
        let mut at = 0;
        while at < names.len() {
            let name = names[at].as_bytes();
            lengths[(name[0] - b'a') as usize] |= 1 << name.len();
            at += 1;
        }
        Self(lengths)
    }

    /// True if a name may be one of them but for capitals.
    fn may_have(&self, name: &str) -> bool {
        let first = name.as_bytes().first().map_or(u8::MAX, |first| first.wrapping_sub(b'a'));
        let lengths = self.0.get(usize::from(first)).copied().unwrap_or(0);
        name.len() < 32 && lengths >> name.len() & 1 == 1
    }
}

static TAG_BEGINNINGS: Beginnings = Beginnings::of(SVG_TAGS);
static ATTRIBUTE_BEGINNINGS: Beginnings = Beginnings::of(SVG_ATTRIBUTES);

fn lower(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|b| b.to_ascii_lowercase())
}

/// Sorted by their lower case.
#[rustfmt::skip]
const SVG_TAGS: &[&str] = &[
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform",
    "clipPath", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite",
    "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge",
    "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight",
    "feTile", "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient",
    "textPath",
];

/// Sorted by their lower case.
#[rustfmt::skip]
const SVG_ATTRIBUTES: &[&str] = &[
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
    "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits",
    "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform",
    "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio",
    "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod", "startOffset",
    "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
    "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector",
    "zoomAndPan",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_capitals() {
        assert!(SVG_TAGS.is_sorted_by_key(|name| name.to_ascii_lowercase()));
        assert!(SVG_ATTRIBUTES.is_sorted_by_key(|name| name.to_ascii_lowercase()));
        for name in SVG_TAGS {
            assert_eq!(adjusted_svg_tag(&name.to_ascii_lowercase()), *name);
        }
        for name in SVG_ATTRIBUTES {
            let lower = name.to_ascii_lowercase();
            assert_eq!(adjusted_attribute(Namespace::Svg, &lower), Some(*name));
        }
        for name in ["", "é", "feb", &"f".repeat(99), "Viewbox", "viewbox2"] {
            let adjusted = adjusted_attribute(Namespace::Svg, name);
            assert_eq!((adjusted_svg_tag(name), adjusted), (name, None));
        }
        assert_eq!(adjusted_svg_tag("foreignobject"), "foreignObject");
        assert_eq!(adjusted_svg_tag("g"), "g");
        assert_eq!(adjusted_attribute(Namespace::Svg, "viewbox"), Some("viewBox"));
        assert_eq!(adjusted_attribute(Namespace::MathMl, "viewbox"), None);
    }
}
