"""The classes `GeneralNewsExtractor` and `ListPageExtractor` of gne 0.4.

XPaths have no counterpart here: `title_xpath`, `author_xpath`, `publish_time_xpath`, `body_xpath`, `noise_node_list`,
`normalize` and `use_visiable_info` give a UserWarning each, once a process. Selectors of CSS do the same work:
`zhengwen.extract(html, body="...", drop="...")`.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import zhengwen

from . import _pages
from ._told import tell

__all__ = ["GeneralNewsExtractor", "ListPageExtractor", "NoContentException"]

_SELECTORS = "zhengwen.extract takes selectors of CSS: "
_HINTS = {
    "title_xpath": "titles are found without one",
    "author_xpath": "authors are found without one",
    "publish_time_xpath": "dates are found without one",
    "body_xpath": f"{_SELECTORS}body='...'",
    "noise_node_list": f"{_SELECTORS}drop='...'",
    "normalize": "pages are parsed as browsers do",
    "use_visiable_info": "the program reads what a browser shows: zhengwen --render",
    "feature": "an XPath means nothing here; give words of an item's title",
}


class NoContentException(Exception):
    """The page has no article."""


class GeneralNewsExtractor:
    """Reads articles of news."""

    def extract(
        self,
        html: Any,
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
            _HINTS,
            title_xpath=title_xpath,
            author_xpath=author_xpath,
            publish_time_xpath=publish_time_xpath,
            body_xpath=body_xpath,
            normalize=normalize,
            noise_node_list=noise_node_list,
            use_visiable_info=use_visiable_info,
        )
        page = _pages.page(html)
        url, charset = host or page.url, page.charset
        found = zhengwen.extract(page.html, url, http_charset=charset, add=("html",) if with_body_html else ())
        if not found.text:
            raise NoContentException("无法提取正文！")
        result: dict[str, Any] = {
            "title": found.title or "",
            "author": found.author or "",
            "publish_time": found.publish_date_raw or found.publish_date or "",
            "content": found.text,
            "images": [image.url for image in found.images],
            "meta": _meta(page),
        }
        if with_body_html:
            result["body_html"] = found.html or ""
        return result


class ListPageExtractor:
    """Reads the items of list pages."""

    def extract(self, html: Any, feature: str) -> list[dict[str, str]]:
        """The title and address of the items that belong together with the one whose title has the words of `feature`."""
        is_path = feature.startswith("/")
        tell("gne", _HINTS, feature=is_path)
        page = _pages.page(html)
        found = zhengwen.extract(page.html, page.url, http_charset=page.charset)
        groups = [group.items for group in found.groups] or [tuple(range(len(found.items)))]
        wanted = range(len(found.items)) if is_path else next((group for group in groups if _has(found, group, feature)), ())
        return [{"title": found.items[at].title, "url": found.items[at].url} for at in wanted]


def _has(found: zhengwen.Extraction, group: tuple[int, ...], words: str) -> bool:
    return any(words in found.items[at].title for at in group)


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


def _meta(page: _pages.Page) -> dict[str, str]:
    parser = _Meta()
    parser.feed(_pages.text(page.html[:_HEAD_BYTES], page.charset).partition("</head>")[0])
    return parser.found
