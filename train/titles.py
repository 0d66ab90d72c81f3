"""The choice among titles: weights of origins and forms, by which a softmax chooses among the candidates of a page.

A weight is that of all pages, plus that of the page's group of kinds, plus that of pages written in ideographs. The last
two are held closer to 0, since they have fewer pages.
"""
import json

import numpy
from scipy.optimize import minimize

GROUPS = 3
# How strongly weights are held to 0: those of all pages, and those beside them.
STRENGTH, STRENGTH_BESIDE = 1.0, 2.0

# A page written in ideographs counts as this many: six of seven labelled titles are of other pages.
IDEOGRAPHIC = 3
# These weights are held to a value other than 0, and more strongly: few labelled pages show a site's name or a single letter where
# the title may stand.
KNOWN_STRENGTH = 20.0
KNOWN = {'single_letter': -2.0, 'site_name': -5.0, 'ends_like_site': -2.5}


class Titles:
    """The candidates of all labelled pages."""

    def __init__(self, rows):
        self.rows = rows
        self.columns = rows.columns[2:]
        self.group, self.ideographic, facts = rows.values[:, 0], rows.values[:, 1], rows.values[:, 2:].astype(float)
        beside = [facts * (self.group == group)[:, None] for group in range(GROUPS)]
        self.design = numpy.hstack([facts, *beside, facts * self.ideographic[:, None]])
        # Candidates that give the same title have the same facts, and count once.
        seen = numpy.column_stack([rows.page, rows.right, facts])
        self.is_first = numpy.zeros(len(facts), bool)
        self.is_first[numpy.unique(seen, axis=0, return_index=True)[1]] = True

    def fit(self, chosen):
        """The weights by the chosen rows, as the model has them. A page without the right candidate teaches nothing."""
        has_right = numpy.bincount(self.rows.page, self.rows.right)[self.rows.page] > 0
        chosen = chosen & has_right & self.is_first
        page = numpy.unique(self.rows.page[chosen], return_inverse=True)[1]
        design, right = self.design[chosen], self.rows.right[chosen]
        # Pages of sites with many weigh less.
        weight = numpy.where(self.ideographic > 0, IDEOGRAPHIC, 1) / numpy.sqrt(self.rows.pages_of_site())
        weight = weight[chosen][numpy.unique(page, return_index=True)[1]]
        beside = design.shape[1] - len(self.columns)
        strength = numpy.r_[numpy.full(len(self.columns), STRENGTH), numpy.full(beside, STRENGTH_BESIDE)]

        strength[numpy.isin(numpy.arange(len(strength)) % len(self.columns), [self.columns.index(name) for name in KNOWN])] = KNOWN_STRENGTH
        known = numpy.zeros(design.shape[1])
        known[:len(self.columns)] = [KNOWN.get(name, 0.0) for name in self.columns]

        def loss(weights):
            power = design @ weights
            power = numpy.exp(power - numpy.maximum.reduceat(power, first)[page])
            told, of_right = (numpy.add.reduceat(amount, first) for amount in (power, power * right))
            wrong = power / told[page] - power * right / of_right[page]
            penalty = strength * (weights - known)
            return weight @ numpy.log(told / of_right) + penalty @ (weights - known) / 2, design.T @ (weight[page] * wrong) + penalty

        order = numpy.argsort(page, kind='stable')
        page, design, right = page[order], design[order], right[order]
        first = numpy.flatnonzero(numpy.diff(page, prepend=-1))
        found = minimize(loss, numpy.zeros(design.shape[1]), jac=True, method='L-BFGS-B', options={'maxiter': 500}).x
        all_pages, *groups, ideographic = found.reshape(GROUPS + 2, -1)
        return {name: [round(float(value), 2) for value in values]
                for name, *values in zip(self.columns, *(all_pages + group for group in groups), ideographic)}

    def log_probability(self, weights):
        """For each row, the logarithm of its probability among those of its page."""
        table = numpy.array([weights[name] for name in self.columns])
        power = (self.rows.values[:, 2:] * (table[:, self.group.astype(int)].T + table[:, [-1]].T * self.ideographic[:, None])).sum(axis=1)
        most = numpy.full(self.rows.page.max() + 1, -numpy.inf)
        numpy.maximum.at(most, self.rows.page, power)
        power -= most[self.rows.page]
        return power - numpy.log(numpy.bincount(self.rows.page, numpy.exp(power) * self.is_first)[self.rows.page])


def write(weights, path):
    lines = [f'{json.dumps(name)}: {values}' for name, values in weights.items()]
    path.write_text('{' + ',\n'.join(lines) + '}\n')
