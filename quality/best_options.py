#!/usr/bin/env python3
"""Which values of a method's options serve Chinese articles best, and what such a choice brings on sites not seen.

usage: best_options.py PROGRAM DATA METHOD OPTION=VALUE,VALUE... [OPTION=VALUE...]

Measures the method with every combination of the values (PROGRAM is zhengwen-eval, DATA a folder of labelled sets, options are
named without the method) on the Chinese articles of each set. A combination is as good as the mean over the sets of the
share of their pages that are good. Prints the best combinations; then for every set the share of good pages when each site
is measured with the combination that is best on all other sites. Pages of a set that name no site count as one.
"""
import itertools, json, os, subprocess, sys, tempfile
from collections import defaultdict
from pathlib import Path

SHOWN = 5  # The best combinations.
LEAST = 20  # Chinese articles of a set, or it is left out: two pages would count like portals.


def chinese_articles(data, folder):
    """Copies the sets' labels of Chinese articles into a folder, with links to their pages."""
    for labels in sorted(Path(data).glob('*/gold.jsonl')):
        golds = [line for line in open(labels) if is_wanted(json.loads(line))]
        if len(golds) >= LEAST:
            own = Path(folder, labels.parent.name)
            own.mkdir()
            os.symlink((labels.parent / 'pages').resolve(), own / 'pages')
            (own / 'gold.jsonl').write_text(''.join(golds))


def is_wanted(gold):
    return gold.get('lang', '').startswith('zh') and gold.get('type') == 'article' and gold.get('content')


def measure(program, folder, method, values):
    """By set and site: how many pages are good, of how many."""
    options = [word for value in values for word in ('-O', f'{method}.{value}')]
    command = [program, 'eval', folder, '--json', '--by', 'site', '-m', method, *options]
    rows = map(json.loads, subprocess.check_output(command, text=True).splitlines())
    return {(row['set'], row['group']): (round(row['n'] * row['good']), row['n']) for row in rows if row['group'] != 'all'}


def by_set(figures, without=None):
    """The share of good pages of each set, but for one site's."""
    sums = defaultdict(lambda: [0, 0])
    for site, (good, pages) in figures.items():
        if site != without:
            sums[site[0]][0] += good
            sums[site[0]][1] += pages
    return {name: good / pages for name, (good, pages) in sums.items()}


def mean(figures, without=None):
    shares = by_set(figures, without).values()
    return sum(shares) / len(shares)


def main(program, data, method, *settings):
    grid = []
    for setting in settings:
        option, values = setting.split('=', 1)
        grid.append([f'{option}={value}' for value in values.split(',')])
    with tempfile.TemporaryDirectory() as folder:
        chinese_articles(data, folder)
        measured = {values: measure(program, folder, method, values) for values in itertools.product(*grid)}
    ranked = sorted(measured, key=lambda values: -mean(measured[values]))
    for values in ranked[:SHOWN]:
        sets = '  '.join(f'{name} {share:.3f}' for name, share in by_set(measured[values]).items())
        print(f'{mean(measured[values]):.4f}  {" ".join(values)}\n        {sets}')
    held_out = {}
    for site in measured[ranked[0]]:
        chosen = max(ranked, key=lambda values: mean(measured[values], site))
        held_out[site] = measured[chosen][site]
    print('held out ' + '  '.join(f'{name} {share:.3f}' for name, share in by_set(held_out).items()))


if __name__ == '__main__':
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
