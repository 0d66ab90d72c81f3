"""The choice among sets of blocks that may be kept: a forest that predicts the F1 of each."""
import lightgbm, numpy

import trees
from constants import CONSTANTS

FOREST = dict(trees.COMMON, objective='regression', num_leaves=7, learning_rate=0.08, min_data_in_leaf=80, feature_fraction=0.5,
              bagging_fraction=0.7, lambda_l2=5)
TREES = 120


def f1(rows):
    return 2 * rows.kept_main / numpy.maximum(rows.kept + rows.main, 1e-9)


def is_good(rows):
    """Whether next to nothing is missed and little noise kept, as the scoring tool has it."""
    return (rows.kept_main >= 0.98 * rows.main) & (rows.kept_main >= 0.95 * rows.kept) & (rows.main > 0)


# A good cut is worth this much more F1: by cross-validation more pages are good then, and none is worse.
GOOD = CONSTANTS['training']['good']


def fit(rows, chosen):
    """Pages of sites with many weigh less, and so do candidates of pages with many."""
    weight = 1 / numpy.sqrt(rows.pages_of_site()) / numpy.bincount(rows.page)[rows.page]
    # A page whose main text is not among its blocks teaches nothing.
    weight = weight * (rows.main > 0)
    worth = f1(rows) + GOOD * is_good(rows)
    data = lightgbm.Dataset(rows.values[chosen], worth[chosen], weight=weight[chosen] / weight[chosen].mean(), feature_name=rows.columns)
    return lightgbm.train(FOREST, data, TREES)
