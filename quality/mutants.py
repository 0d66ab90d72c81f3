#!/usr/bin/env python3
"""Changes the core in many small ways, and lists the changes that no test and no figure notices.

usage: mutants.py [DATA_DIR] [--count N] [--seed TEXT] [--only FILE] [--list]

All changes of the sample are compiled at once into a copy of the workspace in out/mutants, each behind a switch
(`mutant_points.py`, `mutant_tree.py`); then the tests run once for each change, two at a time, and for what survives them
`zhengwen-eval eval DATA_DIR` against quality/floors.toml (`mutant_runs.py`). The sample is another one each week: --seed, for
example 2026-W48, gives one again. --only looks at one file, --list prints how many places there are and ends. Results are
kept by commit: a run that was stopped goes on. Writes out/mutants/survivors.md, and prints it. Needs tree-sitter and
tree-sitter-rust from pip. The exit code is 0 unless something breaks: a survivor is to be looked at, and may be no fault.
"""
import argparse, hashlib, json, random, subprocess, sys, threading, time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import mutant_points, mutant_runs, mutant_tree
from mutant_points import Point

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / 'out/mutants'
ROOMS = tuple(mutant_tree.CORE + room for room in ('links/', 'meta/', 'records/', 'render/markdown', 'select/'))
# Some do not compile: this share more is written than wanted.
SPARE = 1.25
KINDS = ['unit tests', 'fixtures', 'floors', 'survived']


def main() -> int:
    arguments = parsed()
    if mutant_points.tree_sitter is None:
        raise SystemExit('mutants.py: needs tree-sitter and tree-sitter-rust (pip install tree-sitter tree-sitter-rust)')
    files, commit = mutant_tree.tracked(ROOT), state()
    points = all_points(files, arguments.only)
    if arguments.list:
        print(counted(points))
        return 0
    data = arguments.data.resolve() if arguments.data and arguments.data.is_dir() else None
    commit += '' if data else ' without figures'
    results = Results(OUT / 'results.jsonl')
    ordered = sample(points, arguments.count, arguments.seed)
    known = [point for point in ordered if results.of(commit, point) != 'does not compile']
    start = time.monotonic()
    programs, failed = mutant_tree.build(files, OUT, dict(enumerate(known)))
    for number in failed:
        results.add(commit, known[number], {'result': 'does not compile'})
    chosen = cut({number: point for number, point in enumerate(known) if number not in failed}, arguments.count)
    print(f'{len(points)} places, {len(chosen)} mutants of seed {arguments.seed}, built in {time.monotonic() - start:.0f} s', flush=True)
    run_all(programs, chosen, data, results, commit)
    report = told({point: results.found[commit, point.key] for point in chosen.values()}, files, arguments.seed, commit)
    (OUT / 'survivors.md').write_text(report, encoding='utf-8')
    print(report)
    return 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(usage=__doc__.split('\n')[2].removeprefix('usage: '))
    year, week, _ = date.today().isocalendar()
    parser.add_argument('data', type=Path, nargs='?')
    parser.add_argument('--count', type=int, default=200)
    parser.add_argument('--seed', default=f'{year}-W{week:02}')
    parser.add_argument('--only')
    parser.add_argument('--list', action='store_true')
    return parser.parse_args()


def all_points(files: dict[str, bytes], only: str | None) -> list[Point]:
    """The places of all files of the rooms, or of those whose path ends so."""
    found = [file for file in sorted(files) if file.startswith(ROOMS) and file.endswith(only or '.rs') and not file.endswith('/tests.rs')]
    return [point for file in found for point in mutant_points.points_of(file, files[file])]


def sample(points: list[Point], count: int, seed: str) -> list[Point]:
    """A sample with spare ones, from each room by its number of places. The order is that of `cut`."""
    rooms: dict[str, list[Point]] = {}
    for point in points:
        rooms.setdefault(point.room, []).append(point)
    shares = quotas({room: len(those) for room, those in rooms.items()}, count)
    found = []
    for room, those in sorted(rooms.items()):
        random.Random(f'{seed} {room}').shuffle(those)
        found += those[:int(shares[room] * SPARE) + 5]
    return found


def quotas(sizes: dict[str, int], count: int) -> dict[str, int]:
    """How many of each room: by its size, the largest remainders rounded up."""
    whole = sum(sizes.values())
    exact = {room: min(count, whole) * size / max(whole, 1) for room, size in sizes.items()}
    shares = {room: int(share) for room, share in exact.items()}
    left = min(count, whole) - sum(shares.values())
    for room in sorted(exact, key=lambda room: shares[room] - exact[room])[:left]:
        shares[room] += 1
    return shares


