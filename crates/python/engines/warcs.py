"""Archives for the tests on engines: the fixtures of the repository, spread over some files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from conftest import PAGES
from hostile import HOSTILE

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
import archives as writer  # noqa: E402

URLS = [f"https://h{number % 5}.example/{number}.html" for number in range(len(PAGES))]


def hostile(folder: Path) -> Path:
    """Writes an archive of the hostile pages, some with a wrong charset in the header, or without one."""
    folder.mkdir(parents=True, exist_ok=True)
    path, records = folder / "hostile.warc.gz", []
    for number, (name, page) in enumerate(HOSTILE.items()):
        charset = ("", "utf-16", "no-such-charset")[number % 3]
        records.append(writer.response(f"https://d.example/{name}", page, charset, number=9_000 + number))
    writer.write(path, records)
    return path


def hostile_files(folder: Path) -> list[Path]:
    """Writes the hostile pages as files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in HOSTILE.items():
        (folder / name).write_bytes(page)
    return [folder / name for name in HOSTILE]


def write(folder: Path, count: int = 5, copies: int = 1) -> list[Path]:
    """Writes archives, each with its share of the pages; each page is repeated under addresses of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    records: list[list[bytes]] = [[] for _ in range(count)]
    for copy in range(copies):
        for number, page in enumerate(PAGES):
            url = URLS[number] + (f"?{copy}" if copy else "")
            own = copy * len(PAGES) + number
            records[number % count].append(writer.response(url, page.read_bytes(), number=own))
    paths = [folder / f"part-{at}.warc.gz" for at in range(count)]
    for path, own_records in zip(paths, records, strict=True):
        writer.write(path, own_records)
    return paths


def damage(path: Path) -> None:
    """Damages a page in the middle of an archive."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20] = bytes(20)
    path.write_bytes(data)


def rows(paths: list[Path]) -> list[dict[str, Any]]:
    """The rows of the library itself, sorted by file and offset."""
    import pyarrow as pa
    import zhengwen

    found = [row for path in paths for row in pa.table(zhengwen.extract_warc(path)).to_pylist()]
    return in_order(found)


def in_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(found, key=lambda row: (row["file"], row["offset"] or 0))
