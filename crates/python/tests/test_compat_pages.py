"""What the calls of other packages take besides text: trees and responses; what they fetch, and what they refuse."""

from __future__ import annotations

import gzip
import importlib
import inspect
import io
import threading
import types
import warnings
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import zhengwen
from conftest import SAMPLE
from zhengwen.compat import _fetch, gne, newspaper, readability, trafilatura
from zhengwen.compat.trafilatura import settings

HTML = SAMPLE.read_text(encoding="utf-8")
URL = "https://news.example.com/local/0518.html"
TEXT = zhengwen.extract(HTML, URL).text


def real(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip(name)


def responses() -> list[Any]:
    gbk = HTML.replace('<meta charset="utf-8">', "").encode("gbk")
    headers = {"Content-Type": "text/html; charset=gbk"}
    space = types.SimpleNamespace
    return [
        space(content=gbk, url=URL, headers=headers),
        space(data=gbk, url=URL, headers={"content-type": "text/html; charset=gbk"}),
        space(body=gbk, url=URL, headers={"Content-Type": b"text/html; charset=gbk"}),
        space(read=io.BytesIO(gbk).read, url=URL, headers=headers),
        bytearray(HTML.encode()),
        _fetch.Response(gbk, 200, URL, {"content-type": "text/html; charset=gbk"}),
    ]


@pytest.mark.parametrize("number", range(len(responses())))
def test_responses(number: int) -> None:
    assert trafilatura.extract(responses()[number], URL) == TEXT
    assert "桥面宽3.2米" in readability.Document(responses()[number]).summary()
    assert gne.GeneralNewsExtractor().extract(responses()[number], host=URL)["content"] == TEXT
    assert trafilatura.extract_metadata(responses()[number]).title == zhengwen.extract(HTML).title


def test_trees() -> None:
    html = real("lxml.html")
    tree = html.fromstring(HTML)
    for page in (tree, tree.getroottree(), trafilatura.load_html(HTML), trafilatura.load_html(HTML.encode("gb18030"))):
        assert trafilatura.extract(page, URL) == TEXT
        assert readability.Document(page).title() == zhengwen.extract(HTML).title
    soup = real("bs4").BeautifulSoup(HTML, "lxml")
    assert trafilatura.extract(soup, URL) == TEXT
    assert trafilatura.load_html(" ") is None
    assert trafilatura.load_html(tree) is tree
    with pytest.raises(TypeError, match="not dict"):
        trafilatura.extract({})


def test_what_changes_the_form_is_refused() -> None:
    for call in (trafilatura.extract, trafilatura.bare_extraction, trafilatura.extract_with_metadata):
        with pytest.raises(TypeError, match="options: give its settings as arguments"):
            call(HTML, options=object())
    with pytest.raises(TypeError, match="options: give its settings"):
        trafilatura.fetch_url(URL, options=object())
    with pytest.raises(TypeError, match="options: give its settings"):
        settings.Extractor(output_format="json")


def test_settings() -> None:
    theirs = importlib.import_module("trafilatura.settings") if real("trafilatura") else None
    assert theirs is not None
    assert {name.upper() for name in theirs.use_config().defaults()} == set(settings.HONOURED) | set(settings.IGNORED)
    for config in (settings.use_config(), theirs.use_config(), theirs.DEFAULT_CONFIG):
        config.set("DEFAULT", "EXTRACTION_TIMEOUT", "0")
        assert settings.changed(config) == {}
        assert trafilatura.extract(HTML, config=config)
    config = settings.use_config()
    config.set("DEFAULT", "MIN_OUTPUT_SIZE", "100000")
    assert trafilatura.extract(HTML, config=config) is None
    config.set("DEFAULT", "MIN_EXTRACTED_SIZE", "1")
    assert settings.changed(config) == {"config MIN_EXTRACTED_SIZE": True}


def test_a_settings_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.cfg"
    file.write_text("[DEFAULT]\nMAX_TREE_SIZE = 1\n", encoding="utf-8")
    assert trafilatura.extract(HTML, settingsfile=str(file)) is None
    with pytest.raises(FileNotFoundError, match="settingsfile: no file"):
        trafilatura.extract(HTML, settingsfile=str(tmp_path / "none.cfg"))


def test_names_that_there_are_not_say_what_to_use() -> None:
    with pytest.raises(ImportError, match="import this from trafilatura itself"):
        from zhengwen.compat.trafilatura import sitemaps  # noqa: F401
    with pytest.raises(ImportError, match="it reads single pages"):
        from zhengwen.compat.newspaper import Source  # noqa: F401
    assert not hasattr(trafilatura, "nothing")


def test_the_modules_and_functions_of_trafilatura() -> None:
    package = real("trafilatura")
    assert set(package.__all__) <= set(trafilatura.__all__)
    for name in ("baseline", "html2txt", "load_html"):
        ours, theirs = getattr(trafilatura, name), getattr(package, name)
        assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
        assert type(ours(HTML)).__name__ == type(theirs(HTML)).__name__
    for name in ("fetch_url", "fetch_response", "extract_with_metadata"):
        ours, theirs = getattr(trafilatura, name), getattr(package, name)
        assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
    for module, name in (("settings", "use_config"), ("metadata", "extract_metadata"), ("downloads", "fetch_url")):
        assert hasattr(importlib.import_module(f"zhengwen.compat.trafilatura.{module}"), name)
    body, text, length = trafilatura.baseline(HTML)
    assert body.tag == "body" and text.startswith(TEXT) and length == len(text)
    page = "<body><nav>Elsewhere</nav><p>One sentence.</p><aside>An aside</aside><footer>The foot</footer></body>"
    assert [word in trafilatura.html2txt(page) for word in ("Elsewhere", "One", "aside", "foot")] == [True, True, False, False]
    assert "The foot" in trafilatura.html2txt(page, clean=False)
    told = trafilatura.extract_with_metadata(HTML, output_format="markdown")
    assert told is not None and told.title and (told.text or "").startswith("---\ntitle: ")


def test_readability_as_a_module() -> None:
    module = importlib.import_module("zhengwen.compat.readability.readability")
    assert module.Document is readability.Document
    page = readability.Document("<p onclick=x()>One sentence, and one more.</p><script>x()</script>").get_clean_html()
    assert "One sentence" in page and "script" not in page and "onclick" not in page


LIST = "<h1>News</h1><ul>" + "".join(
    f"<li><a href='/a/{n}.html'>The number {n} of all the news of today</a> 2026-05-0{n}</li>" for n in range(1, 8)
)


def test_lists_of_gne() -> None:
    items = gne.ListPageExtractor().extract(f"<base href='https://a.example/'>{LIST}</ul>", "number 3")
    assert len(items) == 7 and items[2] == {"title": "The number 3 of all the news of today", "url": "https://a.example/a/3.html"}
    assert gne.ListPageExtractor().extract(LIST, "elsewhere") == []
    with pytest.warns(UserWarning, match="feature has no effect; an XPath means nothing here"):
        assert len(gne.ListPageExtractor().extract(LIST, "//li/a")) == 7


def test_articles_of_newspaper() -> None:
    page = "<html lang=en><title>News</title><h1>News</h1>" + "<p>One sentence, and one more, of the bridge.</p>" * 9
    theirs, other = real("newspaper").Article(URL), newspaper.Article(URL)
    for one in (theirs, other):
        assert one.download(input_html=page) is one.parse()
    ours = newspaper.Article(URL).download(input_html=HTML).parse()
    for name in ("title", "text", "authors", "images", "top_image", "meta_lang", "meta_description", "html", "movies"):
        assert type(getattr(other, name)) is type(getattr(theirs, name)), name
    assert ours.publish_date == datetime(2026, 5, 18, 9, 30)
    assert (ours.authors, ours.text, ours.top_img) == (["林小禾"], TEXT, ours.top_image)
    assert newspaper.article(URL, input_html=HTML.encode("gb18030")).text == TEXT
    assert newspaper.fulltext(HTML).startswith(TEXT)
    with pytest.raises(newspaper.ArticleException, match="`download\\(\\)` an article first"):
        newspaper.Article(URL).parse()
    with pytest.warns(UserWarning, match="fetch_images has no effect"):
        newspaper.Article(URL, fetch_images=False, language="zh")


def test_dates_of_newspaper() -> None:
    read = newspaper._datetime
    assert [read(None), read("2026"), read("2026-05")] == [None, datetime(2026, 1, 1), datetime(2026, 5, 1)]
    assert read("2026-05-18T09:30:00Z") == datetime(2026, 5, 18, 9, 30, tzinfo=timezone.utc)
    assert read("2026-05-18T09:30+08:00") == datetime(2026, 5, 18, 9, 30, tzinfo=timezone(timedelta(hours=8)))


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = HTML.encode("gbk") if self.path != "/packed" else gzip.compress(HTML.encode())
        self.send_response({"/moved": 302, "/away": 302, "/none": 404}.get(self.path, 200))
        if self.path in ("/moved", "/away"):
            self.send_header("Location", "/page" if self.path == "/moved" else "ftp://a.example/")
        if self.path == "/packed":
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", "text/html; charset=" + ("utf-8" if self.path == "/packed" else "gbk"))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    held = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=held.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{held.server_port}"
    held.shutdown()
    held.server_close()


def test_fetching(server: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert trafilatura.fetch_url(f"{server}/page") is None
    assert "is an address of a private network" in caplog.text
    failed = newspaper.Article(f"{server}/page").download()
    assert failed.download_state == newspaper.ArticleDownloadState.FAILED_RESPONSE
    with pytest.raises(newspaper.ArticleException, match="private network"):
        failed.parse()
    monkeypatch.setattr(_fetch, "is_allowed", lambda address: True)
    for path in ("page", "moved", "packed"):
        page = trafilatura.fetch_url(f"{server}/{path}")
        assert page == HTML and trafilatura.extract(page, URL) == TEXT
        assert newspaper.article(f"{server}/{path}").text.startswith(TEXT)
    response = trafilatura.fetch_response(f"{server}/moved")
    assert response is not None and response.url == f"{server}/page" and trafilatura.extract(response, URL) == TEXT
    for path in ("none", "away"):
        assert trafilatura.fetch_url(f"{server}/{path}") is None
    config = settings.use_config()
    config.set("DEFAULT", "MAX_FILE_SIZE", "100")
    assert trafilatura.fetch_url(f"{server}/page", config=config) is None
    assert "more than 100 bytes" in caplog.text
    assert trafilatura.fetch_url("file:///etc/hostname") is None


def test_private_networks() -> None:
    refused = ("127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fe80::1%eth0", "::ffff:10.0.0.1", "0.0.0.0")
    assert not any(_fetch.is_allowed(address) for address in refused)
    assert all(_fetch.is_allowed(address) for address in ("8.8.8.8", "2606:4700::1111"))
