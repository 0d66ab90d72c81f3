"""The functions of trafilatura 2.3.

Pages may be text, bytes, trees of lxml or responses. `options=` is refused. Every argument and every changed setting of
`config` that has no effect here gives a UserWarning, once a process, with what to use in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import zhengwen
from zhengwen.compat import _pages, _tree
from zhengwen.compat._told import lacks, tell

from . import _formats
from ._basics import baseline, html2txt, load_html
from ._call import FORMATS, FORMS, HINTS, Call, Wanted, document
from .downloads import fetch_response, fetch_url
from .settings import Document

__all__ = [
    "Document",
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_response",
    "fetch_url",
    "html2txt",
    "load_html",
]
_OTHERS = dict.fromkeys(
    ("cli", "core", "deduplication", "external", "feeds", "htmlprocessing", "sitemaps", "spider", "utils", "xml"),
    "it extracts pages; import this from trafilatura itself",
)


def __getattr__(name: str) -> Any:
    raise lacks("trafilatura", name, _OTHERS)


def extract(
    filecontent: Any,
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
    call = Call(locals(), FORMATS)
    tell("trafilatura", HINTS, **call.ignored)
    told = _written(call, output_format, record_id, with_metadata, include_comments)
    return None if told is None else told.text


def extract_with_metadata(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
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
    url_blacklist: Iterable[str] | None = None,
    author_blacklist: Iterable[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | None:
    """The fields of a page, with `text` in the format that is asked for; None where `extract` gives None."""
    absent = {"no_fallback": False, "only_with_metadata": False, "max_tree_size": None}
    call = Call(locals() | absent, FORMATS)
    tell("trafilatura", HINTS, **call.ignored)
    return _written(call, output_format, record_id, True, include_comments)


def _written(
    call: Call, output_format: str, record_id: str | None, with_metadata: bool, with_comments: bool
) -> Document | None:
    """The fields of the page of a call, with the article in a format as its text."""
    shown = "markdown" if call.formatted and output_format == "txt" else output_format
    found = call.find(FORMS.get(shown, []), call.formatted or output_format in ("html", "xml", "xmltei"))
    if found is None:
        return None
    told = document(found, call.wanted, with_comments)
    told.id = record_id
    with_metadata = with_metadata or call.wanted.asks_for_fields()
    told.text = _formats.write(shown, found, told, with_metadata, with_comments)
    return told


def bare_extraction(
    filecontent: Any,
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
    call = Call(locals(), (*FORMATS, "python"))
    tell("trafilatura", HINTS, **call.ignored)
    found = call.find(["body", "markdown"] if call.formatted else ["body"], call.formatted)
    if found is None:
        return None
    told = document(found, call.wanted, include_comments)
    if not (with_metadata or call.wanted.asks_for_fields()):
        told = Document(text=told.text, comments=told.comments, language=told.language)
    if call.formatted:
        told.text = found.markdown
    told.raw_text = found.text
    told.body = _tree.body(found.body)
    told.commentsbody = _tree.body(
        [{"type": "paragraph", "children": [{"type": "text", "text": post.text}]} for post in found.comments]
        if include_comments
        else None
    )
    return told.as_dict() if as_dict else told


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: Mapping[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: Iterable[str] | None = None,
) -> Document:
    """The fields of a page, without its text."""
    tell("trafilatura", HINTS, date_config=date_config, extensive=not extensive)
    page = _pages.page(filecontent)
    found = zhengwen.extract(page.html, default_url or page.url, http_charset=page.charset)
    told = document(found, Wanted(authors=author_blacklist), False)
    told.text = told.raw_text = told.comments = told.language = None
    return told
