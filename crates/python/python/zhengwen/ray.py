"""zhengwen in Ray Data: a function for `map_batches`, and datasets of archives.

Use functions, not actors: a pool with an actor for each CPU starves the tasks that read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import zhengwen
from zhengwen import _archives

if TYPE_CHECKING:
    import pyarrow as pa
    import ray.data

__all__ = ["extract", "read_warc"]


def extract(batch: pa.Table, html: str = "html", url: str | None = None, **options: Any) -> pa.Table:
    """Turns a batch of pages into a batch of extractions, as `zhengwen.extract_batch` does.

    >>> dataset.map_batches(zhengwen.ray.extract, fn_kwargs={"url": "url"},
    ...                     batch_format="pyarrow", batch_size=64, zero_copy_batch=True)
    """
    import pyarrow as pa

    return pa.Table.from_batches([zhengwen.extract_batch(batch, html, url, **options).to_pyarrow()])


def read_warc(
    paths: Iterable[str],
    *,
    open: Callable[[str], BinaryIO] | None = None,
    columns: Iterable[str] | None = None,
    **options: Any,
) -> ray.data.Dataset:
    """The extractions of archives: a task for each path, so that pages never pass through the object store.

    Without `open`, local paths are opened as files and addresses by fsspec where it is installed. Damage, and a path that
    cannot be read, give a row with `file`, `offset` and `error`; the job goes on.
    """
    import ray.data

    names = list(paths)
    wanted = None if columns is None else list(columns)

    def read(batch: dict[str, Any]) -> Iterator[pa.Table]:
        import pyarrow as pa

        for path in batch["path"]:
            for found in _archives.batches(str(path), open, wanted, options):
                yield pa.Table.from_batches([found.to_pyarrow()])

    items = ray.data.from_items([{"path": path} for path in names], override_num_blocks=max(1, len(names)))
    return items.map_batches(read, batch_size=1)
