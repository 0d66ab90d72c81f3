"""Shared by all tests: the fixtures of the repository, and the program."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "docs" / "sample.html"
REQUEST = json.loads((ROOT / "crates" / "cli" / "src" / "serve" / "openapi.json").read_text())["components"]["schemas"]["PageRequest"]
FORMS = tuple(REQUEST["properties"]["add"]["anyOf"][1]["items"]["enum"])
PAGES = sorted([*(ROOT / "fixtures" / "pages").glob("*.html"), *(ROOT / "fixtures" / "bytes").glob("*.html")])


@pytest.fixture(scope="session")
def program() -> str:
    """The program `zhengwen`: ZHENGWEN_PROGRAM, or the last build of cargo."""
    told = os.environ.get("ZHENGWEN_PROGRAM")
    built = [path for profile in ("debug", "release") if (path := ROOT / "target" / profile / "zhengwen").exists()]
    if not told and not built:
        pytest.fail("no program to compare with: cargo build -p zhengwen-cli, or set ZHENGWEN_PROGRAM")
    return told or str(max(built, key=lambda path: path.stat().st_mtime))


@pytest.fixture
def sample() -> bytes:
    """A small page of news."""
    return SAMPLE.read_bytes()
