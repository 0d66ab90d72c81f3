"""zhengwen in datatrove: a reader of archives, and an extractor for pipelines that have a reader already.

The reader is the better way where archives are read: it keeps the bytes of a page and the charset of its header, so
that no page is lost for its encoding, and it reads on behind damage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

import zhengwen

from ._loaders import TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    import pyarrow as pa
    from datatrove.data import Document, DocumentsPipeline
    from datatrove.io import DataFileLike, DataFolderLike

    SCHEMA: pa.Schema

__all__ = ["SCHEMA", "ZhengwenExtractor", "ZhengwenWarcReader"]

# The fields of the page's place, from the reader.
_PLACES = ("url", "date", "file_path")


def __getattr__(name: str) -> Any:
    if name != "SCHEMA":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import pyarrow as pa

    texts = [(field, pa.string()) for field in (*_PLACES, *TEXTS)]
    lists = [("keywords", pa.list_(pa.string())), ("warnings", pa.list_(pa.string()))]
    metadata = pa.struct([*texts, ("offset", pa.int64()), ("confidence", pa.float64()), *lists])
    return pa.schema([("text", pa.string()), ("id", pa.string()), ("metadata", metadata)])


def _metadata(found: zhengwen.Extraction) -> dict[str, Any]:
    """The fields of an extraction, none of them None: a writer takes its schema from the first document."""
    fields: dict[str, Any] = {name: getattr(found, name) or "" for name in TEXTS}
    fields["confidence"] = found.confidence or 0.0
    fields["keywords"] = list(found.keywords)
    fields["warnings"] = [warning.code for warning in found.warnings]
    return fields


class ZhengwenExtractor(BaseExtractor):
    """Finds the article of every document's HTML; the fields go into the document's metadata.

    Args:
        timeout: the seconds for a page, with `isolate` only. Without a child process no page can be
            stopped, and none needs to be: the work is linear in the page.
        isolate: work in datatrove's child process, which costs more than half of an extraction.
        options: those of `zhengwen.extract`. Documents without an article are dropped.
    """

    name = "正 zhengwen"
    _requires_dependencies = ["zhengwen"]

    def __init__(self, timeout: float = 1, *, isolate: bool = False, **options: Any) -> None:
        super().__init__(timeout)
        self.isolate = isolate
        self.options = options
        # Wrong options raise here, not with every document.
        zhengwen.extract("", **options)

    def extract(self, text: str) -> str:
        """The article of a page."""
        return zhengwen.extract(text, **self.options).text

    def _find(self, text: str, url: str | None = None) -> tuple[str, dict[str, Any]]:
        found = zhengwen.extract(text, url, **self.options)
        return found.text, _metadata(found)

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        if not self.isolate:
            yield from self._run(data, lambda page: self._find(*page))
            return
        with ExtractorSandbox(timeout=self.timeout, warmup_text=("",)) as child:
            yield from self._run(data, lambda page: child.process_document(page, self._find))

    def _run(
        self, data: DocumentsPipeline, find: Callable[[tuple[str, str | None]], tuple[str, dict[str, Any]]]
    ) -> DocumentsPipeline:
        for document in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                try:
                    document.text, fields = find((document.text, document.metadata.get("url") or None))
                except TimeoutError:
                    self._lose("timeout", f"{document.id}: more than {self.timeout} seconds; dropped")
                    continue
                except EOFError:
                    self._lose("broken_process", f"{document.id}: the child process died; dropped")
                    continue
                document.metadata.update(fields)
                self.stat_update("extracted")
            if document.text:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update(StatHints.dropped)

    def _lose(self, why: str, message: str) -> None:
        self.stat_update(why)
        logger.warning(message)


class ZhengwenWarcReader(BaseDiskReader):
    """Reads WARC archives and hands on the articles of their pages.

    The arguments are those of `WarcReader`; `compression` is detected. Documents have `text`, `id` (of the record)
    and metadata: `url`, `date`, `offset` and the fields of the article, none of them None. Damage is logged and
    counted (`damaged`), and so is an archive that cannot be opened or read on (`unreadable`): the task goes on with the
    next. Pages without an article are counted (`dropped`).

    Args:
        options: those of `zhengwen.extract`.
    """

    name = "正 zhengwen WARC"
    _requires_dependencies = ["zhengwen"]

    def __init__(
        self,
        data_folder: DataFolderLike,
        paths_file: DataFileLike | None = None,
        compression: str | None = "infer",
        limit: int = -1,
        skip: int = 0,
        file_progress: bool = False,
        doc_progress: bool = False,
        adapter: Callable[..., dict[str, Any]] | None = None,
        text_key: str = "text",
        id_key: str = "id",
        default_metadata: dict[str, Any] | None = None,
        recursive: bool = True,
        glob_pattern: str | None = None,
        shuffle_files: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            data_folder,
            paths_file,
            limit,
            skip,
            file_progress,
            doc_progress,
            adapter,
            text_key,
            id_key,
            default_metadata,
            recursive,
            glob_pattern,
            shuffle_files,
        )
        self.compression = compression
        self.options = options
        zhengwen.extract("", **options)

    def read_file(self, filepath: str) -> DocumentsPipeline:
        try:
            file = self.data_folder.open(filepath, "rb")
        except Exception as error:
            self._give_up(filepath, error)
            return
        with file:
            pages = self._pages(file, filepath)
            while True:
                with self.track_time():
                    page = next(pages, None)
                    document = None if page is None else self._document(page, filepath)
                if page is None:
                    return
                if document:
                    yield document
                else:
                    self.stat_update(StatHints.dropped)

    def _pages(self, file: BinaryIO, filepath: str) -> Iterator[zhengwen.Page]:
        """The pages of an archive, behind damage too."""
        pages = zhengwen.read_warc(file)
        while True:
            try:
                page = next(pages, None)
            except zhengwen.ArchiveDamage as damage:
                self.stat_update("damaged")
                logger.warning(f"{filepath}: {damage}")
                continue
            except Exception as error:
                self._give_up(filepath, error)
                return
            if page is None:
                return
            yield page

    def _give_up(self, filepath: str, error: Exception) -> None:
        self.stat_update("unreadable")
        # Every task shows only errors; the rest is in its log.
        logger.error(f"{filepath}: {type(error).__name__}: {error}")

    def _document(self, page: zhengwen.Page, filepath: str) -> Document | None:
        options = {"http_charset": page.http_charset, "read_at": page.date, **self.options}
        found = zhengwen.extract(page.html, page.url, **options)
        if not found.text:
            return None
        data = {self.text_key: found.text, "url": page.url or "", "date": page.date or "", "offset": page.offset}
        if page.id:
            data[self.id_key] = page.id
        return self.get_document_from_dict(data | _metadata(found), filepath, page.offset)
