"""The examples in the READMEs of other packages, as they are installed, run with only the import changed."""

from __future__ import annotations

import importlib.metadata
import re
import sys
import types
import warnings
from typing import Any

import pytest
from conftest import SAMPLE
from zhengwen.compat import _fetch

PACKAGES = {"trafilatura": "trafilatura", "readability-lxml": "readability", "gne": "gne", "newspaper4k": "newspaper"}
# Those of whole sites, which say what to use.
OF_SITES = ("newspaper.build(", "google_news")


def examples(distribution: str, module: str) -> list[str]:
    try:
        text = str(importlib.metadata.metadata(distribution).json["description"])
    except importlib.metadata.PackageNotFoundError:
        return []
    blocks = re.findall(r"```\s*python\n(.*?)```", text, re.S | re.I)
    return [code(block) for block in blocks if re.search(rf"(?:from|import) {module}\b", block)]


def code(block: str) -> str:
    lines = block.splitlines()
    told = [line[4:] for line in lines if line.startswith((">>> ", "... "))]
    return "\n".join(told or lines)


ALL = [
    pytest.param(distribution, number, example, id=f"{distribution}-{number}")
    for distribution, module in PACKAGES.items()
    for number, example in enumerate(examples(distribution, module))
]


@pytest.mark.parametrize("distribution", PACKAGES)
def test_each_readme_has_an_example(distribution: str) -> None:
    pytest.importorskip(PACKAGES[distribution])
    assert examples(distribution, PACKAGES[distribution])


@pytest.mark.parametrize(("distribution", "number", "example"), ALL)
def test_examples(distribution: str, number: int, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[str] = []

    def fetch(url: str, **_: Any) -> _fetch.Response:
        fetched.append(url)
        return _fetch.Response(SAMPLE.read_bytes(), 200, url, {"content-type": "text/html"})

    monkeypatch.setattr(_fetch, "fetch", fetch)
    answer = types.SimpleNamespace(content=SAMPLE.read_bytes())
    monkeypatch.setitem(sys.modules, "requests", types.SimpleNamespace(get=lambda url: answer))
    module = PACKAGES[distribution]
    changed = re.sub(rf"^import {module}$", f"from zhengwen.compat import {module}", example, flags=re.M)
    changed = re.sub(rf"^from {module}\b", f"from zhengwen.compat.{module}", changed, flags=re.M)
    # The page in the README of gne is a note in place of one.
    changed = changed.replace("'网站源代码'", "page")
    names: dict[str, Any] = {"page": SAMPLE.read_text(encoding="utf-8")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if any(word in example for word in OF_SITES):
            with pytest.raises(ImportError):
                exec(changed, names)
            return
        exec(changed, names)
    article = names.get("article")
    if article is not None:
        assert article.text and article.title and fetched
