#!/usr/bin/env python3
"""The service and batch for a long time, at their limits, under real-shaped and hostile pages.

    python3 quality/soak.py PROGRAM MINUTES

MINUTES for the service, and about as many for batch. Fails when a request gets anything but its article, 413 or 503,
when a page of batch fails, or when memory or open files grow from the second quarter of the time to the last.
"""

import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

CONCURRENCY, CLIENTS = 8, 16
FIXTURES = Path(__file__).parent.parent / "fixtures"
# What grows by this much between the quarters has grown.
MORE_MEMORY, MORE_MEGABYTES, MORE_FILES = 1.15, 16, 4
SENTENCE = "渡口的早班船在雾里开了，船上坐着七个人，谁也没有说话。"

# Ways to build a page that costs much; n counts repetitions.
HOSTILE = {
    "nested": lambda n: "<div>" * n + SENTENCE,
    "items": lambda n: "<ul>" + "<li>项" * n,
    "nested items": lambda n: "<ul><li>a" * min(n, 3000),
    "cells": lambda n: "<table>" + "<tr>" + "<td>1" * n,
    "rows": lambda n: "<table>" + "<tr><td>一<td>二" * n,
    "nested tables": lambda n: "<table><tr><td>" * min(n, 2000) + SENTENCE,
    "formatting": lambda n: "<b><i><a href=/>" * min(n, 4000) + SENTENCE,
    "misnested": lambda n: "<p><b><i></p></b>" * min(n, 4000) + SENTENCE,
    "attributes": lambda n: "<p " + " ".join(f"a{i}={i}" for i in range(n)) + f">{SENTENCE}",
    "one attribute": lambda n: f"<p title='{'x' * n * 8}'>{SENTENCE}",
    "references": lambda n: "<p>" + "&amp;&#x4e00;&notin;" * n,
    "comments": lambda n: "<!-- a -->" * n + SENTENCE,
    "scripts": lambda n: "<script>var a = {b: [1, 2, 3]};</script>" * n + SENTENCE,
    "data": lambda n: '<script type="application/ld+json">' + "[" * n + "</script>" + SENTENCE,
    "objects": lambda n: '<script type="application/ld+json">[' + ",".join(f'{{"@id":"#{i}","author":{{"@id":"#{i + 1}"}}}}' for i in range(n)) + "]</script>" + SENTENCE,
    "links": lambda n: "".join(f"<a href=/{i}>{SENTENCE[:6]}</a> " for i in range(n)),
    "far base": lambda n: f"<base href='http://a.example/{'b' * min(n, 2000)}/'>" + "<a href=x>x</a>" * min(n, 2000),
    "formulas": lambda n: "<p>" + "\\(y\\) $z$ " * n,
    "a long line": lambda n: "<p>" + SENTENCE * n,
    "no tags": lambda n: SENTENCE * n,
    "nothing closed": lambda n: "<h1><pre><code><select><option><svg><math>" * min(n, 2000),
    "bytes": lambda n: bytes(random.Random(n).randrange(256) for _ in range(n * 8)).decode("latin-1"),
    "nothing": lambda n: "<",
}


def pages():
    """Pages of every shape, in turn real-shaped and hostile."""
    real = [path.read_bytes() for folder in ("pages", "structure", "fields", "bytes") for path in sorted((FIXTURES / folder).glob("*.html"))]
    hostile = [shape(n).encode() for shape in HOSTILE.values() for n in (50, 1500, 8000)]
    mixed = [page for pair in zip(real * 3, hostile * 8) for page in pair]
    random.Random(1).shuffle(mixed)
    return mixed


