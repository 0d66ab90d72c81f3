#!/usr/bin/env python3
"""Tests of `mutants.py`: the places that are found in a little Rust, and how they are written.

usage: python3 -m unittest quality/test_mutants.py

Skipped without tree-sitter and tree-sitter-rust.
"""
import sys, tempfile, unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import mutant_points, mutant_tree, mutants

FILE = 'crates/core/src/meta/a.rs'


def points(source: str) -> list[mutant_points.Point]:
    return mutant_points.points_of(FILE, source.encode())


def told(source: str) -> list[str]:
    return [point.told for point in points(source)]


def written(source: str, operator: str) -> str:
    """The source with all changes of an operator, numbered from 0, without what is at its end."""
    chosen = [point for point in points(source) if point.operator == operator]
    return mutant_tree.written(source.encode(), list(enumerate(chosen)))[0].decode()


@unittest.skipIf(mutant_points.tree_sitter is None, 'tree-sitter and tree-sitter-rust are not installed')
class Places(unittest.TestCase):
    def test_values_of_a_body(self):
        source = 'fn f(a: u32) -> bool { a < 3 }'
        expected = ['`f` returns true', '`f` returns false', '`<` becomes `<=` in `a < 3`', '`3` becomes `1`', '`3` becomes `6`']
        self.assertEqual(told(source), expected)

    def test_what_the_compiler_evaluates_is_left_alone(self):
        for source in [
            'const A: usize = 4 + 4;', 'static A: &[u8; 4] = &[1, 2, 3, 4];', 'const fn f() -> bool { true }',
            'fn f(a: [u8; 4]) {}', 'fn f() { let a: [u8; 4] = g::<4>(); }', 'fn f() { assert!(1 < 2); }', '#[a(1 < 2)] fn f() {}',
            'fn f() { const A: u8 = 4; }', 'enum A { B = 4 }', 'fn f(a: (u8, u8)) -> u8 { a.0 }',
        ]:
            self.assertEqual(told(source), [], source)
        self.assertEqual(told('fn f() { let a = [0; 4]; }'), ['`0` becomes `1`'])

    def test_tests_and_training_are_left_alone(self):
        for cfg in ['#[cfg(test)]', '#[cfg(feature = "train")]', '#[cfg(test)]\n#[rustfmt::skip]\n// Why.\n']:
            self.assertEqual(told(cfg + 'mod a { fn f() -> bool { true } }'), [], cfg)
        self.assertEqual(told('#![cfg(test)] fn f() -> bool { true }'), [])
        self.assertEqual(len(told('#[cfg(test)] fn f() {} fn g() { h(true) }')), 1)

    def test_patterns_are_left_alone(self):
        source = 'fn f() { match a { (0, 1) if b => c, 2..=3 => d, _ => e } }'
        self.assertEqual(told(source), ['`b` is always true', '`b` is always false'])
        self.assertEqual(told('fn f() { let Some(4) = a else { return }; }'), [])

    def test_of_a_chain_with_let_only_operands(self):
        source = 'fn f() { if let Some(a) = b && a > c { d() } }'
        self.assertEqual(told(source), ['`>` becomes `>=` in `a > c`'])

    def test_a_named_number_is_changed_where_it_is_used(self):
        source = 'const MOST: f32 = 4.0; const NAME: &str = ""; fn f() { g(MOST, NAME, a::MOST) }'
        self.assertEqual(told(source), ['twice `MOST`', 'half of `MOST`'])
        self.assertIn('{ MOST / 2.0 }', written(source, 'constant'))

    def test_numbers(self):
        changes = {'0': ['1'], '1': ['0', '2'], '10_u8': ['5u8', '20u8'], '0x10': ['8', '32'], '0.5': ['0.25', '1.0'], '0.0f32': ['1.0f32']}
        for number, expected in changes.items():
            found = [point.changed for point in points(f'fn f() {{ g({number}) }}')]
            self.assertEqual(found, expected, number)

    def test_what_leaves_early(self):
        self.assertEqual([one for one in told('fn f() { if a { return None; } }') if 'left out' in one], [])
        self.assertIn('`return None` is left out', told('fn f() { if let Some(a) = b { return None; } }'))
        self.assertIn('`continue` is left out', told('fn f() { for a in b { if c { d(); continue; } } }'))
        self.assertEqual(told('fn f() { for a in b { let Some(c) = d else { continue }; } }'), [])

    def test_where_it_is(self):
        point = points('fn f() {\n    g(true)\n}')[0]
        self.assertEqual((point.key, point.room), (f'{FILE}:2:7 `true` becomes `false`', 'meta'))


