"""How likely the best date of publication is right: a logistic regression over where and how the value was
found and the page kinds. A value that the data of the page declare has a second set of weights on top."""
import json

import numpy
from scipy.optimize import minimize

from constants import CONSTANTS

# Authors and sources have forests (`rankers.py`).
FIELDS = ('publish_date',)
# How strongly weights are held to 0.
STRENGTH = 1.0
# The program does not choose a value that is less likely right.
LEAST = numpy.array([CONSTANTS['fields'][name] for name in FIELDS])
# A weight is rounded to two decimals; smaller ones are left out.
SMALLEST = 0.005


class Fields:
    """The best candidates of all labelled pages."""

    def __init__(self, rows):
        self.rows = rows
        self.columns = rows.columns[:-1]
        facts, declared = rows.values[:, :-1].astype(float), rows.values[:, -1:].astype(float)
        self.field = numpy.zeros(len(rows.page), int)
        self.design = numpy.hstack([facts, facts * declared])

    def fit(self, chosen):
        """The weights by the chosen rows, as the model has them."""
        return {name: self.fit_field(chosen & (self.field == place)) for place, name in enumerate(FIELDS)}

    def fit_field(self, chosen):
        design, right = self.design[chosen], self.rows.right[chosen].astype(float)
        # Pages of sites with many weigh less.
        weight = 1 / numpy.sqrt(self.rows.pages_of_site()[chosen])
        weight /= weight.mean()
        strength = numpy.full(design.shape[1], STRENGTH)
        strength[self.columns.index('any')] = 0

        def loss(weights):
            odds = design @ weights
            wrong = weight * (1 / (1 + numpy.exp(-odds)) - right)
            return weight @ (numpy.logaddexp(0, odds) - right * odds) + strength @ weights**2 / 2, design.T @ wrong + strength * weights

        found = minimize(loss, numpy.zeros(design.shape[1]), jac=True, method='L-BFGS-B', options={'maxiter': 500}).x
        pairs = zip(self.columns, found.reshape(2, -1).T)
        return {name: [round(float(value), 2) for value in pair] for name, pair in pairs if abs(pair).max() > SMALLEST}

    def told(self, weights):
        """For each row, whether the value is chosen with these weights."""
        tables = numpy.array([[weights[name].get(column, [0, 0]) for column in self.columns] for name in FIELDS])
        own = tables.transpose(0, 2, 1).reshape(len(FIELDS), -1)[self.field]
        return 1 / (1 + numpy.exp(-(self.design * own).sum(axis=1))) >= LEAST[self.field]


def write(weights, path):
    rows = ['{}: {{\n{}\n}}'.format(json.dumps(name), ',\n'.join(f'{json.dumps(fact)}: {pair}' for fact, pair in facts.items())) for name, facts in weights.items()]
    path.write_text('{' + ',\n'.join(rows) + '}\n')
