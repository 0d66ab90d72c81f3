#!/usr/bin/env python3
"""What the program does when the machine or another program fails: full disks, folders that cannot be written,
closed pipes, signals, no handles, no memory, killed browsers, servers that break off, drip or never end.

    python3 quality/faults.py PROGRAM [CHECK...]

Each check wants the documented exit code, one clear line for each thing that failed, no file that is half written,
and no process left. What cannot be tried here is said.
"""

import functools
import gzip
import json
import os
import pty
import random
import re
import resource
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HUNG = 120
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]")
WORDS = "渡口的早班船在雾里开了，船上坐着七个人，谁也没有说话。"
CHECKS, PROGRAM = [], ""


def check(function):
    CHECKS.append(function)
    return function


class Skipped(Exception):
    pass


def page(title="渡口的早晨", paragraphs=8, extra=""):
    text = "".join(f"<p>{number}。{WORDS * 3}</p>" for number in range(paragraphs))
    return f"<!doctype html><meta charset=utf-8><title>{title}</title><article><h1>{title}</h1>{text}{extra}</article>"


def pages(folder, count, paragraphs=8):
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        Path(folder, f"{number:04}.html").write_text(page(f"渡口的第{number}个早晨", paragraphs))
    return folder


def run(*words, limits=(), stdin=b"", out=subprocess.PIPE):
    """Exit code (negative: the signal), standard output, lines of standard error."""

    def before():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for what, value in limits:
            resource.setrlimit(what, (value, value))

    words = [PROGRAM, *map(str, words)]
    done = subprocess.run(words, input=stdin, stdout=out, stderr=subprocess.PIPE, timeout=HUNG, preexec_fn=before)
    lines = done.stderr.decode().splitlines()
    assert "panicked" not in done.stderr.decode(), f"{words}: {lines}"
    return done.returncode, done.stdout, lines


def fails(*words, naming="", code=1, lines=1, **more):
    """A run that fails in one line that names what is wrong."""
    got, out, told = run(*words, **more)
    assert got == code, f"{words}: exit code {got}, {told}"
    assert len(told) == lines and naming in told[-1], f"{words}: {told}"
    assert not STEERING.search("\n".join(told).replace("\n", "")), told
    return out


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


def small_disk(folder, kilobytes):
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", folder], capture_output=True).returncode:
        raise Skipped("a small disk (needs root and mount)")


def descendants(pid):
    found, todo = [], [pid]
    while todo:
        try:
            with open(f"/proc/{todo[0]}/task/{todo.pop(0)}/children") as file:
                children = [int(word) for word in file.read().split()]
        except OSError:
            continue
        found += children
        todo += children
    return found


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(what, is_so):
    end = time.monotonic() + HUNG
    while not is_so():
        assert time.monotonic() < end, f"hung: {what}"
        time.sleep(0.02)


# --- disks ---------------------------------------------------------------------------------------------------------


@check
def a_device_that_is_full(folder):
    """Standard output and files on /dev/full."""
    source = pages(folder / "in", 3)
    one = source / "0000.html"
    for words in (["-f", "json", one], ["batch", source], ["tree", one], ["explain", one], ["methods"], ["-f", "html", one]):
        with open("/dev/full", "wb") as full:
            fails(*words, naming="No space left", out=full)
    for words in ([one, "-o"], ["batch", source, "-o"], ["explain", one, "-o"]):
        fails(*words, "/dev/full", naming="No space left")


def half_outputs(source, target):
    """Commands that write into a folder, by name: words, and the file or folder that must not be there half."""
    one = source / "big.html"
    return {
        "extract": ([one, "-f", "html", "-o", target / "o.html"], "o.html"),
        "explain": (["explain", one, "-o", target / "r.html"], "r.html"),
        "batch": (["batch", source, "-o", target / "b.jsonl"], "b.jsonl"),
        "parquet": (["batch", source, "-o", target / "b.parquet"], "b.parquet"),
        "folders": (["import", one, "-o", target / "lib"], "lib/"),
        "book": (["import", one, "-f", "epub", "-o", target / "b.epub"], "b.epub"),
    }


