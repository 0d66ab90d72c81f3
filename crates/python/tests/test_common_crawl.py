"""Single records by rows of an index, from a folder and by ranges."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import archives
import pytest
import zhengwen
from conftest import PAGES
from zhengwen.common_crawl import read_record, read_records

HTML = [page.read_bytes() for page in PAGES]


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """Writes an archive of all fixtures and a note; returns the rows of its index."""
    records = [archives.response(f"https://h.example/{number}.html", page) for number, page in enumerate(HTML)]
    records.append(archives.record("metadata", "https://h.example/", b"a: note\r\n"))
    (folder / "crawl").mkdir()
    path = folder / "crawl" / "pages.warc.gz"
    offsets = [*archives.write(path, records), path.stat().st_size]
    return [
        {"warc_filename": "crawl/pages.warc.gz", "warc_record_offset": start, "warc_record_length": end - start}
        for start, end in zip(offsets, offsets[1:], strict=False)
    ]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server of the folder, which answers ranges below /ranges alone."""

    class Files(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            _, kind, name = self.path.split("/", 2)
            data = (tmp_path / name).read_bytes()
            first, last = self.headers["Range"].removeprefix("bytes=").split("-")
            has_ranges = kind == "ranges"
            body = data[int(first) : int(last) + 1] if has_ranges else data
            self.send_response(206 if has_ranges else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    held = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=held.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{held.server_port}"
    held.shutdown()
    held.server_close()


def test_records_come_from_a_folder_and_by_ranges(tmp_path: Path, server: str) -> None:
    rows = rows_of(tmp_path)
    for root in (str(tmp_path), f"{server}/ranges", f"{server}/ranges/"):
        records = list(read_records(iter(rows), root=root, jobs=3))
        assert [record.row for record in records] == rows
        assert all(record.error is None for record in records)
        assert [record.page.html for record in records if record.page] == HTML
        assert records[-1].page is None
    # The index server has shorter names, and numbers as text.
    short = [{name.split("_")[-1]: str(value) for name, value in row.items()} for row in rows]
    short_named = [record.page for record in read_records(short, root=tmp_path)]
    assert [page and (page.url, page.html) for page in short_named] == [
        record.page and (record.page.url, record.page.html) for record in records
    ]
    page = read_record(*rows[1].values(), root=tmp_path)
    assert page is not None and page.url == "https://h.example/1.html"
    assert zhengwen.extract(page.html).text == zhengwen.extract(HTML[1]).text


def test_one_bad_row_costs_one_page(tmp_path: Path, server: str) -> None:
    rows = rows_of(tmp_path)[:3]
    (size,) = {(tmp_path / "crawl" / "pages.warc.gz").stat().st_size}
    bad: list[tuple[dict[str, Any], str]] = [
        ({**rows[0], "warc_filename": "crawl/none.warc.gz"}, "none.warc.gz"),
        ({**rows[0], "warc_record_offset": size - 5}, "before the record"),
        ({**rows[0], "warc_record_offset": rows[0]["warc_record_offset"] + 3}, ""),
        ({**rows[0], "warc_record_length": 0}, "length: 0 is not a number from 1"),
        ({"warc_filename": "crawl/pages.warc.gz"}, "warc_record_offset"),
    ]
    records = list(read_records([rows[0], *(row for row, _ in bad), rows[2]], root=str(tmp_path), jobs=1))
    assert [record.page.html for record in (records[0], records[-1]) if record.page] == [HTML[0], HTML[2]]
    for record, (_, told) in zip(records[1:-1], bad, strict=True):
        assert record.page is None and record.error is not None and told in str(record.error)
    with pytest.raises(OSError, match="sends no ranges"):
        read_record(*rows[0].values(), root=f"{server}/whole")


def test_bytes_may_come_from_elsewhere(tmp_path: Path) -> None:
    rows = rows_of(tmp_path)[:2]
    asked = []

    def read(name: str, offset: int, length: int) -> bytes:
        asked.append(name)
        return (tmp_path / name.removeprefix("x://y/")).read_bytes()[offset : offset + length]

    records = list(read_records(rows, root="x://y", read=read))
    assert [record.page.html for record in records if record.page] == HTML[:2]
    assert asked == ["x://y/crawl/pages.warc.gz"] * 2
