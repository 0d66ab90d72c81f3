#!/usr/bin/env python3
"""Compares what two builds of the program say of every labelled page, to the byte.

usage: compare.py BEFORE AFTER DATA_DIR [SET...] [-- ARGUMENT...]

BEFORE and AFTER are programs. Each runs `batch SET/pages` for every set, with the arguments after `--` (for example
`--add markdown,html`). Prints, for each set, the pages, how many differ, and the fields in which they do; a warning counts
by its message, whether it is written as a text or as an object. The exit code is 1 when a page differs.
"""
import json, subprocess, sys
from collections import Counter
from pathlib import Path


def lines(program: str, pages: Path, arguments: list[str]) -> list[str]:
    run = subprocess.run([program, 'batch', pages, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8')
    return run.stdout.splitlines()


def comparable(line: str) -> dict:
    page = json.loads(line)
    page['warnings'] = [warning if isinstance(warning, str) else warning['message'] for warning in page['warnings']]
    return page


def compare(before: list[str], after: list[str]) -> tuple[int, Counter]:
    """How many pages differ, and in which fields."""
    different, fields = abs(len(before) - len(after)), Counter()
    for old, new in zip(before, after):
        if old == new:
            continue
        old, new = comparable(old), comparable(new)
        names = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
        different += bool(names)
        fields.update(names)
    return different, fields


def main() -> int:
    arguments, more = sys.argv[1:], []
    if '--' in arguments:
        at = arguments.index('--')
        arguments, more = arguments[:at], arguments[at + 1:]
    before, after, data, *names = arguments
    status = 0
    for folder in sorted(path for path in Path(data).iterdir() if (path / 'pages').is_dir()):
        if names and folder.name not in names:
            continue
        old, new = (lines(program, folder / 'pages', more) for program in (before, after))
        different, fields = compare(old, new)
        status |= different > 0
        print(f'{folder.name:16} {len(old):5} pages, {different} differ', dict(fields.most_common()) or '', flush=True)
    return status


if __name__ == '__main__':
    sys.exit(main())
