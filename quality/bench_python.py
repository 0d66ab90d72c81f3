#!/usr/bin/env python3
"""The Python package beside the program, and beside other packages, on the same pages in one run.

usage: bench_python.py PROGRAM WHEELS PAGES...

Run it with the Python into which the wheel and the other packages are installed. Every figure is the CPU time (user and
system, children included) of a process of its own, the best of three, in milliseconds a page or megabytes of HTML a
second; those with two jobs are wall time. Bounds are printed beside; the exit code is 1 when one is missed.
"""
import gc, gzip, json, os, resource, subprocess, sys, tempfile, time
from pathlib import Path

RUNS = 3
# Pages for packages that need tens of milliseconds for one.
FEW = 120
PEERS = ('trafilatura', 'trafilatura fast', 'trafilatura as JSON with fields', 'resiliparse', 'readability-lxml', 'newspaper4k', 'gne')


def files(folders: list[str]) -> list[Path]:
    return sorted(path for folder in folders for path in Path(folder).rglob('*.html'))


def unpack(folders: list[str], into: Path) -> str:
    """Plain files of all pages, packed or not: what is measured is no unpacking."""
    into.mkdir()
    pages = sorted(path for folder in folders for path in Path(folder).rglob('*.html*'))
    for number, path in enumerate(pages):
        data = path.read_bytes()
        (into / f'{number:06}.html').write_bytes(gzip.decompress(data) if path.suffix == '.gz' else data)
    return str(into)


