"""zhengwen in Ray Data: a function for `map_batches`, and datasets of archives.

Use functions, not actors: a pool with an actor for each CPU starves the tasks that read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import zhengwen
from zhengwen import _archives
from zhengwen._archives import Opener, Paths

if TYPE_CHECKING:
    import pyarrow as pa
    import ray.data

__all__ = ["extract", "read_warc", "write_warc"]


def extract(batch: pa.Table, html: str = "html", url: str | None = None, **options: Any) -> pa.Table:
    """Turns a batch of pages into a batch of extractions, as `zhengwen.extract_batch` does.

    >>> dataset.map_batches(zhengwen.ray.extract, fn_kwargs={"url": "url"},
    ...                     batch_format="pyarrow", batch_size=64, zero_copy_batch=True)
    """
    import pyarrow as pa

    return pa.Table.from_batches([zhengwen.extract_batch(batch, html, url, **options).to_pyarrow()])


def read_warc(
    paths: Paths,
    *,
    open: Opener | None = None,
    columns: str | Iterable[str] | None = None,
    **options: Any,
) -> ray.data.Dataset:
    """The extractions of archives: a task for each path, so that pages never pass through the object store.

    `paths` are a path (`str` or `Path`), a glob, a folder, or several of these. Without `open`, local paths are opened as
    files and addresses (s3://, gs://, hdfs://, ...) by fsspec where it is installed. Damage, and a path that cannot be read,
    give a row with `file`, `offset` and `error`; the job goes on. The options are those of `zhengwen.extract_warc`.
    """
    wanted = _archives.names(columns)

    def read(batch: dict[str, Any]) -> Iterator[pa.Table]:
        import pyarrow as pa

        for path in batch["path"]:
            for found in _archives.batches(str(path), open, wanted, options):
                yield pa.Table.from_batches([found.to_pyarrow()])

    return _tasks(paths, open, wanted, options).map_batches(read, batch_size=1)


def write_warc(
    paths: Paths,
    output: str,
    *,
    open: Opener | None = None,
    columns: str | Iterable[str] | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """Writes the extractions of archives now, a Parquet file each, into a folder or an address of a store.

    An archive whose file is there is not read again, also one that has no rows: run it again after a stop. Gives `path`,
    `output`, `rows`, `errors` and `was_there` of each. The arguments are those of `read_warc`.
    """
    wanted = _archives.names(columns)
    write = functools.partial(_archives.write, output=output, opener=open, columns=wanted, options=options)
    done = _tasks(paths, open, wanted, options).map(lambda row: write(str(row["path"])))
    return list(done.take_all())


def _tasks(paths: Paths, open: Opener | None, columns: list[str] | None, options: dict[str, Any]) -> ray.data.Dataset:
    """A row and a task for each archive."""
    import ray.data

    _archives.check(columns, options)
    found = _archives.listed(paths, open)
    return ray.data.from_items([{"path": path} for path in found], override_num_blocks=max(1, len(found)))
