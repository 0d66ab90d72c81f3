"""A call of `extract` or `bare_extraction`: its request, and the documents that it wants."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import zhengwen
from zhengwen.compat import _pages

from . import settings
from .settings import Document

if TYPE_CHECKING:
    _Form = Literal["markdown", "html", "body", "xml-tei"]

FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
# The form that each format is written from, besides the text.
FORMS: dict[str, list[_Form]] = {"markdown": ["markdown"], "html": ["html"], "xml": ["body"], "xmltei": ["xml-tei"]}
# The arguments of `extract` and `bare_extraction` by their treatment.
_IGNORED = ("fast", "no_fallback", "tei_validation", "deduplicate", "date_extraction_params", "prune_xpath")
_CONDITIONS = ("target_language", "only_with_metadata", "url_blacklist", "author_blacklist")
_PASSED_ON = ("favor_recall", "include_tables", "include_images", "include_links")
# For those who look for their effect.
HINTS = {
    "date_config": "dates are looked for in the whole page",
    "date_extraction_params": "dates are looked for in the whole page",
    "deduplicate": "drop rows of the same text_hash: zhengwen.extract_batch(..., columns=['text_hash'])",
    "fast": "every page is read in full, in milliseconds",
    "no_fallback": "there is one extractor, and no fallback",
    "prune_xpath": "use selectors of CSS: zhengwen.extract(html, drop='...')",
    "tei_validation": "validate the result where you have the schema",
}


class Wanted:
    """The documents that are wanted."""

    def __init__(
        self,
        language: str | None = None,
        only_with_metadata: bool = False,
        urls: Iterable[str] | None = None,
        authors: Iterable[str] | None = None,
        *,
        max_tree_size: int | None = None,
        sizes: tuple[int, int] = (0, 0),
    ) -> None:
        self.language = language
        self.only_with_metadata = only_with_metadata
        self.max_tree_size = max_tree_size
        self.sizes = sizes
        self.urls = frozenset(urls or ())
        self.authors = frozenset(name.casefold() for name in authors or ())

    def asks_for_fields(self) -> bool:
        return self.only_with_metadata or bool(self.urls or self.authors)

    def takes(self, found: zhengwen.Extraction) -> bool:
        url = found.canonical_url or found.url
        if self.language and found.language and _main(found.language) != _main(self.language):
            return False
        if self.only_with_metadata and not (found.publish_date and found.title and url):
            return False
        if self.max_tree_size and len(found.body or ()) > self.max_tree_size:
            return False
        comments = sum(len(post.text) for post in found.comments)
        if not (found.text or found.comments) or (len(found.text) < self.sizes[0] and comments < self.sizes[1]):
            return False
        return not self.urls & {found.canonical_url, found.url}

    def author(self, author: str | None) -> str | None:
        names = (author or "").split("; ")
        return "; ".join(name for name in names if name and name.casefold() not in self.authors) or None


def _main(language: str) -> str:
    return language.replace("_", "-").split("-")[0].lower()


class Call:
    """The request of a call of `extract` or `bare_extraction`, from its arguments by name."""

    def __init__(self, arguments: dict[str, Any], formats: tuple[str, ...]) -> None:
        form = arguments["output_format"]
        if form not in formats:
            raise AttributeError(f"Cannot set format, must be one of: {', '.join(formats)}")
        # Its form of the result is not that of the other arguments.
        if arguments["options"] is not None:
            raise TypeError(settings.OPTIONS)
        file = arguments.get("settingsfile")
        self.config = arguments["config"] or (settings.use_config(file) if file else settings.DEFAULT_CONFIG)
        self.ignored = {name: arguments[name] for name in _IGNORED if name in arguments}
        self.ignored |= settings.changed(self.config)
        self.wanted = Wanted(
            *(arguments[name] for name in _CONDITIONS),
            max_tree_size=arguments["max_tree_size"] or self._number("MAX_TREE_SIZE"),
            sizes=(self._number("MIN_OUTPUT_SIZE") or 0, self._number("MIN_OUTPUT_COMM_SIZE") or 0),
        )
        told = arguments["include_formatting"]
        self.formatted: bool = form == "markdown" if told is None else told
        self.page = _pages.page(arguments["filecontent"])
        self.url = arguments["url"] or self.page.url
        self.options = {name: arguments[name] for name in _PASSED_ON}
        # trafilatura lets recall win where both are asked for.
        self.options["favor_precision"] = arguments["favor_precision"] and not arguments["favor_recall"]

    def _number(self, name: str) -> int | None:
        value = self.config.get("DEFAULT", name, fallback="").strip()
        return int(value) if value.isdigit() else None

    def find(self, forms: list[_Form], formatting: bool) -> zhengwen.Extraction | None:
        """The article with these forms of it, if it is one and is wanted."""
        if self.wanted.max_tree_size and "body" not in forms:
            forms = [*forms, "body"]
        found = zhengwen.extract(
            self.page.html,
            self.url,
            http_charset=self.page.charset,
            add=forms,
            include_formatting=formatting,
            **self.options,
        )
        return found if self.wanted.takes(found) else None


def document(found: zhengwen.Extraction, wanted: Wanted, with_comments: bool) -> Document:
    """The fields of an extraction, by the names of trafilatura."""
    url = found.canonical_url or found.url
    return Document(
        title=found.title,
        author=wanted.author(found.author),
        url=url,
        hostname=urlsplit(url).hostname if url else None,
        description=found.description,
        sitename=found.site_name,
        date=found.publish_date[:10] if found.publish_date else None,
        categories=[],
        tags=list(found.keywords),
        license=found.license,
        comments="\n".join(post.text for post in found.comments) if with_comments else None,
        raw_text=found.text,
        text=found.text,
        language=found.language,
        image=found.images[0].url if found.images else None,
        pagetype=found.kind,
        filedate=date.today().isoformat(),
    )
