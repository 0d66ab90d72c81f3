#!/usr/bin/env python3
"""This extractor and others on the same pages in the same run, one thread each: milliseconds of CPU a
page, megabytes of HTML a CPU second, megabytes of memory above the loaded pages, and F1.

usage: peers.py PEERS_PROGRAM DATA_DIR SCORE.py [SET|TOOL...]
       peers.py --worker TOOL FOLDER OUT.jsonl

Every tool is given the pages as UTF-8, decoded by ours; best of five rounds, in which the tools take
turns. The Python tools run in this Python. All tools, and the sets portals and wcxb, unless some are given.
"""
import json, resource, subprocess, sys, tempfile, time
from pathlib import Path

PYTHON_TOOLS = ['resiliparse', 'resiliparse-parse', 'trafilatura', 'readability-lxml']
TOOLS = ['zhengwen-auto', 'zhengwen-auto-text-only', 'zhengwen-line-density', 'zhengwen-block-smoothing', 'rs-trafilatura', 'dom_smoothie'] + PYTHON_TOOLS
ROUNDS = 5


def extractor(tool):
    if tool == 'resiliparse':
        from resiliparse.extract.html2text import extract_plain_text
        return lambda html: extract_plain_text(html, main_content=True)
    if tool == 'resiliparse-parse':
        from resiliparse.parse.html import HTMLTree
        return lambda html: HTMLTree.parse(html) and ''
    if tool == 'trafilatura':
        from trafilatura import extract
        return lambda html: extract(html) or ''
    from lxml.html import fromstring
    from readability import Document
    return lambda html: fromstring(Document(html).summary()).text_content()


def worker(tool, folder, out):
    pages = [(path.stem, path.read_text('utf-8')) for path in Path(folder).iterdir()]
    extract = extractor(tool)
    extract(pages[0][1])
    memory, start, texts = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time(), {}
    for name, html in pages:
        try:
            texts[name] = extract(html)
        except Exception:
            texts[name] = ''
    seconds = time.process_time() - start
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory)
    with open(out, 'w', encoding='utf-8') as file:
        for name, text in texts.items():
            file.write(json.dumps({'id': name, 'text': text}, ensure_ascii=False) + '\n')


def main():
    peers, data, score = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    tools = [tool for tool in TOOLS if tool in sys.argv[4:]] or TOOLS
    for name in [name for name in sys.argv[4:] if name not in TOOLS] or ['portals', 'wcxb']:
        with tempfile.TemporaryDirectory() as temporary:
            pages = Path(temporary) / 'pages'
            pages.mkdir()
            subprocess.run([peers, 'decode', data / name / 'pages', pages], check=True)
            count, megabytes = 0, 0
            for page in pages.iterdir():
                count, megabytes = count + 1, megabytes + page.stat().st_size / 1e6
            best = {tool: (float('inf'), float('inf')) for tool in tools}
            for _ in range(ROUNDS):
                for tool in tools:
                    command = [sys.executable, __file__, '--worker'] if tool in PYTHON_TOOLS else [peers]
                    out = Path(temporary) / f'{tool}.jsonl'
                    ran = subprocess.run(command + [tool, pages, out], check=True, capture_output=True, text=True)
                    seconds, kilobytes = map(float, ran.stdout.split())
                    best[tool] = min(best[tool][0], seconds), min(best[tool][1], kilobytes)
            print(f'{name}: {count} pages, {megabytes:.1f} MB as UTF-8')
            for tool in tools:
                seconds, kilobytes = best[tool]
                out = Path(temporary) / f'{tool}.jsonl'
                command = [sys.executable, score, data / name / 'gold.jsonl', out, '--json']
                f1 = '' if tool.endswith('-parse') else json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)['all']['F1']
                shown = f'{f1:.3f}' if f1 else '     '
                print(f'  {tool:26} {seconds * 1000 / count:9.3f} ms  {megabytes / seconds:7.1f} MB/s  {kilobytes / 1024:7.1f} MB  F1 {shown}', flush=True)


if sys.argv[1] == '--worker':
    worker(*sys.argv[2:])
else:
    main()
