#!/usr/bin/env python3
"""Instructions a byte of every stage, counted by callgrind, against those pinned; and how many more
twice the page needs, for every hostile shape.

usage: instructions.py BENCH_PROGRAM PINNED.json [--pin]

A count is that of two more rounds over the bench's generated pages, so that neither start-up nor
checks count. It fails when a stage needs over 3 % more than pinned; under another compiler than the
pinned one it only prints. It fails too when twice a hostile page needs 2.2 times the instructions or
more, start-up left out. --pin writes the counts anew.
"""
import json, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

STAGES = ['decode', 'parse', 'blocks', 'judge', 'describe', 'write', 'auto', 'auto-text-only', 'line-density', 'block-smoothing']
TOLERANCE = 1.03
# Of fewer lines alike the model is sure, which takes it a part of its trees.
SIZE = 12000
MOST_GROWTH = 2.2


def run(program, stage, rounds):
    command = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', program, stage, str(rounds)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(re.search(r'Collected : (\d+)', ran.stderr)[1]), int(re.search(r'bytes (\d+)', ran.stdout)[1])


def growth(program, pool):
    """Prints the shapes that grow most; returns how many grow too much."""
    listed = subprocess.run([program, 'shapes'], check=True, capture_output=True, text=True).stdout
    names = ['shape:' + name for name in listed.splitlines()]
    jobs = [(name, size) for name in names for size in (1, SIZE, 2 * SIZE)]
    counts = [count for count, _ in pool.map(lambda job: run(program, *job), jobs)]
    growths = []
    for index, name in enumerate(names):
        start, one, two = counts[3 * index:3 * index + 3]
        growths.append(((two - start) / (one - start), name))
    growths.sort(reverse=True)
    for value, name in growths[:5]:
        print(f"{name:40} {value:5.2f} x the instructions for twice the page{'  FAILED' if value >= MOST_GROWTH else ''}")
    print(f'{len(names)} shapes')
    return sum(value >= MOST_GROWTH for value, _ in growths)


def main():
    program, pinned_file = sys.argv[1:3]
    pinned = json.loads(Path(pinned_file).read_text()) if Path(pinned_file).exists() else {}
    compiler = subprocess.run(['rustc', '--version'], check=True, capture_output=True, text=True).stdout.split()[1]
    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(lambda job: run(program, *job), [(stage, rounds) for stage in STAGES for rounds in (1, 3)]))
        failed = growth(program, pool)
    found = {'compiler': compiler}
    for index, stage in enumerate(STAGES):
        (one, size), (three, _) = counts[2 * index], counts[2 * index + 1]
        found[stage] = round((three - one) / 2 / size, 2)
        before = pinned.get(stage)
        is_over = before is not None and pinned['compiler'] == compiler and found[stage] > before * TOLERANCE
        failed += is_over
        print(f"{stage:16} {found[stage]:8.2f} instructions a byte, pinned {before}{'  FAILED' if is_over else ''}")
    if '--pin' in sys.argv:
        Path(pinned_file).write_text(json.dumps(found, indent=2) + '\n')
        return
    if pinned.get('compiler') != compiler:
        print(f"not compared: pinned with rustc {pinned.get('compiler')}, this is {compiler}")
    sys.exit(failed > 0)


main()
