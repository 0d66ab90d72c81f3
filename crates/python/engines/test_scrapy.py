"""A spider on a server on loopback."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import zhengwen
from conftest import EXAMPLES, PAGES
from hostile import HOSTILE

pytest.importorskip("scrapy")


def test_the_example_hands_back_the_articles(server: str) -> None:
    pages = {f"{server}/{page.name}": page.read_bytes() for page in PAGES}
    pages |= {f"{server}/{name}": page for name, page in HOSTILE.items()}
    gbk = [page for page in PAGES if page.name.startswith("gbk")]
    charsets = {f"{server}/{page.name}?charset=gb18030": page.read_bytes() for page in gbk}
    assert charsets
    command = [sys.executable, str(EXAMPLES / "scrapy_spider.py"), *pages, *charsets]
    run = subprocess.run(command, capture_output=True, check=True, text=True, timeout=300)
    got = {item["url"]: item for item in map(json.loads, run.stdout.splitlines())}
    expected = {url: zhengwen.extract(page, url, add="markdown") for url, page in pages.items()}
    for url, page in charsets.items():
        expected[url] = zhengwen.extract(page, url, add="markdown", http_charset="gb18030")
    assert got == {url: found.as_dict() for url, found in expected.items()}


ITEMS = """
import dataclasses, json, sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Declared(scrapy.Item):
    page = scrapy.Field()
    title = scrapy.Field()

@dataclasses.dataclass
class Data:
    page: object
    text: str | None = None
    title: str | None = None

got = []
class Keep:
    def process_item(self, item, spider=None):
        got.append(item)
        return item

class Spider(scrapy.Spider):
    name = "items"
    custom_settings = {
        "ITEM_PIPELINES": {"zhengwen.scrapy.ZhengwenPipeline": 300, Keep: 400},
        "ZHENGWEN_FIELD": "page", "LOG_LEVEL": "ERROR",
    }
    start_urls = sys.argv[1:]
    def parse(self, response, **_):
        yield Declared(page=response)
        yield Data(page=response, title="own")
        yield {"page": response, "title": "own"}
        yield {"other": 1}

process = CrawlerProcess()
process.crawl(Spider)
process.start()
declared = next(item for item in got if isinstance(item, Declared))
data = next(item for item in got if isinstance(item, Data))
rest = [item for item in got if isinstance(item, dict)]
full, bare = sorted(rest, key=len, reverse=True)
assert declared["title"] and not declared["page"], declared
assert data.title == "own" and data.text and data.page is None, data
assert full["title"] == "own" and full["text"] == data.text and "page" not in full, full
assert bare == {"other": 1}, bare
"""


def test_every_kind_of_item_is_filled(server: str) -> None:
    address = f"{server}/{next(page for page in PAGES if page.name == 'auto--news-article.html').name}"
    subprocess.run([sys.executable, "-c", ITEMS, address], check=True, timeout=120)


def test_the_spider_may_be_given() -> None:
    """Scrapy up to 2.13 gives it, later ones do not."""
    import asyncio

    from zhengwen.scrapy import ZhengwenPipeline

    pipeline = ZhengwenPipeline()
    for arguments in ((), (object(),)):
        assert asyncio.run(pipeline.process_item({"other": 1}, *arguments)) == {"other": 1}


def test_wrong_options_are_told_at_the_start() -> None:
    from zhengwen.scrapy import ZhengwenPipeline

    with pytest.raises(ValueError, match="no method"):
        ZhengwenPipeline(options={"method": "x"})
