#!/usr/bin/env python3
"""Fit the model of `auto` from labelled sets, cross-validated by site.

usage: fit.py ZHENGWEN DATA_DIR OUT_DIR [--without PATTERN,... | --sites SHARE]

Writes OUT_DIR/model (first.model, signs.model, blocks.model, kinds.model, site.json, confidence.json: trained on all pages),
OUT_DIR/folds/K (the same, without the pages of fold K) with OUT_DIR/folds/folds.json (which fold holds
which page) for `zhengwen eval DATA_DIR --cross-validated OUT_DIR/folds`, and OUT_DIR/report.txt (what
the columns bring; page kinds; what the first look closes). Needs train/requirements.txt; the same inputs give the same
files on the same kind of processor (sums of floats differ in the last bit on others).

--without hides the columns whose names match from the trees, --sites trains on a share of the sites only, for
the learning curve. Both write OUT_DIR/trials/NAME in place of OUT_DIR/folds and no model of all pages.
"""
import argparse, fnmatch, json, shutil, subprocess, sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy

import alike, blog_pages, confidence, reference_pages, short_pages, sites, sparse, trees
from rows import FOLDS, Rows

FINAL = FOLDS  # the number of the run on all pages
# The folds that models beside the trees are fitted without: none, each, and every two.
LEFT_OUT = [()] + [(k,) for k in range(FOLDS)] + [(j, k) for k in range(FOLDS) for j in range(k)]


def fit_first_looks(arguments, work, hidden):
    """Fits the first looks."""
    path = work / 'first.parquet'
    columns(arguments, path, '--rows', 'first')
    rows = Rows(path)
    seen = is_seen(rows, arguments.sites)
    kept = shown(rows, hidden)
    for folds in LEFT_OUT:
        model = trees.fit_first(rows, ~numpy.isin(rows.fold, folds) & seen, kept)
        trees.write(model, work / name_of('first', folds))
        print(f'first look without folds {folds} written', flush=True)


def fit_all_signs(arguments, work):
    """Fits the sparse models; returns the fold of each page."""
    path = work / 'signs.parquet'
    columns(arguments, path, '--rows', 'signs')
    global ROWS
    ROWS = Rows(path)
    ROWS.seen = is_seen(ROWS, arguments.sites)
    ROWS.chosen = numpy.flatnonzero(sparse.site_counts(ROWS.signs, ROWS.site) >= sparse.LEAST_SITES)
    ROWS.signs = ROWS.signs[:, ROWS.chosen]
    with ProcessPoolExecutor(2) as pool:
        for folds in pool.map(fit_signs, LEFT_OUT, [work] * len(LEFT_OUT)):
            print(f'sparse model without folds {folds} written', flush=True)
    return ROWS.fold_of_page()


def fit_signs(left_out, work):
    train = numpy.flatnonzero(~numpy.isin(ROWS.fold, left_out) & ROWS.seen)
    signs, weights, bias = sparse.fit(ROWS.signs[train], ROWS.label[train], ROWS.weight[train], ROWS.site[train])
    sparse.write((ROWS.chosen[signs], weights, bias), work / name_of('signs', left_out))
    return left_out


def shown(rows, hidden):
    """The columns that trees over blocks may ask for."""
    return [c for c, name in enumerate(rows.columns)
            if not trees.is_judged(name) and not any(fnmatch.fnmatch(name, p) for p in hidden)]


def is_seen(rows, share):
    """Whether the site of each row is in the share of sites that is trained on."""
    return (numpy.random.RandomState(2).rand(rows.site.max() + 1) < share)[rows.site]


def name_of(model, left_out):
    return '-'.join([model, *map(str, sorted(left_out))]) + '.model'


def columns(arguments, path, *more):
    """Has the program write rows. Where it fails it says why itself."""
    if subprocess.run([arguments.program, 'columns', arguments.out / 'data', '-o', path, *more]).returncode:
        sys.exit(1)


