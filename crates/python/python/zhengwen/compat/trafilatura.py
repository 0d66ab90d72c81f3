"""The functions of trafilatura 2.3: `extract`, `bare_extraction`, `extract_metadata`, and `Document`.

Ignored, with one UserWarning a process, for lack of a counterpart here: `fast`, `no_fallback`, `config`, `options`,
`settingsfile`, `deduplicate`, `prune_xpath`, `tei_validation`, `date_extraction_params`. Trees of lxml are not taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import zhengwen

from ._told import tell

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["Document", "bare_extraction", "extract", "extract_metadata"]

# The fields before a text with metadata.
HEADER = (
    "title",
    "author",
    "url",
    "hostname",
    "description",
    "sitename",
    "date",
    "categories",
    "tags",
    "fingerprint",
    "id",
    "license",
)
_FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
# The form that each format is written from, besides the text.
_FORMS = {"markdown": ["markdown"], "html": ["html"], "xml": ["body"], "xmltei": ["xml-tei"]}
# The arguments of `extract` and `bare_extraction` by their treatment.
_IGNORED = (
    "fast",
    "no_fallback",
    "tei_validation",
    "deduplicate",
    "date_extraction_params",
    "settingsfile",
    "prune_xpath",
    "config",
    "options",
)
_CONDITIONS = ("target_language", "only_with_metadata", "max_tree_size", "url_blacklist", "author_blacklist")
_PASSED_ON = ("favor_recall", "include_tables", "include_images", "include_links")


class Document:
    """The fields of a page, by the names of trafilatura."""

    __slots__ = (
        *HEADER,
        "body",
        "comments",
        "commentsbody",
        "raw_text",
        "text",
        "language",
        "image",
        "pagetype",
        "filedate",
    )

    title: str | None
    author: str | None
    url: str | None
    hostname: str | None
    description: str | None
    sitename: str | None
    date: str | None
    categories: list[str] | None
    tags: list[str] | None
    fingerprint: str | None
    id: str | None
    license: str | None
    body: Element | None
    comments: str | None
    commentsbody: Element | None
    raw_text: str | None
    text: str | None
    language: str | None
    image: str | None
    pagetype: str | None
    filedate: str | None

    def __init__(self, **values: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, values.get(name))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Document:
        """The document of a dict."""
        return cls(**data)

    def as_dict(self) -> dict[str, Any]:
        """The document as a dict."""
        return {name: getattr(self, name) for name in self.__slots__}


def extract(
    filecontent: str | bytes | None,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: Mapping[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Iterable[str] | None = None,
    author_blacklist: Iterable[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    """The article as a str in the format that is asked for; None when the page has no article, or an unwanted one."""
    call = _Call(locals(), _FORMATS)
    tell("trafilatura", **call.ignored)
    shown = "markdown" if call.formatted and output_format == "txt" else output_format
    found = call.find(_FORMS.get(shown, []), call.formatted or output_format in ("html", "xml", "xmltei"))
    if found is None:
        return None
    document = _document(found, call.wanted, include_comments)
    document.id = record_id
    from . import _formats

    with_metadata = with_metadata or call.wanted.asks_for_fields()
    return _formats.write(shown, found, document, with_metadata, include_comments)


def bare_extraction(
    filecontent: str | bytes | None,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: Mapping[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Iterable[str] | None = None,
    author_blacklist: Iterable[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """The article and, with with_metadata, its fields; None when the page has no article, or an unwanted one."""
    call = _Call(locals(), (*_FORMATS, "python"))
    tell("trafilatura", **call.ignored)
    found = call.find(["body", "markdown"] if call.formatted else ["body"], call.formatted)
    if found is None:
        return None
    from . import _tree

    document = _document(found, call.wanted, include_comments)
    if not (with_metadata or call.wanted.asks_for_fields()):
        document = Document(text=document.text, comments=document.comments, language=document.language)
    if call.formatted:
        document.text = found.markdown
    document.raw_text = found.text
    document.body = _tree.body(found.body)
    document.commentsbody = _tree.body(
        [{"type": "paragraph", "children": [{"type": "text", "text": post.text}]} for post in found.comments]
        if include_comments
        else None
    )
    return document.as_dict() if as_dict else document


def extract_metadata(
    filecontent: str | bytes | None,
    default_url: str | None = None,
    date_config: Mapping[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: Iterable[str] | None = None,
) -> Document:
    """The fields of a page, without its text."""
    tell("trafilatura", date_config=date_config, extensive=not extensive)
    wanted = _Wanted(None, False, None, None, author_blacklist)
    document = _document(zhengwen.extract(_page(filecontent), default_url), wanted, False)
    document.text = document.raw_text = document.comments = document.language = None
    return document


class _Wanted:
    """The documents that are wanted."""

    def __init__(
        self,
        language: str | None,
        only_with_metadata: bool,
        max_tree_size: int | None,
        urls: Iterable[str] | None,
        authors: Iterable[str] | None,
    ) -> None:
        self.language = language
        self.only_with_metadata = only_with_metadata
        self.max_tree_size = max_tree_size
        self.urls = frozenset(urls or ())
        self.authors = frozenset(name.casefold() for name in authors or ())

    def asks_for_fields(self) -> bool:
        return self.only_with_metadata or bool(self.urls or self.authors)

    def takes(self, found: zhengwen.Extraction) -> bool:
        url = found.canonical_url or found.url
        if self.language and (found.language or self.language).split("-")[0].lower() != self.language.lower():
            return False
        if self.only_with_metadata and not (found.publish_date and found.title and url):
            return False
        if self.max_tree_size and len(found.body or ()) > self.max_tree_size:
            return False
        return not self.urls & {found.canonical_url, found.url}

    def author(self, author: str | None) -> str | None:
        names = (author or "").split("; ")
        return "; ".join(name for name in names if name and name.casefold() not in self.authors) or None


class _Call:
    """The request of a call of `extract` or `bare_extraction`, from its arguments by name."""

    def __init__(self, arguments: dict[str, Any], formats: tuple[str, ...]) -> None:
        form = arguments["output_format"]
        if form not in formats:
            raise AttributeError(f"Cannot set format, must be one of: {', '.join(formats)}")
        self.ignored = {name: arguments[name] for name in _IGNORED if name in arguments}
        self.wanted = _Wanted(*(arguments[name] for name in _CONDITIONS))
        told = arguments["include_formatting"]
        self.formatted: bool = form == "markdown" if told is None else told
        self.page, self.url = _page(arguments["filecontent"]), arguments["url"]
        self.options = {name: arguments[name] for name in _PASSED_ON}
        # trafilatura lets recall win where both are asked for.
        self.options["favor_precision"] = arguments["favor_precision"] and not arguments["favor_recall"]

    def find(self, forms: list[str], formatting: bool) -> zhengwen.Extraction | None:
        """The article with these forms of it, if it is one and is wanted."""
        if self.wanted.max_tree_size and "body" not in forms:
            forms = [*forms, "body"]
        found = zhengwen.extract(self.page, self.url, add=forms, include_formatting=formatting, **self.options)
        has_any = found.text or found.comments
        return found if has_any and self.wanted.takes(found) else None


def _page(filecontent: str | bytes | None) -> str | bytes:
    return "" if filecontent is None else filecontent


def _document(found: zhengwen.Extraction, wanted: _Wanted, with_comments: bool) -> Document:
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

