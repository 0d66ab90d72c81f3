"""The class `Article` of newspaper4k 0.9 and newspaper3k, `article` and `fulltext`.

`Article(url).download().parse()` fetches a page and reads it; `download(input_html=...)` reads one that is there. Settings
have no effect but `request_timeout` and `language` (kept for the caller); each other one gives a UserWarning, once
a process. Sites are crawled by `zhengwen batch --urls`, not here.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import zhengwen

from . import _fetch, _pages
from ._told import lacks, tell

__all__ = ["Article", "ArticleDownloadState", "ArticleException", "Config", "Configuration", "article", "fulltext"]

_SITES = "it reads single pages; crawl with a crawler of yours, or give the addresses to `zhengwen batch --urls`"
_OTHERS = dict.fromkeys(("Source", "build", "google_news", "hot", "popular_urls", "source"), _SITES)


def __getattr__(name: str) -> Any:
    raise lacks("newspaper", name, _OTHERS)


class ArticleException(Exception):
    """A page that was not fetched, or is asked for before it is there."""


class ArticleDownloadState(Enum):
    """The state of a download."""

    NOT_STARTED = 0
    FAILED_RESPONSE = 1
    SUCCESS = 2


class Configuration:
    """Settings by name. Any may be set; those without effect are warned of when an article takes them."""

    language: str | None = None
    request_timeout: float = 30.0

    @property
    def use_meta_language(self) -> bool:
        """True if the language is that of the page: none is set."""
        return self.language is None

    def __init__(self, **settings: Any) -> None:
        self.update(**settings)

    def update(self, **settings: Any) -> None:
        """Sets several."""
        vars(self).update(settings)


Config = Configuration
_HONOURED = ("language", "request_timeout")


class Article:
    """An article: first download, then parse."""

    def __init__(
        self,
        url: str,
        title: str = "",
        source_url: str = "",
        read_more_link: str = "",
        config: Configuration | None = None,
        **kwargs: Any,
    ) -> None:
        self.config = Configuration(**(vars(config) if config is not None else {}) | kwargs)
        ignored = {name: True for name in vars(self.config) if name not in _HONOURED}
        tell("newspaper", {"read_more_link": "pages are not joined here"}, read_more_link=read_more_link, **ignored)
        self.url = self.original_url = url
        parts = urlsplit(url)
        self.source_url = source_url or f"{parts.scheme or 'http'}://{parts.netloc}"
        self.title = title
        self.html: Any = ""
        self.is_parsed = False
        self.download_state = ArticleDownloadState.NOT_STARTED
        self.download_exception_msg: str | None = None
        self._page = _pages.Page("")
        self._clear()

    def _clear(self) -> None:
        self.text = self.article_html = self.summary = ""
        self.top_image = self.meta_img = self.meta_description = self.meta_lang = self.meta_site_name = ""
        self.canonical_link = self.meta_favicon = ""
        self.authors: list[str] = []
        self.images: list[str] = []
        self.movies: list[str] = []
        self.keywords: list[str] = []
        self.meta_keywords: list[str] = []
        self.tags: set[str] = set()
        self.publish_date: datetime | None = None

    def download(self, input_html: Any = None, title: str | None = None, **_: Any) -> Article:
        """Takes the page that is given, or fetches it. A failure is in `download_state`; parse() raises then."""
        self.is_parsed = False
        try:
            self._page = self._fetched() if input_html is None else _pages.page(input_html)
        except OSError as error:
            self.download_state = ArticleDownloadState.FAILED_RESPONSE
            self.download_exception_msg = str(error)
            return self
        self.html = _pages.text(self._page.html, self._page.charset)
        self.title = title or self.title
        self.download_state = ArticleDownloadState.SUCCESS
        return self

    def _fetched(self) -> _pages.Page:
        if self.url.startswith("file://"):
            with open(unquote(urlsplit(self.url).path), "rb") as file:
                return _pages.Page(file.read())
        return _pages.page(_fetch.fetch(self.url, seconds=self.config.request_timeout))

    def parse(self) -> Article:
        """Reads the page."""
        if self.download_state == ArticleDownloadState.NOT_STARTED:
            raise ArticleException("You must `download()` an article first!")
        if self.download_state == ArticleDownloadState.FAILED_RESPONSE:
            raise ArticleException(f"Article `download()` failed with {self.download_exception_msg} on URL {self.url}")
        url = self.url or self._page.url
        found = zhengwen.extract(self._page.html, url, http_charset=self._page.charset, add="html")
        self._clear()
        self.title = found.title or self.title
        self.text = found.text
        self.article_html = found.html or ""
        self.authors = [author.name for author in found.authors if author.role is None]
        self.publish_date = _datetime(found.publish_date)
        self.images = [urljoin(url or "", image.url) for image in found.images]
        self.top_image = self.meta_img = self.images[0] if self.images else ""
        self.meta_keywords = list(found.keywords)
        self.tags = set(found.keywords)
        self.meta_description = found.description or ""
        self.meta_lang = (found.language or "").split("-")[0].lower()
        self.meta_site_name = found.site_name or ""
        self.canonical_link = found.canonical_url or ""
        self.is_parsed = True
        return self

    def nlp(self) -> None:
        """Sets `keywords` and `summary` to those that the page declares: none are made here."""
        if not self.is_parsed:
            raise ArticleException("You must `parse()` an article first!")
        tell("newspaper", {"nlp()": "keywords and summary are those that the page declares"}, **{"nlp()": True})
        self.keywords, self.summary = list(self.meta_keywords), self.meta_description

    def build(self) -> None:
        """download(), parse() and nlp()."""
        self.download()
        self.parse()
        self.nlp()

    @property
    def top_img(self) -> str:
        """The same as top_image."""
        return self.top_image

    @property
    def imgs(self) -> list[str]:
        """The same as images."""
        return self.images

    def is_valid_url(self) -> bool:
        """True if the address is one of the web."""
        return self.url.startswith(("http://", "https://"))

    def is_valid_body(self) -> bool:
        """True if the page has an article."""
        return bool(self.text)


def _datetime(date: str | None) -> datetime | None:
    """The time of a date that may lack its day; times without a zone stay so."""
    if not date:
        return None
    day, _, time = date.replace("Z", "+00:00").partition("T")
    day = "-".join((*day.split("-"), "01", "01")[:3])
    try:
        return datetime.fromisoformat(f"{day}T{time}" if time else day)
    except ValueError:
        return None


def article(url: str, language: str | None = None, *, input_html: Any = None, **kwargs: Any) -> Article:
    """Fetches a page, or takes the one that is given, and reads it."""
    return Article(url, language=language, **kwargs).download(input_html=input_html).parse()


def fulltext(html: Any, language: str = "en") -> str:
    """The text of the article of a page, in any language."""
    page = _pages.page(html)
    return zhengwen.extract(page.html, http_charset=page.charset, text_only=True).text
