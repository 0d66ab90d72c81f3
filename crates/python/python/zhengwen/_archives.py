"""Archives by their paths, for the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import zhengwen


def batches(
    path: str,
    opener: Callable[[str], BinaryIO] | None,
    columns: list[str] | None,
    options: dict[str, Any],
) -> Iterator[zhengwen.Batch]:
    """The batches of an archive; an archive that cannot be opened or read on gives a row that says so."""
    if opener is None and not _is_address(path):
        yield from zhengwen.extract_warc(_local(path), name=path, columns=columns, **options)
        return
    try:
        file = opener(path) if opener is not None else _by_fsspec(path)
    except Exception as error:
        yield from zhengwen.extract_warc(_Unopened(error), name=path, columns=columns, **options)
        return
    with file:
        yield from zhengwen.extract_warc(file, name=path, columns=columns, **options)


class _Unopened:
    """A file that could not be opened: reading it says why."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def read(self, _: int = -1, /) -> bytes:
        raise self.error


def _is_address(path: str) -> bool:
    return "://" in path and not path.startswith("file://")


def _local(path: str) -> str:
    if not path.startswith("file://"):
        return path
    from urllib.parse import unquote, urlsplit

    return unquote(urlsplit(path).path)


def _by_fsspec(path: str) -> BinaryIO:
    try:
        import fsspec
    except ImportError:
        raise ValueError("addresses need fsspec (pip install fsspec), or give open=") from None
    file: BinaryIO = fsspec.open(path, "rb", compression=None).open()
    return file

