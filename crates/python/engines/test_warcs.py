"""The basis of all tests here: the rows of the library are those of the program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import warcs

pq = pytest.importorskip("pyarrow.parquet")


def test_rows_are_those_of_batch(tmp_path: Path) -> None:
    program = os.environ.get("ZHENGWEN_PROGRAM")
    if not program:
        pytest.skip("no program to compare with: set ZHENGWEN_PROGRAM")
    paths = [*warcs.write(tmp_path / "warc"), warcs.hostile(tmp_path / "warc")]
    out = tmp_path / "out.parquet"
    subprocess.run([program, "batch", *map(str, paths), "-o", str(out)], check=True, capture_output=True)
    own = [{name: value for name, value in row.items() if name != "error"} for row in warcs.rows(paths)]
    assert warcs.in_order(pq.read_table(out).to_pylist()) == own
