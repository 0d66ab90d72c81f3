#!/usr/bin/env python3
"""Compares the public items of the libraries with their lists; UPDATE_EXPECT=1 writes the lists.

usage: public_items.py

Reads the pages of all items that `cargo doc -p zhengwen -p zhengwen-html --all-features --no-deps` writes.
"""
import os, re, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTS = {'zhengwen': ROOT / 'docs/public_items.txt', 'zhengwen_html': ROOT / 'crates/html/public_items.txt'}


def public_items(page: str) -> str:
    """One line an item, `KIND NAME`, in order. What is for training may change in any release."""
    found = re.findall(r'href="(?:[\w/]*/)?(\w+)\.[\w.]+\.html">([\w:]+)</a>', page)
    return ''.join(f'{kind} {name}\n' for kind, name in sorted(set(found)) if not name.startswith('train::'))


def main() -> int:
    target = Path(os.environ.get('CARGO_TARGET_DIR', ROOT / 'target'))
    failed = 0
    for crate, kept in LISTS.items():
        page = target / 'doc' / crate / 'all.html'
        items = public_items(page.read_text(encoding='utf-8'))
        if os.environ.get('UPDATE_EXPECT'):
            kept.write_text(items, encoding='utf-8')
        elif items != kept.read_text(encoding='utf-8'):
            print(f'{page}: the public items are not those of {kept.relative_to(ROOT)}; UPDATE_EXPECT=1 make check writes them', file=sys.stderr)
            failed = 1
    return failed


if __name__ == '__main__':
    sys.exit(main())
