#!/usr/bin/env python3
"""Runs make targets one after the other within a time limit; what it does not reach is noted as skipped.

usage: nightly.py TARGET...

ZHENGWEN_TIME_LIMIT is the limit in seconds (none by default), ZHENGWEN_SKIPPED the file for the notes. The exit code
is 1 when a target failed; the others run all the same. What a target leaves running is ended behind it.
"""
import ctypes, os, signal, subprocess, sys, time
from pathlib import Path


def main(targets: list[str]) -> int:
    limit = float(os.environ.get('ZHENGWEN_TIME_LIMIT', 'inf'))
    start, failed = time.monotonic(), []
    adopt()
    for target in targets:
        begun = time.monotonic()
        left = limit - (begun - start)
        try:
            if left <= 0:
                raise subprocess.TimeoutExpired(target, 0)
            run = subprocess.Popen(['make', '--no-print-directory', target], start_new_session=True)
            if run.wait(left if left != float('inf') else None):
                failed.append(target)
            print(f'make {target}: {time.monotonic() - begun:.0f} s', flush=True)
        except subprocess.TimeoutExpired:
            if left > 0:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
            note(f'make {target} (no time left)')
        end_orphans()
    if failed:
        print(f'nightly.py: failed: {", ".join(failed)}', file=sys.stderr)
    return 1 if failed else 0


def adopt() -> None:
    """Makes this process the parent of those that lose theirs, on Linux: engines start sessions of their own."""
    if sys.platform == 'linux':
        PR_SET_CHILD_SUBREAPER = 36
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans() -> None:
    """Ends what a target left behind: its children come here one after the other as their parents end."""
    children = Path(f'/proc/self/task/{os.getpid()}/children')
    while children.exists() and (pids := children.read_text().split()):
        for pid in map(int, pids):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def note(what: str) -> None:
    with open(os.environ.get('ZHENGWEN_SKIPPED', os.devnull), 'a', encoding='utf-8') as file:
        print(f'skipped: {what}', file=file)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
