"""A small writer of archives, for the tests: nothing of ours reads what ours has written."""

from __future__ import annotations

import gzip
from pathlib import Path


def record(kind: str, url: str, block: bytes, *extra: str, number: int = 0) -> bytes:
    """A WARC record."""
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>",
        "WARC-Date: 2026-11-21T10:30:00Z",
        f"WARC-Target-URI: {url}",
        *extra,
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def response(url: str, html: bytes, charset: str = "", status: str = "200 OK", number: int = 0) -> bytes:
    """A record of a response with a page."""
    kind = f"text/html; charset={charset}" if charset else "text/html"
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(html)}\r\n\r\n".encode()
    return record("response", url, head + html, "Content-Type: application/http; msgtype=response", number=number)


def write(path: Path, records: list[bytes], packed: bool = True) -> list[int]:
    """Writes an archive, a member for each record if it is packed; returns the places where they begin."""
    offsets, data = [], b""
    for one in records:
        offsets.append(len(data))
        data += gzip.compress(one, mtime=0) if packed else one
    path.write_bytes(data)
    return offsets
