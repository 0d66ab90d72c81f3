#!/usr/bin/env python3
"""Second opinions on archives and tables: what warcio, fastwarc, pyarrow, DuckDB and Polars read.

usage: archives.py PROGRAM ARCHIVE

The archive must be whole. Compares the pages of `PROGRAM batch ARCHIVE` with those that warcio and fastwarc find in it (their
offsets, addresses and sizes), and the rows of the Parquet file with the JSON Lines. A package that is not there is named and skipped.
"""
import importlib.util, json, os, subprocess, sys, tempfile

HTML = ('text/html', 'application/xhtml+xml')


def has(name: str) -> bool:
    if importlib.util.find_spec(name):
        return True
    print(f'skipped: {name} (not installed)')
    return False


def of_warcio(path: str) -> list:
    from warcio.archiveiterator import ArchiveIterator
    pages = []
    with open(path, 'rb') as file:
        iterator = ArchiveIterator(file)
        for record in iterator:
            if record.rec_type != 'response' or not record.http_headers:
                continue
            status, kind = record.http_headers.get_statuscode(), record.http_headers.get_header('Content-Type') or ''
            body = record.content_stream().read()
            if status.startswith('2') and kind.split(';')[0].strip().lower() in HTML:
                pages.append((iterator.get_record_offset(), record.rec_headers.get_header('WARC-Target-URI'), len(body)))
    return pages


def of_fastwarc(path: str) -> list:
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    pages = []
    for record in ArchiveIterator(open(path, 'rb'), record_types=WarcRecordType.response):
        kind = record.http_content_type or ''
        body = record.reader.read()
        if 200 <= record.http_headers.status_code < 300 and kind in HTML:
            pages.append((record.stream_pos, record.headers['WARC-Target-URI'], len(body)))
    return pages


def main() -> int:
    program, archive = sys.argv[1:3]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        lines, table = os.path.join(folder, 'a.jsonl'), os.path.join(folder, 'a.parquet')
        for out in (lines, table):
            subprocess.run([program, 'batch', archive, '--simhash', '-o', out], check=True, stderr=subprocess.DEVNULL)
        rows = [json.loads(line) for line in open(lines, encoding='utf-8')]
        own = [(row['offset'], row['url'], row['html_bytes']) for row in rows]
        for name, read in (('warcio', of_warcio), ('fastwarc', of_fastwarc)):
            if has(name):
                same = read(archive) == own
                print(f'{name}: {"the same" if same else "OTHER"} {len(own)} pages')
                faults += not same
        readers = {
            'pyarrow': lambda: __import__('pyarrow.parquet').parquet.read_table(table).to_pylist(),
            'duckdb': lambda: __import__('duckdb').sql(f"SELECT * FROM '{table}'").to_arrow_table().to_pylist(),
            'polars': lambda: __import__('polars').read_parquet(table).to_dicts(),
        }
        plain = ('id', 'url', 'offset', 'host', 'title', 'text', 'kind', 'text_hash', 'simhash', 'keywords', 'pages', 'encoding', 'related_links')
        for name, read in readers.items():
            if has(name):
                found = read()
                same = len(found) == len(rows) and all(
                    one[field] == row.get(field) for one, row in zip(found, rows) for field in plain)
                print(f'{name}: {"the same" if same else "OTHER"} {len(rows)} rows')
                faults += not same
        if has('datasets'):
            import datasets
            count = datasets.load_dataset('parquet', data_files=table, cache_dir=folder)['train'].num_rows
            print(f'datasets: {count} rows')
            faults += count != len(rows)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
