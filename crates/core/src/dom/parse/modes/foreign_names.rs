//! Names of SVG and MathML that have capitals (sections "Adjust SVG attributes", "Adjust MathML
//! attributes" and the tag names of "any other start tag" in foreign content).

use crate::dom::Namespace;

/// The SVG name of a tag written in lower case.
pub(super) fn adjusted_svg_tag(name: &str) -> &str {
    let found = SVG_TAGS.binary_search_by(|known| lower(known).cmp(name.bytes()));
    found.map_or(name, |index| SVG_TAGS[index])
}

/// The name of an attribute of a foreign element, where it is another than the one in lower case.
pub(super) fn adjusted_attribute(namespace: Namespace, name: &str) -> Option<&'static str> {
    if namespace == Namespace::MathMl {
        return (name == "definitionurl").then_some("definitionURL");
    }
    let found = SVG_ATTRIBUTES.binary_search_by(|known| lower(known).cmp(name.bytes()));
    found.ok().map(|index| SVG_ATTRIBUTES[index])
}

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
        assert_eq!(adjusted_svg_tag("foreignobject"), "foreignObject");
        assert_eq!(adjusted_svg_tag("g"), "g");
        assert_eq!(adjusted_attribute(Namespace::Svg, "viewbox"), Some("viewBox"));
        assert_eq!(adjusted_attribute(Namespace::MathMl, "viewbox"), None);
    }
}
