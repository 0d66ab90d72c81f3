"""The tree of an article as XML elements, with the element names that trafilatura has."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, SubElement

_NAMES = {
    "paragraph": "p",
    "heading": "head",
    "quote": "quote",
    "list": "list",
    "item": "item",
    "table": "table",
    "row": "row",
    "cell": "cell",
    "definition_list": "list",
    "term": "item",
    "description": "item",
    "caption": "p",
    "link": "ref",
    "strong": "hi",
    "emphasis": "hi",
    "subscript": "hi",
    "superscript": "hi",
    "strikethrough": "del",
    "code": "code",
    "inline_code": "code",
    "image": "graphic",
    "line_break": "lb",
}
_RENDERED = {"strong": "#b", "emphasis": "#i", "subscript": "#sub", "superscript": "#sup"}
# Characters that an XML document may not hold.
FORBIDDEN = {code: None for code in (*range(0x20), 0xFFFE, 0xFFFF) if code not in (9, 10, 13)}


def body(blocks: list[dict[str, Any]] | None) -> Element:
    """The article in an element `body`. Blocks may nest as deep as a page's do, at most 40 levels."""
    root = Element("body")
    for block in blocks or ():
        _add(root, block)
    return root


def _add(parent: Element, node: dict[str, Any]) -> None:
    kind = node["type"]
    if kind == "text":
        _write(parent, node["text"])
        return
    if kind == "formula":
        _write(parent, node["latex"])
        return
    name = _NAMES.get(kind)
    if name is None:
        # Rules and embedded content are left out; other elements leave their text.
        for child in node.get("children", ()):
            _add(parent, child)
        return
    element = SubElement(parent, name, _attributes(kind, node))
    if "text" in node:
        _write(element, node["text"])
    for child in node.get("children", ()):
        _add(element, child)


def _attributes(kind: str, node: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str | None] = {"rend": _RENDERED.get(kind)}
    if kind == "heading":
        found["rend"] = f"h{node.get('level', 2)}"
    elif kind == "list":
        found["rend"] = "ol" if node.get("start") is not None else "ul"
    elif kind == "cell" and node.get("header"):
        found["role"] = "head"
    elif kind == "link":
        found["target"] = node.get("address")
    elif kind == "image":
        found |= {"src": node.get("address"), "alt": node.get("alt"), "title": node.get("title")}
    return {name: value.translate(FORBIDDEN) for name, value in found.items() if value}


def _write(element: Element, text: str) -> None:
    text = text.translate(FORBIDDEN)
    if len(element):
        last = element[-1]
        last.tail = (last.tail or "") + text
    else:
        element.text = (element.text or "") + text
