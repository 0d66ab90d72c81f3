"""The package `readability` (readability-lxml 0.9): the class `Document`."""

from .readability import Document, Unparseable

__all__ = ["Document", "Unparseable"]
