"""The places where `mutants.py` changes the core, found by parsing the Rust.

`points_of` lists the places of a file. `mutant_tree.py` writes them.
"""
import re
from dataclasses import dataclass

try:
    import tree_sitter, tree_sitter_rust
except ImportError:
    tree_sitter = None

OPERATORS = {
    '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==',
    '&&': '||', '||': '&&', '+': '-', '-': '+', '*': '/', '/': '*', '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=',
}
METHODS = dict(pair for one, other in [
    ('any', 'all'), ('min', 'max'), ('min_by', 'max_by'), ('min_by_key', 'max_by_key'), ('first', 'last'),
    ('starts_with', 'ends_with'), ('strip_prefix', 'strip_suffix'), ('is_some', 'is_none'), ('is_some_and', 'is_none_or'),
    ('find', 'rfind'), ('position', 'rposition'), ('split_once', 'rsplit_once'), ('next', 'next_back'),
    ('trim_start', 'trim_end'), ('trim_start_matches', 'trim_end_matches'),
] for pair in [(one, other), (other, one)])
INTEGERS = {sign + bits for sign in 'iu' for bits in ('8', '16', '32', '64', '128', 'size')}
# What is evaluated by the compiler, is a type or a pattern, or is not parsed: a switch cannot stand there.
CLOSED = {
    'attribute_item', 'inner_attribute_item', 'macro_invocation', 'macro_definition', 'const_item', 'static_item', 'const_block',
    'type_arguments', 'type_parameters', 'parameters', 'closure_parameters', 'array_type', 'line_comment', 'block_comment',
    'use_declaration', 'enum_item', 'struct_item',
}
CLOSED_FIELDS = {'pattern', 'type', 'return_type', 'length', 'field'}
@dataclass(frozen=True)
class Point:
    """A change: the bytes that it replaces, how it is written, what it says in place of them, and how it is told."""
    file: str
    line: int
    column: int
    operator: str
    told: str
    start: int
    end: int
    form: str
    changed: str

    @property
    def key(self) -> str:
        return f'{self.file}:{self.line}:{self.column} {self.told}'

    @property
    def room(self) -> str:
        return self.file.split('/src/')[-1].split('/')[0]


def points_of(file: str, source: bytes) -> list[Point]:
    """The places of a file, in order."""
    root = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language())).parse(source).root_node
    finder = Finder(file, constants(root))
    finder.children(root)
    return finder.points


def constants(node) -> dict[str, str]:
    """The named numbers of a file with the second half of their mutation: a division in their type."""
    found = {}
    if node.type == 'const_item':
        kind = text(node.child_by_field_name('type'))
        if kind in INTEGERS or kind in ('f32', 'f64'):
            found[text(node.child_by_field_name('name'))] = '2' if kind in INTEGERS else '2.0'
    for child in node.named_children:
        found |= constants(child)
    return found


def text(node) -> str:
    return node.text.decode()


