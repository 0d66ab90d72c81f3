"""The copy of the workspace that `mutants.py` builds: all mutants are in it at once, each behind `crate::mutant::is(N)`.

`fill` writes the copy, `build` compiles it and leaves out the mutants that do not compile.
"""
import json, os, subprocess, sys
from pathlib import Path

from mutant_points import Point

CORE = 'crates/core/src/'
# One set of features for both builds, so that the core is compiled once for tests and once for itself.
PACKAGES = ['--locked', '--quiet', '-j2', '-p', 'zhengwen', '-p', 'zhengwen-eval', '--message-format', 'json']
# The first stops at the errors of the core, before it generates code.
BUILDS = [
    ['build', *PACKAGES, '--bin', 'zhengwen-eval', '--test', 'core'],
    ['test', *PACKAGES, '--lib', '--test', 'core', '--no-run'],
]
# Switches break rules of style, and literals the ranges of their types.
BUILD_ENVIRONMENT = {
    'CARGO_INCREMENTAL': '0', 'RUSTFLAGS': '--cap-lints=allow', 'CARGO_PROFILE_DEV_DEBUG': '0',
    'CARGO_PROFILE_DEV_OPT_LEVEL': '1', 'CARGO_TERM_COLOR': 'never',
}
MOST_ROUNDS = 10
# What stands before and after the original, by the form of a change.
FORMS = {
    'choose': ('(if crate::mutant::is({n}) {{ {changed} }} else {{ ', ' }})'),
    'drop': ('if !crate::mutant::is({n}) {{ ', ' }}'),
    'body': ('{{ if crate::mutant::is({n}) {{ return {changed}; }} ', ' }}'),
    'true': ('(crate::mutant::is({n}) || (', '))'),
    'false': ('(!crate::mutant::is({n}) && (', '))'),
    'keep': ('move |one| crate::mutant::is({n}) || (', ')(one)'),
    'turn': ('turned({n})', ''),
}
# The module of the switch. Its answers are the same in a whole run: an id from the environment.
# Under `record` it writes the number of each place that is reached, once.
SWITCH = '''
use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

const NONE: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
static ON: LazyLock<u32> = LazyLock::new(|| match std::env::var("ZHENGWEN_MUTANT") {
    Ok(id) if id == "record" => RECORD,
    Ok(id) => id.parse().unwrap_or(NONE),
    Err(_) => NONE,
});
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

#[inline]
pub(crate) fn is(n: u32) -> bool {
    let on = *ON;
    if on == RECORD {
        record(n);
    }
    on == n
}

#[cold]
fn record(n: u32) {
    if REACHED[n as usize].swap(true, Ordering::Relaxed) {
        return;
    }
    let path = std::env::var_os("ZHENGWEN_REACHED").expect("a file for what is reached");
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(format!("{n}\\n").as_bytes())).expect("reached");
}

/// An iterator that is turned unless a mutant is on.
pub(crate) struct Turned<I>(I, bool);

pub(crate) trait Turn: DoubleEndedIterator + Sized {
    fn turned(self, n: u32) -> Turned<Self> {
        Turned(self, !is(n))
    }
}

impl<I: DoubleEndedIterator> Turn for I {}

impl<I: DoubleEndedIterator> Iterator for Turned<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.1 { self.0.next_back() } else { self.0.next() }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Turned<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.1 { self.0.next() } else { self.0.next_back() }
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> ExactSizeIterator for Turned<I> {}
'''


def written(source: bytes, chosen: list[tuple[int, Point]]) -> tuple[bytes, list[tuple[int, int, int]]]:
    """The source with numbered points behind switches, and where each is in it: number, start, end.

    A point may be within another: only one is ever on, so what another says instead need not hold it."""
    found = []
    ordered = sorted(chosen, key=lambda one: (one[1].start, -one[1].end, one[0]))
    out = render(source, 0, len(source), ordered, 0, found)
    if any(point.form == 'turn' for _, point in chosen):
        out += b'\n#[allow(unused_imports)]\nuse crate::mutant::Turn as _;\n'
    return out, found


