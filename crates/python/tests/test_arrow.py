"""Tables of other packages in, tables for them out."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

import pytest
import zhengwen
from conftest import PAGES, ROOT

pa = pytest.importorskip("pyarrow")

HTML = [page.read_bytes() for page in [*PAGES, *sorted((ROOT / "fixtures" / "fields").glob("*.html"))]]
URLS = [f"https://a.example/{number}.html" for number in range(len(HTML))]
# The columns of a table in addition to the fields of an extraction.
PLACES = {"id", "file", "offset", "host", "fetched_at", "html_bytes", "text_hash", "simhash"}


def rows(batch: zhengwen.Batch) -> list[dict[str, Any]]:
    """The rows as dicts, empty fields left out."""
    told = batch.to_pyarrow().to_pylist()
    return [{name: value for name, value in row.items() if value not in (None, [])} for row in told]


def expected(found: zhengwen.Extraction) -> dict[str, Any]:
    told = {name: value for name, value in found.as_dict().items() if value not in (None, [])}
    if "body" in told:
        told["body"] = json.dumps(told["body"], ensure_ascii=False, separators=(",", ":"))
    return told


def alike(one: Any, other: Any) -> bool:
    """Equal, numbers of 32 bits by their digits; a struct of a table has None where JSON has nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(alike(one.get(name), other.get(name)) for name in {*one, *other})
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) < 1e-6
    return one == other or {str(one), str(other)} <= {"None", "[]"}


def test_rows_are_extractions() -> None:
    batch = pa.record_batch({"html": HTML, "url": URLS})
    forms: Final = ("markdown", "html", "body", "xml-tei", "page-html")
    for jobs in (1, 2):
        found = zhengwen.extract_batch(batch, url="url", add=forms, jobs=jobs)
        assert found.column_names == zhengwen.schema().names
        assert len(found) == found.num_rows == len(HTML)
        for row, page, url in zip(rows(found), HTML, URLS, strict=True):
            own = expected(zhengwen.extract(page, url, add=forms))
            own = {name: value for name, value in own.items() if name in found.column_names}
            assert row["html_bytes"] == len(page)
            assert row["host"] == "a.example"
            assert len(row["text_hash"]) == 32
            told = {name: value for name, value in row.items() if name not in PLACES}
            body, own_body = told.pop("body", None), own.pop("body", None)
            assert json.loads(body or "[]") == json.loads(own_body or "[]")
            for warning in own.get("warnings", []):
                [warning.pop(name) for name in [*warning] if name not in ("code", "message")]
            assert alike(told, own), url


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "large_binary", "binary_view"])
def test_every_type_of_text_and_bytes(kind: str) -> None:
    pages = [page.decode() if "string" in kind else page for page in HTML if page.isascii() or page.decode("utf-8", "ignore").encode() == page]
    array = pa.array([None, *pages, None], getattr(pa, kind)())
    whole = zhengwen.extract_batch(pa.record_batch({"html": array}), columns=["text"]).to_pyarrow()
    assert whole["text"].to_pylist() == [None, *(zhengwen.extract(page).text for page in pages), None]
    part = zhengwen.extract_batch(pa.record_batch({"html": array.slice(3, 5)}), columns=["text"]).to_pyarrow()
    assert part["text"].to_pylist() == whole["text"].to_pylist()[3:8]


def test_nulls_and_nothing() -> None:
    for count in (0, 1, 3):
        nothing = zhengwen.extract_batch(pa.record_batch({"html": pa.array([None] * count, pa.binary())}))
        assert nothing.to_pyarrow().num_rows == count
        assert rows(nothing) == [{}] * count
        untyped = zhengwen.extract_batch(pa.record_batch({"html": pa.nulls(count), "u": pa.nulls(count)}), url="u")
        assert rows(untyped) == [{}] * count
    mixed = pa.record_batch({"html": [None, HTML[0], None, HTML[1]], "n": [1, 2, 3, 4]})
    found = zhengwen.extract_batch(mixed, columns=["text", "images"], keep_columns="n").to_pyarrow()
    texts = [zhengwen.extract(page).text for page in HTML[:2]]
    assert found["text"].to_pylist() == [None, texts[0], None, texts[1]]
    assert found["n"].to_pylist() == [1, 2, 3, 4]


