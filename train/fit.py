#!/usr/bin/env python3
"""Fit the model of `auto` from labelled sets, cross-validated by site.

usage: fit.py ZHENGWEN DATA_DIR OUT_DIR

Writes OUT_DIR/blocks.model (trained on all pages), OUT_DIR/folds/K.model with OUT_DIR/folds/folds.json
(which fold holds which page) for `zhengwen eval DATA_DIR --cross-validated OUT_DIR/folds`, and
OUT_DIR/gains.txt (what the columns bring). Needs train/requirements.txt; the same inputs give the
same files.
"""
import json, re, struct, subprocess, sys, tempfile
from pathlib import Path

import lightgbm, numpy, pyarrow.parquet

FOLDS = 5
TREES = 150
PARAMETERS = dict(
    objective='cross_entropy', num_leaves=31, learning_rate=0.1, min_data_in_leaf=60, feature_fraction=0.35,
    bagging_fraction=0.7, bagging_freq=1, max_bin=63, lambda_l2=5, verbose=-1, num_threads=2, seed=1,
    deterministic=True, force_row_wise=True,
)
TEXTS, NUMBERS = 5, 2


def site_of(text):
    """The registrable domain of an address, roughly: three labels where the last two are short."""
    match = re.match(r'https?://([^/:]+)', text)
    if not match:
        return text
    labels = match[1].split('.')
    return '.'.join(labels[-3:] if len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3 else labels[-2:])


class Rows:
    def __init__(self, path):
        table = pyarrow.parquet.read_table(path)
        self.columns = table.column_names[TEXTS + NUMBERS:]
        self.values = numpy.column_stack([table[name].to_numpy() for name in self.columns]).astype(numpy.float32)
        self.label, self.tokens = table['label'].to_numpy(), table['block_tokens'].to_numpy()
        keys = [f'{a}/{b}' for a, b in zip(table['set'].to_pylist(), table['page'].to_pylist())]
        self.pages, self.page = numpy.unique(keys, return_inverse=True)
        sites, self.site = numpy.unique([site_of(text) for text in table['site'].to_pylist()], return_inverse=True)
        self.fold = (numpy.random.RandomState(0).permutation(len(sites)) % FOLDS)[self.site]
        self.weight = self.weights()

    def weights(self):
        """Half by the square root of tokens, half by tokens, normalised within the page; a page of a site
        of many weighs less; pages whose gold is not in them weigh nothing."""
        def within(amount):
            return amount / numpy.maximum(numpy.bincount(self.page, amount)[self.page], 1e-9)
        pages_of_site = numpy.bincount(self.site[numpy.unique(self.page, return_index=True)[1]], minlength=self.site.max() + 1)
        weight = (within(numpy.sqrt(self.tokens)) + within(self.tokens)) / numpy.sqrt(pages_of_site[self.site])
        weight *= numpy.bincount(self.page, self.label * self.tokens)[self.page] > 0
        return weight * len(weight) / weight.sum()

    def fit(self, chosen):
        data = lightgbm.Dataset(self.values[chosen], self.label[chosen], weight=self.weight[chosen], feature_name=self.columns)
        return lightgbm.train(PARAMETERS, data, TREES)


def walk(node, nodes, leaves):
    """Flattens a tree, parents first; gives the node's number, negative for leaves."""
    if 'leaf_value' in node:
        leaves.append(node['leaf_value'])
        return -len(leaves)
    number = len(nodes)
    nodes.append(None)
    left, right = walk(node['left_child'], nodes, leaves), walk(node['right_child'], nodes, leaves)
    nodes[number] = (node['split_feature'], node['threshold'], node['default_left'], left, right)
    return number


def write(model, columns, path):
    trees = []
    for tree in model.dump_model()['tree_info']:
        nodes, leaves = [], []
        walk(tree['tree_structure'], nodes, leaves)
        trees.append((nodes, leaves))
    used = sorted({node[0] for nodes, _ in trees for node in nodes})
    edges = {column: sorted({down(node[1]) for nodes, _ in trees for node in nodes if node[0] == column}) for column in used}
    scale = max(abs(leaf) for _, leaves in trees for leaf in leaves) / 32767
    header = dict(format=1, columns=[columns[c] for c in used], edges=[len(edges[c]) for c in used],
                  trees=[len(nodes) for nodes, _ in trees], leaf_scale=scale)
    out = bytearray(json.dumps(header).encode() + b'\n')
    for column in used:
        out += struct.pack(f'<{len(edges[column])}f', *edges[column])
    for nodes, leaves in trees:
        for column, threshold, default_left, left, right in nodes:
            out += struct.pack('<BBBhh', used.index(column), edges[column].index(down(threshold)), default_left, left, right)
        out += struct.pack(f'<{len(leaves)}h', *(round(leaf / scale) for leaf in leaves))
    path.write_bytes(out)


def down(threshold):
    """The largest f32 that is not over the threshold: the same answer for every f32 value."""
    with numpy.errstate(over='ignore'):
        value = numpy.float32(threshold)
        return float(value if value <= threshold else numpy.nextafter(value, numpy.float32(-numpy.inf)))


def main():
    program, data, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    (out / 'folds').mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, 'columns', data, '-o', f'{folder}/rows.parquet'], check=True)
        rows = Rows(f'{folder}/rows.parquet')
    print(f'{len(rows.label)} blocks of {len(rows.pages)} pages of {rows.site.max() + 1} sites, {len(rows.columns)} columns')
    for fold in range(FOLDS):
        write(rows.fit(rows.fold != fold), rows.columns, out / 'folds' / f'{fold}.model')
        print(f'fold {fold} of {FOLDS} written', flush=True)
    fold_of = dict(zip(rows.pages.tolist(), rows.fold[numpy.unique(rows.page, return_index=True)[1]].tolist()))
    (out / 'folds' / 'folds.json').write_text(json.dumps(fold_of, indent=0))
    model = rows.fit(slice(None))
    write(model, rows.columns, out / 'blocks.model')
    gains = sorted(zip(model.feature_importance('gain'), rows.columns), reverse=True)
    whole = sum(gain for gain, _ in gains)
    (out / 'gains.txt').write_text(''.join(f'{100 * gain / whole:6.2f} %  {name}\n' for gain, name in gains))


main()
