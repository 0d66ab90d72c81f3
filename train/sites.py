"""The correction by a site template: weights of a few columns, added to the log odds.

Few sites have many labelled pages, and trees learn them: those over the site's columns fell behind the judgement
without a template, those over all columns lost on pages of small sites. Of the weights in a small grid the strongest are
taken among those that give the pages of the other sites the highest F1 or all but, each site counting by the square root
of its pages: differences of a few sites are chance. The share of texts
that repeat at a path brought nothing on the mean and cost one site .004: labels keep some of what
repeats.
"""
import itertools, json

import numpy

from constants import CONSTANTS

GRID = {'site_path_pull': [0.0, 0.25, 0.5, 0.75, 1.0]}
# Less F1 than the best by this much is as good.
ALIKE = 0.001
LEAST_PROBABILITY = CONSTANTS['cut']['least_probability']


def page_f1(page, tokens, label, optional, probability):
    """For each page, the F1 of the cut of highest expected F1."""
    order = numpy.lexsort((-probability, page))
    p, y, n = probability[order], label[order], numpy.maximum(tokens[order], 1)
    first = numpy.flatnonzero(numpy.diff(page[order], prepend=-1))
    out = numpy.zeros(len(first))
    for index, (start, end) in enumerate(zip(first, [*first[1:], len(order)])):
        pn, yn, sizes = p[start:end] * n[start:end], y[start:end] * n[start:end], n[start:end]
        counted = sizes * numpy.maximum(1 - optional[order][start:end], y[start:end])
        expected = 2 * numpy.cumsum(pn) / (numpy.cumsum(sizes) + pn.sum())
        cut = expected.argmax() + 1 if p[start] >= LEAST_PROBABILITY else 0
        out[index] = 2 * yn[:cut].sum() / max(counted[:cut].sum() + yn.sum(), 1e-9)
    return out


def fit(rows, chosen):
    """The strongest of the best weights of the grid for the chosen rows."""
    names = list(GRID)
    values = numpy.nan_to_num(rows.values[chosen][:, [rows.columns.index(name) for name in names]])
    alone = rows.values[chosen][:, rows.columns.index('site_alone')]
    # A page is seen with templates of several numbers of pages.
    pages = rows.values[chosen][:, rows.columns.index('site_pages')].round(3)
    seen, view = numpy.unique(numpy.column_stack([rows.page[chosen], pages]), axis=0, return_inverse=True)
    weight = 1 / numpy.sqrt(rows.pages_of_site()[chosen][numpy.unique(view, return_index=True)[1]])
    weight /= numpy.bincount(seen[:, 0].astype(int))[seen[:, 0].astype(int)]

    def score(weights):
        probability = 1 / (1 + numpy.exp(-(alone + values @ numpy.array(weights))))
        return (page_f1(view.ravel(), rows.tokens[chosen], rows.label[chosen], rows.optional[chosen], probability) * weight).sum() / weight.sum()
    scores = {weights: score(weights) for weights in itertools.product(*GRID.values())}
    highest = max(scores.values())
    best = max((weights for weights, f1 in scores.items() if f1 >= highest - ALIKE), key=sum)
    print(f'site template: F1 {scores[(0.0,) * len(names)]:.4f} without, {scores[best]:.4f} with {dict(zip(names, best))}')
    return dict(zip(names, best))


def write(weights, path):
    path.write_text(json.dumps(weights) + '\n')
