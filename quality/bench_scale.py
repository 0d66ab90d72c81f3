#!/usr/bin/env python3
"""What archives and tables cost: the same pages as files, as an archive, to JSON Lines and to Parquet.

usage: bench_scale.py PROGRAM SET... [--runs N]

Writes the pages of labelled sets into a WARC.gz as Common Crawl does (request, response and metadata, a member each), and prints medians
of CPU seconds. With fastwarc installed, reading alone is compared with it.
"""
import argparse, glob, gzip, importlib.util, json, os, resource, statistics, subprocess, sys, tempfile, time, zlib


def member(record: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(record) + packer.flush()


def record(kind: str, url: str, block: bytes, media: str) -> bytes:
    head = (f'WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\nWARC-Record-ID: <urn:{kind}:{url}>\r\n'
            f'WARC-Target-URI: {url}\r\nContent-Type: {media}\r\nContent-Length: {len(block)}\r\n\r\n')
    return head.encode() + block + b'\r\n\r\n'


def write(folders: list, plain: str, archive: str) -> tuple:
    count = size = 0
    os.makedirs(plain)
    with open(archive, 'wb') as out:
        for folder in folders:
            for path in sorted(glob.glob(os.path.join(folder, 'pages', '*'))):
                html = gzip.open(path).read() if path.endswith('.gz') else open(path, 'rb').read()
                url = f'http://set.example/{count}.html'
                http = b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' + html
                out.write(member(record('request', url, b'GET / HTTP/1.1\r\n\r\n', 'application/http; msgtype=request')))
                out.write(member(record('response', url, http, 'application/http; msgtype=response')))
                out.write(member(record('metadata', url, b'fetchTimeMs: 100\r\n', 'application/warc-fields')))
                open(os.path.join(plain, f'{count:06}.html'), 'wb').write(html)
                count, size = count + 1, size + len(html)
    return count, size


def cost(command: list) -> tuple:
    """CPU and wall seconds of a command."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start


FASTWARC = '''
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
for record in ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response): record.reader.read()
'''


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('sets', nargs='+')
    parser.add_argument('--runs', type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        count, size = write(arguments.sets, at('plain'), at('all.warc.gz'))
        batch = lambda jobs, source, out: [arguments.program, 'batch', at(source), '-j', str(jobs), '-o', at(out)]
        ways = {
            'files to JSON Lines': batch(1, 'plain', 'a.jsonl'),
            'WARC.gz to JSON Lines': batch(1, 'all.warc.gz', 'b.jsonl'),
            'WARC.gz to Parquet': batch(1, 'all.warc.gz', 'c.parquet'),
            # Passes over every page once it is read.
            'reading alone': batch(1, 'all.warc.gz', 'd.jsonl') + ['--most-bytes', '1'],
            'two jobs, WARC.gz to JSON Lines': batch(2, 'all.warc.gz', 'e.jsonl'),
        }
        if importlib.util.find_spec('fastwarc'):
            ways['reading alone, fastwarc'] = [sys.executable, '-c', FASTWARC, at('all.warc.gz')]
        found = {name: [] for name in ways}
        for _ in range(arguments.runs):
            for name, command in ways.items():
                found[name].append(cost(command))
        result = {'pages': count, 'megabytes': round(size / 1e6, 1)}
        for name, costs in found.items():
            cpu, wall = (statistics.median(values) for values in zip(*costs))
            result[name] = {'cpu_seconds': round(cpu, 2), 'wall_seconds': round(wall, 2), 'megabytes_a_cpu_second': round(size / 1e6 / cpu, 1)}
        print(json.dumps(result, indent=1))
    return 0


if __name__ == '__main__':
    sys.exit(main())
