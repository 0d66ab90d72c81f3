"""Warnings for arguments that other packages have and that have no effect here."""

from __future__ import annotations

import sys
import warnings

_told: set[tuple[str, str]] = set()


def tell(package: str, hints: dict[str, str] | None = None, /, **arguments: object) -> None:
    """Warns of every argument that is given and ignored: once a process each, with what to use in its place."""
    for name, value in arguments.items():
        if value and (package, name) not in _told:
            _told.add((package, name))
            hint = (hints or {}).get(name)
            message = f"zhengwen.compat.{package}: {name} has no effect" + (f"; {hint}" if hint else "")
            warnings.warn(message, UserWarning, stacklevel=_level())


def _level() -> int:
    """The distance from the caller of this function to the first line that is not of this package."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("zhengwen.compat"):
        frame = frame.f_back
        level += 1
    return level


def lacks(module: str, name: str, others: dict[str, str]) -> Exception:
    """The error for a name that a module of another package has and ours has not."""
    if name in others:
        # `from module import name` hides the message of an AttributeError.
        return ImportError(f"zhengwen.compat.{module} has no {name}: {others[name]}")
    return AttributeError(f"module 'zhengwen.compat.{module}' has no attribute {name!r}")
