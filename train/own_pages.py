"""What the labelled sets of our own making share: elements, and how a set is written."""
import gzip, json, random


def wrap(tag, name, inner):
    """An element of a class, or of none; without a tag what is in it."""
    if not tag:
        return inner
    return f'<{tag} class="{name}">{inner}</{tag}>\n' if name else f'<{tag}>{inner}</{tag}>\n'


def write_set(folder, seed, count, site, make):
    """Writes a labelled set of pages, the same at every call with the same seed. Every page is a site of its own, called after
    `site`; `make` gives, by a source of random numbers, a page's HTML, its main content, language and kind."""
    rng = random.Random(seed)
    (folder / 'pages').mkdir(parents=True, exist_ok=True)
    with open(folder / 'gold.jsonl', 'w') as gold:
        for number in range(count):
            html, content, lang, kind = make(rng)
            host = f'https://{site}-{number}.example'
            row = dict(id=str(number), content=content, lang=lang, type=kind, site=host, url=f'{host}/{number}.html')
            gold.write(json.dumps(row, ensure_ascii=False) + '\n')
            (folder / 'pages' / f'{number}.html.gz').write_bytes(gzip.compress(html.encode(), mtime=0))
