"""The loaders, through the packages that they are for."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import types
from pathlib import Path

import pytest
import zhengwen

PAGE = """<!doctype html><html lang="en"><title>The bridge of rope</title>
<meta property="og:site_name" content="The Valley Post"><div class="menu"><a href="/">Home</a> <a href="/news">News</a></div>
<div class="text"><h1>The bridge of rope</h1><p>The bridge is mended every spring, by both villages together, before the first market.</p>
<p>It is forty steps long, and <b>nobody</b> remembers who made the first one. The old people say that it was a weaver.</p>
<h2>The toll</h2><p>There is none. Whoever crosses it brings a handful of grass for the ropes, or comes back in spring to help.</p></div>
<div class="foot">The Valley Post, all rights reserved</div></html>"""
FOUND = zhengwen.extract(PAGE, add="markdown", chunks=120)
CHUNKS = FOUND.chunks or ()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    return file


def test_the_page_is_worth_it() -> None:
    assert "rights reserved" not in FOUND.text and len(CHUNKS) > 2


def test_langchain(page: Path) -> None:
    pytest.importorskip("langchain_core")
    from langchain_core.document_loaders import Blob
    from zhengwen.langchain import ZhengwenLoader, ZhengwenParser

    (document,) = ZhengwenLoader(page).load()
    assert document.page_content == FOUND.text
    assert document.metadata["source"] == str(page) and document.metadata["title"] == "The bridge of rope"
    markdown = ZhengwenLoader([page, page], "markdown").load()
    assert [one.page_content for one in markdown] == [FOUND.markdown] * 2
    chunks = ZhengwenLoader(str(page), chunks=120).load()
    assert [one.page_content for one in chunks] == [chunk.text for chunk in CHUNKS]
    assert chunks[-1].metadata["headings"] == list(CHUNKS[-1].headings)
    blob = Blob.from_data(PAGE, path="https://a.example/1.html")
    assert next(ZhengwenParser().lazy_parse(blob)).metadata["source"] == "https://a.example/1.html"
    with pytest.raises(ValueError, match="form"):
        ZhengwenLoader(page, "pdf")


def test_llama_index(page: Path) -> None:
    core = pytest.importorskip("llama_index.core")
    from zhengwen.llama_index import ZhengwenReader

    (document,) = ZhengwenReader().load_data(page)
    assert document.text == FOUND.text and document.metadata["language"] == "en"
    folder = core.SimpleDirectoryReader(str(page.parent), file_extractor={".html": ZhengwenReader("markdown", chunks=120)})
    read = folder.load_data()
    assert [one.text for one in read] == [chunk.markdown for chunk in CHUNKS]
    assert read[0].metadata["file_name"] == "page.html"


def test_haystack(page: Path) -> None:
    haystack = pytest.importorskip("haystack")
    from haystack.dataclasses import ByteStream
    from zhengwen.haystack import ZhengwenConverter

    pipeline = haystack.Pipeline()
    pipeline.add_component("read", ZhengwenConverter("markdown"))
    # A pipeline is kept as YAML.
    again = haystack.Pipeline.loads(pipeline.dumps(), allowed_modules=["zhengwen.haystack"])
    stream = ByteStream(PAGE.encode(), meta={"url": "https://a.example/1.html"})
    documents = again.run({"read": {"sources": [page, stream], "meta": {"set": "a"}}})["read"]["documents"]
    assert [one.content for one in documents] == [FOUND.markdown] * 2
    assert documents[1].meta["url"] == "https://a.example/1.html" and documents[0].meta["set"] == "a"
    text = ZhengwenConverter(options={"chunks": 120}).run(sources=[str(page)])["documents"]
    assert [one.content for one in text] == [chunk.text for chunk in CHUNKS]


def test_nemo_curator(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.find_spec("nemo_curator")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("nemo_curator is not installed")
    # The package as a whole wants torch and Ray; its class for algorithms wants nothing.
    folder, name = Path(next(iter(spec.submodule_search_locations))), "nemo_curator"
    for part in ("", "stages", "text", "download", "html_extractors"):
        name, folder = f"{name}.{part}".rstrip("."), folder / part
        module = types.ModuleType(name)
        module.__path__ = [str(folder)]
        monkeypatch.setitem(sys.modules, name, module)
    from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm
    from zhengwen.nemo_curator import ZhengwenExtractor

    assert isinstance(ZhengwenExtractor(), HTMLExtractorAlgorithm)

    assert ZhengwenExtractor().extract_text(PAGE, frozenset(), "ENGLISH") == [FOUND.text]
    assert ZhengwenExtractor(favor_recall=True).extract_text("", frozenset(), "ENGLISH") is None


@pytest.mark.parametrize(
    ("module", "needed", "package"),
    [
        ("langchain", "langchain_core", "langchain-core"),
        ("llama_index", "llama_index", "llama-index-core"),
        ("haystack", "haystack", "haystack-ai"),
        ("nemo_curator", "nemo_curator", "nemo-curator"),
    ],
)
def test_what_is_missing_is_named(module: str, needed: str, package: str) -> None:
    code = f"import sys; sys.modules[{needed!r}] = None; import zhengwen.{module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = run.stderr.strip().splitlines()[-1]
    assert last == f"ImportError: zhengwen.{module} needs {package}: pip install {package}"
