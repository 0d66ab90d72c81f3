"""The module `trafilatura.downloads`: a page by HTTP."""

from __future__ import annotations

import logging
from configparser import ConfigParser
from typing import Any

from zhengwen.compat import _fetch
from zhengwen.compat._fetch import Response
from zhengwen.compat._told import tell

from .settings import DEFAULT_CONFIG, OPTIONS

__all__ = ["Response", "fetch_response", "fetch_url"]

_LOG = logging.getLogger(__name__)


def fetch_url(
    url: str, no_ssl: bool = False, config: ConfigParser = DEFAULT_CONFIG, options: Any = None
) -> str | None:
    """The page at an address as text; None, and a line in the log, where there is none. Private networks are refused."""
    if options is not None:
        raise TypeError(OPTIONS)
    response = fetch_response(url, decode=True, no_ssl=no_ssl, config=config)
    if response is None or response.status != 200:
        return None
    return response.html if len(response.data) >= config.getint("DEFAULT", "MIN_FILE_SIZE") else None


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,
    config: ConfigParser = DEFAULT_CONFIG,
) -> Response | None:
    """The response of an address; None, and a line in the log, where there is none. It always has its headers."""
    tell("trafilatura", {"no_ssl": "certificates are always checked"}, no_ssl=no_ssl)
    most, seconds = (config.getint("DEFAULT", name) for name in ("MAX_FILE_SIZE", "DOWNLOAD_TIMEOUT"))
    try:
        response = _fetch.fetch(url, most_bytes=most, seconds=seconds)
    except OSError as error:
        _LOG.error("%s: %s", url, error)
        return None
    if decode:
        response.decode_data()
    return response
