#!/usr/bin/env python3
"""Print the README's table of figures from `zhengwen eval DATA_DIR -m all --json` on standard input."""
import json, sys

CLAIMS = {
    'auto': '-',
    'punctuation-path': '94 % right',
    'block-smoothing': '97.7 % good, 46.3 % fine',
    'block-weighting': 'over 85 %',
    'line-density': 'over 90 %',
    'template-matching': '95.1 % right',
    'site-template': '-',
    'auto-site': '-',
}


def main():
    print('| set (pages) | method | claim | P | R | F1 | good | fine |\n|---|---|---|---|---|---|---|---|')
    for row in map(json.loads, sys.stdin):
        figures = ' | '.join(f'{row[name]:.3f}' for name in ('P', 'R', 'F1')) + f" | {row['good']:.2f} | {row['fine']:.2f}"
        print(f"| {row['set']} ({row['n']}) | `{row['method']}` | {CLAIMS[row['method']]} | {figures} |")


main()
