"""What F1 pages have whose expected F1 is so much: a rising line through a few points."""
import json

import numpy

POINTS = 40
LEAST_PROBABILITY = 0.1


def pairs(page, tokens, label, probability):
    """For each page, the F1 that the cut of highest expected F1 expects, and what its labels give."""
    out = []
    for rows in numpy.split(numpy.argsort(page, kind='stable'), numpy.flatnonzero(numpy.diff(numpy.sort(page))) + 1):
        rows = rows[numpy.argsort(-probability[rows], kind='stable')]
        p, y, n = probability[rows], label[rows], numpy.maximum(tokens[rows], 1)
        expected = 2 * numpy.cumsum(p * n) / (numpy.cumsum(n) + (p * n).sum())
        cut = expected.argmax() + 1 if p[0] >= LEAST_PROBABILITY else 0
        measured = 2 * (y * n)[:cut].sum() / max(n[:cut].sum() + (y * n).sum(), 1e-9)
        out.append((float(expected.max()), float(measured)))
    return out


def write(pairs, path):
    """Isotonic regression by pooling neighbours, from means of groups of pages alike in what is expected."""
    groups = [numpy.array(group).mean(axis=0).tolist() + [len(group)] for group in numpy.array_split(numpy.array(sorted(pairs)), POINTS)]
    pooled = []
    for group in groups:
        pooled.append(group)
        while len(pooled) > 1 and pooled[-2][1] >= pooled[-1][1]:
            (x1, y1, n1), (x2, y2, n2) = pooled[-2:]
            pooled[-2:] = [[(x1 * n1 + x2 * n2) / (n1 + n2), (y1 * n1 + y2 * n2) / (n1 + n2), n1 + n2]]
    path.write_text(json.dumps([[round(x, 4), round(y, 4)] for x, y, _ in pooled]) + '\n')
