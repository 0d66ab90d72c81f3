"""The paths of archives as the engines take them, and a file for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import archives
import pytest
from zhengwen import _archives

fsspec = pytest.importorskip("fsspec")
pq = pytest.importorskip("pyarrow.parquet")


def archive(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    page = b"<title>News</title><p>One sentence, and one more. And two.</p>"
    archives.write(path, [archives.response(f"https://a.example/{path.name}", page)])
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.warc.gz", "a.warc.gz", "in/c.warc.gz"):
        archive(tmp_path / name)
    (tmp_path / "notes.txt").write_text("No archive.")
    return tmp_path


def test_local_paths(folder: Path) -> None:
    def names(given: Any) -> list[str]:
        return [str(Path(path).relative_to(folder)) for path in _archives.listed(given)]

    assert names(folder) == names(str(folder)) == names(f"file://{folder}") == ["a.warc.gz", "b.warc.gz", "in/c.warc.gz"]
    assert names(f"{folder}/*.warc.gz") == ["a.warc.gz", "b.warc.gz"]
    assert names(f"{folder}/**/*.warc.gz") == ["a.warc.gz", "b.warc.gz", "in/c.warc.gz"]
    assert names([folder / "in", f"{folder}/b.warc.gz"]) == ["in/c.warc.gz", "b.warc.gz"]
    # What is not there gives a row with an error later.
    assert names(iter([folder / "none.warc.gz", folder / "none"])) == ["none.warc.gz", "none"]
    odd = archive(folder / "odd[1].warc.gz")
    assert _archives.listed(odd) == [str(odd)]
    assert _archives.listed(["a*", "b#1-2"], lambda path: Path(path).open("rb")) == ["a*", "b#1-2"]
    for wrong in (f"{folder}/*.none", str(folder / "empty")):
        (folder / "empty").mkdir(exist_ok=True)
        with pytest.raises(ValueError, match="paths: no archives"):
            _archives.listed(wrong)
    with pytest.raises(TypeError, match="paths: must be a path or several, not bytes"):
        _archives.listed([b"a.warc.gz"])  # type: ignore[list-item]


@pytest.fixture
def store() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()


def test_addresses(folder: Path, store: Any) -> None:
    for name in ("a.warc.gz", "in/c.warc.gz"):
        store.pipe_file(f"/month/{name}", (folder / name).read_bytes())
    store.pipe_file("/month/notes.txt", b"No archive.")
    found = ["memory:///month/a.warc.gz", "memory:///month/in/c.warc.gz"]
    for given in ("memory://month", "memory://month/**/*.warc.gz", [f"{name}" for name in found]):
        assert [path.replace("memory://m", "memory:///m") for path in _archives.listed(given)] == found, given
    (batch,) = _archives.batches(found[0], None, ["text", "file"], {})
    assert batch.to_pyarrow().to_pylist()[0]["file"] == found[0]
    # Addresses of hosts keep their host, which paths of such stores lack.
    assert _archives._address(store, "hdfs://name:8020/month/*", "/month/a.warc") == "hdfs://name:8020/month/a.warc"
    # A question mark in an address of the web is no glob.
    assert _archives.listed("https://a.example/get?name=a.warc.gz") == ["https://a.example/get?name=a.warc.gz"]


@pytest.mark.parametrize("output", ["{folder}/out", "file://{folder}/out", "memory://out"])
def test_a_file_for_each_archive(folder: Path, store: Any, output: str) -> None:
    place = output.format(folder=folder)
    options: dict[str, Any] = {"language": "xx"}
    for given, own, rows in ((str(folder / "a.warc.gz"), {}, 1), (str(folder / "b.warc.gz"), options, 0)):
        done = _archives.write(given, place, None, ["text"], own)
        assert (done["rows"], done["errors"], done["was_there"]) == (rows, 0, False)
        again = _archives.write(given, place, None, ["text"], own)
        assert again == done | {"rows": 0, "was_there": True}
        with fsspec.open(done["output"], "rb") as file:
            assert pq.read_table(file).column_names == ["text", "error"]
    missing = _archives.write(str(folder / "none.warc.gz"), place, None, None, {})
    assert (missing["rows"], missing["errors"]) == (1, 1)


def test_a_stop_leaves_no_file(folder: Path) -> None:
    def opened(path: str) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _archives.write("a", str(folder / "out"), opened, None, {})
    assert not list(folder.glob("out/*"))


def test_wrong_options_are_told_before_a_job() -> None:
    for options, columns in (({"method": "x"}, None), ({"metod": "auto"}, None), ({}, ["nothing"])):
        with pytest.raises((TypeError, ValueError)):
            _archives.check(columns, options)
    assert _archives.names("text") == ["text"] and _archives.names(None) is None
