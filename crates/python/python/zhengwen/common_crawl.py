"""Single records of Common Crawl, by the rows of its index.

A row names an archive, the place of a record in it and its length: ``warc_filename``, ``warc_record_offset``, ``warc_record_length``
of the index table, or ``filename``, ``offset``, ``length`` of the index server. Archives are read from a folder, or by ranges from an
address.

>>> from zhengwen.common_crawl import read_records
>>> for record in read_records(rows, root="https://data.commoncrawl.org/"):
...     print(zhengwen.extract(record.page.html, record.page.url).text if record.page else record.error)
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

import zhengwen

__all__ = ["Record", "read_record", "read_records"]

# Common Crawl keeps a megabyte of a page; its records are packed.
_MOST_BYTES = 20_000_000
_SECONDS = 60

# What the index calls the place of a record.
_OF_TABLE = ("warc_filename", "warc_record_offset", "warc_record_length")
_OF_SERVER = ("filename", "offset", "length")

Read = Callable[[str, int, int], bytes]


class Record(NamedTuple):
    """A row of the index with its page; without one, `error` says why, or the record is no page."""

    row: Mapping[str, Any]
    page: zhengwen.Page | None
    error: Exception | None = None


def read_record(
    filename: str,
    offset: int,
    length: int,
    *,
    root: str | PathLike[str] = "https://data.commoncrawl.org/",
    read: Read | None = None,
) -> zhengwen.Page | None:
    """The page of a record; None for a record of something else.

    Args:
        root: the folder of the archives, or an address (http, https; others through fsspec).
        read: fetches bytes by the whole name of an archive, offset and length, in place of what `root` means: with retries, say.
    """
    if not 0 < length <= _MOST_BYTES:
        raise ValueError(f"length: {length} is not a number from 1 to {_MOST_BYTES}")
    folder = fspath(root).rstrip("/")
    name = f"{folder}/{filename.lstrip('/')}" if root else filename
    data = (read or _reader(name))(name, offset, length)
    if len(data) < length:
        raise EOFError(f"{name}: ends {length - len(data)} bytes before the record at {offset} does")
    return next(zhengwen.read_warc(io.BytesIO(data)), None)


def read_records(
    rows: Iterable[Mapping[str, Any]],
    *,
    root: str | PathLike[str] = "https://data.commoncrawl.org/",
    jobs: int = 4,
    read: Read | None = None,
) -> Iterator[Record]:
    """The records of rows, in their order; `jobs` are read at once. One that cannot be read is in its place, with its error."""

    def one(row: Mapping[str, Any]) -> Record:
        try:
            names = _OF_TABLE if "warc_filename" in row else _OF_SERVER
            filename, offset, length = (row[name] for name in names)
            return Record(row, read_record(filename, int(offset), int(length), root=root, read=read))
        except Exception as error:
            return Record(row, None, error)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        waiting: deque[Any] = deque()
        for row in rows:
            waiting.append(pool.submit(one, row))
            # Rows may be without end.
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _reader(name: str) -> Read:
    if "://" not in name:
        return _from_file
    return _from_web if name.startswith(("http://", "https://")) else _by_fsspec


def _from_file(name: str, offset: int, length: int) -> bytes:
    with Path(name).open("rb") as file:
        file.seek(offset)
        return file.read(length)


def _from_web(name: str, offset: int, length: int) -> bytes:
    from urllib.request import Request, urlopen

    asked = Request(name, headers={"Range": f"bytes={offset}-{offset + length - 1}", "User-Agent": "zhengwen"})
    with urlopen(asked, timeout=_SECONDS) as answer:
        if answer.status != 206:
            raise OSError(f"{name}: the server sends no ranges (status {answer.status})")
        data: bytes = answer.read(length)
        return data


def _by_fsspec(name: str, offset: int, length: int) -> bytes:
    try:
        import fsspec
    except ImportError:
        raise ValueError("addresses other than http need fsspec (pip install fsspec), or give read=") from None
    files, path = fsspec.core.url_to_fs(name)
    data: bytes = files.cat_file(path, start=offset, end=offset + length)
    return data
