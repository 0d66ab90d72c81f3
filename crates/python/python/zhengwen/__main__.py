"""python -m zhengwen PAGE: prints the article of a page. The program `zhengwen` does this and much more."""

from __future__ import annotations

import argparse
import sys

import zhengwen

FORMATS = ["txt", "markdown", "html", "xmltei", "json"]


def main(arguments: list[str] | None = None) -> int:
    """Prints the articles; the exit code is 1 when a page could not be read."""
    parser = argparse.ArgumentParser(prog="python -m zhengwen", description="Prints the articles of pages.")
    parser.add_argument("pages", nargs="+", metavar="PAGE", help="a file, or - for standard input")
    parser.add_argument("-f", "--format", choices=FORMATS, default="txt", help="what to print (default: txt)")
    parser.add_argument("-m", "--method", choices=zhengwen.METHODS, default="auto", help="how to find the main text")
    parser.add_argument("--url", help="the page's address")
    parser.add_argument("--version", action="version", version=f"zhengwen {zhengwen.__version__}")
    asked = parser.parse_args(arguments)
    status = 0
    for name in asked.pages:
        try:
            html = read(name)
        except OSError as error:
            print(f"zhengwen: {name}: {error.strerror or error}", file=sys.stderr)
            status = 1
            continue
        text = zhengwen.extract_text(html, asked.url, output_format=asked.format, method=asked.method)
        if text:
            # Bytes, so that no terminal's encoding loses a character.
            sys.stdout.buffer.write(text.encode() + b"\n")
    return status


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input for -."""
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


if __name__ == "__main__":
    sys.exit(main())
