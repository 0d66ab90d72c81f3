"""Shared by the tests on engines: the fixtures of the repository, and a server of them on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hostile import HOSTILE

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "crates" / "python" / "examples"
PAGES = sorted([*(ROOT / "fixtures" / "pages").glob("*.html"), *(ROOT / "fixtures" / "bytes").glob("*.html")])


class Pages(BaseHTTPRequestHandler):
    """Sends a fixture or a hostile page by its name; ?charset=X sets the charset of the header."""

    def do_GET(self) -> None:
        name, _, charset = self.path.strip("/").partition("?charset=")
        body = HOSTILE.get(name)
        if body is None:
            body = next(page for page in PAGES if page.name == name).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", f'text/html; charset="{charset}"' if charset else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the server of fixtures."""
    held = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=held.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{held.server_port}"
    held.shutdown()
    held.server_close()
