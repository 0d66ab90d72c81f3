"""Extractions, their attributes, and inputs that are not pages."""

from __future__ import annotations

import copy
import datetime
import importlib
import inspect
import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zhengwen
from conftest import FORMS, PAGES, ROOT

URL = "https://news.example.com/local/0518.html"


def test_attributes_are_the_fields_of_the_schema(sample: bytes) -> None:
    schema = json.loads((ROOT / "schema" / "extraction.schema.json").read_text())
    found = zhengwen.extract(sample, URL)
    own = {name for name in dir(found) if not name.startswith("_")} - {"as_dict", "to_json", "from_json"}
    # The places of pages and the hashes of texts are only in lines of `batch`.
    batch_only = {name for name, told in schema["properties"].items() if "(batch only" in told.get("description", "")}
    assert own == set(schema["properties"]) - batch_only


def plain(value: Any) -> Any:
    """An attribute as JSON has it."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value.as_dict() if hasattr(value, "as_dict") else value


def test_attributes_are_those_of_the_json() -> None:
    fixtures = [*PAGES, *sorted((ROOT / "fixtures" / "fields").glob("*.html"))]
    seen = set()
    for page in fixtures:
        found = zhengwen.extract(page.read_bytes(), URL, add=FORMS, trace=True, chunks=200)
        for name, value in found.as_dict().items():
            own = getattr(found, name)
            assert plain(own) == value, (page.name, name)
            seen |= {type(one).__name__ for one in (own if isinstance(own, tuple) else [own])}
            for record in own if isinstance(own, tuple) else [own]:
                if hasattr(record, "as_dict"):
                    told = {field: plain(getattr(record, field)) for field in record.as_dict() if hasattr(record, field)}
                    assert told.items() <= record.as_dict().items()
    # Every class was met, so every class was compared.
    assert {"Author", "Chunk", "Image", "KindProbability", "Link", "Post", "Item", "ItemGroup", "Product", "Recipe", "Event", "Encoding", "ExtractionWarning"} <= seen


def test_extractions_are_values(sample: bytes) -> None:
    found, again = zhengwen.extract(sample, URL), zhengwen.extract(sample, URL)
    assert found == again
    assert hash(found) == hash(again)
    assert found != zhengwen.extract(sample)
    assert found != 1
    assert zhengwen.Extraction.from_json(found.to_json()) == found
    with pytest.raises(AttributeError):
        found.text = ""  # type: ignore[misc]
    with pytest.raises(ValueError, match="JSON|EOF"):
        zhengwen.Extraction.from_json("[")
    told = repr(found)
    assert told.startswith(f"Extraction(url={URL!r}, title='")
    assert "\n" not in told


def test_all_can_be_pickled_and_copied() -> None:
    for page in sorted((ROOT / "fixtures" / "fields").glob("*.html")):
        found = zhengwen.extract(page.read_bytes(), URL, add=FORMS, trace=True)
        for value in (found, *found.images, *found.posts, *found.items, *found.warnings, found.encoding, found.product, found.recipe, found.event):
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(value, protocol)) == value
            assert copy.copy(value) == value
            assert copy.deepcopy(value) == value
            assert hash(value) == hash(copy.copy(value))
            assert "\n" not in repr(value)
            assert value is None or repr(value).startswith(f"{type(value).__name__}(")


def test_every_type_of_bytes_is_the_same_page(sample: bytes) -> None:
    found = zhengwen.extract(sample)
    wide = bytearray(byte for one in sample for byte in (one, 0))
    for page in (bytearray(sample), memoryview(sample), memoryview(wide)[::2]):
        assert zhengwen.extract(page) == found
    assert zhengwen.extract(sample.decode()).text == found.text
    # Text is decoded already, whatever charset it declares.
    assert zhengwen.extract(sample.decode().replace("utf-8", "gbk")).text == found.text
    assert zhengwen.extract(sample.decode().encode("gbk"), http_charset="gbk").text == found.text


def test_lone_surrogates_become_replacement_characters() -> None:
    assert zhengwen.extract("<p>A\ud800B, and \udc00 more. \ud83d\ude00 it.").text == "A�B, and � more. 😀 it."
    assert zhengwen.extract("<p>One.", "https://a.example/\udcff").url == "https://a.example/�"


@pytest.mark.parametrize("page", ["", b"", "<p>", "\0", b"\xff\xfe", "<" * 10_000, "<div>" * 50_000, "</p>" * 10])
def test_no_page_raises(page: Any) -> None:
    found = zhengwen.extract(page, "not an address")
    assert found.text == "" or found.text
    assert zhengwen.extract_text("") == ""
    assert zhengwen.extract_text("", output_format="markdown") == ""


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (None, "html must be str, bytes, bytearray or memoryview, not NoneType"),
        (3, "html must be str, bytes, bytearray or memoryview, not int"),
        (io.BytesIO(b"<p>"), r"not BytesIO; give its \.read\(\)"),
        (Path("page.html"), r"give its \.read_bytes\(\)"),
        ([b"<p>"], "not list"),
    ],
)
def test_what_is_no_page_is_refused(page: Any, message: str) -> None:
    for function in (zhengwen.extract, zhengwen.extract_text, zhengwen.explain):
        with pytest.raises(TypeError, match=message):
            function(page)
    with pytest.raises(TypeError, match=r"pages\[1\]: html must be .*, not"):
        list(zhengwen.extract_many(["<p>", page]))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("https://a.example/1.html", "an address"),
        (b" s3://pages/1 ", "an address"),
        ("pages/one page.HTML", "a path"),
        ("C:\\pages\\1.htm", "a path"),
    ],
)
def test_the_name_of_a_page_is_no_page(name: Any, kind: str) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: zhengwen.extract(name),
        lambda: zhengwen.extract_text(name),
        lambda: list(zhengwen.extract_many([name])),
    ]
    for call in calls:
        with pytest.warns(UserWarning, match=f"html: this is {kind}, not a page; ") as caught:
            call()
        assert caught[0].filename == __file__


@pytest.mark.parametrize("name", ["blink.mhtml", "safari.webarchive", "safari-xml.webarchive", "single-file.html"])
def test_pages_that_browsers_saved_are_read_as_they_were(name: str) -> None:
    file = (ROOT / "fixtures" / "saved" / name).read_bytes()
    pages: list[str | bytes] = [file]
    if name != "safari.webarchive":
        pages.append(file.decode())
    for page in pages:
        found = zhengwen.extract(page)
        assert (found.url, found.title) == ("https://market.example/days/rain.html", "雨天的菜场")
        assert "\n下雨天的菜场人少" in found.text
        assert [one.text for one in zhengwen.extract_many([page])] == [found.text]
        assert "[地图](https://market.example/map.html)" in zhengwen.extract_text(page, output_format="markdown")
        assert zhengwen.extract(page, URL).url == URL
        template = zhengwen.SiteTemplate()
        template.learn(page)
        template.learn(page)
        assert template.fits(page)


def test_a_damaged_file_of_a_browser_gives_a_warning() -> None:
    file = b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b--\n"
    with pytest.warns(UserWarning, match=r"html: a saved page \(MHTML\) that cannot be read: it has no parts"):
        found = list(zhengwen.extract_many([file, "<p>Another page."]))
    assert len(found) == 2


@pytest.mark.parametrize("page", ["", "Read https://a.example/1.html", "1.html<p>", "a\nb.html", "Text alone.", "x" * 3_000 + ".html"])
def test_a_page_is_no_name(page: str) -> None:
    zhengwen.extract(page)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"metod": "auto"}, TypeError, 'no option "metod"; there are method, method_options, limits, add, '),
        ({"method": "readability"}, ValueError, 'method: no method "readability"; there are auto, punctuation-path, '),
        ({"method": 1}, TypeError, "method: must be a str, not int"),
        ({"method_options": {"line-density.gap": "x"}}, ValueError, "method_options: .*a whole number"),
        ({"method_options": {"nothing": 1}}, ValueError, 'method_options: .*"nothing"'),
        ({"method_options": ["x"]}, TypeError, "method_options: must be a dict"),
        ({"limits": {"hours": 1}}, ValueError, 'limits: no limit "hours"; there are bytes, nodes'),
        ({"limits": {"depth": 0}}, ValueError, "limits: depth must be a number from 1 to 512"),
        ({"limits": {"depth": "x"}}, TypeError, "limits: must be a dict"),
        ({"add": ["pdf"]}, ValueError, f'add: no form "pdf"; there are {", ".join(FORMS)}$'),
        ({"add": 1}, TypeError, "add: must be a str or several"),
        ({"chunks": 3}, ValueError, "chunks: must be a number from 50 to 10000000"),
        ({"query": "?"}, ValueError, r'query: "\?" has no word'),
        ({"query_chars": 3}, ValueError, "query_chars: must be a number from 50 to 10000000"),
        ({"chunks": "x"}, TypeError, "chunks: must be a number of characters, not str"),
        ({"favor_precision": 1}, TypeError, "favor_precision: must be True or False, not int"),
        ({"favor_precision": True, "favor_recall": True}, ValueError, "only one of them"),
        ({"keep": "p["}, ValueError, 'keep: "p\\["'),
        ({"encoding": "utf-9"}, ValueError, 'encoding: no encoding "utf-9"; try'),
        ({"read_at": "soon"}, ValueError, 'read_at: "soon" is not a date'),
        ({"read_at": 3}, TypeError, "read_at: must be a datetime"),
        ({"templates": "store"}, TypeError, "templates: must be Templates or a SiteTemplate"),
    ],
)
def test_wrong_options_are_told(options: dict[str, Any], error: type[Exception], message: str) -> None:
    for function in (zhengwen.extract, zhengwen.extract_text, zhengwen.explain):
        with pytest.raises(error, match=message):
            function("<p>", **options)
    with pytest.raises(error, match=message):
        zhengwen.extract_many([], **options)


def test_formats_languages_and_addresses_are_checked() -> None:
    with pytest.raises(ValueError, match='output_format: no form "pdf"; there are text, markdown, '):
        zhengwen.extract_text("<p>", output_format="pdf")
    with pytest.raises(ValueError, match='lang: no language "fr"; there are en, zh'):
        zhengwen.explain("<p>", lang="fr")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a str, not int"):
        zhengwen.extract("<p>", 3)  # type: ignore[arg-type]


def test_the_signatures_are_the_table_of_options() -> None:
    table = importlib.import_module("zhengwen._zhengwen")._OPTIONS

    for function in (zhengwen.extract, zhengwen.extract_text, zhengwen.extract_many, zhengwen.explain):
        own = [name for name, one in inspect.signature(function).parameters.items() if one.kind is one.KEYWORD_ONLY]
        own = [name for name in own if name not in ("output_format", "jobs", "lang")]
        assert own == list(table), function.__name__
        assert function.__doc__ and function.__doc__[0].isupper()
    # Tables have no column for a trace; batches have a column for charsets.
    tables: dict[Any, set[str]] = {zhengwen.extract_batch: {"trace", "http_charset"}, zhengwen.extract_warc: {"trace"}}
    for function, without in tables.items():
        own = [name for name in inspect.signature(function).parameters if name in table]
        assert [name for name in own if name not in without] == [name for name in table if name not in without]
    defaults = {
        name: one.default
        for name, one in inspect.signature(zhengwen.extract).parameters.items()
        if one.kind is one.KEYWORD_ONLY
    }
    # The signatures show the defaults that hold.
    page = PAGES[0].read_bytes()
    assert zhengwen.extract(page, **defaults) == zhengwen.extract(page)


def test_read_at_takes_dates() -> None:
    page = "<h1>A headline of news</h1><p>3小时前 来源：某报</p><p>会议今天召开。代表们讨论了供水问题，会议明天结束。</p>"
    moment = datetime.datetime(2026, 11, 21, 10, 30, 59, 123456, tzinfo=datetime.timezone.utc)
    told = zhengwen.extract(page, read_at=moment)
    assert told.publish_date is not None
    assert told.publish_date.startswith("2026-11-21T07:30")
    assert told == zhengwen.extract(page, read_at="2026-11-21T10:30")
    assert zhengwen.extract(page, read_at=datetime.date(2026, 11, 21)).publish_date is not None


def test_site_templates_are_values(sample: bytes) -> None:
    first, second = zhengwen.SiteTemplate("a.example"), zhengwen.SiteTemplate("a.example")
    assert not first.fits(sample)
    first.learn(sample, URL)
    second.learn(sample.decode(), URL)
    assert first == second
    assert not first.fits(sample)
    first.merge(second)
    assert first.pages == 2
    assert first.fits(sample)
    assert not first.fits("<p>One sentence, and one more.")
    assert zhengwen.SiteTemplate.from_json(first.to_json()) == first
    assert pickle.loads(pickle.dumps(first)) == first
    assert repr(first) == 'SiteTemplate("a.example", 2 pages in 1 layouts)'
    with pytest.raises(ValueError, match="."):
        zhengwen.SiteTemplate.from_json("{}")


def test_templates_are_learned_in_the_charset_of_the_header() -> None:
    page = "<title>供水管道</title><p>青石河的供水管道修好了，居民说水压比以前好多了。</p>"
    plain, packed, wrong = zhengwen.SiteTemplate(), zhengwen.SiteTemplate(), zhengwen.SiteTemplate()
    for _ in range(2):
        plain.learn(page)
        packed.learn(page.encode("gbk"), http_charset="gbk")
        wrong.learn(page.encode("gbk"), http_charset="windows-1252")
    assert plain == packed != wrong


def test_a_template_that_merges_itself_does_not_wait_for_ever(sample: bytes) -> None:
    template = zhengwen.SiteTemplate()
    template.learn(sample)
    template.merge(template)
    assert template.pages == 2


def test_stores_that_are_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing"):
        zhengwen.Templates(tmp_path / "nothing")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(ValueError, match="bad.json"):
        zhengwen.Templates(tmp_path / "bad.json")
    store = zhengwen.Templates(tmp_path / "..")
    assert pickle.loads(pickle.dumps(store)).sites == store.sites