def child(what: str, folders: list[str]) -> None:
    """Does one thing to all pages, in a process of its own; prints what the work itself took."""
    pages = [path.read_bytes() for path in files(folders)]
    gc.collect()
    import zhengwen

    few = pages[:: max(1, len(pages) // FEW)][:FEW]
    before, start = time.process_time(), time.perf_counter()
    if what.startswith('many'):
        list(zhengwen.extract_many(pages, jobs=int(what[-1])))
    elif what == 'loop':
        for page in pages:
            zhengwen.extract(page)
    elif what == 'text':
        for page in pages:
            zhengwen.extract(page, text_only=True)
    elif what == 'arrow':
        import pyarrow as pa

        batches = [pa.record_batch({'html': pages[at : at + 64]}) for at in range(0, len(pages), 64)]
        before, start = time.process_time(), time.perf_counter()
        for batch in batches:
            zhengwen.extract_batch(batch)
    elif what == 'few':
        for page in few:
            zhengwen.extract(page)
    elif what == 'few text':
        for page in few:
            zhengwen.extract(page, text_only=True)
    else:
        run = peer(what)
        before, start = time.process_time(), time.perf_counter()
        for page in few:
            try:
                run(page.decode('utf-8', 'replace'))
            except Exception:  # noqa: BLE001 - what they raise is theirs
                pass
    told = {'cpu': time.process_time() - before, 'wall': time.perf_counter() - start, 'pages': len(pages)}
    told |= {'bytes': sum(map(len, pages)), 'few': len(few), 'few bytes': sum(map(len, few))}
    print(json.dumps(told))


def peer(name: str):
    if name.startswith('trafilatura'):
        import trafilatura

        if name.endswith('fast'):
            return lambda page: trafilatura.extract(page, fast=True)
        if name.endswith('fields'):
            return lambda page: trafilatura.extract(page, output_format='json', with_metadata=True)
        return trafilatura.extract
    if name == 'resiliparse':
        from resiliparse.extract.html2text import extract_plain_text

        return lambda page: extract_plain_text(page, main_content=True)
    if name == 'readability-lxml':
        import readability

        return lambda page: readability.Document(page).summary()
    if name == 'newspaper4k':
        import newspaper

        def parse(page):
            article = newspaper.Article('https://example.com/', language='zh')
            article.download(input_html=page)
            article.parse()
            return article.text

        return parse
    import gne

    return gne.GeneralNewsExtractor().extract


def measured(what: str, folders: list[str]) -> dict:
    command = [sys.executable, '-W', 'ignore', __file__, '--child', what, *folders]
    runs = []
    for _ in range(1 if what in PEERS else RUNS):
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            print(f'{what}: not measured ({run.stderr.strip().splitlines()[-1] if run.stderr.strip() else run.returncode})')
            return {}
        runs.append(json.loads(run.stdout.splitlines()[-1]))
    return {key: min(run[key] for run in runs) for key in runs[0]}


def spent(command: list[str]) -> tuple[float, float]:
    """The CPU and wall time of a command, the best of some."""
    best = (float('inf'), float('inf'))
    for _ in range(RUNS):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = (min(best[0], cpu), min(best[1], wall))
    return best


def start_cost(code: str) -> float:
    """The CPU time in milliseconds of a bare Python that runs this, the least of twenty."""
    return min(spent([sys.executable, '-S', '-E', '-c', PATHS + code])[0] for _ in range(7)) * 1000


PATHS = f'import sys; sys.path += {[path for path in sys.path if path.endswith("site-packages")]!r}; '


def main(program: str, wheels: str, folders: list[str]) -> int:
    missed = []

    def show(what: str, value: float, unit: str, bound: float | None = None, at_most: bool = False) -> None:
        fine = bound is None or (value <= bound if at_most else value >= bound)
        told = '' if bound is None else f'   ({"at most" if at_most else "at least"} {bound:g}{"" if fine else ", MISSED"})'
        print(f'{what:60} {value:8.2f} {unit}{told}', flush=True)
        if not fine:
            missed.append(what)

    pages = files(folders)
    size = sum(path.stat().st_size for path in pages) / 1e6
    print(f'{len(pages)} pages, {size:.0f} MB of HTML')
    out = str(Path(folders[0]).with_name('out.jsonl'))
    batch = {jobs: spent([program, 'batch', '--jobs', str(jobs), '-o', out, *folders]) for jobs in (1, 2)}
    show('batch, one job', size / batch[1][0], 'MB/s')
    for name, what, bound in (
        ('extract_many, one job, beside batch', 'many1', 95),
        ('extract in a loop, beside batch', 'loop', None),
        ('extract_batch, beside batch', 'arrow', 92),
    ):
        told = measured(what, folders)
        if told:
            show(name, 100 * batch[1][0] / told['cpu'], '%', bound)
    one, two = measured('many1', folders), measured('many2', folders)
    show('extract_many, two jobs beside one, wall time', one['wall'] / two['wall'], 'x', 1.8)
    show('batch, two jobs beside one, wall time', batch[1][1] / batch[2][1], 'x')
    bare = start_cost('')
    show('import, over bare Python', start_cost('import zhengwen') - bare, 'ms', 5, True)
    first = "import zhengwen; zhengwen.extract('<p>One sentence, and one more. And two.').text"
    show('import and the first page, over bare Python', start_cost(first) - bare, 'ms', 12, True)
    for wheel in Path(wheels).glob('*.whl'):
        show(f'the wheel {wheel.name}', os.path.getsize(wheel) / 1e6, 'MB', 5, True)
    for name, what in (('zhengwen, all fields', 'few'), ('zhengwen, text only', 'few text'), *((peer, peer) for peer in PEERS)):
        told = measured(what, folders)
        if told:
            show(name, 1000 * told['cpu'] / told['few'], f'ms a page, {told["few bytes"] / told["cpu"] / 1e6:.1f} MB/s')
    return 1 if missed else 0


if __name__ == '__main__':
    if sys.argv[1] == '--child':
        child(sys.argv[2], sys.argv[3:])
    else:
        with tempfile.TemporaryDirectory() as scratch:
            sys.exit(main(sys.argv[1], sys.argv[2], [unpack(sys.argv[3:], Path(scratch) / 'pages')]))