def test_columns_are_chosen_and_kept() -> None:
    kept = {"id": ["a", "b"], "n": [[1], None], "when": pa.array([1, None], pa.timestamp("ms"))}
    batch = pa.record_batch({"page": HTML[:2], **kept})
    found = zhengwen.extract_batch(batch, "page", columns=["title", "markdown", "simhash"], keep_columns=["n", "when", "id"])
    assert found.column_names == ["title", "markdown", "simhash", "n", "when", "id"]
    table = found.to_pyarrow()
    assert table.select(["id", "n", "when"]).equals(batch.select(["id", "n", "when"]))
    assert all(table["markdown"].to_pylist()) and all(table["simhash"].to_pylist())
    # A kept column replaces one that says where a page is from.
    everything = zhengwen.extract_batch(batch, "page", keep_columns=["id"])
    assert sorted(everything.column_names) == sorted(zhengwen.schema().names)
    with pytest.raises(ValueError, match="'title' is a column of what is found|\"title\" is a column"):
        zhengwen.extract_batch(pa.record_batch({"html": HTML[:1], "title": [""]}), keep_columns=["title"])


def test_a_charset_and_an_address_for_each_page() -> None:
    pages = ["<title>新聞</title><p>會議今天召開。代表們討論了供水問題。</p>".encode(code) for code in ("gbk", "big5")]
    batch = pa.record_batch({"html": pages, "charset": ["gbk", "big5"], "url": ["https://a.example/", None]})
    found = rows(zhengwen.extract_batch(batch, "html", "url", "charset"))
    assert [row["title"] for row in found] == ["新聞", "新聞"]
    assert [row.get("url") for row in found] == ["https://a.example/", None]


def test_a_template_for_each_page() -> None:
    page = (ROOT / "docs" / "sample.html").read_bytes()
    template = zhengwen.SiteTemplate("news.example.com")
    template.learn(page)
    template.learn(page.replace(b"0518", b"0519"))
    batch = pa.record_batch({"html": [page] * 4, "t": [template.to_json(), template.to_json(), None, template.to_json()]})
    found = zhengwen.extract_batch(batch, template="t", columns=["text", "confidence"]).to_pyarrow().to_pylist()
    with_it, without = zhengwen.extract(page, templates=template), zhengwen.extract(page)
    assert [row["text"] for row in found] == [with_it.text, with_it.text, without.text, with_it.text]
    assert zhengwen.extract_batch(batch, templates=template, columns=["text"]).to_pyarrow()["text"][2].as_py() == with_it.text
    with pytest.raises(ValueError, match="template: "):
        zhengwen.extract_batch(pa.record_batch({"html": [page], "t": ["{}"]}), template="t")


def test_text_alone_is_found_where_no_column_needs_more() -> None:
    batch = pa.record_batch({"html": HTML})
    found = zhengwen.extract_batch(batch, columns="text").to_pyarrow()["text"].to_pylist()
    assert found == [zhengwen.extract(page).text for page in HTML]
    only = zhengwen.extract_batch(batch, columns=["title", "text"], text_only=True).to_pyarrow()
    assert only["title"].null_count == len(HTML)


def test_polars_takes_and_gives() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"html": HTML, "url": URLS})
    found = pl.DataFrame(zhengwen.extract_batch(frame, url="url"))
    assert found["text"].to_list() == [zhengwen.extract(page, url).text for page, url in zip(HTML, URLS, strict=True)]
    assert found["images"].dtype == pl.List(pl.Struct)
    halves = pl.concat([frame[:10], frame[10:]], rechunk=False)
    assert pl.DataFrame(zhengwen.extract_batch(halves, url="url")).equals(found)


def test_duckdb_takes_and_gives() -> None:
    duckdb = pytest.importorskip("duckdb")
    pages = pa.table({"html": HTML, "url": URLS})
    assert pages.num_rows == len(HTML)
    relation = duckdb.sql("select html, url from pages order by url limit 9")
    found = zhengwen.extract_batch(relation, url="url")
    assert found.num_rows == 9
    told = duckdb.sql("select url, title, text, len(images) as images from found order by url").fetchall()
    own = [(url, zhengwen.extract(page, url)) for url, page in sorted(zip(URLS, HTML, strict=True))[:9]]
    assert told == [(url, one.title, one.text, len(one.images)) for url, one in own]


def test_nanoarrow_takes_and_gives() -> None:
    na = pytest.importorskip("nanoarrow")
    array = na.c_array(pa.record_batch({"html": HTML[:3]}))
    found = na.Array(zhengwen.extract_batch(array, columns=["text"]))
    assert [row["text"] for row in found.to_pylist()] == [zhengwen.extract(page).text for page in HTML[:3]]


def test_schemas() -> None:
    assert zhengwen.schema().to_pyarrow() == pa.schema(zhengwen.schema())
    assert zhengwen.schema(["text", "title"]).names == ["text", "title"]
    assert zhengwen.schema("text") == zhengwen.schema(["text"]) != zhengwen.schema()
    found = zhengwen.extract_batch(pa.record_batch({"html": HTML[:1]}))
    assert found.schema == zhengwen.schema()
    assert found.to_pyarrow().schema.equals(zhengwen.schema().to_pyarrow())
    with pytest.raises(ValueError, match='no column "nothing"; there are id, file, '):
        zhengwen.schema(["nothing"])


