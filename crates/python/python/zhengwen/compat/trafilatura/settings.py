"""The module `trafilatura.settings`: `use_config`, `DEFAULT_CONFIG`, `Document`."""

from __future__ import annotations

from collections.abc import Mapping
from configparser import ConfigParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["DEFAULT_CONFIG", "Document", "Extractor", "use_config"]

# The settings that have an effect here, with the values of trafilatura.
HONOURED = {
    "DOWNLOAD_TIMEOUT": "30",
    "MAX_FILE_SIZE": "20000000",
    "MAX_TREE_SIZE": "",
    "MIN_FILE_SIZE": "10",
    "MIN_OUTPUT_COMM_SIZE": "1",
    "MIN_OUTPUT_SIZE": "1",
}
# Those that have none, with the values that a caller may leave; no page takes so long that it would have to be stopped.
IGNORED = {
    "COOKIE": ("",),
    "EXTENSIVE_DATE_SEARCH": ("on",),
    "EXTERNAL_URLS": ("off",),
    "EXTRACTION_TIMEOUT": ("30", "0"),
    # Certificates are always checked.
    "INSECURE_SSL_FALLBACK": ("on", "off"),
    "MAX_REDIRECTS": ("2",),
    "MAX_REPETITIONS": ("2",),
    "MIN_DUPLCHECK_SIZE": ("100",),
    "MIN_EXTRACTED_SIZE": ("250",),
    "SLEEP_TIME": ("5.0", "5"),
    "SSRF_PROTECTION": ("on",),
    "USER_AGENTS": ("",),
}
OPTIONS = "options: give its settings as arguments of the call (output_format=, include_links=, favor_recall=, ...)"


def use_config(filename: str | None = None, config: ConfigParser | None = None) -> ConfigParser:
    """The settings of a file over the defaults, or those that are given."""
    if config is not None:
        return config
    told = ConfigParser(interpolation=None)
    told["DEFAULT"] = HONOURED | {name: values[0] for name, values in IGNORED.items()}
    if filename is not None:
        if not Path(filename).is_file():
            raise FileNotFoundError(f"settingsfile: no file {filename}")
        told.read(filename, encoding="utf-8")
    return told


DEFAULT_CONFIG = use_config()


def changed(config: ConfigParser) -> dict[str, bool]:
    """The settings that a caller changed and that have no effect, by the names to show."""
    own = config.defaults()
    return {
        f"config {name}": True
        for name, values in IGNORED.items()
        if (value := own.get(name.lower())) is not None and not _is_one(value, values)
    }


def _is_one(value: str, values: tuple[str, ...]) -> bool:
    lines = (line.strip() for line in value.splitlines())
    return "".join(line for line in lines if not line.startswith("#")) in values


class Extractor:
    """The options of trafilatura as one object, which is refused: arguments of a call are honoured or warned of."""

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(OPTIONS)


# The fields before a text with metadata.
HEADER = (
    "title",
    "author",
    "url",
    "hostname",
    "description",
    "sitename",
    "date",
    "categories",
    "tags",
    "fingerprint",
    "id",
    "license",
)


class Document:
    """The fields of a page, by the names of trafilatura."""

    __slots__ = (
        *HEADER,
        "body",
        "comments",
        "commentsbody",
        "raw_text",
        "text",
        "language",
        "image",
        "pagetype",
        "filedate",
    )

    title: str | None
    author: str | None
    url: str | None
    hostname: str | None
    description: str | None
    sitename: str | None
    date: str | None
    categories: list[str] | None
    tags: list[str] | None
    fingerprint: str | None
    id: str | None
    license: str | None
    body: Element | None
    comments: str | None
    commentsbody: Element | None
    raw_text: str | None
    text: str | None
    language: str | None
    image: str | None
    pagetype: str | None
    filedate: str | None

    def __init__(self, **values: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, values.get(name))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Document:
        """The document of a dict."""
        return cls(**data)

    def as_dict(self) -> dict[str, Any]:
        """The document as a dict."""
        return {name: getattr(self, name) for name in self.__slots__}