def big_source(folder):
    source = pages(folder / "in", 40)
    # Text that no packing makes small.
    rest = "".join(f"<p>{chr(0x4e00 + random.Random(n).randrange(20000))}{random.Random(n).random()}，{WORDS}</p>" for n in range(6000))
    (source / "big.html").write_text(page("很长的一页", 4, rest))
    return source


def no_half_outputs(source, target, naming, clean, **more):
    for name, (words, output) in half_outputs(source, target).items():
        fails(*words, naming=naming, **more)
        left = [path for path in names(target) if path.startswith(output) and not path.endswith((".partial", ".partial.run.json"))]
        assert not left, f"{name}: {left}"
        clean()


@check
def a_disk_that_is_full(folder):
    """A disk of 64 KB: exit code 1, a line, nothing half; once there is room, --resume ends the run."""
    source, target = big_source(folder), folder / "disk"
    target.mkdir()
    small_disk(target, 64)
    try:
        clean = lambda: [shutil.rmtree(path) if path.is_dir() else path.unlink() for path in target.iterdir()]
        no_half_outputs(source, target, "No space left", clean)
        words = ["batch", source, "-o", target / "b.jsonl", "--resume"]
        fails(*words, naming="No space left")
        subprocess.run(["mount", "-o", "remount,size=64m", target], check=True)
        assert run(*words)[0] == 0
        whole = run("batch", source, "-o", folder / "b.jsonl")
        assert whole[0] == 0 and (folder / "b.jsonl").read_bytes() == (target / "b.jsonl").read_bytes()
    finally:
        subprocess.run(["umount", target], check=True)


@check
def a_file_that_may_not_grow(folder):
    """The same by the limit on the size of files, anywhere."""
    source, target = big_source(folder), folder / "out"
    target.mkdir()
    clean = lambda: (shutil.rmtree(target), target.mkdir())
    no_half_outputs(source, target, "File too large", clean, limits=[(resource.RLIMIT_FSIZE, 40_000)])


@check
def folders_that_cannot_be_written(folder):
    """A disk that is read only, a file in the place of a folder, a folder that is not there."""
    source = pages(folder / "in", 2)
    one = source / "0000.html"
    (folder / "file").write_text("mine")
    for target in (folder / "file" / "x", folder / "none" / "x"):
        for words in ([one, "-o", target], ["batch", source, "-o", target], ["explain", one, "-o", target],
                      ["import", one, "-f", "epub", "-o", target]):
            fails(*words, naming=str(target.parent.name))
    fails("import", one, "-o", folder / "file", naming="file")
    fails("import", one, "-o", folder / "file" / "x", naming="file")
    assert (folder / "file").read_text() == "mine"
    target = folder / "disk"
    target.mkdir()
    if os.geteuid():
        target.chmod(0o555)
        naming = "ermission denied"
    else:
        small_disk(target, 64)
        subprocess.run(["mount", "-o", "remount,ro", target], check=True)
        naming = "ead-only"
    try:
        no_half_outputs(big_source(folder), target, naming, lambda: None)
    finally:
        target.chmod(0o755) if os.geteuid() else subprocess.run(["umount", target], check=True)


@check
def pipes_that_close(folder):
    """A reader that leaves early is no error."""
    source = pages(folder / "in", 300)
    for words in (["batch", source], ["tree", source / "0000.html"], ["explain", source / "0000.html"], ["-f", "json", source / "0000.html"]):
        child = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        child.stdout.read(10)
        child.stdout.close()
        told = child.stderr.read().decode()
        assert (child.wait(HUNG), told) == (0, ""), f"{words}: {child.returncode} {told}"


# --- signals -------------------------------------------------------------------------------------------------------


def struck(words, pause, sign):
    child = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        child.wait(pause)
    except subprocess.TimeoutExpired:
        child.send_signal(sign)
    told = child.communicate(timeout=HUNG)[1].decode()
    assert "panicked" not in told, told
    return child.returncode


SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@check
def batches_that_are_struck(folder):
    """Signals at random moments: what has its name is whole, and --resume gives what an undisturbed run gives."""
    source, dice = pages(folder / "in", 250), random.Random(1)
    for output in ("b.jsonl", "b.parquet"):
        start = time.monotonic()
        assert run("batch", source, "-o", folder / f"whole-{output}")[0] == 0
        length, whole = time.monotonic() - start, (folder / f"whole-{output}").read_bytes()
        kills = 0
        for round in range(12):
            target = folder / f"{round}-{output}"
            words = ["batch", source, "-o", target, "-j", 1 + round % 2]
            # One Parquet file is written anew.
            words += ["--resume"] if output == "b.jsonl" else []
            for _ in range(2):
                kills += struck(words, dice.uniform(0, length), SIGNALS[round % 4]) != 0
                assert not target.exists() or output.endswith("parquet") or target.read_bytes() == whole, "a half file has its name"
            code, _, told = run(*words)
            assert code == 0, f"{words}: {code} {told}"
            if output == "b.jsonl":
                assert target.read_bytes() == whole, "a resumed run gives other bytes"
            assert not names_like(folder, target.name + "."), names_like(folder, target.name + ".")
        print(f"    {output}: {kills} of 24 struck before their end")


def names_like(folder, start):
    return [name for name in names(folder) if name.startswith(start)]


@check
def imports_that_are_struck(folder):
    """Signals at random moments: each folder of the library is whole, and so is the book."""
    source, dice = pages(folder / "in", 60), random.Random(2)
    library, book = folder / "lib", folder / "b.epub"
    for round in range(12):
        struck(["import", source, "-o", library], dice.uniform(0, 0.4), SIGNALS[round % 4])
        whole_folders(library)
    assert run("import", source, "-o", library)[0] == 0
    assert len(whole_folders(library)) == 60 and len(list(library.iterdir())) == 60, os.listdir(library)
    for round in range(8):
        struck(["import", source, "-f", "epub", "-o", book], dice.uniform(0, 0.5), SIGNALS[round % 4])
        assert not book.exists() or shutil.which("unzip") is None or not subprocess.run(["unzip", "-tqq", book]).returncode


def whole_folders(library):
    found = []
    for path in library.iterdir() if library.exists() else []:
        if path.name.startswith("."):
            continue
        listed = json.loads((path / "zhengwen.json").read_text())["files"]
        assert all((path / name).stat().st_size for name in listed), path
        found.append(path.name)
    return found


@check
def two_imports_at_once(folder):
    """Titles that differ in case, and names of devices: no article is lost, whoever writes beside."""
    titles = ["Morning Ferry", "MORNING FERRY", "morning ferry", "CON", "nul", "Aux.txt", "com1", "Morning Ferry"]
    source = folder / "in"
    source.mkdir()
    for number, title in enumerate(titles):
        (source / f"{number}.html").write_text(page(title))
    words = [[PROGRAM, "import", str(source / f"{number}.html"), "-o", str(folder / "lib")] for number in range(len(titles))]
    for _ in range(3):
        for child in [subprocess.Popen(one, stdout=subprocess.DEVNULL) for one in words]:
            assert child.wait(HUNG) == 0
    found = whole_folders(folder / "lib")
    assert len(found) == len({name.lower() for name in found}) == len(titles), found
    devices = {"con", "nul", "aux", "com1"}
    assert not [name for name in found if name.lower().split(".")[0] in devices], found


@check
def control_characters_in_files(folder):
    """A book is well-formed XML and front matter is YAML whatever title and text hold."""
    import xml.etree.ElementTree as ET
    import zipfile
    steering = "a\x01b\x0bc\x1b[31md\x7fe\x85f\x9bg\u2028h\ufffei\uffffj\u202ek\U000e0041l: - # ' \" {x}"
    references = "".join(f"&#x{n:x};" for n in (1, 8, 11, 12, 27, 127, 155, 0xFFFE, 0xD800))
    source = folder / "p.html"
    source.write_text(page(steering + references, 3, f"<meta name=author content='{references}Li'><p>{steering}{references}</p>"))
    assert run("import", source, "-f", "epub", "-o", folder / "b.epub")[0] == 0
    with zipfile.ZipFile(folder / "b.epub") as book:
        for name in book.namelist():
            if name.endswith((".xhtml", ".opf", ".ncx", ".xml", ".html")):
                ET.fromstring(book.read(name))
    code, markdown, _ = run(source, "-f", "markdown", "--with-metadata")
    front = markdown.decode().split("---\n")[1]
    assert code == 0 and front
    try:
        import yaml
    except ImportError:
        raise Skipped("front matter read by a YAML reader (pip install pyyaml)") from None
    assert "a" in yaml.safe_load(front)["title"]


