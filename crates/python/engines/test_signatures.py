"""The arguments of each function of the engines: names, order, defaults. A change breaks somebody's job."""

from __future__ import annotations

import importlib
import inspect

import pytest

SIGNATURES = [
    (
        "spark",
        "extract",
        "(df, html='html', url=None, *, http_charset=None, keep_columns=(), columns=None, template=None, **options)",
    ),
    ("spark", "extract_batches", "(html='html', url=None, **options)"),
    ("spark", "schema", "(columns=None, keep_columns=None)"),
    ("spark", "read_warc", "(spark, paths, *, partitions=None, open=None, columns=None, **options)"),
    ("spark", "write_warc", "(spark, paths, output, *, partitions=None, open=None, columns=None, **options)"),
    (
        "spark",
        "learn_templates",
        "(df, html='html', host='host', *, most_pages=200, partitions=None, **options)",
    ),
    ("ray", "extract", "(batch, html='html', url=None, **options)"),
    ("ray", "read_warc", "(paths, *, open=None, columns=None, **options)"),
    ("ray", "write_warc", "(paths, output, *, open=None, columns=None, **options)"),
    ("datatrove", "ZhengwenExtractor", "(timeout=1, *, isolate=False, **options)"),
    ("scrapy", "extract", "(response, **options)"),
    ("scrapy", "ZhengwenPipeline", "(field='response', options=None)"),
]


@pytest.mark.parametrize(("module", "name", "expected"), SIGNATURES)
def test_signatures(module: str, name: str, expected: str) -> None:
    if module == "datatrove":
        pytest.importorskip("datatrove")
    found = inspect.signature(getattr(importlib.import_module(f"zhengwen.{module}"), name))
    parameters = [one.replace(annotation=inspect.Parameter.empty) for one in found.parameters.values()]
    assert str(inspect.Signature(parameters)) == expected


def test_the_reader_takes_what_datatrove_s_own_takes() -> None:
    readers = pytest.importorskip("datatrove.pipeline.readers")
    from zhengwen.datatrove import ZhengwenWarcReader

    theirs, ours = (inspect.signature(reader).parameters for reader in (readers.WarcReader, ZhengwenWarcReader))
    assert [name for name in ours if name != "options"] == list(theirs)
    assert all(ours[name].default == theirs[name].default for name in theirs)
