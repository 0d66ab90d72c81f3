"""What the parts for pipelines share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import zhengwen

# The fields of an article that are texts, as documents have them in their metadata.
# made from crates/core/src/fields.rs: UPDATE_EXPECT=1 cargo test -p zhengwen written
TEXTS = (
    "title",
    "author",
    "publisher",
    "source",
    "editor",
    "publish_date",
    "modified_date",
    "language",
    "description",
    "site_name",
    "canonical_url",
    "license",
    "kind",
)
# end


def needs(module: str, package: str) -> ImportError:
    """The error of a package that is not there."""
    return ImportError(f"zhengwen.{module} needs {package}: pip install {package}")


class Articles:
    """Makes documents of pages, as text or Markdown. Wrong options raise when it is made, not with every page."""

    def __init__(self, form: str, options: dict[str, Any]) -> None:
        if form not in ("text", "markdown"):
            raise ValueError(f"form: {form!r} is none of text, markdown")
        add = options.get("add", ())
        more = {"add": [*([add] if isinstance(add, str) else add), "markdown"]} if form == "markdown" else {}
        self.form, self.options = form, {**options, **more}
        zhengwen.extract("", **self.options)

    def of(self, html: str | bytes, url: str | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
        """The article of a page with its fields; with `chunks`, a document for each chunk. Nothing for a page without one."""
        found = zhengwen.extract(html, url, **self.options)
        told = {name: getattr(found, name) for name in (*TEXTS, "confidence")}
        fields = {name: value for name, value in told.items() if value is not None}
        if found.chunks is None:
            if text := getattr(found, self.form):
                yield text, fields
            return
        for chunk in found.chunks:
            place = {"headings": list(chunk.headings), "start": chunk.start, "end": chunk.end}
            if chunk.post is not None:
                place["post"] = chunk.post
            # Whoever wrote the post, not the thread.
            if chunk.author is not None:
                place["author"] = chunk.author
            yield getattr(chunk, self.form) or "", fields | place
