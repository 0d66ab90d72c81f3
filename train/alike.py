"""What blocks built alike say of each other, as crates/core/src/learn/alike.rs has it."""
import re
from pathlib import Path

import numpy

SOURCE = Path(__file__).parent.parent / 'crates/core/src/learn/alike.rs'
CONSTANTS = {name: float(value) for name, value in re.findall(r'const (\w+): f32 = ([\d.]+);', SOURCE.read_text())}
PULL, HALF, SURE, MOST, RAISED = (CONSTANTS[name] for name in ('PULL', 'HALF', 'SURE', 'MOST', 'RAISED'))


def pulls(page, alike, tokens, log_odds):
    """For each block what is added to its log odds; `alike` names the group of each open block within its page."""
    is_open = ~numpy.isnan(alike)
    _, group = numpy.unique(numpy.column_stack([page[is_open], alike[is_open]]), axis=0, return_inverse=True)
    group = group.ravel()
    value, weight = numpy.clip(log_odds[is_open], -MOST, MOST), numpy.sqrt(numpy.maximum(tokens[is_open], 1))
    total, weights = (numpy.bincount(group, amount)[group] for amount in (value * weight, weight))
    others = numpy.bincount(group)[group] - 1
    mean = (total - value * weight) / numpy.maximum(weights - weight, 1e-9)
    out = numpy.zeros(len(log_odds))
    share = PULL * others / (others + HALF) / (1 + (value / SURE) ** 2)
    out[is_open] = numpy.where(others > 0, numpy.minimum(share * (mean - value), RAISED), 0)
    return out
