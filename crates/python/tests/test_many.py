"""Many pages, many threads, much time."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import zhengwen
from conftest import PAGES

HTML = [page.read_bytes() for page in PAGES]


@pytest.mark.parametrize("jobs", [1, 2, 8, None])
def test_the_order_is_that_of_the_pages(jobs: int | None) -> None:
    urls = [f"https://a.example/{number}" if number % 3 else None for number in range(len(HTML))]
    found = list(zhengwen.extract_many(iter(HTML), iter(urls), jobs=jobs, add="markdown"))
    assert found == [zhengwen.extract(page, url, add="markdown") for page, url in zip(HTML, urls, strict=True)]


def test_no_pages_are_no_answers() -> None:
    assert list(zhengwen.extract_many([])) == []
    assert list(zhengwen.extract_many(iter(()), iter(()))) == []


def test_pages_are_taken_as_they_are_needed() -> None:
    """Few before the first answer, and never more than 32 for each thread ahead."""
    taken = 0

    def pages() -> Iterator[str]:
        nonlocal taken
        for number in range(1_000_000):
            taken = number + 1
            yield f"<p>One sentence, number {number}.</p>"

    found = zhengwen.extract_many(pages(), jobs=2)
    assert "number 0." in next(found).text and taken == 2
    for number in range(1, 1_000):
        assert f"number {number}." in next(found).text
        assert taken - number <= 64
    large = zhengwen.extract_many((b"<p>" + b"x" * (40 << 20) for _ in range(9)), jobs=8, limits={"bytes": 1_000})
    assert len(list(large)) == 9


def test_what_the_source_raises_comes_at_its_place() -> None:
    def pages() -> Iterator[str]:
        yield from ["<p>One sentence, and one more.</p>"] * 5
        raise OSError("the source is gone")

    found = zhengwen.extract_many(pages(), jobs=4)
    for _ in range(5):
        assert next(found).text
    with pytest.raises(OSError, match="the source is gone"):
        next(found)
    assert list(found) == []


def test_wrong_calls_are_told() -> None:
    with pytest.raises(TypeError, match="pages: this is one page"):
        zhengwen.extract_many("<p>")
    with pytest.raises(TypeError, match="pages: this is one page"):
        zhengwen.extract_many(b"<p>")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pages: must be several, not int"):
        zhengwen.extract_many(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="urls: there are 1 for 2 pages"):
        zhengwen.extract_many(["<p>", "<p>"], [None])
    with pytest.raises(ValueError, match="urls: there are 1 for more pages"):
        list(zhengwen.extract_many(iter(["<p>", "<p>"]), iter([None])))
    with pytest.raises(ValueError, match="urls: there are more than 1 for 1 pages"):
        list(zhengwen.extract_many(iter(["<p>"]), iter([None, None])))
    with pytest.raises(TypeError, match=r"urls\[1\]: must be a str, not int"):
        list(zhengwen.extract_many(["<p>", "<p>"], [None, 3]))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="urls: give one for each page"):
        zhengwen.extract_many(["<p>"], "https://a.example/")
    with pytest.raises(ValueError, match="jobs must be 1 or more"):
        zhengwen.extract_many(["<p>"], jobs=0)


def test_eight_threads_give_the_answers_of_one() -> None:
    alone = [zhengwen.extract(page).to_json() for page in HTML]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            assert list(threads.map(lambda page: zhengwen.extract(page).to_json(), HTML)) == alone


def test_a_process_that_forks_after_work_goes_on(sample: bytes) -> None:
    code = """
import multiprocessing, sys, zhengwen
page = sys.stdin.buffer.read()
def work(_): return [one.to_json() for one in zhengwen.extract_many([page] * 4, jobs=2)]
here = work(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(work, range(4)) == [here] * 4
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], input=sample, check=True, timeout=120)


def test_ctrl_c_ends_a_long_run() -> None:
    code = """
import zhengwen
page = "<p>One sentence, and one more. And two.</p>" * 2000
pages = (page for _ in range(5000))
try:
    print("ready", flush=True)
    list(zhengwen.extract_many(pages, jobs=2))
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=120)[0] == "stopped\n"


def test_memory_does_not_grow() -> None:
    code = """
import resource, zhengwen
page = b"<title>News</title><p>One sentence, and one more. And two.</p><p>And a third, at last.</p>"
def run(count):
    for number in range(count):
        zhengwen.extract(page, f"https://a.example/{number}").title
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
first = run(2_000)
last = run(100_000)
assert last - first < 2_048, (first, last)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