class Watched:
    """Memory and open files of a process in the course of its life."""

    def __init__(self, process):
        self.process, self.course = process, []
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        while self.process.poll() is None:
            try:
                with open(f"/proc/{self.process.pid}/status") as status:
                    memory = int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024
                self.course.append((memory, len(os.listdir(f"/proc/{self.process.pid}/fd"))))
            except (OSError, TypeError):
                return
            time.sleep(0.5)

    def told(self, name):
        quarter = len(self.course) // 4
        early, late = self.course[quarter : 2 * quarter], self.course[3 * quarter :]
        memory, files = [[max(one[place] for one in part) for part in (early, late)] for place in (0, 1)]
        print(f"{name}: memory {memory[0]:.0f} MB at most in the second quarter, {memory[1]:.0f} MB in the last; open files {files[0]}, {files[1]}")
        if memory[1] > memory[0] * MORE_MEMORY + MORE_MEGABYTES or files[1] > files[0] + MORE_FILES:
            sys.exit(f"{name}: it grows")


def service(program, seconds, mixed):
    words = [program, "serve", "--port", "0", "--no-fetch", f"--concurrency={CONCURRENCY}", "--max-body=300000"]
    child = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    port = next(int(found[1]) for line in child.stderr if (found := re.search(r"http://[0-9.]+:(\d+)", line)))
    log = []
    threading.Thread(target=lambda: log.extend(line for line in child.stderr if "panicked" in line), daemon=True).start()
    watched, ended, answers, wrong = Watched(child), time.monotonic() + seconds, Counter(), []

    def client(number):
        dice, connection = random.Random(number), http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        while time.monotonic() < ended:
            page, form = dice.choice(mixed), dice.choice(("json", "markdown", "html", "text"))
            try:
                connection.request("POST", f"/v1/extract?format={form}", page, {"Content-Type": "text/html"})
                answer = connection.getresponse()
                answer.read()
                answers[answer.status] += 1
                # Pages that are no text are refused, at any load.
                if answer.status not in (200, 413, 503) and not (answer.status == 415 and (b"\0" in page or b"\xc2" in page)):
                    wrong.append((answer.status, page[:60]))
                if answer.status == 413:
                    # The body was not read; the service closes the connection.
                    connection.close()
                if answer.status == 503:
                    time.sleep(0.05)
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                # A body that is too large is refused before it is read; then the connection is closed.
                if len(page) <= 300_000:
                    wrong.append((repr(error), page[:60]))

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    child.terminate()
    code = child.wait(60)
    print(f"service, {seconds / 60:.0f} minutes: {sum(answers.values())} answers: {dict(sorted(answers.items()))}")
    if code or wrong or log:
        sys.exit(f"service: exit code {code}, {len(wrong)} wrong answers: {wrong[:5]}, {log[:1]}")
    watched.told("service")


def batch(program, seconds, mixed):
    with tempfile.TemporaryDirectory(prefix="zhengwen-soak-") as folder:
        own, count = Path(folder, "pages"), 0
        own.mkdir()
        for number, page in enumerate(mixed):
            (own / f"{number}.html").write_bytes(page)
        start = time.monotonic()
        run = lambda source: subprocess.Popen([program, "batch", source, "-o", "/dev/null"], stderr=subprocess.PIPE, text=True)
        child = run(own)
        child.communicate()
        rounds = max(2, int(seconds / (time.monotonic() - start)))
        for number in range(rounds):
            (own / f"round-{number}").mkdir()
            for page in range(len(mixed)):
                os.link(own / f"{page}.html", own / f"round-{number}" / f"{page}.html")
                count += 1
        start, child = time.monotonic(), run(own)
        watched = Watched(child)
        told = child.communicate()[1].splitlines()
        print(f"batch, {(time.monotonic() - start) / 60:.0f} minutes: {count + len(mixed)} pages")
        summary = next((line for line in told if " failed, " in line), "")
        if child.returncode or " 0 failed" not in summary or any("panicked" in line for line in told):
            sys.exit(f"batch: exit code {child.returncode}: {told[:5]}")
        watched.told("batch")


def main():
    program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) * 60
    mixed = pages()
    print(f"{len(mixed)} pages, {sum(map(len, mixed)) / 1e6:.1f} MB, {len(HOSTILE)} hostile shapes in three sizes")
    service(program, seconds, mixed)
    batch(program, seconds, mixed)


main()
