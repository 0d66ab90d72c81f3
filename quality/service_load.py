"""Posts 10,000 pages to `zhengwen serve` over loopback, at its limit of concurrency, and compares with `batch`.

    service_load.py PROGRAM LOAD PAGES... [--requests N] [--least-share X]

PROGRAM is the program, LOAD the built example `load`; PAGES are folders of pages, plain or .gz. Prints the figures
as JSON; exit code 1 when a request failed, memory grew, p99 is over 20 medians, or the throughput is below the least
share of that of `batch` on the same pages (the client's work on the same cores included).
"""

import argparse
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time


def unpack(folders, target):
    """Writes the pages without packing, so that neither side has to unpack; their number."""
    count = 0
    for folder in folders:
        for path in sorted(pathlib.Path(folder).iterdir()):
            data = path.read_bytes()
            if path.suffix == ".gz":
                data = gzip.decompress(data)
            (target / f"{count:05}.html").write_bytes(data)
            count += 1
    return count


def resident(process):
    """Resident memory of a process in MB."""
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


def batch(program, pages, out):
    """Pages a second of `batch`, wall time."""
    started = time.monotonic()
    subprocess.run([program, "batch", pages, "-o", out], check=True, stderr=subprocess.DEVNULL)
    return time.monotonic() - started


def serve(program):
    command = [program, "serve", "--no-fetch", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        found = re.search(r"http://([0-9.:]+)/", line)
        if found:
            # Its log is read to the end, or it would wait for a reader.
            threading.Thread(target=lambda: sum(1 for _ in process.stderr), daemon=True).start()
            return process, found.group(1)
    raise SystemExit("the service did not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("load")
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--least-share", type=float, default=0.7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pages = folder / "pages"
        pages.mkdir()
        count = unpack(arguments.pages, pages)
        process, address = serve(arguments.program)
        try:
            run = [arguments.load, address, str(pages)]
            connections = str(arguments.connections)
            # Warm, then in quarters, so that memory can be looked at between.
            subprocess.run([*run, str(min(count, arguments.requests)), connections], check=True, capture_output=True)
            quarters, memory, times = [], [], []
            for _ in range(4):
                times.append(batch(arguments.program, pages, folder / "out.jsonl"))
                quarter = subprocess.run([*run, str(arguments.requests // 4), connections], check=True, capture_output=True)
                quarters.append(json.loads(quarter.stdout))
                memory.append(round(resident(process), 1))
        finally:
            process.terminate()
            process.wait()
    per_second = max(quarter["pages_a_second"] for quarter in quarters)
    batch_per_second = count / min(times)
    figures = {
        "pages": count,
        "requests": sum(quarter["requests"] for quarter in quarters),
        "errors": sum(quarter["errors"] for quarter in quarters),
        "median_ms": max(quarter["median_ms"] for quarter in quarters),
        "p99_ms": max(quarter["p99_ms"] for quarter in quarters),
        "pages_a_second": per_second,
        "batch_pages_a_second": round(batch_per_second, 1),
        "share": round(per_second / batch_per_second, 3),
        "memory_mb": memory,
    }
    print(json.dumps(figures, indent=1))
    wrong = [
        name
        for name, is_wrong in [
            ("errors", figures["errors"] > 0),
            ("memory", memory[-1] > memory[0] * 1.1 + 10),
            ("p99", any(quarter["p99_ms"] > 20 * quarter["median_ms"] for quarter in quarters)),
            ("share", figures["share"] < arguments.least_share),
        ]
        if is_wrong
    ]
    if wrong:
        sys.exit(f"not as owed: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
