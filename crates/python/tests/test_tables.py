"""The tables that the program writes, as others read them: the rows of its JSON Lines."""

from __future__ import annotations

import datetime
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import archives
import pytest
from conftest import FORMS, PAGES, ROOT

pytest.importorskip("pyarrow")

HTML = [page.read_bytes() for page in [*PAGES, *sorted((ROOT / "fixtures" / "fields").glob("*.html"))]]
ALL = ["--simhash", "--chunks", "300", "--add", ",".join(FORMS)]


def write(program: str, folder: Path, out: str) -> Path:
    """Extracts an archive of all fixtures in every form."""
    path = folder / "pages.warc.gz"
    records = [archives.response(f"https://h{number % 7}.example/{number}", page, number=number) for number, page in enumerate(HTML)]
    archives.write(path, records)
    command = [program, "batch", str(path), "--output", str(folder / out), *ALL]
    run = subprocess.run(command, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return folder / out


def plain(value: Any) -> Any:
    """A value as JSON has it: no nulls, moments as text, floats by the digits that 32 bits have."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if one not in (None, [], {})}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return round(value, 5) if isinstance(value, float) else value


def rows(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of a table: bodies are JSON there."""
    return [plain(row | {"body": json.loads(row["body"] or "null")}) for row in found]


def pyarrow(path: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found


def duckdb(path: Path) -> list[dict[str, Any]]:
    import duckdb

    duckdb.sql("SET timezone = 'UTC'")
    relation = duckdb.sql(f"SELECT * FROM '{path}'")
    assert relation is not None
    found: list[dict[str, Any]] = relation.to_arrow_table().to_pylist()
    return found


def polars(path: Path) -> list[dict[str, Any]]:
    import polars

    return polars.read_parquet(path).to_dicts()


def datasets(path: Path) -> list[dict[str, Any]]:
    import datasets

    found = datasets.load_dataset("parquet", data_files=str(path), cache_dir=str(path.parent), split="train")
    return [dict(row) for row in found]


@pytest.mark.parametrize("read", [pyarrow, duckdb, polars, datasets])
def test_rows_of_tables_are_those_of_lines(program: str, tmp_path: Path, read: Callable[[Path], list[dict[str, Any]]]) -> None:
    pytest.importorskip(read.__name__)
    table = write(program, tmp_path, "pages.parquet")
    lines = write(program, tmp_path, "pages.jsonl").read_text(encoding="utf-8").splitlines()
    own = [plain(json.loads(line)) for line in lines]
    for line in own:
        # A table has the message of a warning, and not its parts.
        for warning in line.get("warnings", []):
            [warning.pop(name) for name in [*warning] if name not in ("code", "message")]
    assert len(own) == len(HTML)
    for row, line in zip(rows(read(table)), own, strict=True):
        assert row == line
