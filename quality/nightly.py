#!/usr/bin/env python3
"""Runs make targets one after the other within a time limit; what it does not reach is noted as skipped.

usage: nightly.py TARGET...

ZHENGWEN_TIME_LIMIT is the limit in seconds (none by default), ZHENGWEN_SKIPPED the file for the notes. The exit code
is 1 when a target failed; the others run all the same.
"""
import os, subprocess, sys, time


def main(targets: list[str]) -> int:
    limit = float(os.environ.get('ZHENGWEN_TIME_LIMIT', 'inf'))
    start, failed = time.monotonic(), []
    for target in targets:
        left = limit - (time.monotonic() - start)
        try:
            if left <= 0:
                raise subprocess.TimeoutExpired(target, 0)
            run = subprocess.Popen(['make', '--no-print-directory', target], start_new_session=True)
            if run.wait(left if left != float('inf') else None):
                failed.append(target)
        except subprocess.TimeoutExpired:
            if left > 0:
                os.killpg(run.pid, 9)
                run.wait()
            note(f'make {target} (no time left)')
    if failed:
        print(f'nightly.py: failed: {", ".join(failed)}', file=sys.stderr)
    return 1 if failed else 0


def note(what: str) -> None:
    with open(os.environ.get('ZHENGWEN_SKIPPED', os.devnull), 'a', encoding='utf-8') as file:
        print(f'skipped: {what}', file=file)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
