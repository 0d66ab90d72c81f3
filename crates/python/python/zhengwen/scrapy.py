"""zhengwen in Scrapy: articles of responses, and a pipeline that fills items.

In a spider, ``yield {"response": response}``; in the settings::

    ITEM_PIPELINES = {"zhengwen.scrapy.ZhengwenPipeline": 300}
    ZHENGWEN_FIELD = "response"                    # the field of items that holds the response
    ZHENGWEN_OPTIONS = {"add": ["markdown"]}       # what zhengwen.extract takes
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import zhengwen

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

__all__ = ["ZhengwenPipeline", "extract"]


def extract(response: Response, **options: Any) -> zhengwen.Extraction:
    """The article of a response: of its bytes, with its address and the charset of its header."""
    if not options.get("http_charset"):
        options["http_charset"] = _charset(response)
    return zhengwen.extract(response.body, response.url, **options)


def _charset(response: Response) -> str | None:
    from email.message import Message

    header = response.headers.get("Content-Type")
    if header is None:
        return None
    message = Message()
    message["Content-Type"] = header.decode("latin-1")
    return message.get_content_charset()


class ZhengwenPipeline:
    """Puts the fields of a page into the item that brings its response, and takes the response out.

    A dict gets all fields of the extraction, an item of a class those that it declares; what an item says already
    stays. Items without a response pass as they are. Pages are read in Twisted's threads: the reactor goes on.
    """

    def __init__(self, field: str = "response", options: dict[str, Any] | None = None) -> None:
        self.field = field
        self.options = options or {}
        # Wrong options raise when the crawl begins, not with every item.
        zhengwen.extract("", **self.options)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        return cls(settings.get("ZHENGWEN_FIELD", "response"), settings.getdict("ZHENGWEN_OPTIONS"))

    async def process_item(self, item: Any, spider: Any = None) -> Any:
        # Scrapy gives the spider up to 2.13, and later to those that need it.
        from itemadapter import ItemAdapter
        from scrapy.utils.defer import maybe_deferred_to_future
        from twisted.internet.threads import deferToThread

        adapter = ItemAdapter(item)
        response = adapter.get(self.field)
        if response is None or not hasattr(response, "body"):
            return item
        found = await maybe_deferred_to_future(deferToThread(extract, response, **self.options))
        if isinstance(item, dict):
            del item[self.field]
            names = None
        else:
            adapter[self.field] = None
            names = set(adapter.field_names())
        for name, value in found.as_dict().items():
            if (names is None or name in names) and adapter.get(name) is None:
                adapter[name] = value
        return item