@unittest.skipIf(mutant_points.tree_sitter is None, 'tree-sitter and tree-sitter-rust are not installed')
class Writing(unittest.TestCase):
    def test_a_choice(self):
        source = 'fn f() { a || b && c }'
        expected = (
            'fn f() { (if crate::mutant::is(0) { (a) && (b && c) } '
            'else { a || (if crate::mutant::is(1) { (b) || (c) } else { b && c }) }) }'
        )
        self.assertEqual(written(source, 'logic'), expected)

    def test_a_body(self):
        expected = (
            'fn f() -> bool { if crate::mutant::is(0) { return true; } '
            '{ if crate::mutant::is(1) { return false; } { a } } }'
        )
        self.assertEqual(written('fn f() -> bool { a }', 'body'), expected)

    def test_a_condition(self):
        expected = 'fn f() { if (crate::mutant::is(0) || ((!crate::mutant::is(1) && (a)))) { b() } }'
        self.assertEqual(written('fn f() { if a { b() } }', 'condition'), expected)

    def test_what_is_left_out(self):
        cases = {
            'fn f() { a.filter(|b| c) }': 'fn f() { a.filter(|b| (crate::mutant::is(0) || (c))) }',
            'fn f() { a.filter(b) }': 'fn f() { a.filter(move |one| crate::mutant::is(0) || (b)(one)) }',
            'fn f() { if let A = b { return c; } }': 'fn f() { if let A = b { if !crate::mutant::is(0) { return c; } } }',
        }
        for source, expected in cases.items():
            self.assertEqual(written(source, 'drop'), expected)
        self.assertTrue(written('fn f() { a.rev() }', 'drop').startswith('fn f() { a.turned(0) }\n'))

    def test_the_places_of_mutants_are_told(self):
        source = b'fn f() { a.min(b + c) }'
        out, places = mutant_tree.written(source, list(enumerate(mutant_points.points_of(FILE, source))))
        found = {number: out[start:end].decode() for number, start, end in places}
        self.assertEqual(found[1], '(if crate::mutant::is(1) { (b) - (c) } else { b + c })')
        self.assertEqual(found[0], f'(if crate::mutant::is(0) {{ a.max(b + c) }} else {{ a.min({found[1]}) }})')

    def test_the_mutant_of_an_error_is_left_out(self):
        places = {FILE: [(0, 10, 90), (1, 30, 40), (2, 100, 120)]}
        def blamed(*spans):
            spans = [{'file_name': FILE, 'byte_start': start, 'byte_end': end, 'is_primary': own} for start, end, own in spans]
            return mutant_tree.blamed({'spans': spans}, places)
        self.assertEqual(blamed((32, 35, True), (105, 106, False)), {1})
        self.assertEqual(blamed((32, 50, True)), {0})
        self.assertEqual(blamed((95, 96, True), (105, 106, False)), {2})
        self.assertEqual(blamed((95, 96, True)), {0, 1, 2})

    def test_a_sample_is_spread_over_the_rooms(self):
        self.assertEqual(mutants.quotas({'a': 10, 'b': 25, 'c': 65}, 10), {'a': 1, 'b': 3, 'c': 6})
        self.assertEqual(mutants.quotas({'a': 1, 'b': 2}, 10), {'a': 1, 'b': 2})

    def test_a_stopped_run_goes_on(self):
        source = 'fn f() {\n    g(true, 4)\n}\n'
        one, two, three = points(source)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'results.jsonl'
            mutants.Results(path).add('abc', one, {'result': 'floors', 'by': 'wcxb'})
            mutants.Results(path).add('abc', two, {'result': 'survived', 'by': 'no figure changes'})
            results = mutants.Results(path)
        self.assertEqual([results.of('abc', point) for point in (one, two, three)], ['floors', 'survived', None])
        self.assertIsNone(results.of('another', one))
        rows = {point: results.found['abc', point.key] for point in (one, two)}
        report = mutants.told(rows, {FILE: source.encode()}, '2026-W48', 'abc')
        self.assertIn('| meta | 2 | 0 | 0 | 1 | 1 |\n', report)
        self.assertIn(f'- {FILE}:2: `4` becomes `2`; no figure changes\n  `` g(true, 4) ``\n', report)


if __name__ == '__main__':
    unittest.main()
