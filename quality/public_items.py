#!/usr/bin/env python3
"""Compares the public items of the crate with docs/public_items.txt; UPDATE_EXPECT=1 writes the file.

usage: public_items.py [ALL_ITEMS_PAGE]

Reads the page of all items that `cargo doc -p zhengwen --no-deps` writes.
"""
import os, re, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / 'docs' / 'public_items.txt'


def public_items(page: str) -> str:
    """One line an item, `KIND NAME`, in order."""
    found = re.findall(r'href="(?:[\w/]*/)?(\w+)\.[\w.]+\.html">([\w:]+)</a>', page)
    return ''.join(f'{kind} {name}\n' for kind, name in sorted(set(found)))


def main() -> int:
    target = Path(os.environ.get('CARGO_TARGET_DIR', ROOT / 'target'))
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else target / 'doc' / 'zhengwen' / 'all.html'
    items = public_items(path.read_text(encoding='utf-8'))
    if os.environ.get('UPDATE_EXPECT'):
        LIST.write_text(items, encoding='utf-8')
    elif items != LIST.read_text(encoding='utf-8'):
        print(f'{path}: the public items are not those of {LIST.relative_to(ROOT)}; UPDATE_EXPECT=1 make check writes them', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
