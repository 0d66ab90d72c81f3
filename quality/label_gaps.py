#!/usr/bin/env python3
"""How much of what is left to win on a set is in its labels, not in the pages.

usage: label_gaps.py DATA_DIR/SET SCORE.py PREDICTIONS.jsonl...

PREDICTIONS are those of `zhengwen eval --predictions`, of one method each. Prints for every file, and for every site in
it, the mean F1 and the share of good pages (SCORE.py's figures) three times: by the labels as they are; without the
paragraphs of the prediction that begin in bold on the page and that the label has not; without the lines, too, that stand
in the labels of five and more pages of the site (notices of copyright), on both sides.
"""
import gzip, importlib.util, json, re, sys
from collections import Counter, defaultdict
from html.parser import HTMLParser
from pathlib import Path

REPEATS = 5  # Labels of a site that hold a line before it counts as a notice.
BLOCKS = {'p', 'div', 'td', 'li', 'section', 'article', 'blockquote', 'br'}
SKIPPED = {'script', 'style'}
START = 20  # Letters by which a line is found again.


class BoldStarts(HTMLParser):
    """The first letters of the paragraphs that begin in bold: `starts`."""

    def __init__(self):
        super().__init__()
        self.starts, self.text, self.is_bold, self.bold, self.skipped = set(), '', False, 0, False

    def finish(self):
        if self.is_bold and self.text:
            self.starts.add(self.text[:START])
        self.text, self.is_bold = '', False

    def handle_starttag(self, tag, attributes):
        self.skipped = tag in SKIPPED
        self.bold += tag in {'strong', 'b'}
        if tag in BLOCKS:
            self.finish()

    def handle_endtag(self, tag):
        self.skipped = False
        if tag in {'strong', 'b'}:
            self.bold = max(0, self.bold - 1)
        if tag in BLOCKS:
            self.finish()

    def handle_data(self, data):
        letters = '' if self.skipped else squash(data)
        if letters and not self.text:
            self.is_bold = self.bold > 0
        self.text += letters


def squash(text):
    return re.sub(r'\W', '', text)


def bold_starts(page):
    data = gzip.decompress(page.read_bytes())
    try:
        html = data.decode()
    except UnicodeDecodeError:
        html = data.decode('gb18030', 'replace')
    parser = BoldStarts()
    parser.feed(html)
    parser.finish()
    return parser.starts


def adjusted(label, text, starts, notices):
    """Label and text as they are, without bold paragraphs that the label lacks, and without notices."""
    has = squash(label)
    kept = [line for line in text.split('\n') if squash(line) in has or squash(line)[:START] not in starts]
    without = ['\n'.join(line for line in lines if squash(line) not in notices) for lines in (label.split('\n'), kept)]
    return (label, text), (label, '\n'.join(kept)), tuple(without)


def read(path):
    return [json.loads(line) for line in path.read_text().split('\n') if line.strip()]


def main():
    folder, tool, predictions = Path(sys.argv[1]), sys.argv[2], map(Path, sys.argv[3:])
    spec = importlib.util.spec_from_file_location('score', tool)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    labels = read(folder / 'gold.jsonl')
    lines = defaultdict(Counter)
    for label in labels:
        lines[label.get('site')].update({squash(line) for line in label['content'].split('\n')})
    notices = {site: {line for line, count in counts.items() if line and count >= REPEATS} for site, counts in lines.items()}
    starts = {label['id']: bold_starts(folder / 'pages' / f'{label["id"]}.html.gz') for label in labels}
    print(f'{"":48}  as labelled      without bold     and notices')
    for path in predictions:
        rows, texts = defaultdict(list), {row['id']: row['text'] for row in read(path)}
        for label in labels:
            if label['id'] in texts:
                site = label.get('site')
                figures = [score.score({'content': gold}, {'text': text}) for gold, text in
                           adjusted(label['content'], texts[label['id']], starts[label['id']], notices[site])]
                for group in ['all', site] if site else ['all']:
                    rows[group].append(figures)
        for group, pages in sorted(rows.items()):
            means = [[sum(page[at][name] for page in pages) / len(pages) for name in ('F1', 'good')] for at in range(3)]
            print(f'{path.stem:26} {group:10} n {len(pages):4}', *(f'  {f1:.4f} {good:.4f}' for f1, good in means))


main()
