"""zhengwen in NeMo Curator: an algorithm for `CommonCrawlDownloadExtractStage(html_extraction=...)`."""

from __future__ import annotations

from typing import Any

import zhengwen

from ._loaders import needs

try:
    from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm
except ModuleNotFoundError:
    raise needs("nemo_curator", "nemo-curator") from None

__all__ = ["ZhengwenExtractor"]


class ZhengwenExtractor(HTMLExtractorAlgorithm):
    """The article of a page, as one text.

    Curator asks only for pages in a language that it has stop words for; zhengwen needs none.

    Args:
        options: those of `zhengwen.extract`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = options
        # Wrong options raise here, not with every page.
        zhengwen.extract("", **options)

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """The text, if there is one; Curator puts texts together by empty lines."""
        text = zhengwen.extract(html, **self.options).text
        return [text] if text else None
