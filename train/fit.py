#!/usr/bin/env python3
"""Fit the model of `auto` from labelled sets, cross-validated by site.

usage: fit.py ZHENGWEN-EVAL DATA_DIR OUT_DIR [--unseen SET+SET,...] [--measure] [--without PATTERN,... | --sites SHARE]

Writes OUT_DIR/model (prefilter.model, hashed.model, blocks.model, kinds.model, site.json, cut.model, confidence.json, title.json, titles.model, authors.model, sources.model, fields.json, constants.json: trained on all pages),
OUT_DIR/folds/K (the same, without the pages of fold K) with OUT_DIR/folds/folds.json (which fold holds
which page) for `zhengwen-eval eval DATA_DIR --cross-validated OUT_DIR/folds`, and OUT_DIR/report.txt (what
the columns bring; page kinds; what the prefilter closes). Needs train/requirements.txt; the same inputs give the same
files on the same kind of processor (sums of floats differ in the last bit on others).

--unseen also writes OUT_DIR/unseen/SET+SET for each group of sets: a model that has seen none of their sites, with a folds.json
of their pages. --measure fits no model of all pages. OUT_DIR/folds/log_loss.json has the log loss of the open blocks of each set,
left out by site and as a whole.
--without hides the columns whose names match from the trees, --sites trains on a share of the sites only, for
the learning curve. Both write OUT_DIR/trials/NAME in place of OUT_DIR/folds and no model of all pages.
"""
import argparse, fnmatch, json, shutil, subprocess, sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy

import blog_pages, confidence, constants, cuts, fields, rankers, reference_pages, short_pages, sites, sparse, titles, trees, variants
from folds import FOLDS, Places
from rows import FIELDS, Rows

# What the forest of cuts tells at most: an F1 of 1, and that the cut is good.
MOST_WORTH = 1 + cuts.GOOD
# Sets of our own pages are not measured on.
OWN_SETS = ('short.', 'reference.', 'blog.')
# What a run leaves out of its training: a fold by number, a group of sets by name, or nothing.
ALL = None


def parts_of(run):
    return frozenset() if run is ALL else frozenset([run])


def left_out(runs):
    """What models beside the trees are fitted without: what each run leaves out, alone and with each fold of the others."""
    return list(dict.fromkeys(parts for run in runs for parts in [parts_of(run), *(parts_of(run) | {fold} for fold in range(FOLDS))]))


def name_of(model, parts):
    return '-'.join([model, *sorted(map(str, parts))]) + '.model'


