"""The class `GeneralNewsExtractor` of gne 0.4.

XPaths have no counterpart here: `title_xpath`, `author_xpath`, `publish_time_xpath`, `body_xpath`, `noise_node_list`,
`normalize` and `use_visiable_info` are ignored with one UserWarning a process. Selectors of CSS do the same work:
`zhengwen.extract(html, body="...", drop="...")`.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import zhengwen

from ._told import tell

__all__ = ["GeneralNewsExtractor", "NoContentException"]


class NoContentException(Exception):
    """The page has no article."""


class GeneralNewsExtractor:
    """Reads articles of news."""

    def extract(
        self,
        html: str | bytes,
        title_xpath: str = "",
        author_xpath: str = "",
        publish_time_xpath: str = "",
        host: str = "",
        body_xpath: str = "",
        normalize: bool = False,
        noise_node_list: list[str] | None = None,
        with_body_html: bool = False,
        use_visiable_info: bool = False,
    ) -> dict[str, Any]:
        """The article: title, author, publish_time, content, images, meta, and body_html when asked for.

        Raises NoContentException when the page has none. The publish time is as the page writes it.
        """
        tell(
            "gne",
            title_xpath=title_xpath,
            author_xpath=author_xpath,
            publish_time_xpath=publish_time_xpath,
            body_xpath=body_xpath,
            normalize=normalize,
            noise_node_list=noise_node_list,
            use_visiable_info=use_visiable_info,
        )
        found = zhengwen.extract(html, host or None, add="html" if with_body_html else ())
        if not found.text:
            raise NoContentException("无法提取正文！")
        result: dict[str, Any] = {
            "title": found.title or "",
            "author": found.author or "",
            "publish_time": found.publish_date_raw or found.publish_date or "",
            "content": found.text,
            "images": [image.url for image in found.images],
            "meta": _meta(html, found.encoding.name),
        }
        if with_body_html:
            result["body_html"] = found.html or ""
        return result


class _Meta(HTMLParser):
    """Gathers the `meta` elements that have a name or a property."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "meta":
            told = dict(attrs)
            name, content = told.get("name") or told.get("property"), told.get("content")
            if name and content is not None:
                self.found[name] = content


# The size of the part that is searched for the head of a page.
_HEAD_BYTES = 262_144


def _meta(html: str | bytes, encoding: str) -> dict[str, str]:
    if isinstance(html, str):
        start = html[:_HEAD_BYTES]
    else:
        try:
            start = bytes(html[:_HEAD_BYTES]).decode(encoding, "replace")
        except LookupError:
            start = bytes(html[:_HEAD_BYTES]).decode("utf-8", "replace")
    parser = _Meta()
    parser.feed(start.partition("</head>")[0])
    return parser.found
