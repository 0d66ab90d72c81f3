"""Archives in a store of objects: moto's server on loopback."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import warcs
from spark_job import job

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


def test_globs_and_folders_of_a_store(store: Any, tmp_path: Path) -> None:
    from zhengwen import _archives

    for path in warcs.write(tmp_path, 2):
        store.put_file(str(path), f"archives/month/{path.name}")
    store.pipe_file("archives/month/notes.txt", b"No archive.")
    expected = [f"s3://archives/month/part-{at}.warc.gz" for at in range(2)]
    for given in ("s3://archives/month", "s3://archives/month/", "s3://archives/*/part-?.warc.gz", ["s3://archives/month"]):
        assert _archives.listed(given) == expected, given
    assert _archives.listed("s3://archives/missing.warc.gz") == ["s3://archives/missing.warc.gz"]
    done = [_archives.write(name, "s3://archives/out", None, ["text"], {}) for name in expected]
    assert all(store.exists(one["output"]) and one["rows"] for one in done)
    assert _archives.write(expected[0], "s3://archives/out", None, ["text"], {})["was_there"]


def test_the_program_reads_stores(store: Any, tmp_path: Path) -> None:
    program = os.environ.get("ZHENGWEN_PROGRAM") or pytest.skip("no ZHENGWEN_PROGRAM")
    paths = warcs.write(tmp_path, 2)
    for path in paths:
        store.put_file(str(path), f"archives/some month/{path.name}")
    store.pipe_file("archives/some month/notes.txt", b"No archive.")
    rows = []
    for given in (["s3://archives/some month/"], [str(path) for path in paths]):
        run = subprocess.run([program, "batch", *given], check=True, capture_output=True, text=True)
        rows.append([json.loads(line) for line in run.stdout.splitlines()])
        assert len(rows[-1]) > 2
    for row in [*rows[0], *rows[1]]:
        row.pop("file")
    assert rows[0] == rows[1]


def ranges(path: Path) -> list[str]:
    """Every third record of the archive in the store, by the offsets and lengths of an index."""
    import zhengwen

    offsets = [page.offset for page in zhengwen.read_warc(path)]
    ends = [*offsets[1:], path.stat().st_size]
    return [f"archives/{path.name}#{start}-{end}" for start, end in list(zip(offsets, ends, strict=True))[::3]]


def test_ranges(store: Any, tmp_path: Path) -> None:
    """Records by the offsets and lengths of an index: `open` reads the range."""
    from zhengwen import _archives

    (path,) = warcs.write(tmp_path, 1)
    store.put_file(str(path), f"archives/{path.name}")

    def opened(name: str) -> io.BytesIO:
        key, _, span = name.partition("#")
        start, end = map(int, span.split("-"))
        return io.BytesIO(store.cat_file(key, start=start, end=end))

    names = ranges(path)
    got = [row for name in names for row in table(_archives.batches(name, opened, ["url", "text"], {}))]
    own = warcs.rows([path])[::3]
    assert [(row["url"], row["text"]) for row in got] == [(row["url"], row["text"]) for row in own]


SPARK = """
import io
def opened(name):
    import s3fs
    key, _, span = name.partition("#")
    start, end = map(int, span.split("-"))
    return io.BytesIO(s3fs.S3FileSystem().cat_file(key, start=start, end=end))
spark = session()
out, whole, *ranges = sys.argv[1:]
zs.read_warc(spark, [whole, whole.replace("part", "missing")]).write.parquet(out + "/whole")
zs.read_warc(spark, ranges, open=opened).write.parquet(out + "/ranges")
"""
RAY = """
import sys, ray
from zhengwen.ray import read_warc
out, whole, missing = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
read_warc([whole, missing]).write_parquet(out + "/whole")
"""


def texts(folder: Path) -> list[tuple[str, str]]:
    import pyarrow.parquet as pq

    found = [row for path in folder.glob("*.parquet") for row in pq.read_table(path).to_pylist()]
    return sorted((row["url"], row["text"]) for row in found if not row["error"])


def test_engines_read_stores(store: Any, tmp_path: Path) -> None:
    """Whole files by their addresses, a missing one among them, and on Spark ranges by `open`."""
    (path,) = warcs.write(tmp_path, 1)
    store.put_file(str(path), f"archives/{path.name}")
    address, missing = f"s3://archives/{path.name}", "s3://archives/missing.warc.gz"
    own = sorted((row["url"], row["text"]) for row in warcs.rows([path]))
    pytest.importorskip("ray")
    command = [sys.executable, "-W", "ignore", "-c", RAY, str(tmp_path / "ray"), address, missing]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    assert texts(tmp_path / "ray" / "whole") == own
    pytest.importorskip("pyspark")
    if not shutil.which("java"):
        pytest.skip("Spark needs Java")
    job(SPARK, str(tmp_path / "spark"), address, *ranges(path))
    assert texts(tmp_path / "spark" / "whole") == own
    some = sorted((row["url"], row["text"]) for row in warcs.rows([path])[::3])
    assert texts(tmp_path / "spark" / "ranges") == some
