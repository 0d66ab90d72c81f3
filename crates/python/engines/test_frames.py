"""The blocks of docs/scale.md on data frames run unchanged."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import ROOT

BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "scale.md").read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("name", ["polars", "duckdb", "daft", "pandas", "dask"])
def test_blocks_run(name: str) -> None:
    pytest.importorskip(name)
    block = next(block for block in BLOCKS if f"import {name}" in block)
    subprocess.run([sys.executable, "-c", block], check=True, timeout=300)
