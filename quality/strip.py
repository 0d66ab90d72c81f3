#!/usr/bin/env python3
"""How often a field is still right on pages whose own data are cut out.

usage: strip.py ZHENGWEN DATA_DIR SCORE.py

Takes the pages whose data (meta, JSON-LD, microdata, scripts) declare a title, author, source or date that is also shown, cuts
scripts, meta elements and the attributes itemprop, property and rel, and compares the new answer with the declared value, by the
sets' own scoring tool. Prints for each set and field the pages and the share that is right, the pages where the field is still
given and the share right of those; and the sums of Chinese and other pages.
"""
import gzip, html, importlib.util, json, os, re, subprocess, sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FIELDS = {'title': 'title', 'author': 'author', 'source': 'source', 'date': 'publish_date'}
DECLARED = {'meta', 'meta author', 'meta source', 'JSON-LD', 'JSON-LD author', 'microdata', 'itemprop=author', 'rel=author', 'og:title', 'script'}
# The encoding is kept: without it other bytes would be read.
CUT = [re.compile(rb'<script\b.*?</script\s*>', re.I | re.S), re.compile(rb'<meta\b(?![^>]*charset)[^>]*>', re.I),
       re.compile(rb'''\s(?:itemprop|itemtype|itemscope|property|rel)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)''', re.I)]
NOT_SHOWN = re.compile(r'<(script|style|noscript|template|head)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>', re.I | re.S)
MONTHS = 'January February March April May June July August September October November December'.split()


def extraction(program, page):
    done = subprocess.run([program, 'extract', '-', '-f', 'json', '--trace'], input=page, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout or b'{}')


def shown_dates(day):
    year, month, date = (int(part) for part in day.split('-'))
    name = MONTHS[month - 1]
    yield from (f'{year}年{month}月{date}日', f'{year}年{month:02}月{date:02}日', f'{date:02}.{month:02}.{year}', f'{month:02}/{date:02}/{year}', f'{date:02}/{month:02}/{year}')
    yield from (f'{year}{mark}{month:02}{mark}{date:02}' for mark in '-/.')
    yield from (f'{word} {date}, {year}' for word in (name, name[:3]))
    yield from (f'{number} {word} {year}' for word in (name, name[:3]) for number in (date, f'{date:02}'))


def is_shown(field, value, text):
    if field != 'date':
        return re.sub(r'\s+', '', value) in re.sub(r'\s+', '', text)
    return bool(re.match(r'\d{4}-\d\d-\d\d', value)) and any(form in text for form in shown_dates(value[:10]))


def measured(program, score, path):
    """For each field that the page's data declare and that is shown: whether the answer without them is right and given."""
    page = gzip.decompress(path.read_bytes())
    before = extraction(program, page)
    declared = {}
    for field, name in FIELDS.items():
        values = [one['value'] for one in (before.get('trace') or {}).get('fields', {}).get(name, []) if one['source'] in DECLARED]
        # One that the program does not trust with its data is no standard for the answer without them.
        is_trusted = values and score.same_field(field, values[0].replace('; ', ', '), before.get(name) or '')
        declared.update({field: values[0]} if is_trusted else {})
    if not declared:
        return {}
    for pattern in CUT:
        page = pattern.sub(b' ', page)
    text = html.unescape(NOT_SHOWN.sub(' ', page.decode(before.get('charset') or 'utf-8', 'replace')))
    shown = {field: value for field, value in declared.items() if is_shown(field, value.split('; ')[0], text)}
    after = extraction(program, page) if shown else {}
    said = {field: after.get(FIELDS[field]) for field in shown}
    return {field: (bool(said[field]) and score.same_field(field, value.replace('; ', ', '), said[field]), bool(said[field]))
            for field, value in shown.items()}


def main():
    program, data, tool = sys.argv[1:]
    spec = importlib.util.spec_from_file_location('score', tool)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    pages = [path for path in sorted(Path(data).glob('*/pages/*.html.gz'))] or sorted(Path(data).glob('pages/*.html.gz'))
    found = defaultdict(list)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, fields in zip(pages, pool.map(lambda path: measured(program, score, path), pages)):
            name = path.parent.parent.name
            for field, answer in fields.items():
                for group in (name, 'Chinese' if name.startswith(('zh-', 'classic')) else 'others'):
                    found[group, field].append(answer)
    for (group, field), answers in sorted(found.items()):
        right, given = sum(right for right, _ in answers), sum(given for _, given in answers)
        print(f'{group:16} {field:7} pages {len(answers):4}  right {right / len(answers):.3f}  given {given:4}  right of given {right / max(given, 1):.3f}')


main()
