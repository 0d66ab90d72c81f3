"""The code in the docs runs unchanged, and has types."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

DOCS = [ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "docs" / "scale.md", ROOT / "crates" / "python" / "README.md"]
BLOCKS = [
    pytest.param(block, id=f"{path.relative_to(ROOT)}-{number}")
    for path in DOCS
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_blocks_run(block: str, tmp_path: Path) -> None:
    for name in re.findall(r"^import (\w+)", block, re.M):
        pytest.importorskip(name)
    file = tmp_path / "block.py"
    file.write_text(block, encoding="utf-8")
    subprocess.run([sys.executable, str(file)], check=True, cwd=ROOT)
    types = [sys.executable, "-m", "mypy", "--config-file", "crates/python/pyproject.toml", str(file)]
    subprocess.run(types, check=True, cwd=ROOT)
