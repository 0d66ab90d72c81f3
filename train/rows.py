"""Rows that `zhengwen columns` wrote: pages, sites, folds, weights."""
import re

import numpy, pyarrow.parquet, scipy.sparse

FOLDS = 5
SIGN_BITS = 24
TEXTS = ['set', 'page', 'site', 'lang', 'type']
NUMBERS = ['label', 'block_tokens', 'closed', 'alike']
ADDRESS = ['path_segments', 'path_digits', 'path_hyphens', 'path_is_file', 'path_is_folder', 'has_query']
HIDDEN_ADDRESSES = 0.25


def site_of(text):
    """The registrable domain of an address, roughly: three labels where the last two are short."""
    match = re.match(r'https?://([^/:]+)', text)
    if not match:
        return text
    labels = match[1].split('.')
    return '.'.join(labels[-3:] if len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3 else labels[-2:])


class Rows:
    """Blocks or pages: `page`, `site`, `fold` number each row's; `values` has a column for each of `columns`."""

    def __init__(self, path):
        table = pyarrow.parquet.read_table(path)
        self.columns = [name for name in table.column_names if name not in TEXTS + NUMBERS + ['signs']]
        self.keys = [f'{a}/{b}' for a, b in zip(table['set'].to_pylist(), table['page'].to_pylist())]
        self.pages, self.page = numpy.unique(self.keys, return_inverse=True)
        self.kind = numpy.array(table['type'].to_pylist())
        sites, self.site = numpy.unique([site_of(text) for text in table['site'].to_pylist()], return_inverse=True)
        # Our own pages do not change which fold another site is in.
        own = numpy.array([site.startswith('own-') for site in sites])
        fold_of_site = numpy.arange(len(sites)) % FOLDS
        fold_of_site[~own] = numpy.random.RandomState(0).permutation((~own).sum()) % FOLDS
        self.fold = fold_of_site[self.site]
        self.first = numpy.unique(self.page, return_index=True)[1]
        if self.columns:
            self.values = numpy.column_stack([table[name].to_numpy() for name in self.columns]).astype(numpy.float32)
        if 'label' in table.column_names:
            self.label, self.tokens = table['label'].to_numpy(), table['block_tokens'].to_numpy()
            self.weight, self.closed, self.alike = self.block_weights(), table['closed'].to_numpy(), table['alike'].to_numpy()
        if 'signs' in table.column_names:
            self.signs = sparse_matrix(table['signs'].combine_chunks())

    def pages_of_site(self):
        """For each row, how many pages its site has."""
        return numpy.bincount(self.site[self.first], minlength=self.site.max() + 1)[self.site]

    def block_weights(self):
        """Half by the square root of tokens, half by tokens, normalised within the page; a page of a site
        of many weighs less; pages whose gold is not in them weigh nothing."""
        def within(amount):
            return amount / numpy.maximum(numpy.bincount(self.page, amount)[self.page], 1e-9)
        weight = (within(numpy.sqrt(self.tokens)) + within(self.tokens)) / numpy.sqrt(self.pages_of_site())
        weight *= numpy.bincount(self.page, self.label * self.tokens)[self.page] > 0
        return weight / weight.mean()

    def hide_addresses(self):
        """Makes the columns of the address missing on some pages: users do not always have it."""
        hidden = numpy.random.RandomState(1).rand(len(self.pages)) < HIDDEN_ADDRESSES
        for index, name in enumerate(self.columns):
            if name.split('.')[-1] in ADDRESS:
                self.values[hidden[self.page], index] = numpy.nan

    def fold_of_page(self):
        return dict(zip(self.pages.tolist(), self.fold[self.first].tolist()))


def sparse_matrix(lists):
    """Blocks by signs: 1 where a block has a sign, how often it may."""
    values, offsets = lists.flatten().to_numpy(), lists.offsets.to_numpy().astype(numpy.int64)
    shape = (len(lists), 1 << SIGN_BITS)
    matrix = scipy.sparse.csr_matrix((numpy.ones(len(values), numpy.float32), values.astype(numpy.int32), offsets - offsets[0]), shape=shape)
    matrix.sum_duplicates()
    return matrix