class Fit:
    """The data, where everything is written, and what the arguments ask for."""

    def __init__(self, arguments):
        self.program, self.data, self.out, self.share = arguments.program, arguments.data, arguments.out, arguments.sites
        self.hidden = [pattern for pattern in arguments.without.split(',') if pattern]
        self.work, self.folds = self.out / 'rows', self.out / 'folds'
        self.is_trial = bool(self.hidden) or self.share != 1
        if self.is_trial:
            name = f'without-{arguments.without}'.replace('*', '') if self.hidden else f'sites-{self.share}'
            self.folds, self.work = self.out / 'trials' / name, self.out / 'rows-of-trial'
        self.work.mkdir(parents=True, exist_ok=True)
        self.gather_data()
        groups = [group for group in arguments.unseen.split(',') if group]
        self.places = Places(self.out / 'data', groups)
        folder = self.out / 'variants'
        shutil.rmtree(folder, ignore_errors=True)
        self.variants = variants.VariantPlaces(self.places, variants.write(self.out / 'data', folder))
        self.is_shipped = not (self.is_trial or arguments.measure)
        self.runs = [*range(FOLDS), *groups] + [ALL] * self.is_shipped
        # By how the pages were left out, with their site or with their whole set: for each set, sums of log loss and of weights.
        self.losses = {'site': {}, 'set': {}}

    def gather_data(self):
        """The labelled sets, and short pages, reference pages and blog posts of our own."""
        folder = self.out / 'data'
        shutil.rmtree(folder, ignore_errors=True)
        short_pages.write(folder / 'short')
        reference_pages.write(folder / 'reference')
        blog_pages.write(folder / 'blog')
        for path in sorted(Path(self.data).iterdir()):
            if (path / 'gold.jsonl').exists():
                (folder / path.name).symlink_to(path.resolve())

    def columns(self, path, *more, data=None):
        """Has the program write rows. Where it fails it says why itself."""
        if subprocess.run([self.program, 'columns', data or self.out / 'data', '-o', path, *more]).returncode:
            sys.exit(1)
        return path

    def rows(self, path):
        return Rows(path, self.places)

    def shown(self, rows):
        """The columns that trees over blocks may ask for."""
        return [c for c, name in enumerate(rows.columns)
                if not any(fnmatch.fnmatch(name, p) for p in self.hidden)]

    def is_seen(self, rows):
        """Whether the site of each row is in the share of sites that is trained on."""
        return (numpy.random.RandomState(2).rand(rows.site.max() + 1) < self.share)[rows.site]

    def fit_prefilters(self):
        rows = self.rows(self.columns(self.work / 'prefilter.parquet', '--rows', 'first'))
        seen, kept = self.is_seen(rows), self.shown(rows)
        for parts in left_out(self.runs):
            model = trees.fit_prefilter(rows, ~rows.is_left_out(parts) & seen, kept)
            trees.write(model, self.work / name_of('prefilter', parts))
            print(f'prefilter without {sorted(map(str, parts))} written', flush=True)

    def fit_all_hashed(self):
        global ROWS
        ROWS = self.rows(self.columns(self.work / 'hashed.parquet', '--rows', 'signs'))
        ROWS.seen = self.is_seen(ROWS)
        ROWS.chosen = numpy.flatnonzero(sparse.site_counts(ROWS.signs, ROWS.site) >= sparse.LEAST_SITES)
        ROWS.signs = ROWS.signs[:, ROWS.chosen]
        tasks = left_out(self.runs)
        with ProcessPoolExecutor(2) as pool:
            for parts in pool.map(fit_hashed, tasks, [self.work] * len(tasks)):
                print(f'sparse model without {sorted(map(str, parts))} written', flush=True)

    def write_rows(self, run):
        """The rows of a run: the prefilter and the score of each block are by models that have seen neither its
        site nor what the run leaves out."""
        def models(key):
            is_own = key in self.places.groups.get(run, ()) or self.places.fold[key] == run
            parts = parts_of(run) | (set() if is_own else {self.places.fold[key]})
            return {model: name_of(model, parts) for model in ('prefilter', 'hashed')}
        path = self.work / f'models-of-{run}.json'
        path.write_text(json.dumps({key: models(key) for key in self.places.fold}))
        blocks = self.columns(self.work / f'blocks-{run}.parquet', '--models', path)
        pages = self.columns(self.work / f'pages-{run}.parquet', '--rows', 'pages', '--models', path)
        return self.rows(blocks), self.rows(pages)

    def fit_run(self, run):
        """Fits trees and kinds; returns, of the run on all pages, those, and of others, of the pages left out, true and
        told kind, and what the prefilter closes."""
        folder = self.folder(run)
        folder.mkdir(parents=True, exist_ok=True)
        blocks, pages = self.write_rows(run)
        test = blocks.is_left_out(parts_of(run))
        model = trees.fit_blocks(blocks, ~test & self.is_seen(blocks), self.shown(blocks))
        trees.write(model, folder / 'blocks.model', trees.SHARPER)
        # Our own reference pages are of one make, which would be all that they tell of their kind.
        is_real = numpy.array([not key.startswith('reference/') for key in pages.keys])
        own = pages.is_left_out(parts_of(run))
        kinds, used = trees.fit_kinds(pages, ~own & is_real)
        trees.write(kinds, folder / 'kinds.model')
        for beside in ('prefilter', 'hashed'):
            shutil.copy(self.work / name_of(beside, parts_of(run)), folder / f'{beside}.model')
        shutil.copy(constants.PATH, folder / 'constants.json')
        sites.write({}, folder / 'site.json')
        # Until those of this run are fitted: the cut of highest expected F1, and its own word.
        trees.write(None, folder / 'cut.model')
        titles.write({}, folder / 'title.json')
        fields.write({}, folder / 'fields.json')
        for name in ('titles', 'authors', 'sources'):
            trees.write(None, folder / f'{name}.model')
        confidence.write([(0, 0), (1, 1)], folder / 'confidence.json')
        if run is ALL:
            return model, kinds
        way = 'set' if run in self.places.groups else 'site'
        of_sets = set(run.split('+')) if way == 'set' else None
        add_losses(self.losses[way], model, blocks, test, self.shown(blocks), of_sets)
        own &= is_real & numpy.isin(pages.kind, trees.KINDS)
        told = kinds.predict(pages.values[own][:, used]).argmax(axis=1)
        return list(zip(pages.kind[own], (trees.KINDS[t] for t in told))), closing(blocks, test)

    def folder(self, run):
        """Where the models of a run are."""
        if run is ALL:
            return self.out / 'model'
        return self.out / 'unseen' / run / '0' if run in self.places.groups else self.folds / str(run)

    def fit_cuts(self):
        """Fits the choice of the cut. Its rows are of models that have not seen the site."""
        rows = self.rows(self.columns(self.work / 'cuts.parquet', '--rows', 'cuts', '--cross-validated', self.folds))
        for run in self.runs:
            trees.write(cuts.fit(rows, ~rows.is_left_out(parts_of(run))), self.folder(run) / 'cut.model')

    def fit_confidence(self):
        """Fits what the word of the forest of cuts is worth, by what the models that have not seen the site come to."""
        for fold in range(FOLDS):
            confidence.write([(0, 0), (MOST_WORTH, MOST_WORTH)], self.folds / str(fold) / 'confidence.json')
        folder = self.work / 'predictions'
        if subprocess.run([self.program, 'eval', self.out / 'data', '--cross-validated', self.folds, '--predictions', folder], stdout=subprocess.DEVNULL).returncode:
            sys.exit(1)
        pairs = {}
        for path in sorted(folder.glob('*.auto.jsonl')):
            if not path.name.startswith(OWN_SETS):
                found = (json.loads(line) for line in path.read_text().splitlines())
                name = path.name.removesuffix('.auto.jsonl')
                pairs |= {f'{name}/{page["id"]}': (page['confidence'], page['f1']) for page in found if None not in (page['f1'], page['confidence'])}
        for run in self.runs:
            group = self.places.groups.get(run, ())
            others = [pair for key, pair in pairs.items() if key not in group and self.places.fold[key] != run]
            confidence.write(others, self.folder(run) / 'confidence.json')

    def candidates(self, kind):
        """Rows of candidates for titles or names, of labelled pages and of their variants. The kind of a page and its text are by
        models that have not seen the site."""
        def rows(data, places, name):
            path = self.work / f'{name}.parquet'
            return Rows(self.columns(path, '--rows', kind, '--cross-validated', self.folds, data=data), places)
        return rows(self.out / 'data', self.places, kind), rows(self.out / 'variants', self.variants, f'{kind}-of-variants')

    def fit_titles(self):
        """Fits the choice among titles: first the weights, then the forest beside them."""
        rows, of_variants = self.candidates('titles')
        weighed = rankers.weighed(rows)
        found, examples, right = titles.Titles(weighed), rankers.titles(rows, of_variants), 0
        is_known = rows.values[:, [rows.columns.index(name) for name in rankers.UNWEIGHTED]].max(axis=1) <= 0
        for run in self.runs:
            parts = parts_of(run)
            weights, forest = found.fit(~weighed.is_left_out(parts)), rankers.fit_titles(examples, parts)
            titles.write(weights, self.folder(run) / 'title.json')
            forest.write(self.folder(run) / 'titles.model')
            if run in range(FOLDS):
                probability = numpy.full(len(rows.page), numpy.log(rankers.UNKNOWN))
                probability[is_known] = numpy.maximum(found.log_probability(weights), numpy.log(rankers.UNKNOWN))
                best = rankers.best_titles(rows, forest.log_odds(rows.values), probability)
                right += (rows.right[best][rows.is_left_out(parts)[best]] > 0).sum()
        print(f'titles: {right / len(rows.pages):.4f} of {len(rows.pages)} pages right on sites that were not seen', flush=True)

    def fit_names(self):
        """Fits the choice of author and source."""
        rows, of_variants = self.candidates('names')
        for name in rankers.NAMED:
            examples, told = rankers.names(rows, of_variants, name), []
            for run in self.runs:
                parts = parts_of(run)
                forest = rankers.fit_names(examples, parts, name)
                forest.write(self.folder(run) / f'{name}s.model')
                if run in range(FOLDS):
                    own = numpy.flatnonzero(rows.is_left_out(parts) & (rows.field == FIELDS.index(name)))
                    told += rankers.told(rows, own, name, forest.log_odds(rows.values[own]))
            right = (rows.right[told] > 0).sum()
            print(f'{name}: {right} of {len(told)} right on sites that were not seen', flush=True)

    def fit_fields(self):
        """Fits the trust in dates. Kind and text of a page are by models that have not seen the site."""
        rows = self.rows(self.columns(self.work / 'dates.parquet', '--rows', 'dates', '--cross-validated', self.folds))
        found, told = fields.Fields(rows), numpy.zeros(len(rows.right), bool)
        for run in self.runs:
            unseen = rows.is_left_out(parts_of(run))
            weights = found.fit(~unseen)
            fields.write(weights, self.folder(run) / 'fields.json')
            if run in range(FOLDS):
                told |= found.told(weights) & unseen
        for place, name in enumerate(fields.FIELDS):
            own = found.field == place
            right, best = rows.right[own] > 0, told[own]
            print(f'{name}: {right.mean():.3f} of {len(right)} best candidates right, {right[best].mean():.3f} of the {best.sum()} chosen, '
                  f'{right[best].sum() / right.sum():.3f} of the right ones chosen, on sites that were not seen', flush=True)

    def fit_sites(self):
        """Fits the correction by a site template for each fold and for all pages. Its rows are judged, and the
        templates beside them learned, by models that have not seen the site."""
        rows = self.rows(self.columns(self.work / 'sites.parquet', '--rows', 'sites', '--cross-validated', self.folds))
        for run in [*range(FOLDS)] + [ALL] * self.is_shipped:
            sites.write(sites.fit(rows, ~rows.is_left_out(parts_of(run))), self.folder(run) / 'site.json')


