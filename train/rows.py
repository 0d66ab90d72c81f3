"""Rows that `zhengwen-eval columns` wrote: pages, sites, folds, weights."""
import numpy, pyarrow.parquet, scipy.sparse

SIGN_BITS = 24
# The fields of candidates, in the order of their numbers.
FIELDS = ('title', 'author', 'source', 'date')
TEXTS = ['set', 'page', 'lang', 'type']
NUMBERS = ['label', 'optional', 'block_tokens', 'closed', 'alike', 'kept_main', 'kept', 'main', 'right', 'field']
# Of a block that is optional text for the most part: it is neither to be kept nor to be dropped.
OPTIONAL_WEIGHT = 0.0


class Rows:
    """Blocks or pages: `page`, `site`, `fold` number each row's; `values` has a column for each of `columns`."""

    def __init__(self, path, places):
        table = pyarrow.parquet.read_table(path)
        self.columns = [name for name in table.column_names if name not in TEXTS + NUMBERS + ['signs']]
        self.keys = numpy.array([f'{a}/{b}' for a, b in zip(table['set'].to_pylist(), table['page'].to_pylist())])
        self.pages, self.page = numpy.unique(self.keys, return_inverse=True)
        self.kind = numpy.array(table['type'].to_pylist())
        sites, site = numpy.unique([places.site[key] for key in self.pages], return_inverse=True)
        self.site, self.fold = site[self.page], numpy.array([places.fold[key] for key in self.pages])[self.page]
        self.groups = {name: numpy.isin(self.pages, list(group))[self.page] for name, group in places.groups.items()}
        self.first = numpy.unique(self.page, return_index=True)[1]
        if self.columns:
            self.values = numpy.column_stack([table[name].to_numpy() for name in self.columns]).astype(numpy.float32)
        if 'label' in table.column_names:
            self.label, self.optional = table['label'].to_numpy(), table['optional'].to_numpy()
            self.tokens = table['block_tokens'].to_numpy()
            self.weight, self.closed, self.alike = self.block_weights(), table['closed'].to_numpy(), table['alike'].to_numpy()
        if 'kept' in table.column_names:
            self.kept_main, self.kept, self.main = (table[name].to_numpy() for name in ('kept_main', 'kept', 'main'))
        if 'right' in table.column_names:
            self.right, self.field = table['right'].to_numpy(), table['field'].to_numpy().astype(int)
        if 'signs' in table.column_names:
            self.signs = sparse_matrix(table['signs'].combine_chunks())

    def part(self, chosen, columns):
        """Some rows of candidates, with the first so many columns."""
        other = object.__new__(Rows)
        other.columns, other.values = self.columns[:columns], self.values[chosen][:, :columns]
        other.keys, other.pages, other.page, other.right = self.keys[chosen], self.pages, self.page[chosen], self.right[chosen]
        other.site, other.fold, other.first = self.site[chosen], self.fold[chosen], numpy.unique(self.page[chosen], return_index=True)[1]
        other.groups = {name: held[chosen] for name, held in self.groups.items()}
        return other

    def is_left_out(self, parts):
        """For each row, whether its page is in one of these folds, by number, or groups of sets, by name."""
        out = numpy.zeros(len(self.page), bool)
        for part in parts:
            out |= self.groups[part] if part in self.groups else self.fold == part
        return out

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
        weight *= numpy.where(self.optional >= 0.5, OPTIONAL_WEIGHT, 1)
        return weight / weight.mean()


def sparse_matrix(lists):
    """Blocks by signs: 1 where a block has a sign, how often it may."""
    values, offsets = lists.flatten().to_numpy(), lists.offsets.to_numpy().astype(numpy.int64)
    shape = (len(lists), 1 << SIGN_BITS)
    matrix = scipy.sparse.csr_matrix((numpy.ones(len(values), numpy.float32), values.astype(numpy.int32), offsets - offsets[0]), shape=shape)
    matrix.sum_duplicates()
    return matrix