@pytest.mark.parametrize(
    ("batch", "options", "error", "message"),
    [
        ("<p>", {}, TypeError, "batch must be a batch or table of pyarrow, .*, not str"),
        (pa.record_batch({"page": ["<p>"], "n": [1]}), {}, KeyError, 'html: no column .*; there are page, n'),
        (pa.record_batch({"html": [1]}), {}, TypeError, 'html: column "html" must be of strings or binary, not Int64'),
        (pa.record_batch({"html": ["<p>"]}), {"url": "u"}, KeyError, "url: no column"),
        (pa.record_batch({"html": ["<p>"], "u": [b""]}), {"url": "u"}, TypeError, "url: column .* strings, not binary"),
        (pa.record_batch({"html": ["<p>"]}), {"keep_columns": ["x"]}, KeyError, "keep_columns: no column"),
        (pa.record_batch({"html": ["<p>"]}), {"columns": ["x"]}, ValueError, "columns: no column"),
        (pa.record_batch({"html": ["<p>"]}), {"columns": 1}, TypeError, "columns: must be a str or several"),
        (pa.record_batch({"html": ["<p>"]}), {"trace": True}, TypeError, "trace: tables have no column for it"),
        (pa.record_batch({"html": ["<p>"]}), {"jobs": 0}, ValueError, "jobs must be 1 or more"),
        (pa.array(["<p>"]), {}, TypeError, "Struct"),
    ],
)
def test_wrong_calls_are_told(batch: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        zhengwen.extract_batch(batch, **options)


def test_batches_need_no_pyarrow() -> None:
    code = """
import sys
class Refuse:
    def find_spec(self, name, *_):
        if name.split(".")[0] in ("pyarrow", "numpy"): raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import nanoarrow as na, zhengwen
array = na.c_array_from_buffers(na.struct({"html": na.string()}), 1, [None], children=[na.c_array(["<p>One sentence, and one more."], na.string())])
print(na.Array(zhengwen.extract_batch(array, columns=["text"])).to_pylist())
"""
    pytest.importorskip("nanoarrow")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout == "[{'text': 'One sentence, and one more.'}]\n", run.stderr


def test_dictionary_columns_are_read() -> None:
    """Values by their numbers: categories of pandas, low-cardinality columns of Parquet."""
    pages = ["<p>One sentence, and one more.</p>", None, "<p>Another one, and another.</p>", "<p>One sentence, and one more.</p>"]
    urls = ["https://a.example/", "https://b.example/", None, "https://a.example/"]
    plain = pa.table({"html": pages, "url": urls, "charset": ["utf-8"] * 4})
    numbered = pa.table({name: plain[name].dictionary_encode() for name in plain.column_names})
    both = [zhengwen.extract_batch(one, "html", "url", "charset", keep_columns="url") for one in (plain, numbered)]
    assert rows(both[0]) == rows(both[1])
    binary = pa.table({"html": pa.array([b"<p>One sentence, and one more.", None]).dictionary_encode()})
    assert [row.get("text") for row in rows(zhengwen.extract_batch(binary))] == ["One sentence, and one more.", None]
    # Batches of a table may have different dictionaries.
    joined = pa.concat_tables([numbered, numbered.slice(2)])
    assert [row.get("text") for row in rows(zhengwen.extract_batch(joined))] == [
        row.get("text") for row in [*rows(both[0]), *rows(both[0])[2:]]
    ]
    empty = pa.table({"html": pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int32()), pa.array([], pa.string()))})
    assert [row.get("text") for row in rows(zhengwen.extract_batch(empty))] == [None, None]
    numbers = pa.table({"html": pa.array([1, 2]).dictionary_encode()})
    with pytest.raises(TypeError, match='html: column "html" must be of strings or binary, not Int64'):
        zhengwen.extract_batch(numbers)
    with pytest.raises(TypeError, match='url: column "html" must be of strings, not binary'):
        zhengwen.extract_batch(binary, url="html")


def test_messages_name_the_argument() -> None:
    import io

    table = pa.table({"html": ["<p>"]})
    for name in ("keep_columns", "columns"):
        with pytest.raises(TypeError, match=f"{name}: must be a str or several, not int"):
            zhengwen.extract_batch(table, **{name: 3})  # type: ignore[arg-type]
    for name in ("language", "kind"):
        with pytest.raises(TypeError, match=f"{name}: must be a str or several, not int"):
            zhengwen.extract_warc(io.BytesIO(), **{name: 3})  # type: ignore[arg-type]