def fit_hashed(parts, work):
    train = numpy.flatnonzero(~ROWS.is_left_out(parts) & ROWS.seen)
    signs, weights, bias = sparse.fit(ROWS.signs[train], ROWS.label[train], ROWS.weight[train], ROWS.site[train])
    sparse.write((ROWS.chosen[signs], weights, bias), work / name_of('hashed', parts))
    return parts


def add_losses(sums, model, rows, test, columns, of_sets):
    """Adds, for each set, the log loss of the open blocks of pages that the model has not seen, and their weights. A whole set that
    is left out takes pages of its sites from other sets with it: those are not of `of_sets`."""
    is_measured = test & numpy.isnan(rows.closed) & (rows.weight > 0)
    if not is_measured.any():
        return
    sets = numpy.array([key.split('/')[0] for key in rows.keys[is_measured]])
    odds = trees.SHARPER * model.predict(rows.values[is_measured][:, columns], raw_score=True)
    label, weight = rows.label[is_measured], rows.weight[is_measured]
    loss = numpy.logaddexp(0, odds) - label * odds
    for name in of_sets & set(sets) if of_sets else set(sets):
        is_of_set = sets == name
        before = sums.get(name, (0, 0))
        sums[name] = (before[0] + float((loss * weight)[is_of_set].sum()), before[1] + float(weight[is_of_set].sum()))


