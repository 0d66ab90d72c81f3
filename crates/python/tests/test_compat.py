"""The calls of other packages: their own examples on our pages give the same types, every argument is taken."""

from __future__ import annotations

import importlib
import inspect
import json
import warnings
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
import zhengwen
from conftest import PAGES, SAMPLE
from zhengwen.compat import _told, gne, readability, trafilatura

HTML = SAMPLE.read_text(encoding="utf-8")
URL = "https://news.example.com/local/0518.html"


@pytest.fixture(autouse=True)
def untold() -> None:
    _told._told.clear()


def real(name: str) -> Any:
    """The package itself; the test is skipped, with a message, where it is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip(name)
        return importlib.import_module(name)


def parameters(function: Any) -> dict[str, Any]:
    told = inspect.signature(function).parameters
    # A settings object is the default of `config` there.
    return {name: None if name == "config" else one.default for name, one in told.items()}


@pytest.mark.parametrize("name", ["extract", "bare_extraction", "extract_metadata"])
def test_trafilatura_has_the_same_arguments(name: str) -> None:
    assert parameters(getattr(trafilatura, name)) == parameters(getattr(real("trafilatura"), name))


def test_readability_and_gne_have_the_same_arguments() -> None:
    theirs, other = real("readability").Document, readability.Document
    assert parameters(other.__init__) == parameters(theirs.__init__)
    for name in ("title", "short_title", "author", "content", "summary"):
        assert parameters(getattr(other, name)) == parameters(getattr(theirs, name))
    their = real("gne").GeneralNewsExtractor
    assert parameters(gne.GeneralNewsExtractor.extract) == parameters(their.extract)


@pytest.mark.parametrize("form", ["csv", "html", "json", "markdown", "txt", "xml", "xmltei"])
@pytest.mark.parametrize("with_metadata", [False, True])
def test_trafilatura_formats(form: str, with_metadata: bool) -> None:
    package = real("trafilatura")
    ours = trafilatura.extract(HTML, url=URL, output_format=form, with_metadata=with_metadata)
    theirs = package.extract(HTML, url=URL, output_format=form, with_metadata=with_metadata)
    assert type(ours) is type(theirs) is str
    assert "桥面宽3.2米" in ours
    if form == "json":
        assert set(json.loads(ours)) == set(json.loads(theirs))
    if form.startswith("xml"):
        assert ElementTree.fromstring(ours).tag == ElementTree.fromstring(theirs).tag
    if form == "csv":
        assert ours.count("\t") == theirs.count("\t")
    if form in ("txt", "markdown"):
        assert ours.startswith("---\ntitle: ") == theirs.startswith("---\ntitle: ") == with_metadata
    if form == "html":
        assert ("<head>" in ours) == ("<head>" in theirs) == with_metadata


def test_trafilatura_documents() -> None:
    package = real("trafilatura")
    for with_metadata in (False, True):
        ours = trafilatura.bare_extraction(HTML, URL, with_metadata=with_metadata)
        theirs = package.bare_extraction(HTML, URL, with_metadata=with_metadata)
        assert isinstance(ours, trafilatura.Document)
        assert list(ours.as_dict()) == list(theirs.as_dict())
        for name in ("title", "date", "url", "text", "raw_text", "sitename", "comments", "description", "tags"):
            assert type(getattr(ours, name)) is type(getattr(theirs, name)), name
        for name in ("title", "date", "url", "sitename", "description"):
            assert getattr(ours, name) == getattr(theirs, name), name
        assert ours.body is not None
        assert [child.tag for child in ours.body][:3] == [child.tag for child in theirs.body][:3]
    ours, theirs = trafilatura.extract_metadata(HTML, URL), package.extract_metadata(HTML, URL)
    for name in ("title", "date", "url", "sitename", "description", "text", "comments", "body"):
        if name != "body":
            assert getattr(ours, name) == getattr(theirs, name), name
    told = trafilatura.bare_extraction(HTML, as_dict=True)
    assert isinstance(told, dict)
    assert trafilatura.Document.from_dict(told).as_dict() == told


def test_trafilatura_gives_none_for_what_is_not_wanted() -> None:
    page: dict[str, Any] = {"filecontent": HTML, "url": URL}
    assert [trafilatura.extract(""), trafilatura.extract(None), trafilatura.bare_extraction("")] == [None, None, None]
    assert trafilatura.extract(**page, target_language="en") is None
    assert trafilatura.extract(**page, target_language="zh")
    assert trafilatura.extract(**page, only_with_metadata=True)
    assert trafilatura.extract(HTML.replace("2026", "").replace("5月18日", ""), only_with_metadata=True) is None
    assert trafilatura.extract(**page, url_blacklist={URL}) is None
    assert trafilatura.extract(**page, url_blacklist={"https://b.example/"})
    assert trafilatura.extract(**page, max_tree_size=1) is None
    assert trafilatura.extract(**page, max_tree_size=1000)
    assert zhengwen.extract(HTML).author == "林小禾"
    assert trafilatura.extract_metadata(HTML, author_blacklist={"林小禾"}).author is None
    with pytest.raises(AttributeError, match="Cannot set format"):
        trafilatura.extract(HTML, output_format="pdf")


def test_trafilatura_parts() -> None:
    page = "<h1>A</h1><p>One <b>bold</b> sentence, and <a href=/b>one more</a>. And two.</p>"
    assert "**bold**" in (trafilatura.extract(page, include_formatting=True) or "")
    assert "**bold**" not in (trafilatura.extract(page) or "")
    assert "](" in (trafilatura.extract(page, output_format="markdown", include_links=True) or "")
    assert "](" not in (trafilatura.extract(page, output_format="markdown") or "")
    assert "<cell>" in (trafilatura.extract(HTML, output_format="xml") or "")
    assert "<cell>" not in (trafilatura.extract(HTML, output_format="xml", include_tables=False) or "")


# The calls in the packages' own READMEs, with a page in place of a download.
README_CALLS: list[tuple[str, Callable[[Any, bytes], Any]]] = [
    ("trafilatura", lambda package, page: package.extract(page)),
    ("trafilatura", lambda package, page: package.extract(page, output_format="json", with_metadata=True)),
    ("readability", lambda package, page: package.Document(page).title()),
    ("readability", lambda package, page: package.Document(page).summary()),
    ("gne", lambda package, page: package.GeneralNewsExtractor().extract(page.decode(errors="replace"))),
]


@pytest.mark.parametrize(("name", "call"), README_CALLS)
def test_the_calls_of_their_readmes_give_the_same_types(name: str, call: Callable[[Any, bytes], Any]) -> None:
    package, ours = real(name), {"trafilatura": trafilatura, "readability": readability, "gne": gne}[name]

    def shape(one: Any, page: bytes) -> Any:
        """The type of what comes back, or of what is raised where a page has no article."""
        try:
            found = call(one, page)
        except Exception:
            return None
        return {key: type(value) for key, value in found.items()} if isinstance(found, dict) else type(found)

    compared = 0
    for page in PAGES:
        own, theirs = shape(ours, page.read_bytes()), shape(package, page.read_bytes())
        # They do not agree on which pages have an article.
        if None not in (own, theirs) and type(None) not in (own, theirs):
            assert own == theirs, page.name
            compared += 1
    assert compared > len(PAGES) // 2


def told(call: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
        call()
    assert {one.category for one in caught} <= {UserWarning}
    return [str(one.message) for one in caught]


def test_each_argument_without_effect_is_told_once() -> None:
    means_nothing: dict[str, Any] = {
        "fast": True,
        "no_fallback": True,
        "deduplicate": True,
        "date_extraction_params": {"extensive_search": False},
        "prune_xpath": "//p",
    }
    said = told(lambda: trafilatura.extract(HTML, **means_nothing, tei_validation=True))
    assert len(said) == len(means_nothing) + 1
    for name in (*means_nothing, "tei_validation"):
        assert any(f"trafilatura: {name} has no effect; " in one for one in said)
    # One that was not given before is told later too.
    _told._told.discard(("trafilatura", "fast"))
    assert len(told(lambda: trafilatura.bare_extraction(HTML, **means_nothing))) == 1
    arguments = inspect.signature(gne.GeneralNewsExtractor.extract).parameters
    xpaths: dict[str, Any] = {name: "//p" for name in arguments if name.endswith("xpath")}
    rest: dict[str, Any] = {"noise_node_list": ["//p"], "normalize": True, "use_visiable_info": True}
    assert len(told(lambda: gne.GeneralNewsExtractor().extract(HTML, **xpaths, **rest))) == len(xpaths | rest)
    keywords: dict[str, Any] = {"positive_keywords": "a", "negative_keywords": "b", "min_text_length": 1}
    others: dict[str, Any] = {"retry_length": 1, "xpath": True, "handle_failures": None}
    assert len(told(lambda: readability.Document(HTML, **keywords, **others))) == len(keywords | others)
    assert told(lambda: trafilatura.extract(HTML)) == []


def test_a_warning_shows_the_line_of_the_caller() -> None:
    with pytest.warns(UserWarning) as caught:
        trafilatura.extract(HTML, fast=True)
    assert caught[0].filename == __file__


def test_readability_documents() -> None:
    theirs, ours = real("readability").Document(HTML), readability.Document(HTML)
    for name in ("title", "short_title", "author", "summary"):
        assert type(getattr(ours, name)()) is type(getattr(theirs, name)()) is str
    assert ours.short_title() == theirs.short_title()
    assert ours.summary().startswith("<html><body") and theirs.summary().startswith("<html><body")
    assert ours.summary(html_partial=True).startswith("<div>") and theirs.summary(html_partial=True).startswith("<div>")
    assert ours.content().startswith("<body") and ours.content().endswith("</body>")
    empty = readability.Document("<p>")
    assert (empty.title(), empty.author()) == ("[no-title]", "[no-author]")
    assert readability.Document(HTML.encode("gb18030")).encoding == "gb18030"


def test_gne_results() -> None:
    theirs = real("gne").GeneralNewsExtractor().extract(HTML, with_body_html=True)
    ours = gne.GeneralNewsExtractor().extract(HTML, with_body_html=True)
    assert {name: type(value) for name, value in ours.items()} == {name: type(value) for name, value in theirs.items()}
    assert ours["meta"] == theirs["meta"]
    assert ours["title"] == theirs["title"]
    assert "body_html" not in gne.GeneralNewsExtractor().extract(HTML)
    gbk = HTML.replace("utf-8", "gbk").encode("gbk")
    assert gne.GeneralNewsExtractor().extract(gbk)["meta"]["description"] == theirs["meta"]["description"]
    with pytest.raises(gne.NoContentException):
        gne.GeneralNewsExtractor().extract("<p>")
