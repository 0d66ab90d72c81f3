"""Pages as other packages take them: text, bytes, trees of lxml and BeautifulSoup, responses of HTTP clients."""

from __future__ import annotations

from email.message import Message
from typing import Any, NamedTuple

import zhengwen


class Page(NamedTuple):
    """A page with what its response says of it."""

    html: str | bytes
    url: str | None = None
    charset: str | None = None


def page(source: Any) -> Page:
    """The page that an object holds."""
    if source is None:
        return Page("")
    if isinstance(source, str | bytes | bytearray | memoryview):
        return Page(source if isinstance(source, str) else bytes(source))
    # First, as BeautifulSoup has an attribute of any name.
    if hasattr(source, "prettify"):
        return Page(str(source))
    if hasattr(source, "getroottree") or hasattr(source, "getroot"):
        return Page(_written(source))
    for name in ("content", "data", "body"):
        body = getattr(source, name, None)
        if isinstance(body, bytes):
            return _answer(source, body)
    body = source.read() if hasattr(source, "read") else None
    if isinstance(body, str | bytes):
        return _answer(source, body)
    kind = type(source).__name__
    raise TypeError(f"a page must be str, bytes, a tree of lxml or a response, not {kind}")


def _written(tree: Any) -> str:
    from lxml import html

    written: str = html.tostring(tree, encoding="unicode", with_tail=False)
    return written


def _answer(response: Any, body: str | bytes) -> Page:
    url = getattr(response, "url", None)
    headers = getattr(response, "headers", None) or {}
    told = headers.get("Content-Type") or headers.get("content-type")
    return Page(body, str(url) if url else None, charset(told))


def charset(content_type: str | bytes | None) -> str | None:
    """The charset of a Content-Type header."""
    if not content_type:
        return None
    message = Message()
    message["Content-Type"] = content_type if isinstance(content_type, str) else content_type.decode("latin-1")
    return message.get_content_charset()


# The names of Python for what browsers take these names for.
_CODECS = {
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "iso-8859-8-i": "iso-8859-8",
    "shift_jis": "cp932",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
}


def text(html: str | bytes, http_charset: str | None = None) -> str:
    """The page as text: its encoding is found by our rules."""
    if isinstance(html, str):
        return html
    name = zhengwen.extract(html, http_charset=http_charset, text_only=True).encoding.name.lower()
    try:
        return html.decode(_CODECS.get(name, name), "replace")
    except LookupError:
        return html.decode("utf-8", "replace")
