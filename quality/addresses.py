#!/usr/bin/env python3
"""How much the answer depends on the address that a page is said to have.

usage: addresses.py ZHENGWEN-EVAL DATA_DIR SCORE.py

Extracts every labelled page with its own address (where the set has addresses), without one, and with one that says nothing, and
prints for each set the share of pages on which two of the answers have an F1 below .99 between them, and the F1 of each way.
"""
import importlib.util, json, subprocess, sys, tempfile
from pathlib import Path

NOTHING = 'https://www.example.com/'
LEAST = 0.99


def answers(program, folder, out):
    subprocess.run([program, 'eval', folder, '--json', '--predictions', out], stdout=subprocess.DEVNULL, check=True)
    return {path.name.split('.')[0]: {row['id']: row for row in (json.loads(line) for line in path.read_text().split('\n') if line)}
            for path in sorted(Path(out).glob('*.auto.jsonl'))}


def relabelled(data, folder, address):
    """The sets with another address for each page: a text for all, or none."""
    for gold in sorted(Path(data).glob('*/gold.jsonl')):
        own = Path(folder) / gold.parent.name
        own.mkdir(parents=True)
        (own / 'pages').symlink_to((gold.parent / 'pages').resolve())
        rows = [json.loads(line) for line in gold.read_text().split('\n') if line.strip()]
        for row in rows:
            row.pop('url', None)
            row.update({'url': address} if address else {})
        (own / 'gold.jsonl').write_text(''.join(json.dumps(row, ensure_ascii=False) + '\n' for row in rows))
    return folder


def main():
    program, data, tool = sys.argv[1:]
    spec = importlib.util.spec_from_file_location('score', tool)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        ways = {'own': data, 'none': relabelled(data, folder / 'none', None), 'nothing': relabelled(data, folder / 'nothing', NOTHING)}
        found = {way: answers(program, place, folder / f'said-{way}') for way, place in ways.items()}
    for name, pages in found['own'].items():
        texts = [[found[way][name][page]['text'] for way in ways] for page in pages]
        pairs = [(a, b) for a in range(len(ways)) for b in range(a)]
        differ = sum(min(score.prf(said[a], said[b])[2] for a, b in pairs) < LEAST for said in texts)
        f1 = {way: [row['f1'] for row in found[way][name].values() if row.get('f1') is not None] for way in ways}
        means = ' '.join(f'{way} {sum(values) / len(values):.4f}' for way, values in f1.items() if values)
        print(f'{name:16} pages {len(texts):5}  differ {differ / len(texts):.3f}  F1: {means}')


main()
