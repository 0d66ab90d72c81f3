"""The choice among titles, and among names for author and source: a forest for each field. Variants of labelled pages
(`variants.py`) teach titles and authors besides; sources are no better for them."""
import lightgbm, numpy

import trees, variants
from constants import CONSTANTS
from rows import FIELDS

TITLES = dict(trees.COMMON, objective='lambdarank', num_leaves=6, learning_rate=0.12, min_data_in_leaf=40, feature_fraction=0.35,
              bagging_fraction=0.7, lambda_l2=10, lambdarank_truncation_level=5)
NAMES = dict(trees.COMMON, objective='binary', num_leaves=8, learning_rate=0.1, min_data_in_leaf=30, feature_fraction=0.4,
             bagging_fraction=0.7, lambda_l2=10)
# The mean of forests of several seeds: one alone differs from another by two or three labelled authors in a hundred.
TREES, SEEDS = 90, (1, 2, 3)
NAMED = ('author', 'source')
# The program does not choose a name that is less likely right: on pages written in ideographs, and on others.
LEAST = {name: [CONSTANTS['fields'][key] for key in keys] for name, keys in (('author', ('author', 'author_elsewhere')), ('source', ('source', 'source')))}
# A page written in ideographs counts as so many: most labelled pages are of other scripts.
IDEOGRAPHIC_TITLE, IDEOGRAPHIC_NAME = 3, 2
# The program adds this much of the logarithm of the probability by the weights of `title.json`, which gives a title that they do not
# know this one.
OF_WEIGHTS, UNKNOWN = 0.3, 1e-4
# Titles that have no weights.
UNWEIGHTED = ('heading_elsewhere', 'line_near', 'title_part')


def weighed(rows):
    """The rows of titles that have weights, without the columns that the weights do not know."""
    unknown = rows.values[:, [rows.columns.index(name) for name in UNWEIGHTED]].max(axis=1) > 0
    return rows.part(numpy.flatnonzero(~unknown), rows.columns.index('level'))


class Examples:
    """Rows of labelled pages, and of some kinds of variants, each at a share of the weight of its page."""

    def __init__(self, rows, of_variants, shares, ideographic_times):
        share = numpy.array([shares.get(key.rsplit('~', 1)[1], 0) for key in of_variants.keys])
        taken = share > 0
        self.columns, self.sources = rows.columns, (rows, of_variants)
        self.values = numpy.concatenate([rows.values, of_variants.values])
        self.right = numpy.concatenate([rows.right, of_variants.right]) > 0
        self.field = numpy.concatenate([rows.field, of_variants.field])
        self.page = numpy.concatenate([rows.page, of_variants.page + len(rows.pages)])
        self.taken = numpy.concatenate([numpy.ones(len(rows.page), bool), taken])
        # Pages of sites with many weigh less, and so do pages with many variants.
        variants_of_page = max(len(shares), 1)
        weight = numpy.concatenate([1 / numpy.sqrt(rows.pages_of_site()),
                                    share / numpy.sqrt(numpy.maximum(of_variants.pages_of_site() / variants_of_page, 1))])
        ideographic = self.values[:, self.columns.index('ideographic')] > 0
        self.weight = weight * numpy.where(ideographic, ideographic_times, 1)

    def seen(self, parts):
        """The rows to learn from, of pages that are not left out."""
        return self.taken & ~numpy.concatenate([rows.is_left_out(parts) for rows in self.sources])


class Mean:
    """The mean of forests that differ in their seed alone."""

    def __init__(self, options, data):
        self.models = [lightgbm.train(dict(options, seed=seed), data, TREES) for seed in SEEDS]

    def log_odds(self, values):
        return numpy.mean([model.predict(values, raw_score=True) for model in self.models], axis=0)

    def write(self, path):
        trees.write_all(self.models, path, 1 / len(self.models))


def titles(rows, of_variants):
    return Examples(rows, of_variants, variants.TITLES, IDEOGRAPHIC_TITLE)


def names(rows, of_variants, name):
    return Examples(rows, of_variants, variants.AUTHORS if name == 'author' else {}, IDEOGRAPHIC_NAME)


def fit_titles(examples, parts):
    """A page without the right candidate teaches nothing."""
    has_right = numpy.bincount(examples.page, examples.right)[examples.page] > 0
    chosen = numpy.flatnonzero(examples.seen(parts) & has_right)
    chosen = chosen[numpy.argsort(examples.page[chosen], kind='stable')]
    weight = examples.weight[chosen]
    data = lightgbm.Dataset(examples.values[chosen], examples.right[chosen].astype(int), weight=weight / weight.mean(),
                            feature_name=examples.columns, group=numpy.unique(examples.page[chosen], return_counts=True)[1])
    return Mean(TITLES, data)


def fit_names(examples, parts, name):
    own = examples.seen(parts) & (examples.field == FIELDS.index(name))
    weight = examples.weight[own]
    data = lightgbm.Dataset(examples.values[own], examples.right[own], weight=weight / weight.mean(), feature_name=examples.columns)
    return Mean(NAMES, data)


def best_titles(rows, log_odds, log_probability):
    """Of each page the row that the program chooses."""
    order = numpy.lexsort((-(log_odds + OF_WEIGHTS * log_probability), rows.page))
    return order[numpy.unique(rows.page[order], return_index=True)[1]]


def told(rows, own, name, log_odds):
    """Of each page the row of highest log odds, if it is likely enough; `own` are the rows of the field."""
    order = own[numpy.lexsort((-log_odds, rows.page[own]))]
    best = order[numpy.unique(rows.page[order], return_index=True)[1]]
    probability = dict(zip(own.tolist(), 1 / (1 + numpy.exp(-log_odds))))
    ideographic = rows.values[:, rows.columns.index('ideographic')] > 0
    least = numpy.where(ideographic, *LEAST[name])
    return [row for row in best.tolist() if probability[row] >= least[row]]
