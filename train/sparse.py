"""The sparse linear model over hashed features: logistic regression with soft labels."""
import json

import numpy
from scipy.optimize import minimize

from rows import SIGN_BITS

LEAST_SITES = 4
PENALTY = 300.0
ITERATIONS = 60


def site_counts(signs, site):
    """On how many sites each sign stands."""
    width = signs.shape[1]
    pairs = numpy.unique(numpy.repeat(site, numpy.diff(signs.indptr)).astype(numpy.int64) * width + signs.indices)
    return numpy.bincount(pairs % width, minlength=width)


def fit(signs, label, weight, site):
    """The signs that have a weight, their weights, and the bias. `signs` is a sparse matrix of blocks by signs."""
    chosen = numpy.flatnonzero(site_counts(signs, site) >= LEAST_SITES)
    rows = signs[:, chosen]
    columns = rows.T.tocsr()
    weight = weight / weight.mean()

    def loss(parameters):
        logit = rows @ parameters[:-1].astype(numpy.float32) + parameters[-1]
        gap = (weight * (1 / (1 + numpy.exp(-logit)) - label)).astype(numpy.float32)
        value = (weight * (numpy.logaddexp(0, logit) - label * logit)).sum()
        value += PENALTY / 2 * (parameters[:-1] ** 2).sum()
        slope = numpy.append(columns @ gap + PENALTY * parameters[:-1], gap.sum())
        return float(value), slope.astype(numpy.float64)

    found = minimize(loss, numpy.zeros(len(chosen) + 1), jac=True, method='L-BFGS-B', options=dict(maxiter=ITERATIONS, maxcor=8))
    return chosen, found.x[:-1], found.x[-1]


def write(model, path):
    """Writes the format that crates/core/src/auto/linear.rs reads."""
    signs, weights, bias = model
    scale = numpy.abs(weights).max() / 127
    steps = numpy.rint(weights / scale).astype(int)
    signs, steps = signs[steps != 0], steps[steps != 0]
    header = dict(format=1, bits=SIGN_BITS, count=len(signs), bias=float(bias), scale=float(scale))
    out = bytearray(json.dumps(header).encode() + b'\n')
    for difference in numpy.diff(signs, prepend=0).tolist():
        while difference >= 128:
            out.append(difference % 128 + 128)
            difference //= 128
        out.append(difference)
    out += steps.astype(numpy.int8).tobytes()
    path.write_bytes(out)
