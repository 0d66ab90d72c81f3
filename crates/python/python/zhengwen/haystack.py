"""zhengwen in Haystack: a converter of HTML to documents.

>>> from zhengwen.haystack import ZhengwenConverter
>>> documents = ZhengwenConverter().run(sources=["docs/sample.html"])["documents"]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ._loaders import Articles, needs

try:
    from haystack import Document, component
    from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
    from haystack.dataclasses import ByteStream
except ModuleNotFoundError:
    raise needs("haystack", "haystack-ai") from None

__all__ = ["ZhengwenConverter"]


@component
class ZhengwenConverter:
    """The articles of pages, as text or Markdown; with the option `chunks`, a document for each chunk.

    Args:
        form: "text" or "markdown".
        options: those of `zhengwen.extract`.
    """

    def __init__(self, form: str = "text", options: dict[str, Any] | None = None) -> None:
        # Haystack writes a component into YAML by the names of its arguments.
        self.form, self.options = form, options
        self.articles = Articles(form, options or {})

    @component.output_types(documents=list[Document])
    def run(
        self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | list[dict[str, Any]] | None = None
    ) -> dict[str, list[Document]]:
        """The documents of files or byte streams; `url` in the meta of a stream is its address."""
        found = []
        for source, own in zip(sources, normalize_metadata(meta, sources_count=len(sources)), strict=True):
            stream = get_bytestream_from_source(source)
            given = {**stream.meta, **own}
            for text, fields in self.articles.of(stream.data, given.get("url")):
                found.append(Document(content=text, meta={**fields, **given}))
        return {"documents": found}
