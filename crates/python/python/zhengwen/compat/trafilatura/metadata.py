"""The module `trafilatura.metadata`."""

from . import extract_metadata

__all__ = ["extract_metadata"]
