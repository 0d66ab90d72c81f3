#!/usr/bin/env python3
"""Compare the figures of `zhengwen-eval eval` with those of the sets' own scoring tool.

usage: agree.py ZHENGWEN-EVAL DATA_DIR SCORE.py [FLOORS.toml]

Both score the same predictions of every method on every set of DATA_DIR; every figure must agree
to 4 decimals. A method that needs other pages of a site is scored on the pages that it was measured on. Prints one line a set
and method that differs; exit code 1 when one does, or when a program fails, which then says why itself, or when a figure is
below its floor.
"""
import json, os, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def printed_by(command):
    """What a program prints, and whether it succeeds; its errors go where ours do. One that prints nothing has failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return (done.stdout, done.returncode == 0) if done.stdout else sys.exit(1)


def measured(gold, predictions):
    """A file with the labels of the pages that there are predictions of."""
    ids = {json.loads(line)['id'] for line in predictions.read_text().split('\n') if line}
    lines = [line for line in gold.read_text().split('\n') if line.strip() and json.loads(line)['id'] in ids]
    kept = predictions.with_suffix('.gold')
    kept.write_text('\n'.join(lines) + '\n')
    return kept


def main():
    program, data, score, *floors = sys.argv[1:]

    def scored(name, method):
        """What the scoring tool says of the predictions of a method on a set."""
        gold = Path(data) / 'gold.jsonl' if (Path(data) / 'gold.jsonl').exists() else Path(data) / name / 'gold.jsonl'
        predictions = Path(folder) / f'{name}.{method}.jsonl'
        return subprocess.run([sys.executable, score, measured(gold, predictions), predictions, '--json'],
                              stdout=subprocess.PIPE, text=True).stdout

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        command = [program, 'eval', data, '-m', 'all', '--json', '--predictions', folder]
        command += [part for path in floors for part in ('--floors', path)]
        printed, is_done = printed_by(command)
        rows = [json.loads(line) for line in printed.splitlines()]
        named = [(row.pop('set'), row.pop('method')) for row in rows]
        differ = 0
        for row, (name, method), theirs in zip(rows, named, pool.map(lambda job: scored(*job), named)):
            row.pop('group')
            # One that prints nothing has failed, and has said why.
            theirs = json.loads(theirs)['all'] if theirs else sys.exit(1)
            if row.keys() != theirs.keys() or any(abs(row[k] - theirs[k]) > 1e-9 for k in theirs):
                differ += 1
                print(f'{name} {method}: {row} but {theirs}')
    print(f'{len(rows) - differ} passed, {differ} failed')
    sys.exit(differ > 0 or not is_done)


main()
