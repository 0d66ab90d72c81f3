"""The package and the program give the same bytes."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest
import zhengwen
from conftest import FORMS, PAGES

CASES: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    (["--text-only"], {"text_only": True}),
    (["--add", ",".join(FORMS)], {"add": FORMS}),
    (["--trace"], {"trace": True}),
    (["--chunks", "100"], {"chunks": 100}),
    (["--query", "会议 the", "--query-chars", "300"], {"query": "会议 the", "query_chars": 300}),
    (["--favor", "precision"], {"favor_precision": True}),
    (["--favor", "recall", "--include", "comments"], {"favor_recall": True, "include_comments": True}),
    (
        ["--exclude", "images,links,tables,formatting", "--add", "html"],
        {f"include_{part}": False for part in ("images", "links", "tables", "formatting")} | {"add": "html"},
    ),
    (["--drop", "p", "--keep", "h1", "--drop-hidden"], {"drop": "p", "keep": ["h1"], "drop_hidden": True}),
    (["--body", "p"], {"body": "p"}),
    (["--encoding", "gb18030"], {"encoding": "gb18030"}),
    (["--read-at", "2026-11-21T10:30"], {"read_at": "2026-11-21T10:30"}),
    (
        ["-m", "line-density", "-O", "line-density.gap=2"],
        {"method": "line-density", "method_options": {"line-density.gap": 2}},
    ),
    *((["-m", method], {"method": method}) for method in zhengwen.METHODS),
]


@pytest.mark.parametrize(("flags", "options"), CASES, ids=lambda value: " ".join(map(str, value)) or "default")
def test_json_is_the_line_of_the_program(program: str, flags: list[str], options: dict[str, Any]) -> None:
    run = subprocess.run([program, "extract", "-f", "json", *flags, *map(str, PAGES)], capture_output=True, check=True)
    lines = run.stdout.splitlines()
    assert len(lines) == len(PAGES)
    for page, line in zip(PAGES, lines, strict=True):
        assert zhengwen.extract(page.read_bytes(), **options).to_json().encode() == line, page.name


def test_the_report_is_that_of_the_program(program: str, sample: bytes) -> None:
    for lang in ("en", "zh"):
        run = subprocess.run([program, "explain", "--lang", lang, "-"], input=sample, capture_output=True, check=True)
        assert zhengwen.explain(sample, lang=lang).html().encode() == run.stdout
    run = subprocess.run([program, "explain", "-f", "json", "-"], input=sample, capture_output=True, check=True)
    assert zhengwen.explain(sample).to_json().encode() + b"\n" == run.stdout


@pytest.mark.parametrize("form", ["txt", "markdown", "html", "xmltei", "json"])
def test_texts_are_those_of_the_program(program: str, sample: bytes, form: str) -> None:
    flag = {"txt": "text", "xmltei": "xml-tei"}.get(form, form)
    run = subprocess.run([program, "-f", flag, "-"], input=sample, capture_output=True, check=True)
    assert zhengwen.extract_text(sample, output_format=form).encode() + b"\n" == run.stdout


def test_titles_are_headings_of_markdown(program: str, sample: bytes) -> None:
    for flags, options in (([], {}), (["--no-title"], {"title_heading": False}), (["--text-only"], {"text_only": True})):
        run = subprocess.run([program, "-f", "markdown", *flags, "-"], input=sample, capture_output=True, check=True)
        told = zhengwen.extract_text(sample, output_format="markdown", **options)  # type: ignore[arg-type]
        assert told.encode() + b"\n" == run.stdout


def test_templates_are_those_of_the_program(program: str, sample: bytes, tmp_path: Any) -> None:
    learned = zhengwen.SiteTemplate("news.example.com")
    for number in range(3):
        page = sample.replace(b"0518", f"05{number + 10}".encode())
        (tmp_path / f"{number}.html").write_bytes(page)
        learned.learn(page)
    store = tmp_path / "store.sqlite"
    learn = [program, "site", "learn", "--site", learned.site, str(tmp_path), "-o", str(store)]
    subprocess.run(learn, check=True, capture_output=True)
    templates = zhengwen.Templates(store)
    assert templates.sites == [learned.site]
    assert templates.get(learned.site) == learned
    url = "https://news.example.com/1.html"
    flags = ["extract", "-f", "json", "--url", url, "--templates", str(store), "-"]
    run = subprocess.run([program, *flags], input=sample, capture_output=True, check=True)
    told = zhengwen.extract(sample, url, templates=templates)
    assert told.to_json().encode() + b"\n" == run.stdout
    assert told == zhengwen.extract(sample, url, templates=learned)
    assert told != zhengwen.extract(sample, url, method="site-template")
