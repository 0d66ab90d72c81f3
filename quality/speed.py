#!/usr/bin/env python3
"""Megabytes of HTML per CPU second of `zhengwen batch`, end to end: reading, unpacking, decoding,
parsing, extracting, writing JSON.

usage: speed.py ZHENGWEN SET_DIR

Best of five runs on one thread; CPU time of the whole process. MB = 10^6 bytes of unpacked HTML.
"""
import gzip, os, resource, subprocess, sys, tempfile
from pathlib import Path


def main():
    program, folder = sys.argv[1:]
    size = sum(len(gzip.decompress(path.read_bytes())) for path in Path(folder, 'pages').glob('*.gz'))
    times = []
    with tempfile.TemporaryDirectory() as out:
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([program, 'batch', folder, '--jobs', '1', '-o', os.path.join(out, 'o')], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f'{size / 1e6:.1f} MB in {min(times):.2f} CPU s: {size / 1e6 / min(times):.1f} MB/s, peak {peak:.0f} MB')


main()