class Finder:
    def __init__(self, file: str, numbers: dict[str, str]):
        self.file, self.numbers, self.points = file, numbers, []

    def add(self, node, operator: str, told: str, form: str, changed: str = '') -> None:
        line, column = node.start_point
        self.points.append(Point(self.file, line + 1, column + 1, operator, told, node.start_byte, node.end_byte, form, changed))

    def children(self, node) -> None:
        """Visits what is below a node; what a `cfg` is before is for tests or for training."""
        is_left_out = False
        for index, child in enumerate(node.children):
            if child.type == 'attribute_item':
                is_left_out |= text(child).startswith('#[cfg')
            elif child.type == 'inner_attribute_item' and text(child).startswith('#![cfg'):
                return
            elif child.is_named and 'comment' not in child.type:
                is_open = node.field_name_for_child(index) not in CLOSED_FIELDS or child.type == 'match_pattern'
                if is_open and not is_left_out:
                    self.visit(child)
                is_left_out = False

    def visit(self, node) -> None:
        if node.type in CLOSED:
            return
        if node.type == 'function_item':
            return self.function(node)
        if node.type == 'match_pattern':
            guard = node.child_by_field_name('condition')
            if guard:
                self.condition(guard)
                self.visit(guard)
            return
        mutate = getattr(self, node.type, None)
        if mutate:
            mutate(node)
        self.children(node)

    def function(self, node) -> None:
        body, kind = node.child_by_field_name('body'), node.child_by_field_name('return_type')
        if any(child.type == 'function_modifiers' and 'const' in text(child) for child in node.children):
            return
        if kind and text(kind) == 'bool':
            name = text(node.child_by_field_name('name'))
            for value in ('true', 'false'):
                self.add(body, 'body', f'`{name}` returns {value}', 'body', value)
        self.children(body)

    def condition(self, node) -> None:
        """A condition that is always true, or never. One with `let` has no value; its operands are visited all the same."""
        if node.type not in ('let_condition', 'let_chain', 'boolean_literal'):
            for value in ('true', 'false'):
                self.add(node, 'condition', f'`{short(node)}` is always {value}', value)

    def if_expression(self, node) -> None:
        self.condition(node.child_by_field_name('condition'))

    def binary_expression(self, node) -> None:
        sign = text(node.child_by_field_name('operator'))
        if sign in OPERATORS:
            left, right = node.child_by_field_name('left'), node.child_by_field_name('right')
            kind = 'logic' if sign in ('&&', '||') else 'arithmetic' if sign in '+-*/' else 'comparison'
            changed = f'({text(left)}) {OPERATORS[sign]} ({text(right)})'
            self.add(node, kind, f'`{sign}` becomes `{OPERATORS[sign]}` in `{short(node)}`', 'choose', changed)

    def compound_assignment_expr(self, node) -> None:
        sign = text(node.child_by_field_name('operator'))
        if sign in OPERATORS:
            left, right = node.child_by_field_name('left'), node.child_by_field_name('right')
            changed = f'{text(left)} {OPERATORS[sign]} {text(right)}'
            self.add(node, 'arithmetic', f'`{sign}` becomes `{OPERATORS[sign]}`', 'choose', changed)

    def unary_expression(self, node) -> None:
        if node.children[0].type == '!':
            self.add(node, 'not', f'`{short(node)}` without its `!`', 'choose', text(node.named_children[0]))

    def boolean_literal(self, node) -> None:
        other = {'true': 'false', 'false': 'true'}[text(node)]
        self.add(node, 'literal', f'`{text(node)}` becomes `{other}`', 'choose', other)

    def integer_literal(self, node) -> None:
        digits, suffix = re.fullmatch(r'(0[xob][\da-fA-F_]+?|[\d_]+)([iu]\w+)?', text(node)).groups()
        value = int(digits.replace('_', ''), 0)
        for other in sorted({2 * value or 1, value // 2} - {value}):
            self.add(node, 'literal', f'`{text(node)}` becomes `{other}`', 'choose', f'{other}{suffix or ""}')

    def float_literal(self, node) -> None:
        digits, suffix = re.fullmatch(r'([\d_.]+(?:[eE][-+]?\d+)?)_?(f\d+)?', text(node)).groups()
        value = float(digits.replace('_', ''))
        for other in sorted({2 * value or 1.0, value / 2} - {value}):
            self.add(node, 'literal', f'`{text(node)}` becomes `{other}`', 'choose', f'{other}{suffix or ""}')

    def identifier(self, node) -> None:
        name = text(node)
        # A path ends in another's constant; a field of a struct may be set by a constant of its name.
        if name in self.numbers and node.parent.type not in ('scoped_identifier', 'shorthand_field_initializer'):
            self.add(node, 'constant', f'twice `{name}`', 'choose', f'{name} + {name}')
            self.add(node, 'constant', f'half of `{name}`', 'choose', f'{name} / {self.numbers[name]}')

    def call_expression(self, node) -> None:
        called, arguments = node.child_by_field_name('function'), node.child_by_field_name('arguments')
        if called.type != 'field_expression':
            return
        field, given = called.child_by_field_name('field'), arguments.named_children
        name = text(field)
        if name in METHODS:
            receiver = text(called.child_by_field_name('value'))
            told = f'`.{name}` becomes `.{METHODS[name]}` in `{short(node, 60)}`'
            self.add(node, 'method', told, 'choose', f'{receiver}.{METHODS[name]}{text(arguments)}')
        elif name == 'filter' and len(given) == 1:
            self.filtered(given[0])
        elif name == 'rev':
            line, column = field.start_point
            span = field.start_byte, arguments.end_byte
            self.points.append(Point(self.file, line + 1, column + 1, 'drop', '`.rev()` is left out', *span, 'turn', ''))

    def filtered(self, predicate) -> None:
        told = f'`.filter({short(predicate)})` is left out'
        if predicate.type != 'closure_expression':
            self.add(predicate, 'drop', told, 'keep')
        elif not predicate.child_by_field_name('return_type'):
            self.add(predicate.child_by_field_name('body'), 'drop', told, 'true')

    def leaving(self, node) -> None:
        """An early `return` or `continue` that is left out, in an `if`. One alone under a plain condition is that condition,
        never true."""
        statement = node.parent if node.parent.type == 'expression_statement' else node
        block = statement.parent
        if block.type != 'block' or block.parent.type != 'if_expression':
            return
        condition = block.parent.child_by_field_name('condition')
        if len(block.named_children) > 1 or condition.type in ('let_condition', 'let_chain'):
            self.add(statement, 'drop', f'`{short(node)}` is left out', 'drop')

    return_expression = continue_expression = leaving


def short(node, most: int = 50) -> str:
    """The source of a node in one line, cut."""
    line = ' '.join(text(node).split()).replace('`', "'")
    return line if len(line) <= most else line[:most] + '…'