# --- handles and memory --------------------------------------------------------------------------------------------


@check
def no_handles(folder):
    """Whatever the number of files that may be opened: the answer, or a line and exit code 1."""
    source, ends = pages(folder / "in", 20), set()
    whole = run("batch", source)[1]
    for handles in (3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40):
        limits = [(resource.RLIMIT_NOFILE, handles)]
        for number, words in enumerate((["batch", source], [source / "0000.html"], ["import", source, "-o", folder / f"lib{handles}"],
                      ["https://no.invalid/"])):
            code, out, told = run(*words, limits=limits)
            ends.add((number, code))
            if code == 127:
                # The system cannot open the libraries of any program.
                continue
            assert code in (0, 1), f"{handles}: {words}: {code} {told}"
            assert code == 0 or told, f"{handles}: {words}: {code} and nothing said"
            if number == 0 and code == 0:
                assert out == whole
        for words in (["serve", "--port", 0], ["mcp"]):
            if 6 <= handles < 20:
                fails(*words, naming="ulimit -n", limits=limits)
    assert (0, 0) in ends


@check
def no_memory(folder):
    """Too little memory: the run ends with a line and a code that is not 0, and leaves nothing half."""
    source = big_source(folder)
    (source / "big.html").write_text(page("很长的一页", 4, "<li>项" * 400_000))
    codes = []
    for number, megabytes in enumerate((60, 80, 100, 150, 200, 300)):
        target = folder / f"{number}.jsonl"
        code, _, told = run("batch", source, "-o", target, limits=[(resource.RLIMIT_AS, megabytes << 20)])
        # The page that the memory does not hold fails alone, or the run ends.
        is_whole = code == 0 or any("out of memory" in line for line in told) and any("1 failed" in line for line in told)
        assert is_whole == target.exists(), f"{megabytes} MB: {code} {told}"
        assert not is_whole or sum(1 for _ in target.open()) == 41 - bool(code), f"{megabytes} MB: pages are missing"
        assert code == 0 or told, f"{megabytes} MB: {code} and nothing said"
        codes.append(code)
    assert any(codes), "never too little: the check tries nothing"


# --- servers -------------------------------------------------------------------------------------------------------


class Server:
    """Answers each connection by `answer(connection, path)`."""

    def __init__(self, answer, context=None):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port, self.answer, self.context = self.socket.getsockname()[1], answer, context
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            with connection:
                if self.context:
                    connection = self.context.wrap_socket(connection, server_side=True)
                head = b""
                while b"\r\n\r\n" not in head and (more := connection.recv(4096)):
                    head += more
                words = head.split()
                path = words[1].decode("latin-1") if len(words) > 1 else ""
                if path == "/robots.txt":
                    connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                else:
                    self.answer(connection, path)
        except (OSError, KeyError):
            # Gone, or no HTTP at all.
            pass


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n"


def drip(connection, start, piece):
    connection.sendall(start)
    while True:
        time.sleep(0.05)
        connection.sendall(piece)


def endless(connection, start, piece):
    connection.sendall(start)
    while True:
        connection.sendall(piece * 1000)


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def bomb(kind):
    if kind == "gzip":
        return gzip.compress(b" " * (80 << 20))
    return gzip.compress(gzip.compress(b" " * (80 << 20)))


