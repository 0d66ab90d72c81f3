"""zhengwen in LlamaIndex: a reader of saved pages, alone or for `SimpleDirectoryReader`.

>>> from zhengwen.llama_index import ZhengwenReader
>>> documents = ZhengwenReader(form="markdown").load_data("docs/sample.html")
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ._loaders import Articles, needs

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ModuleNotFoundError:
    raise needs("llama_index", "llama-index-core") from None

__all__ = ["ZhengwenReader"]


class ZhengwenReader(BaseReader):
    """The article of a page, as text or Markdown; with `chunks=N`, a document for each chunk.

    `SimpleDirectoryReader(folder, file_extractor={".html": ZhengwenReader()})` reads a folder by it.

    Args:
        form: "text" or "markdown".
        options: those of `zhengwen.extract`.
    """

    def __init__(self, form: str = "text", **options: Any) -> None:
        self.articles = Articles(form, options)

    def lazy_load_data(
        self, file: str | PathLike[str], extra_info: dict[str, Any] | None = None, fs: Any = None
    ) -> Iterator[Document]:
        """The documents of a file; `fs` is a file system of fsspec."""
        html = Path(file).read_bytes() if fs is None else fs.cat_file(fspath(file))
        for text, fields in self.articles.of(html):
            yield Document(text=text, metadata={"source": fspath(file), **fields, **(extra_info or {})})

    def load_data(
        self, file: str | PathLike[str], extra_info: dict[str, Any] | None = None, fs: Any = None
    ) -> list[Document]:
        """The same as a list."""
        return list(self.lazy_load_data(file, extra_info, fs))
