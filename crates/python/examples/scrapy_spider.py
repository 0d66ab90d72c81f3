"""A spider that hands back articles: python scrapy_spider.py ADDRESS... > articles.jsonl"""

from __future__ import annotations

import sys
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response


class Articles(scrapy.Spider):
    """Reads the pages of its addresses and follows no links."""

    name = "articles"
    start_urls = sys.argv[1:]
    custom_settings = {
        "ITEM_PIPELINES": {"zhengwen.scrapy.ZhengwenPipeline": 300},
        "ZHENGWEN_OPTIONS": {"add": ["markdown"]},
        "FEEDS": {"stdout:": {"format": "jsonlines"}},
        "LOG_LEVEL": "WARNING",
    }

    def parse(self, response: Response, **_: Any) -> Any:
        yield {"response": response}


if __name__ == "__main__":
    process = CrawlerProcess()
    process.crawl(Articles)
    process.start()
