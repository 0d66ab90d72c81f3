#!/usr/bin/env python3
"""Measure everything that docs/results.md tells, and print it.

usage: results.py ZHENGWEN ZHENGWEN-EVAL DATA_DIR MODEL_DIR [JUDGE.py] [VARIANTS.json]

MODEL_DIR is what `train/fit.py --unseen` wrote, JUDGE.py the blind judge, VARIANTS.json what `quality/variants.py --json` wrote. Every
table has the command that gives its figures above it.
"""
import json, subprocess, sys, tempfile
from datetime import date
from pathlib import Path

CLAIMS = {
    'punctuation-path': '94 % right',
    'block-smoothing': '97.7 % good, 46.3 % fine',
    'block-weighting': 'over 85 %',
    'line-density': 'over 90 %',
    'template-matching': '95.1 % right',
}
CHINESE = ['zh-wide', 'zh-more', 'zh-extra', 'zh-new']
TEXT = ('P', 'R', 'F1', 'good', 'fine')
FIELDS = ('title', 'author', 'source', 'editor', 'date')
TOLD = tuple(f'{field}_told' for field in FIELDS)
FACTS = ('price', 'sku', 'gtin', 'brand', 'availability')
HEAD = """# Results

Written by `make results` on {}. Figures are defined by the scoring of `zhengwen-eval eval`, which agrees to four decimals with the
labelled sets' own tool (`make agree`): P, R and F1 are means over pages of token precision, recall and F1, where optional text
(captions, bylines, the title once more) is neither missed nor noise; *good* is the share of pages with recall of at least .98 and
noise of at most .05, *fine* the same with noise of at most .02. Fields are right on a share of the pages that are labelled with
them; *told* is the share of right values among the pages where the field is given and the label has it or says that the page
shows none. Where sets come from, and which of them the model has seen, is told in [training.md](training.md).

A figure of `auto` is *by site* when each page is judged by a model that has seen no page of its site, and *by set* when the model has
seen no page of its set, nor of any site in it. Sets of one make are left out together. The first is what to expect of a new site of a
known make, the second of a new make of page. DATA is the folder of labelled sets, MODEL what `make train` writes.
[training.md](training.md) tells of which fit the shipped files are.
"""
PACKED = """
The blind judge has these pages packed and prints sums alone: nobody who builds the program reads them, fits to them or mends single pages
of them. The program is the one that is shipped. The number of pages that have the label stands in brackets.
"""
LEFT_OUT = """
Sets left out together: {}. The model without daniel is the answer to what its pages, from a repository under the GPL, bring;
those without dragnet and cleaneval, which state no licence, likewise. Log loss is that of the forest on open blocks, weighted as in
training.
"""
WRITTEN = """
`make variants-labelled`, {}. Each page is written in ways that a reader does not see (`quality/variants.py --list`), and the
program that is shipped answers again. *Same text* is the share of pages whose text is the same but for blanks; the other figures
are differences to the page as it is, against the labels.
"""
BY_SITE = ('--cross-validated', 'MODEL/folds')
BLIND = ('F1', 'good', 'must', 'kind', 'title', 'author', 'author_told', 'source_told', 'date', 'date_told')
VARIANTS = ('F1', 'good', 'title', 'author', 'date', 'kind')


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
    print(f'\n## {title}\n' + (f'\n`zhengwen-eval eval DATA {command}`\n' if command else ''))
    print('| ' + ' | '.join(header) + ' |\n|' + '---|' * len(header))
    for row in rows:
        print('| ' + ' | '.join(row) + ' |')


def cells(row, names):
    return [f'{row[name]:.3f}' if name in row else '-' for name in names]


def left_out(measure):
    """The rows of every set, each measured by models that have seen no page of it, by name."""
    rows = {}
    for folder in sorted(path for path in (measure.model / 'unseen').iterdir() if path.is_dir()):
        sets = [part for name in folder.name.split('+') for part in ('--set', name)]
        rows |= {row['set']: row for row in measure.rows(*sets, '--cross-validated', f'MODEL/unseen/{folder.name}')}
    return rows


def main_table(by_site, by_set, losses):
    """Both ways of leaving pages out, side by side."""
    names = ('F1', 'good', 'kind', 'title', 'author_told', 'date_told')
    table = []
    for row in by_site:
        other = by_set.get(row['set'], {})
        loss = [f"{losses[way][row['set']]:.2f}" if row['set'] in losses[way] else '-' for way in ('site', 'set')]
        both = [pair for name in names for pair in (*cells(row, [name]), *cells(other, [name]))]
        table.append([row['set'], str(row['n']), *both, *loss])
    heads = [head for name in (*names, 'log loss') for head in (f'{name.replace("_", " ")}: by site', 'by set')]
    return ['set', 'pages', *heads], table