def render(source: bytes, start: int, end: int, chosen: list, base: int, found: list) -> bytes:
    out, index = b'', 0
    while index < len(chosen):
        number, point = chosen[index]
        after = index + 1
        while after < len(chosen) and chosen[after][1].start < point.end:
            after += 1
        out += source[start:point.start]
        head, tail = (part.format(n=number, changed=point.changed).encode() for part in FORMS[point.form])
        at = base + len(out)
        inner = b''
        if point.form != 'turn':
            inner = render(source, point.start, point.end, chosen[index + 1:after], at + len(head), found)
        out += head + inner + tail
        found.append((number, at, base + len(out)))
        start, index = point.end, after
    return out + source[start:end]


def tracked(root: Path) -> dict[str, bytes]:
    """The tracked files as they are now; they are read once, since somebody may work on them."""
    listed = subprocess.run(['git', 'ls-files', '-z'], cwd=root, check=True, capture_output=True).stdout.decode()
    return {name: (root / name).read_bytes() for name in listed.split('\0') if (root / name).is_file()}


def fill(files: dict[str, bytes], tree: Path, mutants: dict[int, Point]) -> dict[str, list[tuple[int, int, int]]]:
    """Writes the files with these mutants; returns where they are in each.

    A file that is as it was is left alone: cargo compiles what is newer."""
    sources, places = dict(files), {}
    for file in {point.file for point in mutants.values()}:
        chosen = [(number, point) for number, point in mutants.items() if point.file == file]
        sources[file], places[file] = written(sources[file], chosen)
    count = max(mutants, default=0) + 1
    sources[CORE + 'mutant.rs'] = f'//! Which mutant is on.\n\nconst COUNT: usize = {count};\n{SWITCH}'.encode()
    sources[CORE + 'lib.rs'] += b'\nmod mutant;\n'
    for name, source in sources.items():
        path = tree / name
        if not path.exists() or path.read_bytes() != source:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source)
    for path in (tree / 'crates').rglob('*.rs'):
        if str(path.relative_to(tree)) not in sources:
            path.unlink()
    return places


def build(files: dict[str, bytes], out: Path, mutants: dict[int, Point]) -> tuple[dict[str, str], set[int]]:
    """Compiles the copy in rounds. Returns the programs (`unit`, `core`, `zhengwen-eval`) and the mutants that do not compile."""
    failed: set[int] = set()
    for _ in range(MOST_ROUNDS):
        places = fill(files, out / 'tree', {number: point for number, point in mutants.items() if number not in failed})
        programs, errors = {}, []
        for command in BUILDS:
            messages, code = cargo(out, command)
            programs |= built(messages)
            errors = [message['message'] for message in messages if message.get('message', {}).get('level') == 'error']
            if code:
                break
        else:
            return programs, failed
        culprits = set().union(*(blamed(error, places) for error in errors))
        if not culprits:
            rendered = '\n'.join(error['rendered'] for error in errors)
            raise SystemExit(f'mutants.py: the copy does not compile, and not for a mutant\n{rendered}')
        print(f'{len(culprits)} mutants do not compile', flush=True)
        failed |= culprits
    raise SystemExit(f'mutants.py: the copy does not compile after {MOST_ROUNDS} rounds')


def cargo(out: Path, command: list[str]) -> tuple[list[dict], int]:
    environment = os.environ | BUILD_ENVIRONMENT | {'CARGO_TARGET_DIR': str(out / 'target')}
    run = subprocess.run(['cargo', *command], cwd=out / 'tree', env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{')]
    if run.returncode and not any('message' in message for message in messages):
        raise SystemExit(f'mutants.py: cargo failed\n{run.stderr}')
    return messages, run.returncode


def built(messages: list[dict]) -> dict[str, str]:
    """The programs that cargo tells of: the unit tests, the tests of the core, and the evaluator."""
    found = {}
    for message in messages:
        if message.get('executable'):
            target = message['target']
            name = target['name'] if 'lib' not in target['kind'] else 'unit' if target['name'] == 'zhengwen' else ''
            found[name] = message['executable']
    return found


def blamed(error: dict, places: dict[str, list[tuple[int, int, int]]]) -> set[int]:
    """The innermost mutants around the places that an error is about: its own, else those that it also names, else all of
    its file."""
    spans = [span for span in error['spans'] if span['file_name'] in places]
    for is_primary in (True, False):
        found = set()
        for span in spans:
            start, end = span['byte_start'], span['byte_end']
            around = [(last - first, number) for number, first, last in places[span['file_name']] if first <= start and end <= last]
            found |= {min(around)[1]} if around and span['is_primary'] == is_primary else set()
        if found:
            return found
    return {number for span in spans for number, _, _ in places[span['file_name']]}