def cut(mutants: dict[int, Point], count: int) -> dict[int, Point]:
    """The first of each room, as many as wanted."""
    left = quotas(Counter(point.room for point in mutants.values()), count)
    chosen = {}
    for number, point in mutants.items():
        if left[point.room]:
            left[point.room] -= 1
            chosen[number] = point
    return chosen


def state() -> str:
    """The commit, and what is changed since."""
    def git(*words):
        return subprocess.run(['git', *words], cwd=ROOT, check=True, capture_output=True).stdout
    changed = git('diff', 'HEAD', '--', 'crates', 'fixtures', 'Cargo.lock', 'quality/floors.toml')
    return git('rev-parse', '--short=12', 'HEAD').decode().strip() + ('+' + hashlib.sha256(changed).hexdigest()[:8] if changed else '')


class Results:
    """What is known of mutants, by commit and place; a line a mutant in a file."""

    def __init__(self, path: Path):
        self.path, self.lock, self.found = path, threading.Lock(), {}
        lines = path.read_text(encoding='utf-8').splitlines() if path.exists() else []
        for row in map(json.loads, lines):
            self.found[row['commit'], row['mutant']] = row

    def of(self, commit: str, point: Point) -> str | None:
        return self.found.get((commit, point.key), {}).get('result')

    def add(self, commit: str, point: Point, result: dict) -> None:
        row = {'commit': commit, 'mutant': point.key, **result}
        with self.lock, open(self.path, 'a', encoding='utf-8') as file:
            self.found[commit, point.key] = row
            print(json.dumps(row, ensure_ascii=False), file=file, flush=True)


def run_all(programs: dict[str, str], chosen: dict[int, Point], data: Path | None, results: Results, commit: str) -> None:
    """Judges what is not judged yet, two at a time."""
    left = {number: point for number, point in chosen.items() if results.of(commit, point) is None}
    if not left:
        return
    stages = mutant_runs.stages(programs, OUT / 'tree', data)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(mutant_runs.measure, stages))
        for kind in KINDS[:3]:
            those = [stage for stage in stages if stage.kind == kind]
            print(f'{kind}: {sum(stage.seconds for stage in those):.0f} s without a mutant, ' +
                  ', '.join(f'{stage.name} {stage.seconds:.1f}' for stage in those), flush=True)
        stages.sort(key=lambda stage: (KINDS.index(stage.kind), stage.seconds))

        def judged(number):
            result = mutant_runs.judge(number, stages)
            results.add(commit, left[number], result)
            print(f'{left[number].key}: {result["result"]} ({result["by"]}), {result["seconds"]} s', flush=True)
        list(pool.map(judged, left))


def counted(points: list[Point]) -> str:
    """A table of the places by room and operator."""
    counts = Counter((point.room, point.operator) for point in points)
    operators, rooms = (sorted({key[index] for key in counts}) for index in (1, 0))
    lines = [f'| room | {" | ".join(operators)} | all |', '|---' * (len(operators) + 2) + '|']
    for room in rooms:
        numbers = [counts[room, operator] for operator in operators]
        lines.append(f'| {room} | {" | ".join(map(str, numbers))} | {sum(numbers)} |')
    return '\n'.join(lines)


def told(rows: dict[Point, dict], files: dict[str, bytes], seed: str, commit: str) -> str:
    """The report: counts by room, and a line a survivor."""
    lines = [f'# Mutants of seed {seed} at {commit}', '', '| room | mutants | unit tests | fixtures | floors | survived |', '|---' * 6 + '|']
    for room in [*sorted({point.room for point in rows}), 'all']:
        counts = Counter(row['result'] for point, row in rows.items() if room in (point.room, 'all'))
        lines.append(f'| {room} | {counts.total()} | {" | ".join(str(counts[kind]) for kind in KINDS)} |')
    lines += ['', 'Survivors:', '']
    for point, row in sorted(rows.items(), key=lambda one: (one[0].file, one[0].line, one[0].column)):
        if row['result'] == 'survived':
            source = files[point.file].decode().splitlines()[point.line - 1].strip()
            lines.append(f'- {point.file}:{point.line}: {point.told}; {row["by"]}\n  `` {source} ``')
    return '\n'.join(lines) + '\n'


if __name__ == '__main__':
    sys.exit(main())
