"""Archives in a store of objects: moto's server on loopback."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import warcs

pa = pytest.importorskip("pyarrow")
server = pytest.importorskip("moto.server")
s3fs = pytest.importorskip("s3fs")


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    held = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    held.start()
    host, port = held.get_host_and_port()
    settings = {"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_DEFAULT_REGION": "us-east-1"}
    for name, value in (settings | {"AWS_ENDPOINT_URL": f"http://{host}:{port}"}).items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    files = s3fs.S3FileSystem()
    files.makedirs("archives", exist_ok=True)
    yield files
    held.stop()


def table(batches: Iterator[Any]) -> list[dict[str, Any]]:
    return [row for batch in batches for row in batch.to_pyarrow().to_pylist()]


def test_addresses_are_opened_by_fsspec(store: Any, tmp_path: Path) -> None:
    from zhengwen import _archives

    paths = warcs.write(tmp_path, 2)
    for path in paths:
        store.put_file(str(path), f"archives/{path.name}")
    got = [row for path in paths for row in table(_archives.batches(f"s3://archives/{path.name}", None, None, {}))]
    own = warcs.rows(paths)
    assert [row["text"] for row in got] == [row["text"] for row in own]
    assert {row["file"] for row in got} == {f"s3://archives/{path.name}" for path in paths}
    (row,) = table(_archives.batches("s3://archives/missing.warc.gz", None, None, {}))
    assert row["error"].startswith("s3://archives/missing.warc.gz: FileNotFoundError")


def test_ranges(store: Any, tmp_path: Path) -> None:
    """Records by the offsets and lengths of an index: `open` reads the range."""
    import zhengwen
    from zhengwen import _archives

    (path,) = warcs.write(tmp_path, 1)
    store.put_file(str(path), "archives/one.warc.gz")
    offsets = [page.offset for page in zhengwen.read_warc(path)]
    ends = [*offsets[1:], path.stat().st_size]

    def opened(name: str) -> io.BytesIO:
        key, _, span = name.partition("#")
        start, end = map(int, span.split("-"))
        return io.BytesIO(store.cat_file(key, start=start, end=end))

    names = [f"archives/one.warc.gz#{start}-{end}" for start, end in list(zip(offsets, ends, strict=True))[::3]]
    got = [row for name in names for row in table(_archives.batches(name, opened, ["url", "text"], {}))]
    own = warcs.rows([path])[::3]
    assert [(row["url"], row["text"]) for row in got] == [(row["url"], row["text"]) for row in own]
