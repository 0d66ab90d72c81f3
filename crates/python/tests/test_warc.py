"""Archives in, pages and tables out."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import archives
import pytest
import zhengwen
from conftest import PAGES

HTML = [page.read_bytes() for page in PAGES]
URLS = [f"https://h{number % 3}.example/{number}.html" for number in range(len(HTML))]
RECORDS = [
    archives.record("warcinfo", "", b"software: a test\r\n", number=9_000),
    *(archives.response(url, page, number=number) for number, (url, page) in enumerate(zip(URLS, HTML, strict=True))),
    archives.response("https://h.example/missing", b"<p>Nothing is here.", status="404 Not Found", number=9_001),
]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of all fixtures."""
    path = tmp_path / "pages.warc.gz"
    archives.write(path, RECORDS)
    return path


def found(page: zhengwen.Page) -> zhengwen.Extraction:
    return zhengwen.extract(page.html, page.url, http_charset=page.http_charset, read_at=page.date)


@pytest.mark.parametrize("packed", [True, False])
def test_pages_come_one_by_one(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "pages.warc"
    offsets = archives.write(path, RECORDS, packed)
    pages = list(zhengwen.read_warc(path))
    assert [page.html for page in pages] == HTML
    assert [page.url for page in pages] == URLS
    assert [page.offset for page in pages] == offsets[1:-1]
    assert {page.date for page in pages} == {"2026-11-21T10:30:00Z"}
    assert pages[7].id == "urn:uuid:00000000-0000-0000-0000-000000000007"
    assert not any(page.is_cut or page.is_damaged for page in pages)
    assert repr(pages[0]).startswith('Page("https://h0.example/0.html", ')
    with path.open("rb") as file:
        assert [page.html for page in zhengwen.read_warc(file)] == HTML
    assert [page.html for page in zhengwen.read_warc(io.BytesIO(path.read_bytes()))] == HTML
    assert [page.html for page in zhengwen.read_warc(str(path))] == HTML


class Slow:
    """A file that gives little at a time, as sockets do, and knows how much was asked for."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at, self.asked = data, 0, set[int]()

    def read(self, size: int, /) -> bytes:
        self.asked.add(size)
        piece = self.data[self.at : self.at + 1000]
        self.at += len(piece)
        return piece


def test_file_objects_are_read_a_megabyte_at_a_time(archive: Path) -> None:
    slow = Slow(archive.read_bytes())
    assert [page.html for page in zhengwen.read_warc(slow)] == HTML
    assert slow.asked == {1 << 20}


def test_tables_are_the_extractions_of_the_pages(archive: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    for jobs, batch_rows in ((1, 64), (2, 5)):
        batches = zhengwen.extract_warc(archive, jobs=jobs, batch_rows=batch_rows)
        held = list(batches)
        assert all(len(batch) <= batch_rows for batch in held)
        table = pa.Table.from_batches([batch.to_pyarrow() for batch in held])
        assert table.schema.equals(zhengwen.schema(errors=True).to_pyarrow())
        pages = list(zhengwen.read_warc(archive))
        own = [found(page) for page in pages]
        for name in ("text", "title", "publish_date", "kind", "url", "language"):
            assert table[name].to_pylist() == [getattr(one, name) for one in own]
        assert table["file"].unique().to_pylist() == [str(archive)]
        assert table["offset"].to_pylist() == [page.offset for page in pages]
        assert table["id"].to_pylist() == [page.id for page in pages]
        assert table["html_bytes"].to_pylist() == list(map(len, HTML))
        assert table["error"].null_count == len(HTML)
        assert batches.counts["pages"] == len(HTML)
        assert batches.counts["passed over: HTTP status 404"] == 1


def test_tables_are_those_of_the_program(archive: Path, program: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    out = tmp_path / "out.parquet"
    run = subprocess.run([program, "batch", str(archive), "-o", str(out)], capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    if not out.read_bytes().startswith(b"PAR1"):
        pytest.skip("this program writes no tables")
    ours = pa.table(zhengwen.extract_warc(archive)).drop_columns("error")
    theirs = pq.read_table(out)
    assert ours.schema.names == theirs.schema.names
    assert ours.sort_by("offset").to_pylist() == theirs.sort_by("offset").to_pylist()


def test_streams(archive: Path) -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    table = pa.table(zhengwen.extract_warc(archive, batch_rows=7))
    assert table["text"].num_chunks > 1
    frame = pl.DataFrame(zhengwen.extract_warc(archive, columns=["url", "text"]))
    assert frame["text"].to_list() == table["text"].to_pylist()
    batches = zhengwen.extract_warc(archive, batch_rows=1)
    first = next(batches)
    rest = batches.to_pyarrow().read_all()
    assert first.to_pyarrow()["text"].to_pylist() + rest["text"].to_pylist() == table["text"].to_pylist()
    with pytest.raises(ValueError, match="handed on as a stream"):
        next(batches)
    with archive.open("rb") as file:
        assert pa.table(zhengwen.extract_warc(file))["file"].to_pylist() == [str(archive)] * len(HTML)


def damaged(path: Path) -> list[int]:
    """Damages the fifth and the last page of an archive; returns the places where they begin."""
    offsets = archives.write(path, RECORDS[:-1])
    data = bytearray(path.read_bytes())
    middle = (offsets[5] + offsets[6]) // 2
    data[middle : middle + 20] = bytes(20)
    path.write_bytes(data[:-30])
    return [offsets[5], offsets[-1]]


def test_damage_costs_what_is_damaged(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    path = tmp_path / "damaged.warc.gz"
    offsets = damaged(path)
    whole = [page for number, page in enumerate(HTML) if number not in (4, len(HTML) - 1)]
    assert [page.html for page in zhengwen.read_warc(path, errors="skip")] == whole
    pages, told = zhengwen.read_warc(path), []
    got = []
    while True:
        try:
            got.append(next(pages).html)
        except zhengwen.ArchiveDamage as damage:
            told.append(damage)
        except StopIteration:
            break
    assert got == whole
    assert [damage.args[1] for damage in told] == offsets
    assert str(told[0].args[0]).startswith(f"{path}: offset {offsets[0]}: ")
    batches = zhengwen.extract_warc(path)
    table = pa.table(batches).to_pylist()
    assert batches.counts["damaged"] == 2
    wrong = [row for row in table if row["error"]]
    assert [row["offset"] for row in wrong] == offsets
    assert all(row["file"] == str(path) and row["text"] is None for row in wrong)
    assert len(table) == len(HTML)
    assert table == sorted(table, key=lambda row: row["offset"])
    with pytest.raises(zhengwen.ArchiveDamage):
        list(zhengwen.extract_warc(path, errors="raise"))


class Breaks:
    """A file whose connection breaks."""

    name = "https://a.example/pages.warc"

    def __init__(self, data: bytes) -> None:
        self.pieces = [data[: len(data) // 2]]

    def read(self, _: int, /) -> bytes:
        if not self.pieces:
            raise ConnectionResetError("connection reset")
        return self.pieces.pop()


def test_what_cannot_be_read_is_told(archive: Path, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    missing = tmp_path / "missing.warc.gz"
    with pytest.raises(FileNotFoundError, match="missing.warc.gz"):
        next(zhengwen.read_warc(missing))
    (row,) = pa.table(zhengwen.extract_warc(missing)).to_pylist()
    assert row["error"] == f"{missing}: No such file or directory"
    assert row["file"] == str(missing)
    with pytest.raises(FileNotFoundError):
        next(zhengwen.extract_warc(missing, errors="raise"))
    other = tmp_path / "other.warc.gz"
    other.write_bytes(b"<Error><Code>SlowDown</Code></Error>")
    with pytest.raises(ValueError, match="other.warc.gz: not a WARC archive"):
        next(zhengwen.read_warc(other))
    (row,) = pa.table(zhengwen.extract_warc(other)).to_pylist()
    assert "not a WARC archive" in row["error"]
    with pytest.raises(ConnectionResetError):
        list(zhengwen.read_warc(Breaks(archive.read_bytes())))
    rows = pa.table(zhengwen.extract_warc(Breaks(archive.read_bytes()))).to_pylist()
    assert 0 < len(rows) - 1 < len(HTML)
    assert rows[-1]["error"] == "https://a.example/pages.warc: ConnectionResetError: connection reset"
    with pytest.raises(TypeError, match="its .read\\(\\) gives no bytes; open it with mode rb"):
        next(zhengwen.read_warc(io.StringIO("WARC/1.0")))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="source must be a path or a binary file, not int"):
        zhengwen.read_warc(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='errors: no "ignore"; there are raise, skip'):
        zhengwen.read_warc(archive, errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="kind: no .blog.; there are home, article"):
        zhengwen.extract_warc(archive, kind="blog")
    with pytest.raises(ValueError, match="text_only: finds neither language nor kind"):
        zhengwen.extract_warc(archive, text_only=True, language="zh")


def test_filters(archive: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    own = [found(page) for page in zhengwen.read_warc(archive)]
    cases: list[tuple[dict[str, Any], Any]] = [
        ({"language": "zh"}, lambda one: (one.language or "").startswith("zh")),
        ({"language": ["zh", "en"]}, lambda one: (one.language or "")[:2] in ("zh", "en")),
        ({"kind": ["article"]}, lambda one: one.kind == "article"),
        ({"min_confidence": 0.9}, lambda one: (one.confidence or 0) >= 0.9),
        ({"min_letters": 200}, lambda one: sum(map(str.isalnum, one.text)) >= 200),
    ]
    for options, is_kept in cases:
        kept = [one.text for one in own if is_kept(one)]
        assert 0 < len(kept) < len(own), options
        for columns in (None, ["text"]):
            batches = zhengwen.extract_warc(archive, columns=columns, **options)
            assert pa.table(batches)["text"].to_pylist() == kept
            dropped = sum(count for name, count in batches.counts.items() if name.startswith("dropped: "))
            assert dropped == len(own) - len(kept)
    large = zhengwen.extract_warc(archive, most_bytes=max(map(len, HTML)) - 1)
    assert pa.table(large).num_rows < len(own)
    assert large.counts["passed over: too large"] >= 1


def test_second_opinions(archive: Path) -> None:
    own = [(page.url, page.html) for page in zhengwen.read_warc(archive)]
    iterator = pytest.importorskip("warcio.archiveiterator").ArchiveIterator
    with archive.open("rb") as file:
        theirs = [
            (record.rec_headers["WARC-Target-URI"], record.content_stream().read())
            for record in iterator(file)
            if record.rec_type == "response" and record.http_headers.get_statuscode() == "200"
        ]
    assert own == theirs
    fastwarc = pytest.importorskip("fastwarc.warc")
    with archive.open("rb") as file:
        records = fastwarc.ArchiveIterator(file, record_types=fastwarc.WarcRecordType.response)
        read = [
            (record.headers["WARC-Target-URI"], record.reader.read())
            for record in records
            if record.http_headers.status_code == 200
        ]
    assert own == read


def test_memory_is_that_of_a_batch(tmp_path: Path) -> None:
    page = b"<title>News</title>" + b"<p>One sentence, and one more. And two.</p>" * 5_000
    path = tmp_path / "large.warc.gz"
    one = gzip.compress(archives.response("https://a.example/", page), mtime=0)
    path.write_bytes(one * 400)
    code = f"""
import resource, zhengwen
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
batches = zhengwen.extract_warc({str(path)!r}, columns=["text"], batch_rows=8, text_only=True)
for _ in range(5): next(batches)
first = peak()
rows = sum(map(len, batches))
assert rows == 360, rows
assert peak() - first < 8_192, (first, peak())
"""
    subprocess.run([sys.executable, "-c", code], check=True)
