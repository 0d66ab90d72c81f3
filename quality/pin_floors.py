#!/usr/bin/env python3
"""Pin the figures of `zhengwen-eval eval` as floors.

usage: pin_floors.py ZHENGWEN-EVAL DATA_DIR FLOORS.toml

Writes FLOORS.toml anew: of `auto` all figures but those that F1 and `good` tell already, of the other methods F1 and `good`, or
all on sets without text. Say in the commit why each floor that fell did.
"""
import json, subprocess, sys
from datetime import date
from pathlib import Path

HEAD = """# Pinned figures: [set.method], to four decimals, checked by `make eval`. A floor only goes up, or down
# with a reason in its commit. Written by `make pin-floors`. Measured {}. The named methods are fitted to nothing; `auto` is
# fitted to most of these very pages, so its floors guard against regressions only: its quality is what cross-validation says.
"""
TOLD_BY_OTHERS = {'P', 'R', 'fine'}


def main():
    program, data, floors = sys.argv[1:]
    found = subprocess.run([program, 'eval', data, '-m', 'all', '--json'], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        sys.exit(1)
    lines = [HEAD.format(date.today())]
    for row in map(json.loads, found.stdout.splitlines()):
        name, method = row.pop('set'), row.pop('method')
        del row['group'], row['n']
        is_whole = method == 'auto' or 'F1' not in row
        pinned = [key for key in row if (key not in TOLD_BY_OTHERS if is_whole else key in ('F1', 'good'))]
        lines.append('\n'.join([f'[{name}.{method}]'] + [f'{key.lower()} = {row[key]}' for key in pinned]) + '\n')
    Path(floors).write_text('\n'.join(lines))


main()
