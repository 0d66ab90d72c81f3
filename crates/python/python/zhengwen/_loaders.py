"""What the loaders for pipelines of language models share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import zhengwen

_FIELDS = (
    "title",
    "author",
    "publish_date",
    "modified_date",
    "language",
    "description",
    "site_name",
    "canonical_url",
    "kind",
    "confidence",
)


def needs(module: str, package: str) -> ImportError:
    """The error of a package that is not there."""
    return ImportError(f"zhengwen.{module} needs {package}: pip install {package}")


def documents(
    html: str | bytes, url: str | None, form: str, options: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The article of a page with its fields; with `chunks`, a document for each chunk. Nothing for a page without one."""
    if form == "markdown":
        options = {**options, "add": [*_texts(options.get("add", ())), "markdown"]}
    elif form != "text":
        raise ValueError(f"form: {form!r} is none of text, markdown")
    found = zhengwen.extract(html, url, **options)
    fields = {name: getattr(found, name) for name in _FIELDS if getattr(found, name) is not None}
    if found.chunks is None:
        text = found.markdown if form == "markdown" else found.text
        if text:
            yield text, fields
        return
    for chunk in found.chunks:
        text = chunk.markdown if form == "markdown" else chunk.text
        place = {"headings": list(chunk.headings), "start": chunk.start, "end": chunk.end}
        yield text or "", fields | place


def _texts(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
