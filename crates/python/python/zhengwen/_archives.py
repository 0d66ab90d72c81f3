"""Archives by their paths, for the engines."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

import zhengwen

Opener = Callable[[str], BinaryIO]
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]

_SUFFIXES = (".warc", ".warc.gz", ".warc.zst")


def names(columns: str | Iterable[str] | None) -> list[str] | None:
    """Names of columns as a list: one alone, or several."""
    return [columns] if isinstance(columns, str) else None if columns is None else list(columns)


def check(columns: list[str] | None, options: dict[str, Any]) -> None:
    """Raises for options that are wrong, before a job begins."""
    zhengwen.extract_warc(io.BytesIO(), name="", columns=columns, **options)


def listed(paths: Paths, opener: Opener | None = None) -> list[str]:
    """The archives of a path or of several: a glob or a folder gives the archives in it, in order.

    Where the caller opens archives, names are his own and mean what they say.
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    found: list[str] = []
    for path in given:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"paths: must be a path or several, not {type(path).__name__}")
        name = os.fspath(path)
        found += [name] if opener is not None else _expanded(name)
    return found


def _expanded(name: str) -> list[str]:
    is_glob = any(mark in name for mark in "*?[")
    # Thousands of names of files cost no look-up each.
    if not is_glob and name.endswith(_SUFFIXES) or name.startswith(("http://", "https://")):
        return [name]
    found = _of_store(name, is_glob) if _is_address(name) else _of_disk(_local(name), is_glob)
    if found is None:
        return [name]
    if not found:
        raise ValueError(f"paths: no archives ({', '.join(_SUFFIXES)}) in {name}")
    return sorted(found)


def _of_disk(name: str, is_glob: bool) -> list[str] | None:
    """The archives of a glob or a folder; None if it is neither."""
    if os.path.isdir(name):
        walked = (os.path.join(folder, file) for folder, _, files in os.walk(name) for file in files)
        return [file for file in walked if file.endswith(_SUFFIXES)]
    if not is_glob or os.path.exists(name):
        return None
    import glob

    return [file for file in glob.glob(name, recursive=True) if os.path.isfile(file)]


def _of_store(name: str, is_glob: bool) -> list[str] | None:
    store, path = _store(name)
    if is_glob:
        found = store.glob(path)
    elif store.isdir(path):
        found = [file for file in store.find(path) if file.endswith(_SUFFIXES)]
    else:
        return None
    return [_address(store, name, file) for file in found]


# Stores whose addresses name a host, which their paths lack.
_OF_HOSTS = ("ftp", "hdfs", "sftp", "smb", "ssh", "webhdfs")


def _address(store: Any, like: str, path: str) -> str:
    scheme, _, rest = like.partition("://")
    if scheme not in _OF_HOSTS:
        return str(store.unstrip_protocol(path))
    return f"{scheme}://{rest.partition('/')[0]}/{path.lstrip('/')}"


def batches(
    path: str,
    opener: Opener | None,
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


def _store(name: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it."""
    try:
        import fsspec
    except ImportError:
        raise ValueError("addresses need fsspec (pip install fsspec), or give open=") from None
    store, path = fsspec.core.url_to_fs(name)
    return store, str(path)


def _by_fsspec(path: str) -> BinaryIO:
    store, name = _store(path)
    file: BinaryIO = store.open(name, "rb")
    return file


def write(
    path: str, output: str, opener: Opener | None, columns: list[str] | None, options: dict[str, Any]
) -> dict[str, Any]:
    """Writes the rows of an archive into a Parquet file of its own in a folder, unless the file is there."""
    import hashlib
    import tempfile

    import pyarrow as pa
    import pyarrow.parquet as pq

    own = hashlib.sha256(path.encode()).hexdigest()[:12]
    stem = path.rstrip("/").rpartition("/")[2].partition(".")[0] or "archive"
    target = f"{output.rstrip('/')}/{stem}-{own}.parquet"
    done: dict[str, Any] = {"path": path, "output": target, "rows": 0, "errors": 0, "was_there": True}
    if _exists(target):
        return done
    done["was_there"] = False
    schema = zhengwen.schema(columns, errors=options.get("errors", "rows") == "rows").to_pyarrow()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "rows.parquet")
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            for batch in batches(path, opener, columns, options):
                rows = pa.Table.from_batches([batch.to_pyarrow()])
                done["rows"] += rows.num_rows
                if "error" in rows.column_names:
                    done["errors"] += rows.num_rows - rows["error"].null_count
                writer.write_table(rows)
        _put(file, target)
    return done


def _exists(target: str) -> bool:
    if not _is_address(target):
        return os.path.exists(_local(target))
    store, path = _store(target)
    return bool(store.exists(path))


def _put(file: str, target: str) -> None:
    """Puts a file into its place, whole or not at all."""
    if not _is_address(target):
        import shutil

        place = _local(target)
        os.makedirs(os.path.dirname(place) or ".", exist_ok=True)
        part = f"{place}.{os.getpid()}.partial"
        shutil.copyfile(file, part)
        os.replace(part, place)
        return
    store, path = _store(target)
    if target.partition("://")[0] not in _OF_HOSTS:
        # Stores of objects show an object once it is whole.
        store.put_file(file, path)
        return
    store.makedirs(path.rpartition("/")[0], exist_ok=True)
    store.put_file(file, f"{path}.partial")
    store.mv(f"{path}.partial", path)