def gather_data(arguments):
    """The labelled sets, and short pages, reference pages and blog posts of our own."""
    folder = arguments.out / 'data'
    shutil.rmtree(folder, ignore_errors=True)
    short_pages.write(folder / 'short')
    reference_pages.write(folder / 'reference')
    blog_pages.write(folder / 'blog')
    for path in sorted(Path(arguments.data).iterdir()):
        if (path / 'gold.jsonl').exists():
            (folder / path.name).symlink_to(path.resolve())


def write_rows(arguments, work, hidden):
    """The rows of every run: the first look and the score of each block are by models that have seen neither its
    site nor those of the fold that the run leaves out."""
    fit_first_looks(arguments, work, hidden)
    fold_of = fit_all_signs(arguments, work)
    for run in range(FINAL + 1):
        def models(fold):
            return {model: name_of(model, {fold, run} - {FINAL}) for model in ('first', 'signs')}
        path = work / f'models-of-{run}.json'
        path.write_text(json.dumps({page: models(fold) for page, fold in fold_of.items()}))
        columns(arguments, work / f'blocks-{run}.parquet', '--models', path)
        columns(arguments, work / f'pages-{run}.parquet', '--rows', 'pages', '--models', path)
    (work / 'folds.json').write_text(json.dumps(fold_of, indent=0))


def fit_run(run, work, folder, hidden, share):
    """Fits trees and kinds without a fold; returns for the pages of the fold: expected and measured F1, true and
    told kind."""
    folder.mkdir(parents=True, exist_ok=True)
    blocks, pages = Rows(work / f'blocks-{run}.parquet'), Rows(work / f'pages-{run}.parquet')
    fold_of = json.loads((work / 'folds.json').read_text())
    kept = shown(blocks, hidden)
    seen = is_seen(blocks, share)
    for rows in (blocks, pages):
        rows.fold = numpy.array([fold_of.get(key, 0) for key in rows.keys])
    test = blocks.fold == run
    test_values = blocks.values[test][:, kept]
    blocks.hide_addresses(), pages.hide_addresses()
    model = trees.fit_blocks(blocks, (blocks.fold != run) & seen, kept)
    trees.write(model, folder / 'blocks.model', trees.SHARPER)
    # Our own reference pages are of one make, which would be all that they tell of their kind.
    is_real = numpy.array([not key.startswith('reference/') for key in pages.keys])
    kinds, used = trees.fit_kinds(pages, (pages.fold != run) & is_real)
    trees.write(kinds, folder / 'kinds.model')
    for beside in ('first', 'signs'):
        shutil.copy(work / name_of(beside, {run} - {FINAL}), folder / f'{beside}.model')
    sites.write({}, folder / 'site.json')
    if run == FINAL:
        return model, kinds
    closed = blocks.closed[test].astype(float)
    log_odds = numpy.where(numpy.isnan(closed), trees.SHARPER * model.predict(test_values, raw_score=True), closed)
    log_odds += alike.pulls(blocks.page[test], blocks.alike[test], blocks.tokens[test], log_odds)
    probability = 1 / (1 + numpy.exp(-log_odds))
    pairs = confidence.pairs(blocks.page[test], blocks.tokens[test], blocks.label[test], probability)
    own = (pages.fold == run) & is_real & numpy.isin(pages.kind, trees.KINDS)
    told = kinds.predict(pages.values[own][:, used]).argmax(axis=1)
    return pairs, list(zip(pages.kind[own], (trees.KINDS[t] for t in told)))


def fit_sites(arguments, work, folds):
    """Fits the correction by a site template for each fold and for all pages. Its rows are judged, and the
    templates beside them learned, by models that have not seen the site."""
    path = work / 'sites.parquet'
    columns(arguments, path, '--rows', 'sites', '--cross-validated', folds)
    rows = Rows(path)
    fold_of = json.loads((folds / 'folds.json').read_text())
    fold = numpy.array([fold_of.get(key, 0) for key in rows.keys])
    for run in range(FINAL + 1):
        folder = arguments.out / 'model' if run == FINAL else folds / str(run)
        sites.write(sites.fit(rows, fold != run), folder / 'site.json')


