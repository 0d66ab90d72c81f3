"""One page by HTTP, where a caller asks for it: bounded in size and time, and never from a private network."""

from __future__ import annotations

import http.client
import ipaddress
import urllib.error
import urllib.request
import zlib
from typing import Any

import zhengwen

from . import _pages

_MOST_BYTES = 20_000_000
_SECONDS = 30.0


class Refused(OSError):
    """An address that is not fetched."""


class Response:
    """A page that was fetched."""

    def __init__(self, data: bytes, status: int, url: str, headers: dict[str, str] | None = None) -> None:
        self.data = data
        self.status = status
        self.url = url
        self.headers = headers
        self.html: str | None = None

    def decode_data(self) -> str:
        """Puts the text of the page into `html`."""
        self.html = _pages.text(self.data, _pages.charset((self.headers or {}).get("content-type")))
        return self.html


def fetch(url: str, *, most_bytes: int = _MOST_BYTES, seconds: float = _SECONDS) -> Response:
    """Fetches a page. Raises OSError (urllib's errors are such) where there is none."""
    if not url.lower().startswith(("http://", "https://")):
        raise Refused(f"{url}: only http and https are fetched")
    opener = urllib.request.OpenerDirector()
    for handler in (urllib.request.ProxyHandler, _Http, _Https, urllib.request.HTTPRedirectHandler):
        opener.add_handler(handler())
    opener.add_handler(urllib.request.HTTPErrorProcessor())
    opener.add_handler(urllib.request.HTTPDefaultErrorHandler())
    request = urllib.request.Request(url, headers={"User-Agent": f"zhengwen/{zhengwen.__version__}"})
    try:
        with opener.open(request, timeout=seconds) as answer:
            data = answer.read(most_bytes + 1)
            if len(data) > most_bytes:
                raise Refused(f"{url}: more than {most_bytes} bytes")
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return Response(_unpacked(data, headers, most_bytes), answer.status, answer.url, headers)
    except (http.client.HTTPException, ValueError, zlib.error) as error:
        raise Refused(f"{url}: {error}") from error


def _unpacked(data: bytes, headers: dict[str, str], most_bytes: int) -> bytes:
    # None is asked for; some servers pack all the same.
    if headers.get("content-encoding") not in ("gzip", "x-gzip", "deflate"):
        return data
    return zlib.decompressobj(47).decompress(data, most_bytes)


def is_allowed(address: str) -> bool:
    """True if an IP address is of the public internet."""
    own = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(own, "ipv4_mapped", None)
    return (mapped or own).is_global


class _Connection(http.client.HTTPConnection):
    def connect(self) -> None:
        super().connect()
        # The peer, not the name: a name may resolve to another address a moment later. A proxy resolves names itself.
        peer = self.sock.getpeername()[0]
        if not urllib.request.getproxies() and not is_allowed(peer):
            self.close()
            raise Refused(f"{self.host}: {peer} is an address of a private network")


class _SecureConnection(http.client.HTTPSConnection, _Connection):
    """Checks the peer before its first byte: HTTPSConnection calls the next `connect` before it encrypts."""


class _Http(urllib.request.HTTPHandler):
    def http_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(_Connection, request)


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(_SecureConnection, request)
