"""zhengwen in LangChain: a loader of saved pages, and a parser of blobs for loaders that fetch.

>>> from zhengwen.langchain import ZhengwenLoader
>>> documents = ZhengwenLoader("docs/sample.html", chunks=1000).load()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from typing import Any

from ._loaders import Articles, needs

try:
    from langchain_core.document_loaders import BaseBlobParser, BaseLoader, Blob
    from langchain_core.documents import Document
except ModuleNotFoundError:
    raise needs("langchain", "langchain-core") from None

__all__ = ["ZhengwenLoader", "ZhengwenParser"]


class ZhengwenParser(BaseBlobParser):
    """The article of a blob of HTML, as text or Markdown; with `chunks=N`, a document for each chunk.

    Args:
        form: "text" or "markdown".
        options: those of `zhengwen.extract`.
    """

    def __init__(self, form: str = "text", **options: Any) -> None:
        self.articles = Articles(form, options)

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        source = blob.source
        url = source if source and source.startswith(("http://", "https://")) else None
        for text, fields in self.articles.of(blob.as_bytes(), url):
            yield Document(page_content=text, metadata={**blob.metadata, "source": source, **fields})


class ZhengwenLoader(BaseLoader):
    """The articles of saved pages. The arguments are the files, and those of `ZhengwenParser`."""

    def __init__(self, paths: str | PathLike[str] | Iterable[str | PathLike[str]], form: str = "text", **options: Any) -> None:
        self.paths = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
        self.parser = ZhengwenParser(form, **options)

    def lazy_load(self) -> Iterator[Document]:
        for path in self.paths:
            yield from self.parser.lazy_parse(Blob.from_path(fspath(path)))
