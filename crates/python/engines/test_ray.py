"""Ray Data on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import warcs
from conftest import EXAMPLES

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")
pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def rows(dataset: Any) -> list[dict[str, Any]]:
    import pyarrow as pa

    tables = [ray.get(reference) for reference in dataset.to_arrow_refs()]
    return warcs.in_order(pa.concat_tables(tables).to_pylist())


def test_archives(tmp_path: Path) -> None:
    from zhengwen.ray import read_warc

    paths = [*warcs.write(tmp_path), warcs.hostile(tmp_path)]
    assert rows(read_warc(map(str, paths))) == warcs.rows(paths)
    opened = read_warc(map(str, paths), open=lambda path: Path(path).open("rb"), columns=["file", "offset", "text"])
    assert [row["text"] for row in rows(opened)] == [row["text"] for row in warcs.rows(paths)]


def test_paths(tmp_path: Path) -> None:
    from zhengwen.ray import read_warc

    paths = warcs.write(tmp_path, 3)
    whole = warcs.rows(paths)
    for given in (str(tmp_path), tmp_path, f"{tmp_path}/*.warc.gz", f"file://{tmp_path}", paths):
        assert [row["text"] for row in rows(read_warc(given))] == [row["text"] for row in whole], given
    # A string is a path, not a row a letter.
    assert rows(read_warc(str(paths[0]))) == warcs.rows(paths[:1])
    with pytest.raises(ValueError, match="no method"):
        read_warc(paths, method="x")


def test_files(tmp_path: Path) -> None:
    from zhengwen.ray import write_warc

    warcs.write(tmp_path / "warc", 3)
    for there in (False, True):
        done = write_warc(tmp_path / "warc", str(tmp_path / "out"), columns="text", language="xx")
        assert [(one["was_there"], one["rows"], one["errors"]) for one in done] == [(there, 0, 0)] * 3
    assert len(list((tmp_path / "out").glob("part-*.parquet"))) == 3


def test_batches(tmp_path: Path) -> None:
    import pyarrow as pa
    import zhengwen
    from zhengwen.ray import extract

    paths = [*warcs.write(tmp_path), warcs.hostile(tmp_path)]
    pages = [page for path in paths for page in zhengwen.read_warc(path)]
    dataset = ray.data.from_arrow(pa.table({"html": [page.html for page in pages], "n": list(range(len(pages)))}))
    options = {"keep_columns": ["n"], "columns": ["text"]}
    found = dataset.map_batches(extract, fn_kwargs=options, batch_format="pyarrow", batch_size=16, zero_copy_batch=True)
    got = {row["n"]: row["text"] for row in found.take_all()}
    assert [got[number] for number in range(len(pages))] == [zhengwen.extract(page.html).text for page in pages]


def test_what_cannot_be_read_is_a_row(tmp_path: Path) -> None:
    from zhengwen.ray import read_warc

    paths = warcs.write(tmp_path, 2)
    warcs.damage(paths[0])
    missing = str(tmp_path / "missing.warc.gz")
    got = rows(read_warc([*map(str, paths), missing]))
    assert [row["error"] for row in got if row["file"] == missing] == [f"{missing}: No such file or directory"]
    assert [row for row in got if row["file"] != missing] == warcs.rows(paths)
    assert sum(row["error"] is not None for row in got) == 2


def test_a_killed_worker_writes_every_page_once(tmp_path: Path) -> None:
    from zhengwen.ray import read_warc

    paths = warcs.write(tmp_path / "warc", 8)
    marker = str(tmp_path / "killed")

    def kill_once(path: str) -> Any:
        file = Path(path).open("rb")
        if path.endswith("part-5.warc.gz"):
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return file
            read = file.read

            class Kills:
                def read(self, size: int, /) -> bytes:
                    piece = read(min(size, 20_000))
                    if not piece:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return piece

                def __enter__(self) -> Any:
                    return self

                def __exit__(self, *_: object) -> None:
                    pass

            return Kills()
        return file

    out = tmp_path / "out"
    read_warc(map(str, paths), open=kill_once, batch_rows=2).write_parquet(str(out))
    assert Path(marker).exists()
    got = warcs.in_order([row for path in out.glob("*.parquet") for row in pq.read_table(path).to_pylist()])
    assert got == warcs.rows(paths)


def test_the_example_runs(tmp_path: Path) -> None:
    paths = warcs.write(tmp_path / "warc", 2)
    command = [sys.executable, str(EXAMPLES / "ray_archives.py"), str(tmp_path / "warc"), str(tmp_path / "out")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    subprocess.run(command, check=True, timeout=300, capture_output=True, env=environment)
    out = list((tmp_path / "out").glob("*.parquet"))
    got = warcs.in_order([row for path in out for row in pq.read_table(path).to_pylist()])
    assert got == warcs.rows(paths)