def closing(rows, test):
    """Of each set: pages, those settled, blocks of the others, those closed, their main text, and what of it is lost."""
    sets = numpy.array([key.split('/')[0] for key in rows.keys])
    closed, main = ~numpy.isnan(rows.closed), rows.label * rows.tokens
    is_settled = numpy.bincount(rows.page, ~closed) == 0
    sums = {}
    for name in set(sets[test]):
        own = (sets == name) & test
        pages = numpy.unique(rows.page[own])
        own &= ~is_settled[rows.page]
        sums[name] = numpy.array([len(pages), is_settled[pages].sum(), own.sum(), closed[own].sum(), main[own].sum(), main[own & closed].sum()])
    return sums


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
    lines += [f'all            {len(told):5} {right:.3f}', '']
    lines.append('The prefilter, cross-validated by site: share of pages settled, of the blocks of others closed, and of their main text lost')
    lines += [f'{name:14} {settled / pages:.3f} {found / max(blocks, 1):.3f} {lost / max(main, 1):.4f}'
              for name, (pages, settled, blocks, found, main, lost) in sorted(closed.items())]
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program'), parser.add_argument('data'), parser.add_argument('out', type=Path)
    parser.add_argument('--unseen', default=''), parser.add_argument('--measure', action='store_true')
    parser.add_argument('--without', default=''), parser.add_argument('--sites', type=float, default=1.0)
    fit = Fit(parser.parse_args())
    fit.fit_prefilters()
    fit.fit_all_hashed()
    told, closed = [], {}
    for fold in range(FOLDS):
        own_told, own_closed = fit.fit_run(fold)
        told += own_told
        for name, sums in own_closed.items():
            closed[name] = closed.get(name, 0) + sums
        print(f'fold {fold} of {FOLDS} written', flush=True)
    (fit.folds / 'folds.json').write_text(json.dumps(fit.places.fold | fit.variants.fold, indent=0))
    for group, keys in fit.places.groups.items():
        fit.fit_run(group)
        (fit.out / 'unseen' / group / 'folds.json').write_text(json.dumps(dict.fromkeys(sorted(keys), 0), indent=0))
        print(f'model without {group} written', flush=True)
    losses = {way: {name: loss / weight for name, (loss, weight) in sums.items()} for way, sums in fit.losses.items()}
    (fit.folds / 'log_loss.json').write_text(json.dumps(losses, indent=1, sort_keys=True))
    model, kinds = fit.fit_run(ALL) if fit.is_shipped else (None, None)
    fit.fit_cuts()
    fit.fit_confidence()
    fit.fit_titles()
    fit.fit_names()
    fit.fit_fields()
    if not fit.is_trial:
        fit.fit_sites()
    if fit.is_shipped:
        (fit.out / 'report.txt').write_text(report(model, kinds, told, closed))


if __name__ == '__main__':
    main()
