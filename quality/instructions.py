#!/usr/bin/env python3
"""Instructions a byte of every stage, counted by callgrind, against those pinned; and how many more
four times the page needs, for every hostile shape: to be parsed, extracted, written in every form, and judged by every method.

usage: instructions.py PINNED.json BENCH_PROGRAM... [--pin | --worst]

Each program lists its stages and its work on shapes. A count is that of two more rounds over the generated pages, so that neither start-up nor
checks count. It fails when a stage needs over 3 % more than pinned; under another compiler than the
pinned one it only prints. It fails too when four times a hostile page needs 4.6 times the instructions
or more, start-up left out, and so does four times that page against it. --pin writes the counts anew. --worst
counts nothing but shapes and the twenty slowest families, in every form, and prints the ten that need most instructions a
byte as a table.
"""
import json, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOLERANCE = 1.03
# Of fewer lines alike the model is sure, which takes it a part of its trees.
SIZES = {'parse': 9000, 'extract': 12000, 'forms': 12000, 'methods': 12000}
MOST_GROWTH = 4.6
# Copying takes more instructions a byte from some size on: a step that is passed once. What grows too much does so again.
AGAIN, MOST_SECONDS = 16, 300
CALLGRIND = ['--tool=callgrind', '--callgrind-out-file=/dev/null']
# Counts within a hundredth of the same, in a third of the time.
CACHEGRIND = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null']


def run(tool, program, stage, rounds):
    ran = subprocess.run(['valgrind', *tool, program, stage, str(rounds)], check=True, capture_output=True, text=True, timeout=MOST_SECONDS)
    count = re.search(r'I +refs: +([\d,]+)', ran.stderr)[1].replace(',', '')
    return int(count), int(re.search(r'bytes (\d+)', ran.stdout)[1])


def listed(programs, what):
    """What the programs can do, each with its program."""
    lists = [(program, subprocess.run([program, what], check=True, capture_output=True, text=True).stdout) for program in programs]
    return [(program, name) for program, names in lists for name in names.splitlines()]


def growth(programs, pool):
    """Prints what grows most; returns how much grows too much."""
    names = listed(programs, 'shapes')
    firsts = [SIZES[name.split(':')[0]] for _, name in names]
    jobs = [(*name, size) for name, first in zip(names, firsts) for size in (1, first, 4 * first)]
    counts = [count for count, _ in pool.map(lambda job: run(CACHEGRIND, *job), jobs)]
    growths = []
    for index, (_, name) in enumerate(names):
        start, one, four = counts[3 * index:3 * index + 3]
        growths.append(((four - start) / (one - start), name))
        growths[-1] = (second_look(names[index], firsts[index], growths[-1][0], start, four), name)
    growths.sort(reverse=True)
    for value, name in growths[:5]:
        print(f"{name:40} {value:5.2f} x the instructions for four times the page{'  FAILED' if value >= MOST_GROWTH else ''}")
    print(f'{len(names)} kinds of work on shapes')
    return sum(value >= MOST_GROWTH for value, _ in growths)


def second_look(named, size, grown, start, four):
    """The growth, or that for four times as much again where it is less: a step is passed once."""
    if grown < MOST_GROWTH:
        return grown
    again = (run(CACHEGRIND, *named, AGAIN * size)[0] - start) / (four - start)
    print(f'{named[1]:40} {grown:5.2f} x, then {again:5.2f} x for four times as much again', file=sys.stderr)
    return min(grown, again)


def worst(programs, pool):
    """Prints a table of the ten shapes and families that need most instructions a byte in every form; returns how many grow too much."""
    programs = [program for program in programs if Path(program).name.startswith('stages')]
    names = [one for one in listed(programs, 'shapes') if one[1].startswith('forms:')] + listed(programs, 'families')
    jobs = [(*name, size) for name in names for size in (1, 3000, 12000)]
    counts = list(pool.map(lambda job: run(CACHEGRIND, *job), jobs))
    rows = []
    for index, (_, name) in enumerate(names):
        (start, _), (one, _), (four, size) = counts[3 * index:3 * index + 3]
        grown = second_look(names[index], 3000, (four - start) / (one - start), start, four)
        rows.append(((four - start) / size, grown, size, name.split(':', 1)[1]))
    rows.sort(reverse=True)
    print('| page | size | instructions a byte | four times the page |\n|---|---|---|---|')
    for each, grown, size, name in rows[:10]:
        print(f'| {name} | {size // 1000} KB | {each:,.0f} | {grown:.2f} times |')
    failed = [f'{name}: {grown:.2f}' for _, grown, _, name in rows if grown >= MOST_GROWTH]
    print(f'{len(rows)} pages; over {MOST_GROWTH} times: {", ".join(failed) or "none"}')
    return len(failed)


def main():
    pinned_file, *programs = [argument for argument in sys.argv[1:] if argument not in ('--pin', '--worst')]
    if '--worst' in sys.argv:
        with ThreadPoolExecutor(2) as pool:
            sys.exit(worst(programs, pool) > 0)
    stages = listed(programs, 'stages')
    pinned = json.loads(Path(pinned_file).read_text()) if Path(pinned_file).exists() else {}
    compiler = subprocess.run(['rustc', '--version'], check=True, capture_output=True, text=True).stdout.split()[1]
    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(lambda job: run(CALLGRIND, *job), [(*stage, rounds) for stage in stages for rounds in (1, 3)]))
        failed = growth(programs, pool)
    found = {'compiler': compiler}
    for index, (_, stage) in enumerate(stages):
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
