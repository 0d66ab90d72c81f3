#!/usr/bin/env python3
"""The same pages, written differently: what the answer loses by it.

usage: variants.py ZHENGWEN FOLDER... [--only NAME,...] [--score SCORE.py] [--sample N] [--json OUT] [--bounds FILE [--pin]]
       [--with FLAGS] [-v] [--list]

FOLDER has pages (.html, .html.gz), or is a labelled set (gold.jsonl and pages), or a folder of sets. Each page is written as UTF-8, once
as it is and once in each way of `rewrites.REWRITES` (--list names them) that changes it; what a reader sees stays the same. Runs `batch`
on all and compares the answers. Prints for each way the pages, the share with the same text (blanks do not count), the mean F1 of
the new text against the old one, and the share with the same title, author, date and kind. With --score, the scoring tool of the
sets, also the figures against the gold as the pages are, and how they change.

--sample takes N pages a folder, evenly spaced. -v prints a line for each page that differs. --json writes all sums, by folder too.
--bounds compares the number of pages whose text, title, author or date differs with those pinned in FILE; the exit code is 1 when
there are more. Pages that are not named in FILE do not count; --pin writes it anew. --with gives `batch` further flags.
"""
import argparse, gzip, importlib.util, json, re, shlex, subprocess, sys, tempfile
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rewrites import REWRITES, Page, decoded

FIELDS = {'title': 'title', 'author': 'author', 'date': 'publish_date', 'kind': 'kind'}
PINNED = ('text', 'title', 'author', 'date')
AGAINST_GOLD = ('F1', 'good', 'title', 'author', 'date', 'kind')
AS_IT_IS = 'as-it-is'
PROCESSES, PAGES_AT_ONCE = 2, 12
# A page that ends early may end within a word or a reference.
FRAYED = 12
WORD = re.compile(r'[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+')


def folders(paths):
    for path in map(Path, paths):
        sets = sorted(gold.parent for gold in path.glob('*/gold.jsonl'))
        yield from sets or [path]


