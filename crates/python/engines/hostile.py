"""Hostile pages by name: those of an attacker, of a broken crawler or a broken server."""

from __future__ import annotations

HOSTILE = {
    "empty.html": b"",
    "no-tags.html": b"\0" * 5_000,
    "deep.html": b"<div>" * 50_000 + b"One sentence, and one more. And two.",
    "open.html": b"<" * 100_000,
    "attributes.html": b"<p " + b"a='1' " * 20_000 + b">One sentence, and one more. And two.",
    "tables.html": b"<table><tr><td>" * 3_000 + b"x",
    "one-word.html": b"<p>" + b"x" * 1_000_000,
    "surrogates.html": b"<p>One \xed\xa0\x80 sentence, and one more. And two.",
    "half-a-character.html": "<p>会议今天召开。代表们讨论了供水问题。".encode()[:-1],
    "odd-utf-16.html": b"\xff\xfe<\0p\0>\0O",
    "wrong-label.html": b"<meta charset=utf-16><p>One sentence, and one more. And two.",
    "entities.html": b"<p>" + b"&#0;&#x110000;&NotAnEntity;&amp" * 2_000,
    "script.html": b"<script>" + b"{" * 200_000,
    "a-picture.html": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100,
}
