"""Boosted trees for blocks and for page kinds, and the files that crates/core/src/auto/forest reads."""
import json, struct

import lightgbm, numpy

from constants import CONSTANTS

KINDS = ['home', 'article', 'forum', 'product', 'listing', 'collection', 'documentation', 'service']
KIND_COLUMNS = 160
COMMON = dict(max_bin=63, verbose=-1, num_threads=2, seed=1, deterministic=True, force_row_wise=True, bagging_freq=1)
BLOCKS = dict(COMMON, objective='cross_entropy', num_leaves=31, learning_rate=0.1, min_data_in_leaf=60, feature_fraction=0.35,
              bagging_fraction=0.7, lambda_l2=5)
PAGES = dict(COMMON, objective='multiclass', num_class=len(KINDS), num_leaves=4, learning_rate=0.1, min_data_in_leaf=15,
             feature_fraction=0.3, bagging_fraction=0.7, lambda_l2=5)
BLOCK_TREES, PAGE_TREES = 150, 150
# Of two seeds that judge sites they have not seen alike, the one that keeps fewer bylines on the pages of fixtures/fields.
BLOCK_SEED = 2
# The log odds of blocks are written this much further from 0. By cross-validation the cut of highest expected F1 then keeps less noise
# on articles; wcxb as a whole loses .0004 of F1.
SHARPER = CONSTANTS['training']['sharper']
# The prefilter: a small forest over the columns that bring most to a smaller one still.
PREFILTER = dict(BLOCKS, feature_fraction=0.5, learning_rate=0.18)
PREFILTER_TREES, PREFILTER_COLUMNS = 30, 40
PROBE, PROBE_TREES = dict(BLOCKS, learning_rate=0.15), 20


def block_data(rows, chosen, columns):
    return lightgbm.Dataset(rows.values[chosen][:, columns], rows.label[chosen], weight=rows.weight[chosen],
                            feature_name=[rows.columns[c] for c in columns])


def fit_prefilter(rows, chosen, columns):
    gains = lightgbm.train(PROBE, block_data(rows, chosen, columns), PROBE_TREES).feature_importance('gain')
    few = sorted(columns[c] for c in numpy.argsort(-gains, kind='stable')[:PREFILTER_COLUMNS])
    return lightgbm.train(PREFILTER, block_data(rows, chosen, few), PREFILTER_TREES)


def fit_blocks(rows, chosen, columns):
    return lightgbm.train(dict(BLOCKS, seed=BLOCK_SEED), block_data(rows, chosen, columns), BLOCK_TREES)


def fit_kinds(pages, chosen):
    """Twice: by all columns, and by those that brought most."""
    chosen = chosen & numpy.isin(pages.kind, KINDS)
    label = numpy.array([KINDS.index(kind) if kind in KINDS else -1 for kind in pages.kind])
    weight = 1 / numpy.sqrt(pages.pages_of_site())
    of_kind = numpy.bincount(label[chosen], weight[chosen], minlength=len(KINDS))
    weight = weight / numpy.sqrt(numpy.maximum(of_kind, 1))[label]
    weight = weight / weight[chosen].mean()
    columns = numpy.arange(len(pages.columns))
    for _ in range(2):
        data = lightgbm.Dataset(pages.values[chosen][:, columns], label[chosen], weight=weight[chosen],
                                feature_name=[pages.columns[c] for c in columns])
        model = lightgbm.train(PAGES, data, PAGE_TREES)
        used = columns
        columns = columns[numpy.sort(numpy.argsort(-model.feature_importance('gain'), kind='stable')[:KIND_COLUMNS])]
    return model, used


def walk(node, nodes, leaves, means):
    """Flattens a tree, parents first; gives the node's number, negative for leaves."""
    if 'leaf_value' in node:
        leaves.append(node['leaf_value'])
        return -len(leaves)
    number = len(nodes)
    nodes.append(None)
    means.append(node['internal_value'])
    left, right = (walk(node[side], nodes, leaves, means) for side in ('left_child', 'right_child'))
    nodes[number] = (node['split_feature'], node['threshold'], node['default_left'], left, right)
    return number


def write(model, path, factor=1):
    """Writes a forest whose sums are so many times those of the model; without one, a forest of no trees."""
    write_all([model] if model else [], path, factor)


def write_all(models, path, factor=1):
    """Writes one forest whose sums are so many times those of all models."""
    names, classes = (models[0].feature_name(), models[0].num_model_per_iteration()) if models else ([], 1)
    trees = []
    for tree in [tree for model in models for tree in model.dump_model()['tree_info']]:
        nodes, leaves, means = [], [], []
        walk(tree['tree_structure'], nodes, leaves, means)
        trees.append((nodes, [value * factor for value in leaves], [value * factor for value in means]))
    used = sorted({node[0] for nodes, _, _ in trees for node in nodes})
    edges = {column: sorted({down(node[1]) for nodes, _, _ in trees for node in nodes if node[0] == column}) for column in used}
    scale = max((abs(leaf) for _, leaves, means in trees for leaf in leaves + means), default=32767) / 32767
    header = dict(format=2, classes=classes, columns=[names[c] for c in used], edges=[len(edges[c]) for c in used],
                  trees=[len(nodes) for nodes, _, _ in trees], scale=scale)
    out = bytearray(json.dumps(header).encode() + b'\n')
    for column in used:
        out += struct.pack(f'<{len(edges[column])}f', *edges[column])
    for nodes, leaves, means in trees:
        for column, threshold, default_left, left, right in nodes:
            out += struct.pack('<BBBhh', used.index(column), edges[column].index(down(threshold)), default_left, left, right)
        out += struct.pack(f'<{len(leaves) + len(means)}h', *(round(value / scale) for value in leaves + means))
    path.write_bytes(out)


def down(threshold):
    """The largest f32 that is not over the threshold: the same answer for every f32 value."""
    with numpy.errstate(over='ignore'):
        value = numpy.float32(threshold)
        return float(value if value <= threshold else numpy.nextafter(value, numpy.float32(-numpy.inf)))
