"""Boosted trees for blocks and for page kinds, and the files that crates/core/src/forest.rs reads."""
import json, struct

import lightgbm, numpy

KINDS = ['home', 'article', 'forum', 'product', 'listing', 'collection', 'documentation', 'service']
KIND_COLUMNS = 60
COMMON = dict(max_bin=63, verbose=-1, num_threads=2, seed=1, deterministic=True, force_row_wise=True, bagging_freq=1)
BLOCKS = dict(COMMON, objective='cross_entropy', num_leaves=31, learning_rate=0.1, min_data_in_leaf=60, feature_fraction=0.35,
              bagging_fraction=0.7, lambda_l2=5)
PAGES = dict(COMMON, objective='multiclass', num_class=len(KINDS), num_leaves=7, learning_rate=0.1, min_data_in_leaf=15,
             feature_fraction=0.3, bagging_fraction=0.7, lambda_l2=5)
BLOCK_TREES, PAGE_TREES = 150, 60
# Every row goes through the first trees, a twelfth of all in crates/core/src/forest.rs too; they ask for few columns.
FIRST_TREES, FIRST_COLUMNS = BLOCK_TREES // 12, 24
FIRST = dict(BLOCKS, feature_fraction=0.7)
# The small forest that tells which columns those are.
PROBE, PROBE_TREES = dict(BLOCKS, learning_rate=0.15), 30


def is_of_site(column):
    """Whether it is there only with a site template."""
    return column.split('.')[-1].startswith('site_')


class Staged:
    """Two boosted forests as one: the first over some of the columns, the second over all of them, fitted to what the
    first leaves."""

    def __init__(self, first, second, columns):
        self.forests, self.columns = (first, second), (columns, list(range(second.num_feature())))

    def predict(self, values):
        raw = sum(forest.predict(values[:, columns], raw_score=True) for forest, columns in zip(self.forests, self.columns))
        return 1 / (1 + numpy.exp(-raw))

    def feature_name(self):
        return self.forests[1].feature_name()

    def feature_importance(self, kind):
        gains = self.forests[1].feature_importance(kind)
        gains[self.columns[0]] += self.forests[0].feature_importance(kind)
        return gains

    def num_model_per_iteration(self):
        return 1

    def dump_model(self):
        trees = [self.forests[0].dump_model()['tree_info'], self.forests[1].dump_model()['tree_info']]
        for tree in trees[0]:
            rename(tree['tree_structure'], self.columns[0])
        return {'tree_info': trees[0] + trees[1]}


def rename(node, columns):
    """Gives the columns of a tree their numbers among all."""
    if 'split_feature' in node:
        node['split_feature'] = columns[node['split_feature']]
        rename(node['left_child'], columns), rename(node['right_child'], columns)


def fit_blocks(rows, chosen, columns):
    """A forest whose first trees ask for the columns only that bring most to a small forest."""
    values, names = rows.values[chosen][:, columns], [rows.columns[c] for c in columns]

    def data(columns, **more):
        return lightgbm.Dataset(values[:, columns], rows.label[chosen], weight=rows.weight[chosen],
                                feature_name=[names[c] for c in columns], **more)
    all_columns = list(range(len(names)))
    gains = lightgbm.train(PROBE, data(all_columns), PROBE_TREES).feature_importance('gain')
    few = sorted(numpy.argsort(-gains, kind='stable')[:FIRST_COLUMNS].tolist())
    first = lightgbm.train(FIRST, data(few), FIRST_TREES)
    scores = first.predict(values[:, few], raw_score=True)
    second = lightgbm.train(BLOCKS, data(all_columns, init_score=scores), BLOCK_TREES - FIRST_TREES)
    return Staged(first, second, few)


def fit_kinds(pages, chosen):
    """Twice: by all columns, and by those that brought most."""
    chosen = chosen & numpy.isin(pages.kind, KINDS)
    label = numpy.array([KINDS.index(kind) if kind in KINDS else -1 for kind in pages.kind])
    weight = 1 / numpy.sqrt(pages.pages_of_site())
    of_kind = numpy.bincount(label[chosen], weight[chosen], minlength=len(KINDS))
    weight = weight / numpy.sqrt(numpy.maximum(of_kind, 1))[label]
    weight = weight / weight[chosen].mean()
    columns = numpy.array([c for c, name in enumerate(pages.columns) if not is_of_site(name)])
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


def write(model, path):
    names, classes = model.feature_name(), model.num_model_per_iteration()
    trees = []
    for tree in model.dump_model()['tree_info']:
        nodes, leaves, means = [], [], []
        walk(tree['tree_structure'], nodes, leaves, means)
        trees.append((nodes, leaves, means))
    used = sorted({node[0] for nodes, _, _ in trees for node in nodes})
    edges = {column: sorted({down(node[1]) for nodes, _, _ in trees for node in nodes if node[0] == column}) for column in used}
    scale = max(abs(leaf) for _, leaves, means in trees for leaf in leaves + means) / 32767
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
