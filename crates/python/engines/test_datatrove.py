"""Pipelines of datatrove, with its executors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import warcs
import zhengwen
from conftest import EXAMPLES, PAGES

pytest.importorskip("datatrove")
pq = pytest.importorskip("pyarrow.parquet")


def documents(folder: Path) -> list[dict[str, Any]]:
    found = [row for path in sorted(folder.glob("*.parquet")) for row in pq.read_table(path).to_pylist()]
    return sorted(found, key=lambda row: str(row["id"]))


def expected(paths: list[Path]) -> list[dict[str, Any]]:
    return sorted((row for row in warcs.rows(paths) if row["text"]), key=lambda row: str(row["id"]))


def test_the_example_reads_archives(tmp_path: Path) -> None:
    paths = [*warcs.write(tmp_path / "warc"), warcs.hostile(tmp_path / "warc")]
    command = [sys.executable, str(EXAMPLES / "datatrove_archives.py"), str(tmp_path / "warc"), str(tmp_path / "out")]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    got, own = documents(tmp_path / "out"), expected(paths)
    assert [row["id"] for row in got] == [row["id"] for row in own]
    for one, other in zip(got, own, strict=True):
        assert one["text"] == other["text"]
        fields = one["metadata"]
        for name in ("title", "author", "publish_date", "language", "kind", "url"):
            assert fields[name] == (other[name] or "")
        assert fields["keywords"] == (other["keywords"] or [])
        assert fields["offset"] == other["offset"]
        assert fields["file_path"] == other["file"]
        assert None not in fields.values()


HTML = """
import sys, pathlib
from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter
from zhengwen.datatrove import ZhengwenExtractor
pages = [Document(path.read_text(errors="replace"), path.name, metadata={"url": "https://a.example/"}) for path in map(pathlib.Path, sys.argv[2:])]
extractor = ZhengwenExtractor(timeout=20, isolate=ISOLATE, favor_recall=True)
LocalPipelineExecutor([pages, extractor, JsonlWriter(sys.argv[1], compression=None)], logging_dir=sys.argv[1] + ".logs").run()
"""


@pytest.mark.parametrize("isolate", [False, True])
def test_the_extractor_keeps_the_fields(tmp_path: Path, isolate: bool) -> None:
    code = HTML.replace("ISOLATE", str(isolate))
    pages = [*PAGES, *warcs.hostile_files(tmp_path / "pages")]
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), *map(str, pages)], check=True, capture_output=True, timeout=300
    )
    got = {row["id"]: row for path in tmp_path.glob("*.jsonl") for row in map(json.loads, path.read_bytes().splitlines())}
    for page in pages:
        own = zhengwen.extract(page.read_text(errors="replace"), "https://a.example/", favor_recall=True)
        if own.text:
            assert got[page.name]["text"] == own.text
            assert got[page.name]["metadata"]["title"] == (own.title or "")
            assert got[page.name]["metadata"]["url"] == "https://a.example/"
        else:
            assert page.name not in got


def test_damage_costs_what_is_damaged(tmp_path: Path) -> None:
    paths = warcs.write(tmp_path / "warc", 1)
    warcs.damage(paths[0])
    command = [sys.executable, str(EXAMPLES / "datatrove_archives.py"), str(tmp_path / "warc"), str(tmp_path / "out")]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    logs = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out.logs" / "logs").iterdir())
    assert f"{paths[0].name}: offset " in logs
    own = [row for row in expected(paths) if not row["error"]]
    assert [row["id"] for row in documents(tmp_path / "out")] == [row["id"] for row in own]


MISSING = """
import sys
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import ParquetWriter
from zhengwen.datatrove import SCHEMA, ZhengwenWarcReader
archives, names, out = sys.argv[1:]
pipeline = [ZhengwenWarcReader(archives, paths_file=names), ParquetWriter(out, schema=SCHEMA)]
stats = LocalPipelineExecutor(pipeline, logging_dir=f"{out}.logs").run()
(counted,) = [stat["unreadable"].total for stat in stats.stats if "unreadable" in stat.stats]
assert counted == 2, counted
"""


def test_what_cannot_be_read_is_told_and_the_task_goes_on(tmp_path: Path) -> None:
    paths = warcs.write(tmp_path / "warc", 2)
    (tmp_path / "warc" / "other.warc.gz").write_bytes(b"<Error><Code>SlowDown</Code></Error>")
    names = tmp_path / "names.txt"
    names.write_text("part-0.warc.gz\nmissing.warc.gz\nother.warc.gz\npart-1.warc.gz\n")
    command = [sys.executable, "-c", MISSING, str(tmp_path / "warc"), str(names), str(tmp_path / "out")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    assert "missing.warc.gz: FileNotFoundError" in run.stderr
    assert "other.warc.gz: not a WARC archive" in run.stderr
    assert [row["id"] for row in documents(tmp_path / "out")] == [row["id"] for row in expected(paths)]


def test_a_killed_task_is_done_again(tmp_path: Path) -> None:
    """The executor waits for a killed task for ever: its processes are ended, and it is started again."""
    paths = warcs.write(tmp_path / "warc", 8, copies=4)
    (tmp_path / "sitecustomize.py").write_text(KILL)
    marker = tmp_path / "killed"
    command = [sys.executable, str(EXAMPLES / "datatrove_archives.py"), str(tmp_path / "warc"), str(tmp_path / "out")]
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "KILL_ONCE": str(marker)}
    run = subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    waited = 0
    while not marker.exists() and waited < 600:
        time.sleep(0.1)
        waited += 1
    assert marker.exists()
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=300)
    assert [row["id"] for row in documents(tmp_path / "out")] == [row["id"] for row in expected(paths)]


# A task that kills itself in mid output, once.
KILL = """
import os, signal
marker = os.environ.get("KILL_ONCE")
if marker:
    import zhengwen
    extract, count = zhengwen.extract, 0
    def killed(*args, **options):
        global count
        count += 1
        if count == 12:
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return extract(*args, **options)
    zhengwen.extract = killed
"""
