"""What trafilatura has besides extraction: the tree of a page, its whole text, a first look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import zhengwen
from zhengwen.compat import _pages, _tree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def baseline(filecontent: Any) -> tuple[Element, str, int]:
    """The article as an element `body`, its text, and the number of characters."""
    page = _pages.page(filecontent)
    found = zhengwen.extract(page.html, page.url, http_charset=page.charset, add="body")
    return _tree.body(found.body), found.text, len(found.text)


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page; with `clean` without asides and footers."""
    page = _pages.page(content)
    drop = ("aside", "footer", "div[class*=footer]", "div[id*=footer]") if clean else ()
    found = zhengwen.extract(page.html, http_charset=page.charset, body="body", drop=drop, text_only=True)
    return found.text


def load_html(htmlobject: Any, max_size: int | None = None) -> Any:
    """The page as a tree of lxml, which it needs; None for a page without anything, or with more bytes than max_size."""
    if hasattr(htmlobject, "getroottree"):
        return htmlobject
    page = _pages.page(htmlobject)
    if not page.html.strip() or (max_size is not None and len(page.html) > max_size):
        return None
    try:
        from lxml import html
    except ImportError:
        raise ImportError("load_html gives a tree of lxml: pip install lxml, or give the page itself to extract") from None
    # Text with a declaration of its encoding is refused as text.
    parser = html.HTMLParser(encoding="utf-8")
    return html.document_fromstring(_pages.text(page.html, page.charset).encode("utf-8", "replace"), parser=parser)