def closing(work):
    """Of each set, by first looks that have not seen the site: the share of pages settled, of the blocks of the other pages that
    are closed, and what main text is lost by that."""
    fold_of, sums = json.loads((work / 'folds.json').read_text()), {}
    for run in range(FOLDS):
        rows = Rows(work / f'blocks-{run}.parquet')
        fold = numpy.array([fold_of.get(key, 0) for key in rows.keys])
        sets = numpy.array([key.split('/')[0] for key in rows.keys])
        closed, main = ~numpy.isnan(rows.closed), rows.label * rows.tokens
        is_settled = numpy.bincount(rows.page, ~closed) == 0
        asked = ~is_settled[rows.page]
        for name in set(sets):
            own = (sets == name) & (fold == run)
            pages = numpy.unique(rows.page[own])
            own &= asked
            found = [len(pages), is_settled[pages].sum(), own.sum(), closed[own].sum(), main[own].sum(), main[own & closed].sum()]
            sums[name] = sums.get(name, 0) + numpy.array(found, float)
    return ['The first look, cross-validated by site: share of pages settled, of the blocks of others closed, and of their main text lost'] + [
        f'{name:14} {settled / pages:.3f} {closed / max(blocks, 1):.3f} {lost / max(main, 1):.4f}'
        for name, (pages, settled, blocks, closed, main, lost) in sorted(sums.items())]


def report(model, kinds, told, closed):
    lines = ['What the columns of blocks bring, in percent of all gain']
    for source in (model, kinds):
        gains = sorted(zip(source.feature_importance('gain'), source.feature_name()), reverse=True)
        whole = sum(gain for gain, _ in gains)
        lines += [f'{100 * gain / whole:6.2f} %  {name}' for gain, name in gains]
        if source is model:
            lines += ['', 'What the pooled columns bring to page kinds']
    lines += ['', 'Page kinds, cross-validated by site: pages, right, and what they were told to be']
    for kind in trees.KINDS:
        answers = [answer for truth, answer in told if truth == kind]
        counts = {other: answers.count(other) for other in trees.KINDS if other in answers}
        lines.append(f'{kind:14} {len(answers):5} {counts.get(kind, 0) / max(len(answers), 1):.3f} {counts}')
    right = sum(truth == answer for truth, answer in told) / len(told)
    lines += [f'all            {len(told):5} {right:.3f}', '', *closed]
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program'), parser.add_argument('data'), parser.add_argument('out', type=Path)
    parser.add_argument('--without', default=''), parser.add_argument('--sites', type=float, default=1.0)
    arguments = parser.parse_args()
    hidden = [pattern for pattern in arguments.without.split(',') if pattern]
    is_whole, work, folds = arguments.sites == 1, arguments.out / 'rows', arguments.out / 'folds'
    if hidden or not is_whole:
        name = f'without-{arguments.without}'.replace('*', '') if is_whole else f'sites-{arguments.sites}'
        folds, work = arguments.out / 'trials' / name, arguments.out / 'rows-of-trial'
    work.mkdir(parents=True, exist_ok=True)
    gather_data(arguments)
    write_rows(arguments, work, hidden)
    pairs, told = [], []
    for fold in range(FOLDS):
        own_pairs, own_told = fit_run(fold, work, folds / str(fold), hidden, arguments.sites)
        pairs.append(own_pairs), told.extend(own_told)
        print(f'fold {fold} of {FOLDS} written', flush=True)
    for fold in range(FOLDS):
        others = [pair for other in range(FOLDS) if other != fold for pair in pairs[other]]
        confidence.write(others, folds / str(fold) / 'confidence.json')
    shutil.copy(work / 'folds.json', folds / 'folds.json')
    if folds.parent.name == 'trials':
        return
    model, kinds = fit_run(FINAL, work, arguments.out / 'model', hidden, 1.0)
    confidence.write(sum(pairs, []), arguments.out / 'model' / 'confidence.json')
    fit_sites(arguments, work, folds)
    (arguments.out / 'report.txt').write_text(report(model, kinds, told, closing(work)))


if __name__ == '__main__':
    main()