def judged(program, judge):
    """The sums that the blind judge gives: for each group of pages, its cells."""
    with tempfile.NamedTemporaryFile(suffix='.json') as out:
        if subprocess.run([sys.executable, judge, program, '--by-kind', '--json', out.name], stdout=subprocess.DEVNULL).returncode:
            sys.exit(1)
        sums = json.loads(Path(out.name).read_text())
    return [[group, *(f'{row[name][0]:.3f} ({row[name][1]})' if name in row else '-' for name in BLIND)] for group, row in sums.items()]


def options(values):
    return ' '.join(f'-O {method}.best=true' for method in values)


def print_auto(measure):
    """What `auto` does on pages that its models have not seen."""
    rows = measure.rows(*BY_SITE)
    losses = json.loads((measure.model / 'folds' / 'log_loss.json').read_text())
    section('By site and by set', ' '.join(BY_SITE) + ', then --set SET --cross-validated MODEL/unseen/SETS',
            *main_table(rows, left_out(measure), losses))
    print(LEFT_OUT.format(', '.join(sorted(path.name for path in (measure.model / 'unseen').iterdir() if path.is_dir()))), end='')
    for title, names in (('Text', TEXT + ('must',)), ('Fields', FIELDS), ('Fields that are told', TOLD), ('Facts of products', FACTS)):
        section(f'{title}, by site', ' '.join(BY_SITE), ['set', 'pages', *names],
                [[row['set'], str(row['n']), *cells(row, names)] for row in rows if any(name in row for name in names)])
    for by, sets in (('type', ['wcxb', *CHINESE, 'kinds-mixed', 'world']), ('lang', ['daniel', 'recipes']), ('site', ['portals'])):
        arguments = [part for name in sets for part in ('--set', name)] + ['--by', by, *BY_SITE]
        groups = [row for row in measure.rows(*arguments) if row['group'] != 'all']
        names = [name for name in TEXT + ('must', 'kind') if any(name in row for row in groups)]
        section(f'`auto` by {by}: {", ".join(sets)}', ' '.join(arguments), ['set', by, 'pages', *names],
                [[row['set'], row['group'], str(row['n']), *cells(row, names)] for row in groups])
    table = measure.printed(*BY_SITE, '--reliability').split('confidence ')[-1].splitlines()[1:]
    section('Confidence', ' '.join(BY_SITE) + ' --reliability', ['confidence', 'pages', 'mean told', 'mean F1', 'F1 below .5'],
            [[' '.join(line.split()[:3]), *line.split()[3:]] for line in table])


def print_methods(measure):
    """The published methods as their papers have them and with all options, and what a template of the site brings."""
    methods = [part for name in CLAIMS for part in ('-m', name)]
    plain, best = measure.rows(*methods), measure.rows(*methods, *options(CLAIMS).split())
    table = []
    for row, with_options in zip(plain, best):
        claim = CLAIMS[row['method']] if row['set'] == 'portals' else ''
        if 'F1' in row:
            table.append([row['set'], str(row['n']), f"`{row['method']}`", claim, *cells(row, TEXT[2:]), *cells(with_options, TEXT[2:])])
    section('The published methods', '-m METHOD, then with -O METHOD.best=true',
            ['set', 'pages', 'method', "the paper's claim, on its own pages", 'F1', 'good', 'fine', 'best: F1', 'good', 'fine'], table)
    sited = measure.rows('-m', 'site-template', '-m', 'auto-site', *BY_SITE)
    section('With a template of the site', '-m site-template -m auto-site ' + ' '.join(BY_SITE), ['set', 'pages', 'method', *TEXT],
            [[row['set'], str(row['n']), f"`{row['method']}`", *cells(row, TEXT)] for row in sited if 'F1' in row])


def print_variants(path):
    """What the answer loses on the same pages written differently."""
    measured = json.loads(Path(path).read_text())
    # Nearly every page can be written in the commonest way.
    commonest = max(measured['all'].values(), key=lambda row: row['pages'] * ('F1' in row.get('against gold', {})))
    table = [['as it is', str(commonest['pages']), '', *(f"{commonest['against gold'][name]['before']:.3f}" for name in VARIANTS)]]
    for way, row in measured['all'].items():
        figures = row.get('against gold', {})
        changes = [f"{figures[name]['after'] - figures[name]['before']:+.3f}" if name in figures else '-' for name in VARIANTS]
        table.append([way, str(row['pages']), f"{row['same text']:.2f}", *changes])
    section('The same page, written differently', None, ['way', 'pages', 'same text', *VARIANTS], table)
    print(WRITTEN.format(f"at most {measured['sample']} pages of a set" if measured['sample'] else 'all pages'), end='')


def main():
    program, evaluator, data, model, *more = sys.argv[1:]
    measure = Measure(evaluator, data, Path(model))
    print(HEAD.format(date.today()), end='')
    print_auto(measure)
    for path in more:
        if path.endswith('.py'):
            section('Pages that nobody who builds it has read', None, ['pages', *BLIND], judged(program, path))
            print(PACKED, end='')
        else:
            print_variants(path)
    print_methods(measure)


main()
