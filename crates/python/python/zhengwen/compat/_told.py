"""One warning for arguments that other packages have and that mean nothing here."""

from __future__ import annotations

_told: set[str] = set()


def tell(package: str, /, **arguments: object) -> None:
    """Warns once a process, for all arguments of a package that are given and ignored."""
    names = [name for name, value in arguments.items() if value]
    if not names or package in _told:
        return
    _told.add(package)
    import warnings

    message = f"zhengwen.compat.{package}: let pass without effect: {', '.join(names)} (said once)"
    # The line that called the function that calls this one.
    warnings.warn(message, UserWarning, stacklevel=3)
