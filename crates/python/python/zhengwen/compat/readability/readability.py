"""The class `Document` of readability-lxml 0.9.

`positive_keywords`, `negative_keywords`, `min_text_length`, `retry_length`, `xpath` and `handle_failures` have no counterpart
here: each gives a UserWarning, once a process.
"""

from __future__ import annotations

from typing import Any

import zhengwen
from zhengwen.compat import _pages
from zhengwen.compat._told import tell

__all__ = ["Document", "Unparseable"]

_HINTS = {
    "positive_keywords": "zhengwen.extract takes selectors of CSS: keep='...'",
    "negative_keywords": "zhengwen.extract takes selectors of CSS: drop='...'",
    "min_text_length": "zhengwen.extract has favor_precision and favor_recall",
    "retry_length": "zhengwen.extract has favor_precision and favor_recall",
    "xpath": "elements have no `x`; zhengwen.extract(html, chunks=...) gives the path of each piece",
    "handle_failures": "addresses that cannot be read are left out",
}


class Unparseable(ValueError):
    """Never raised here: any bytes give an answer."""


class Document:
    """A page, read when it is first asked for something."""

    def __init__(
        self,
        input: Any,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str | None = "discard",
    ) -> None:
        tell(
            "readability",
            _HINTS,
            positive_keywords=positive_keywords,
            negative_keywords=negative_keywords,
            min_text_length=min_text_length != 25,
            retry_length=retry_length != 250,
            xpath=xpath,
            handle_failures=handle_failures != "discard",
        )
        self.input = input
        self.url = url
        self._found: zhengwen.Extraction | None = None

    def _read(self) -> zhengwen.Extraction:
        if self._found is None:
            page = _pages.page(self.input)
            url = self.url or page.url
            self._found = zhengwen.extract(page.html, url, http_charset=page.charset, add=("html", "page-html"))
        return self._found

    @property
    def encoding(self) -> str:
        """The page's encoding."""
        return self._read().encoding.name

    def title(self) -> str:
        """The title, without the site's name; `[no-title]` without a title."""
        return self._read().title or "[no-title]"

    def short_title(self) -> str:
        """The same as title()."""
        return self.title()

    def author(self) -> str:
        """Who wrote it; `[no-author]` when the page does not say."""
        return self._read().author or "[no-author]"

    def content(self) -> str:
        """The whole page without scripts, as an element `body`."""
        page = self.get_clean_html()
        start, end = page.find("<body"), page.rfind("</body>")
        return page[start : end + len("</body>")] if 0 <= start < end else f"<body>{page}</body>"

    def get_clean_html(self) -> str:
        """The whole page as HTML, without scripts, styles and attributes that could run something."""
        return self._read().page_html or ""

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The article as HTML: a `div`, in a document unless html_partial. It has all images of the article."""
        article = f"<div>{self._read().html or ''}</div>"
        return article if html_partial else f'<html><body id="readabilityBody">{article}</body></html>'
