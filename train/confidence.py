"""What F1 pages have of whose cut so much is told: a rising line through a few points."""
import json

import numpy

# Pages a point, about.
PAGES = 60


def write(pairs, path):
    """Isotonic regression by pooling neighbours, from means of groups of pages alike in what is told."""
    groups = [numpy.array(group).mean(axis=0).tolist() + [len(group)] for group in numpy.array_split(numpy.array(sorted(pairs)), max(len(pairs) // PAGES, min(len(pairs), 2)))]
    pooled = []
    for group in groups:
        pooled.append(group)
        while len(pooled) > 1 and pooled[-2][1] >= pooled[-1][1]:
            (x1, y1, n1), (x2, y2, n2) = pooled[-2:]
            pooled[-2:] = [[(x1 * n1 + x2 * n2) / (n1 + n2), (y1 * n1 + y2 * n2) / (n1 + n2), n1 + n2]]
    path.write_text(json.dumps([[round(x, 4), round(y, 4)] for x, y, _ in pooled]) + '\n')