def pages_of(folder, most):
    """The pages of a folder with their gold, if they have it; fixtures of published methods are left out."""
    golds = {}
    if (folder / 'gold.jsonl').exists():
        lines = (folder / 'gold.jsonl').read_text(encoding='utf-8').split('\n')
        golds = {row['id']: row for row in map(json.loads, filter(None, lines))}
        folder = folder / 'pages'
    paths = sorted(path for path in folder.iterdir() if path.name.endswith(('.html', '.html.gz')))
    paths = [path for path in paths if '--' not in path.name or path.name.startswith('auto--') or golds]
    if most and len(paths) > most:
        paths = [paths[at * len(paths) // most] for at in range(most)]
    return [(path, golds.get(path.name.split('.html')[0])) for path in paths]


def squashed(text):
    return re.sub(r'\s+', '', text or '')


def overlap(right, said):
    """Precision and F1 of a text's words."""
    right, said = Counter(WORD.findall(right.lower())), Counter(WORD.findall(said.lower()))
    both = sum((right & said).values())
    if not right or not said:
        return (1.0, 1.0) if not right and not said else (0.0, 0.0)
    return both / said.total(), 2 * both / (right.total() + said.total())


def compared(rewrite, before, after):
    """What is the same of two answers: the F1 of the text, and 1 or 0 for the others."""
    old, new = (rewrite.alike(answer.get('text') or '') for answer in (before, after))
    precision, f1 = (1.0, 1.0) if old == new else overlap(old, new)
    same = squashed(old) == squashed(new)
    if rewrite.is_cut:
        same = squashed(old).startswith(squashed(new)[:-FRAYED]) and bool(new) == bool(old)
        f1 = precision
    result = {'f1': f1, 'text': int(same)}
    for field, name in FIELDS.items():
        old, new = (squashed(rewrite.alike(answer.get(name) or '')) for answer in (before, after))
        result[field] = int(old == new)
    return result


def mapped(value, alike):
    if isinstance(value, str):
        return alike(value)
    if isinstance(value, list):
        return [mapped(part, alike) for part in value]
    return {key: mapped(part, alike) for key, part in value.items()} if isinstance(value, dict) else value


def judged(score, gold, rewrite, answer):
    figures = score.score(mapped(gold, rewrite.alike), mapped(answer, rewrite.alike))
    return {name: figures[name] for name in AGAINST_GOLD if name in figures and not (rewrite.is_cut and name in ('F1', 'good'))}


def written(pages, names, folder):
    """Writes the pages in every way, a folder for each."""
    for name in (AS_IT_IS, *names):
        (folder / name).mkdir()
    for number, (path, _) in enumerate(pages):
        data = path.read_bytes()
        text = decoded(gzip.decompress(data) if path.name.endswith('.gz') else data)
        page = Page(text)
        (folder / AS_IT_IS / f'{number}.html').write_bytes(text.encode('utf-8', 'replace'))
        for name in names:
            changed = REWRITES[name].applied(page)
            if changed is not None:
                (folder / name / f'{number}.html').write_bytes(changed)


def answers(command, folder):
    out = folder / 'answers.jsonl'
    run = subprocess.run([command[0], 'batch', folder, '--jobs', '1', '-o', out, *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if not out.exists():
        raise SystemExit(f'variants.py: {command[0]}: {run.stderr.decode()[-300:]}')
    answered = defaultdict(dict)
    with out.open(encoding='utf-8') as rows:
        for row in map(json.loads, rows):
            path = Path(row['file'])
            answered[path.parent.name][int(path.stem)] = row
    return answered


def measured(command, tool, names, pages):
    """For each page and way that changes it: what is the same, and the figures against the gold before and after."""
    score = load(tool) if tool else None
    with tempfile.TemporaryDirectory(prefix='variants-') as folder:
        folder = Path(folder)
        written(pages, names, folder)
        changed = {name: sorted(int(path.stem) for path in (folder / name).iterdir()) for name in names}
        answered = answers(command, folder)
    results, as_they_are = [], {}
    for name, numbers in changed.items():
        for number in numbers:
            path, gold = pages[number]
            before, after, rewrite = answered[AS_IT_IS].get(number, {}), answered[name].get(number, {}), REWRITES[name]
            result = {'way': name, 'page': path.name.split('.html')[0], **compared(rewrite, before, after)}
            if gold and score:
                # Most ways compare texts as they are, so that a page is judged once for all of them.
                key = number, rewrite.alike, rewrite.is_cut
                if key not in as_they_are:
                    as_they_are[key] = judged(score, gold, rewrite, before)
                result['before'] = as_they_are[key]
                is_same = all(before.get(key) == after.get(key) for key in ('text', *FIELDS.values()))
                result['after'] = result['before'] if is_same else judged(score, gold, rewrite, after)
            results.append(result)
    return results


def load(tool):
    spec = importlib.util.spec_from_file_location('score', tool)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    return score


def summed(results):
    """The sums of some results by way: pages, means, and for each figure against the gold its pages, before and after."""
    sums = {}
    for name in REWRITES:
        rows = [row for row in results if row['way'] == name]
        if not rows:
            continue
        count = len(rows)
        sums[name] = {'pages': count, 'F1': sum(row['f1'] for row in rows) / count}
        sums[name].update({f'same {key}': sum(row[key] for row in rows) / count for key in ('text', *FIELDS)})
        for figure in AGAINST_GOLD:
            pairs = [(row['before'][figure], row['after'][figure]) for row in rows if figure in row.get('before', ())]
            if pairs:
                old, new = (sum(side) / len(pairs) for side in zip(*pairs))
                sums[name].setdefault('against gold', {})[figure] = {'pages': len(pairs), 'before': old, 'after': new}
    return sums


def print_tables(sums):
    columns = ('same text', 'F1', *(f'same {field}' for field in FIELDS))
    print(f'{"way":20} {"pages":>6}' + ''.join(f' {column:>11}' for column in columns))
    for name, row in sums.items():
        print(f'{name:20} {row["pages"]:6}' + ''.join(f' {row[column]:11.4f}' for column in columns))
    judged_ways = {name: row['against gold'] for name, row in sums.items() if 'against gold' in row}
    if judged_ways:
        print(f'\nagainst the gold, as it is and the difference\n{"way":20}' + ''.join(f' {figure:>15}' for figure in AGAINST_GOLD))
    for name, figures in judged_ways.items():
        shown = (figures.get(figure) for figure in AGAINST_GOLD)
        print(f'{name:20}' + ''.join(f'  {row["before"]:.4f} {row["after"] - row["before"]:+.4f}' if row else f'{"":16}' for row in shown))


def check_bounds(results, file, is_pinned):
    """Compares the pages that differ with those pinned; true when there are more somewhere. A page that was not there then does not count."""
    ways, pages = [name for name in REWRITES if any(row['way'] == name for row in results)], sorted({row['page'] for row in results})
    bounds = {} if is_pinned else json.loads(file.read_text(encoding='utf-8'))
    known = set(bounds.get('pages', pages))
    differing = {name: {key: [row['page'] for row in results if row['way'] == name and row['page'] in known and not row[key]] for key in PINNED} for name in ways}
    if is_pinned:
        lines = [f'{json.dumps(name)}: {json.dumps({key: len(differ) for key, differ in differing[name].items()})}' for name in ways]
        file.write_text(',\n'.join(['{\n"pages": ' + json.dumps(pages), *lines]) + '\n}\n', encoding='utf-8')
        return False
    is_worse, fewer = False, 0
    for name, key in ((name, key) for name in ways for key in PINNED):
        differ, most = differing[name][key], bounds.get(name, {}).get(key, 0)
        fewer += len(differ) < most
        if len(differ) > most:
            is_worse = True
            print(f'variants.py: {name}: another {key} on {len(differ)} pages, {most} are pinned (-v names them)', file=sys.stderr)
    if fewer or set(pages) - known:
        print(f'{fewer} numbers are below those pinned, {len(set(pages) - known)} pages are new: --pin takes them in')
    return is_worse


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program', nargs='?')
    parser.add_argument('folders', nargs='*')
    for name in ('--only', '--score', '--json', '--bounds'):
        parser.add_argument(name)
    parser.add_argument('--with', dest='flags', default='')
    parser.add_argument('--sample', type=int, default=0)
    for name in ('--pin', '-v', '--list'):
        parser.add_argument(name, action='store_true')
    given = parser.parse_args()
    names = given.only.split(',') if given.only else list(REWRITES)
    unknown = [name for name in names if name not in REWRITES]
    if unknown or not given.list and not given.folders or given.pin and not given.bounds:
        parser.error(f'no such way: {", ".join(unknown)}' if unknown else 'a program and a folder are needed, and --bounds with --pin')
    return given, names


def main():
    given, names = arguments()
    if given.list:
        print('\n'.join(f'{name:20} {REWRITES[name].says}' for name in names))
        return 0
    by_folder, jobs, command = defaultdict(list), [], [given.program, *shlex.split(given.flags)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        for folder in folders(given.folders):
            pages = pages_of(folder, given.sample)
            for at in range(0, len(pages), PAGES_AT_ONCE):
                jobs.append((folder.name, pool.submit(measured, command, given.score, names, pages[at:at + PAGES_AT_ONCE])))
        for folder, job in jobs:
            by_folder[folder] += job.result()
    results = [row for rows in by_folder.values() for row in rows]
    for row in sorted(results, key=lambda row: row['way']) if given.v else ():
        differ = [key for key in ('text', *FIELDS) if not row[key]]
        if differ:
            print(f'{row["way"]:20} {row["page"]}: {", ".join(differ)} (F1 {row["f1"]:.3f})')
    sums = summed(results)
    print_tables(sums)
    if given.json:
        document = {'sample': given.sample, 'all': sums, 'folders': {folder: summed(rows) for folder, rows in by_folder.items()}}
        Path(given.json).write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding='utf-8')
    return int(bool(given.bounds) and check_bounds(results, Path(given.bounds), given.pin))


if __name__ == '__main__':
    sys.exit(main())
