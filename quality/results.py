#!/usr/bin/env python3
"""Measure everything that docs/results.md tells, and print it.

usage: results.py ZHENGWEN DATA_DIR MODEL_DIR

MODEL_DIR is what `train/fit.py --unseen` wrote. Every table stands below the command that gives its figures.
"""
import json, subprocess, sys
from datetime import date
from pathlib import Path

CLAIMS = {
    'punctuation-path': '94 % right',
    'block-smoothing': '97.7 % good, 46.3 % fine',
    'block-weighting': 'over 85 %',
    'line-density': 'over 90 %',
    'template-matching': '95.1 % right',
}
CHINESE = ['zh-wide', 'zh-more', 'zh-extra']
TEXT = ('P', 'R', 'F1', 'good', 'fine')
FIELDS = ('title', 'author', 'source', 'editor', 'date')
TOLD = tuple(f'{field}_told' for field in FIELDS)
FACTS = ('price', 'sku', 'gtin', 'brand', 'availability')
HEAD = """# Results

Written by `make results` on {}. Figures are defined by the scoring of `zhengwen eval`, which agrees to four decimals with the
labelled sets' own tool (`make agree`): P, R and F1 are means over pages of token precision, recall and F1, where optional text
(captions, bylines, the title once more) is neither missed nor noise; *good* is the share of pages with recall of at least .98 and
noise of at most .05, *fine* the same with noise of at most .02. Fields are right on a share of the pages that are labelled with
them; *told* is the share of right values among the pages where the field is given and the label has it or says that the page
shows none. Where sets come from, and which of them the model has seen, is told in [training.md](training.md).

Every figure of `auto` is cross-validated by site: a page is judged by a model that has seen no page of its site. DATA is the
folder of labelled sets, MODEL what `make train` writes. [training.md](training.md) tells of which fit the shipped files are.
"""


class Measure:
    def __init__(self, program, data, model):
        self.program, self.data, self.model = program, data, model

    def rows(self, *arguments):
        return [json.loads(line) for line in self.printed(*arguments, '--json').splitlines()]

    def printed(self, *arguments):
        command = [self.program, 'eval', self.data, *(argument.replace('MODEL', str(self.model)) for argument in arguments)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        return done.stdout if done.returncode == 0 else sys.exit(1)


def section(title, command, header, rows):
    print(f'\n## {title}\n\n`zhengwen eval DATA {command}`\n')
    print('| ' + ' | '.join(header) + ' |\n|' + '---|' * len(header))
    for row in rows:
        print('| ' + ' | '.join(row) + ' |')


def cells(row, names):
    return [f'{row[name]:.3f}' if name in row else '-' for name in names]


def mean(rows, names):
    """Of sets whose pages all have these figures."""
    pages = sum(row['n'] for row in rows)
    return dict(n=pages, **{name: sum(row[name] * row['n'] for row in rows) / pages for name in names})


def options(values):
    return ' '.join(f'-O {method}.best=true' for method in values)


def main():
    program, data, model = sys.argv[1:]
    measure = Measure(program, data, Path(model))
    print(HEAD.format(date.today()), end='')
    folds = ['--cross-validated', 'MODEL/folds']
    told = ' '.join(folds)

    rows = measure.rows(*folds)
    chinese = dict(mean([row for row in rows if row['set'] in CHINESE], TEXT + ('kind',)), set='+'.join(CHINESE))
    with_text = [row for row in rows if 'F1' in row] + [chinese]
    section('`auto` by set', told, ['set', 'pages', *TEXT, 'kind'],
            [[row['set'], str(row['n']), *cells(row, TEXT + ('kind',))] for row in with_text])
    section('Fields', told, ['set', 'pages', *FIELDS],
            [[row['set'], str(row['n']), *cells(row, FIELDS)] for row in rows if any(name in row for name in FIELDS)])
    section('Fields that are told', told, ['set', 'pages', *FIELDS],
            [[row['set'], str(row['n']), *cells(row, TOLD)] for row in rows if any(name in row for name in TOLD)])
    section('Facts of products', told, ['set', 'pages', *FACTS, 'kind'],
            [[row['set'], str(row['n']), *cells(row, FACTS + ('kind',))] for row in rows if any(name in row for name in FACTS)])

    for by, sets in (('type', ['wcxb', *CHINESE, 'kinds-mixed', 'world']), ('lang', ['daniel']), ('site', ['portals'])):
        arguments = [part for name in sets for part in ('--set', name)] + ['--by', by, *folds]
        found = [row for row in measure.rows(*arguments) if row['group'] != 'all']
        section(f'`auto` by {by}: {", ".join(sets)}', ' '.join(arguments), ['set', by, 'pages', *TEXT, 'kind'],
                [[row['set'], row['group'], str(row['n']), *cells(row, TEXT + ('kind',))] for row in found])

    unseen = [group for group in ('daniel', 'news424', '+'.join(CHINESE)) if (measure.model / 'unseen' / group).exists()]
    found = []
    for group in unseen:
        sets = [part for name in group.split('+') for part in ('--set', name)]
        own = measure.rows(*sets, '--cross-validated', f'MODEL/unseen/{group}')
        found.append(dict(mean(own, TEXT + ('kind',)), set=group))
    section('Whole sets left out', '--set SET --cross-validated MODEL/unseen/SET', ['set', 'pages', *TEXT, 'kind'],
            [[row['set'], str(row['n']), *cells(row, TEXT + ('kind',))] for row in found])
    print('\nA model that has seen no page of these sets, nor of any of their sites. The model without daniel is the answer to what its\npages, from a repository under the GPL, bring.')

    table = measure.printed(*folds, '--reliability').split('confidence ')[-1].splitlines()[1:]
    section('Confidence', told + ' --reliability', ['confidence', 'pages', 'mean told', 'mean F1', 'F1 below .5'],
            [[' '.join(line.split()[:3]), *line.split()[3:]] for line in table])

    sets = ['portals', 'classic', 'zh-web', *CHINESE, 'kinds-mixed', 'world', 'daniel', 'magic-article', 'magic-forum', 'wcxb', 'news424']
    chosen = [part for name in sets for part in ('--set', name)]
    methods = [part for name in CLAIMS for part in ('-m', name)]
    faithful = measure.rows(*chosen, *methods)
    best = measure.rows(*chosen, *methods, *options(CLAIMS).split())
    found = []
    for name in sets:
        for method, claim in CLAIMS.items():
            pair = [next((row for row in rows if (row['set'], row['method']) == (name, method)), None) for rows in (faithful, best)]
            if all(pair):
                found.append([name, str(pair[0]['n']), f'`{method}`', claim if name == 'portals' else '', *cells(pair[0], TEXT[2:]), *cells(pair[1], TEXT[2:])])
    section('The published methods', '-m METHOD, then with -O METHOD.best=true',
            ['set', 'pages', 'method', "the paper's claim, on its own pages", 'F1', 'good', 'fine', 'best: F1', 'good', 'fine'], found)
    sited = measure.rows('-m', 'site-template', '-m', 'auto-site', *folds)
    section('With a template of the site', '-m site-template -m auto-site ' + told, ['set', 'pages', 'method', *TEXT],
            [[row['set'], str(row['n']), f"`{row['method']}`", *cells(row, TEXT)] for row in sited if 'F1' in row])


main()