BODY = page().encode()
MISBEHAVIOUR = {
    # path: what the server does, what the line says
    "/close": (lambda c: None, ""),
    "/reset": (reset, ""),
    "/garbage": (lambda c: c.sendall(b"\x00\x01\x02\xff" * 1000), ""),
    "/no-head-end": (lambda c: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Ty"), ""),
    "/cut": (lambda c: c.sendall(HEAD + b"Content-Length: 100000\r\n\r\n" + BODY), ""),
    "/cut-chunk": (lambda c: c.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n" + BODY), ""),
    "/wrong-chunk": (lambda c: c.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + BODY), ""),
    "/cut-gzip": (lambda c: c.sendall(HEAD + b"Content-Encoding: gzip\r\nContent-Length: 9999\r\n\r\n" + gzip.compress(BODY * 40)[:200]), ""),
    "/no-gzip": (lambda c: c.sendall(HEAD + b"Content-Encoding: gzip\r\n\r\n" + b"\xff" * 500), ""),
    "/bomb": (lambda c: c.sendall(HEAD + b"Content-Encoding: gzip\r\n\r\n" + bomb("gzip")), "larger than"),
    "/bomb-twice": (lambda c: c.sendall(HEAD + b"Content-Encoding: gzip, gzip\r\n\r\n" + bomb("twice")), ""),
    "/endless": (lambda c: endless(c, HEAD + b"\r\n", b"<p>" + WORDS.encode()), "larger than"),
    "/endless-head": (lambda c: endless(c, HEAD, b"X-More: 1\r\n"), ""),
    "/endless-line": (lambda c: endless(c, HEAD + b"X-More: ", b"x" * 100), ""),
    "/drip": (lambda c: drip(c, HEAD + b"\r\n", b"<p>."), "no answer within"),
    "/drip-head": (lambda c: drip(c, b"HTTP/1.1 200 OK\r\nX: ", b"x"), "no answer within"),
    "/silent": (lambda c: time.sleep(HUNG), "no answer within"),
    "/loop": (lambda c: c.sendall(b"HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n"), "redirects"),
    "/on": (lambda c: c.sendall(b"HTTP/1.1 302 Found\r\nLocation: /on/" + str(random.random()).encode() + b"\r\nContent-Length: 0\r\n\r\n"), "redirects"),
    "/nowhere": (lambda c: c.sendall(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"), ""),
    "/steering": (lambda c: c.sendall(b"HTTP/1.1 500 \x1b]0;owned\x07\xc2\x9b31m\r\nContent-Length: 0\r\n\r\n"), ""),
    "/steering-address": (lambda c: c.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://\x1b[31m.invalid/\xe2\x80\xae\r\nContent-Length: 0\r\n\r\n"), ""),
}


def misbehave(connection, path):
    if path == "/good":
        return connection.sendall(HEAD + b"\r\n" + BODY)
    if path.startswith("/on/"):
        path = "/on"
    return MISBEHAVIOUR[path][0](connection)


FETCHING = ["--allow-private", "--timeout", 2, "--retries", 0, "--max-size", 5_000_000, "--delay", 0]


@check
def servers_that_misbehave(folder):
    """One line each and exit code 1, alone and in a list; the rest of the list is done."""
    server = Server(misbehave)
    address = lambda path: f"http://127.0.0.1:{server.port}{path}"
    assert run(address("/good"), *FETCHING)[0] == 0
    for path, (_, naming) in MISBEHAVIOUR.items():
        out = fails(address(path), *FETCHING, naming=naming)
        assert not out, path
    paths = [*MISBEHAVIOUR, "/good"]
    (folder / "list").write_text("\n".join(map(address, paths)))
    code, _, told = run("batch", "--urls", folder / "list", *FETCHING, "-o", folder / "b.jsonl")
    assert code == 1 and not STEERING.search("".join(told)), told
    for path in MISBEHAVIOUR:
        assert sum(f"{address(path)}: " in line for line in told) == 1, f"{path}: {told}"
    assert len((folder / "b.jsonl").read_text().splitlines()) == 1


@check
def names_and_certificates(folder):
    """No such host, nobody who listens, no TLS, a certificate that nobody vouches for."""
    fails("http://no-such-host.invalid/", "--retries", 0, naming="no such host")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    fails(f"http://127.0.0.1:{port}/", *FETCHING, naming="refused")
    plain = Server(misbehave)
    fails(f"https://127.0.0.1:{plain.port}/good", *FETCHING)
    if not shutil.which("openssl"):
        raise Skipped("a certificate that nobody vouches for (needs openssl)")
    key, certificate = folder / "key", folder / "certificate"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    fails(f"https://127.0.0.1:{Server(misbehave, context).port}/good", *FETCHING, naming="ertificate")


# --- browsers ------------------------------------------------------------------------------------------------------


def browser():
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
    if not found:
        raise Skipped("a browser that is killed (no Chromium)")
    return found


def rendering(folder, server):
    """A run that waits for a page that never ends, and its processes once the browser asks for the page."""
    asked = server.asked = threading.Event()
    words = [PROGRAM, f"http://127.0.0.1:{server.port}/never", "--render", "always", "--allow-private", "--timeout", "60"]
    environment = dict(os.environ, TMPDIR=str(folder))
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert asked.wait(HUNG), "the browser never asked"
    return child, descendants(child.pid)


@check
def browsers_that_are_killed(folder):
    """The browser dies in the middle of a page, and another renders it; or the program does. No process and no profile are left."""
    browser()

    def never(connection, path):
        if path == "/never":
            connection.sendall(HEAD + b"\r\n" + BODY + b"<script src=/script></script>")
        else:
            server.asked.set()
            time.sleep(HUNG)

    server = Server(never)
    for victim in ("browser", "program", "asked to end"):
        child, below = rendering(folder, server)
        assert below, "no process of the browser"
        if victim == "browser":
            chrome = [pid for pid in below if b"--remote-debugging" in Path(f"/proc/{pid}/cmdline").read_bytes()]
            assert chrome
            os.kill(chrome[0], signal.SIGKILL)
        else:
            child.send_signal(signal.SIGKILL if victim == "program" else signal.SIGTERM)
        _, told = child.communicate(timeout=HUNG)
        if victim == "browser":
            lines = told.decode().splitlines()
            # Another browser is started for the page, once.
            assert child.returncode == 0 and not lines, f"{child.returncode} {lines}"
        wait_until(f"{victim} killed: processes end", lambda: not any(map(is_alive, below)))
        wait_until(f"{victim} killed: the profile goes: {os.listdir(folder)}", lambda: not os.listdir(folder))


# --- terminals -----------------------------------------------------------------------------------------------------


def on_terminal(*words):
    """What a run shows on a terminal, standard error included."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["NO_COLOR"] = "1"
        os.environ["TERM"] = "dumb"
        os.execv(PROGRAM, [PROGRAM, *map(str, words)])
    shown = b""
    while select.select([terminal], [], [], HUNG)[0]:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
    os.waitpid(pid, 0)
    os.close(terminal)
    return shown.decode().replace("\r\n", "\n")


@check
def what_reaches_a_terminal(folder):
    """Whatever a page, its address or its name holds, nothing that steers a terminal reaches it."""
    steering = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\U000e0041\x7f\x08"
    references = "".join(f"&#{ord(c)};" for c in steering)
    name = folder / "a\x1b[31m\u202eb.html"
    name.write_text(page(steering + "标题" + references, 4, f"<p>{steering}{references}<a href='/{steering}'>x</a><pre><code>{steering}</code></pre>"))
    server = Server(misbehave)
    runs = [[name], *([name, "-f", form] for form in ("markdown", "html", "json", "xml-tei", "page-html")),
            [name, "-f", "markdown", "--with-metadata"], ["tree", name], ["tree", "-f", "outline", name], ["explain", name, "-f", "json"], ["explain", name],
            ["batch", folder], ["batch", folder / "no\x1b[31m"], [folder / "no\x1b]0;x\x07"], ["--wrong\x1b[31m"], ["site", "show", name],
            ["import", name, "-o", folder / "lib"], ["site", "learn", name, "-o", folder / "t"],
            [f"http://127.0.0.1:{server.port}/steering", *FETCHING], [f"http://127.0.0.1:{server.port}/steering-address", *FETCHING],
            ["http://\x1b[31m.invalid/"], [name, "--keep", "a\x1b[31m"], [name, "-O", "x\x1b[31m=1"]]
    for words in runs:
        shown = on_terminal(*words)
        found = STEERING.findall(shown.replace("\n", ""))
        # A bar of progress goes back to the start of its line.
        found = [c for c in found if c != "\r"]
        assert not found, f"{words}: {found} in {shown!r}"


# --- the service ---------------------------------------------------------------------------------------------------


class Service:
    def __init__(self, *words):
        self.child = subprocess.Popen([PROGRAM, "serve", "--port", "0", *map(str, words)], stderr=subprocess.PIPE)
        self.lines = []
        while True:
            line = self.child.stderr.readline().decode()
            assert line, "it ends before it listens"
            found = re.search(r"http://([0-9.]+):(\d+)", line)
            if found:
                self.address = found[1], int(found[2])
                break
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stderr:
            self.lines.append(line.decode(errors="replace"))

    def raw(self, request, then=lambda connection: None):
        with socket.create_connection(self.address, timeout=HUNG) as connection:
            answer = b""
            try:
                connection.sendall(request)
                then(connection)
                while more := connection.recv(65536):
                    answer += more
            except OSError:
                pass
            return answer.decode(errors="replace")

    def post(self, body=BODY, path="/v1/extract", headers="Content-Type: text/html\r\n"):
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
        return self.raw(head.encode() + body)

    def end(self, sign=signal.SIGTERM):
        self.child.send_signal(sign)
        return self.child.wait(HUNG)


def status(answer):
    return int(answer.split()[1]) if answer.startswith("HTTP/1.1 ") else 0


@check
def requests_that_are_odd(folder):
    """Raw requests: refused or answered, never a fault; the service answers afterwards, and its log steers nothing."""
    service = Service("--no-fetch", "--max-body", 300_000, "--body-timeout", 1, "--write-timeout", 1)
    host = b"Host: localhost\r\nConnection: close\r\n"
    odd = {
        b"": {0, 408}, b"\r\n\r\n": {0, 400, 408}, b"\x00\x01\x02\xff\r\n\r\n": {0, 400}, b"\x16\x03\x01\x02\x00\x01\x00": {0, 400, 408},
        b"GET / HTTP/9.9\r\n\r\n": {0, 400, 505}, b"GET /\r\n\r\n": {0, 400},
        b"GET / HTTP/1.1\r\n\r\n": {400, 421}, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: a\r\n\r\n": {400},
        b"GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n": {400}, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n": {421},
        b"GET /%1b%5d0;x%07 HTTP/1.1\r\n" + host + b"\r\n": {404}, b"GET /\x1b[31m HTTP/1.1\r\n" + host + b"\r\n": {0, 400},
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n" + host + b"\r\n": {0, 400, 404, 414, 431},
        b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 900_000 + b"\r\n\r\n": {0, 431},
        b"GET / HTTP/1.1\r\n" + host + b"X: 1\r\n" * 500 + b"\r\n": {431}, b"TRACE / HTTP/1.1\r\n" + host + b"\r\n": {405},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999\r\n\r\n": {0, 400, 413},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n": {0, 400},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!": {0, 400},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Content-Length: 400000\r\n\r\n": {413},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Content-Length: 400\r\n\r\n<p>": {408},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n": {400},
        b"POST /v1/extract HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\n<p>\r\n0\r\n\r\n": {0, 200, 400, 415},
        b"CONNECT evil.example:443 HTTP/1.1\r\n" + host + b"\r\n": {400, 404, 405, 421},
    }
    for request, wanted in odd.items():
        got = status(service.raw(request))
        assert got in wanted, f"{request[:80]}: {got}"
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html", "application/json"):
        for stranger in ("Origin: https://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n"):
            for path in ("/v1/extract", "/v1/explain", "/r/", "/v2/scrape", "/v2/map"):
                got = status(service.post(b"url=http://a.example/", path, f"Content-Type: {kind}\r\n{stranger}"))
                assert got == 403, f"{kind} {stranger} {path}: {got}"
    for path in ("/v1/image?url=http://a.example/", "/r/http://a.example/", "/v1/explain?url=http://a.example/", "/v1/methods", "/metrics"):
        got = status(service.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n".encode()))
        assert got == 403, f"{path}: {got}"
    for encoding, body, wanted in (("gzip", bomb("gzip"), 413), ("br", BODY, 415), ("gzip, gzip", bomb("twice"), 415), ("gzip", BODY, 400), ("x", BODY, 415)):
        got = status(service.post(body, headers=f"Content-Type: text/html\r\nContent-Encoding: {encoding}\r\n"))
        assert got == wanted, f"{encoding}: {got}"
    assert status(service.post()) == 200
    assert service.end() == 0
    log = "".join(service.lines)
    assert "panicked" not in log and not STEERING.search(log.replace("\n", "")), log[:2000]


@check
def services_that_are_struck(folder):
    """Asked to end at random moments under load: what was at work is answered whole, and nothing is left."""
    dice = random.Random(3)
    for round in range(8):
        service = Service("--no-fetch")
        answers, stop = [], threading.Event()

        def load():
            while not stop.is_set():
                try:
                    answers.append(service.post())
                except OSError:
                    return

        threads = [threading.Thread(target=load) for _ in range(4)]
        [thread.start() for thread in threads]
        time.sleep(dice.uniform(0.02, 0.4))
        below = descendants(service.child.pid)
        code = service.end(signal.SIGTERM if round % 4 else signal.SIGINT)
        stop.set()
        [thread.join(HUNG) for thread in threads]
        assert code == 0, code
        whole = [answer for answer in answers if answer]
        assert whole and all(answer.startswith("HTTP/1.1 200") and answer.endswith("}") for answer in whole), whole[-1][:300]
        assert not any(map(is_alive, below))


@check
def handles_that_run_out_under_the_service(folder):
    """More clients than files may be opened: some wait or are turned away, none breaks it."""
    resource_words = ["sh", "-c", f'ulimit -n 64; exec "{PROGRAM}" serve --port 0 --no-fetch']
    service = Service.__new__(Service)
    service.child = subprocess.Popen(resource_words, stderr=subprocess.PIPE)
    service.lines = []
    line = service.child.stderr.readline().decode()
    service.address = "127.0.0.1", int(re.search(r"http://[0-9.]+:(\d+)", line)[1])
    threading.Thread(target=service.read, daemon=True).start()
    idle = [socket.create_connection(service.address, timeout=HUNG) for _ in range(100)]
    [connection.close() for connection in idle]
    wait_until("it answers again", lambda: status(service.post()) == 200)
    assert service.end() == 0
    assert not any("panicked" in line for line in service.lines)


@check
def agents_that_misspeak(folder):
    """Lines that are no messages get errors; the next message is answered."""
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
             "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    steering = "\x1b]0;x\x07\u202e\U000e0041\x9b"
    call = {"jsonrpc": "2.0", "id": 9, "method": "tools/call",
            "params": {"name": "extract", "arguments": {"html": page(steering, 4, f"<p>{steering}{WORDS * 4}")}}}
    wrong = [b"", b"{", b"nonsense", b"[]", b"42", b'{"jsonrpc":"2.0"}', b"\xff\xfe", b'{"jsonrpc":"2.0","id":5,"method":"no/such"}',
             b'{"jsonrpc":"1.0","id":6,"method":"ping"}', b'{"id":7}', b"[" * 100_000,
             b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"none","arguments":{}}}']
    lines = [json.dumps(hello).encode(), json.dumps(ready).encode(), *wrong, json.dumps(call).encode()]
    child = subprocess.Popen([PROGRAM, "mcp", "--no-fetch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdin.write(b"\n".join(lines) + b"\n")
    child.stdin.flush()
    answers = []
    while not answers or answers[-1].get("id") != 9:
        line = child.stdout.readline()
        assert line, f"it ends: {child.stderr.read().decode()[-500:]}"
        answers.append(json.loads(line))
    child.stdin.close()
    assert child.wait(HUNG) == 0
    errors = [answer for answer in answers if "error" in answer]
    assert len(errors) >= len(wrong) - 1, f"{len(errors)} errors for {len(wrong)} lines: {errors}"
    text = answers[-1]["result"]["content"][0]["text"]
    assert WORDS in text and not STEERING.search(text.replace("\n", "")), text[:300]


def main(program, *wanted):
    global PROGRAM
    PROGRAM = os.path.abspath(program)
    failed = []
    for one in CHECKS:
        if wanted and one.__name__ not in wanted:
            continue
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="zhengwen-faults-") as folder:
            try:
                one(Path(folder))
                print(f"ok    {one.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
            except Skipped as why:
                print(f"skip  {one.__name__}: {why}", flush=True)
                with open(os.environ.get("ZHENGWEN_SKIPPED", os.devnull), "a") as file:
                    print(f"skipped: {why}", file=file)
            except Exception as error:
                failed.append(one.__name__)
                print(f"FAIL  {one.__name__}: {type(error).__name__}: {str(error)[:1500]}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
