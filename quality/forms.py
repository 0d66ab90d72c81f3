#!/usr/bin/env python3
"""Compares the forms of every labelled page: text, Markdown, HTML, chunks and posts say the same.

usage: forms.py ZHENGWEN DATA_DIR [SET...] [-v]

Runs `batch SET/pages` for every set. The letters of the text must be in the Markdown, in the HTML and in the Markdown of the
chunks, in order, perhaps with others between (labels of pictures, headings of posts). The text of a post must be a part of the
text; a post that the text lacks as a whole is counted. Prints a line a set, with -v one for each page that differs. The exit
code is 1 when more forms differ than BOUNDS allows, or when the text lacks a larger share of the posts.
"""
import json, re, subprocess, sys
from collections import Counter
from pathlib import Path

OTHERS = 'the other sets'
# The forms that may differ, and the share of posts that the text may lack. Measured on 2026-11-30: of 2,607 posts 23, of dragnet's
# 436 8; both only go down.
BOUNDS = {OTHERS: (5, 0.03), 'dragnet': (3, 0.03), 'recipes': (0, 0.03)}
# Plain text writes them before notes, other forms have links.
NUMBERS = re.compile(r'^(?:- )?\[[^\]\n]{1,12}\] ', re.M)
TAGS = re.compile(r'<[^>]*>')
FORMS = ['markdown', 'html', 'chunks', 'posts']


def letters(text: str) -> str:
    """The letters of a text; the rest is written differently: numbers of items, ticked boxes, raised signs."""
    text = NUMBERS.sub('', text.replace('[x]', ''))
    return ''.join(c for c in text if c.isalpha() and c not in 'ªº' and not '\u2070' <= c <= '\u209f')


def missing(wanted: str, text: str) -> str:
    """The first letters that a text does not have in this order."""
    rest = iter(text)
    for at, letter in enumerate(wanted):
        if letter not in rest:
            return wanted[at:at + 40]
    return ''


def compare(page: dict) -> tuple[dict[str, str], int]:
    """The forms of a page that differ, with the first letters that differ, and the posts that the text lacks."""
    own = letters(page['text'])
    chunks = '\n'.join(chunk.get('markdown') or '' for chunk in page.get('chunks') or [])
    written = {'markdown': page['markdown'] or '', 'html': TAGS.sub(' ', page['html'] or ''), 'chunks': chunks}
    differ = {form: missing(own, text) for form, text in written.items()}
    lacking = 0
    for post in page['posts']:
        said = letters(post['text'])
        if said not in own:
            first = any(part in own for part in (said[:12], said[-12:]) if len(part) == 12)
            differ['posts'] = said[:40] if first else differ.get('posts', '')
            lacking += not first
    return {form: left for form, left in differ.items() if left}, lacking


def main() -> int:
    arguments = [argument for argument in sys.argv[1:] if argument != '-v']
    program, data, *names = arguments
    sums = {group: Counter() for group in BOUNDS}
    for folder in sorted(path for path in Path(data).iterdir() if (path / 'pages').is_dir()):
        if names and folder.name not in names:
            continue
        command = [program, 'batch', folder / 'pages', '--add', 'markdown,html', '--chunks', '1000']
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8')
        counts, pages, sum_of = dict.fromkeys(FORMS, 0), 0, sums[folder.name if folder.name in BOUNDS else OTHERS]
        for line in run.stdout.splitlines():
            page = json.loads(line)
            if 'text' not in page:
                continue
            pages += 1
            differ, lost = compare(page)
            sum_of.update(posts=len(page['posts']), lacking=lost)
            for form, left in differ.items():
                counts[form] += 1
                if '-v' in sys.argv:
                    print(f'{folder.name} {page["file"]}, {form}: {left}')
        sum_of['different'] += sum(counts.values())
        told = ', '.join(f'{form} {count}' for form, count in counts.items() if count)
        print(f'{folder.name:16} {pages:5} pages, differ: {told or "none"}', flush=True)
    is_over = False
    for group, (most_different, most_lacking) in BOUNDS.items():
        of = sums[group]
        print(f"{group}: {of['different']} forms differ; {of['posts']} posts, {of['lacking']} of which the text lacks")
        is_over |= of['different'] > most_different or of['lacking'] > of['posts'] * most_lacking
    return int(is_over)


if __name__ == '__main__':
    sys.exit(main())
