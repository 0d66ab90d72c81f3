from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from os import PathLike
from typing import Any, Final, Literal, Protocol, TypeAlias, final, type_check_only

__version__: Final[str]
METHODS: Final[tuple[str, ...]]
"""The names of the methods that find the main text."""

__all__ = [
    "METHODS",
    "ArchiveDamage",
    "Author",
    "Batch",
    "Batches",
    "Chunk",
    "Encoding",
    "Event",
    "Extraction",
    "ExtractionWarning",
    "Extractions",
    "Image",
    "Item",
    "ItemGroup",
    "KindProbability",
    "Link",
    "Page",
    "Pages",
    "Parameter",
    "Post",
    "Product",
    "Recipe",
    "Report",
    "Schema",
    "SiteTemplate",
    "Templates",
    "__version__",
    "explain",
    "extract",
    "extract_batch",
    "extract_many",
    "extract_text",
    "extract_warc",
    "read_warc",
    "schema",
]

# made from METHODS and FORMS: UPDATE_EXPECT=1 cargo test -p zhengwen written
_Method: TypeAlias = Literal[
    "auto",
    "punctuation-path",
    "block-smoothing",
    "block-weighting",
    "line-density",
    "template-matching",
    "site-template",
]
_Form: TypeAlias = Literal[
    "markdown",
    "html",
    "body",
    "xml-tei",
    "page-html",
]
# end

def extract(
    html: str | bytes | bytearray | memoryview,
    url: str | None = None,
    *,
    method: _Method = "auto",
    method_options: Mapping[str, bool | int] | None = None,
    limits: Mapping[str, int] | None = None,
    add: _Form | Iterable[_Form] = (),
    chunks: int | None = None,
    query: str | None = None,
    query_chars: int | None = None,
    title_heading: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = False,
    include_tables: bool = True,
    include_images: bool = True,
    include_links: bool = True,
    include_formatting: bool = True,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    body: str | Iterable[str] = (),
    drop_hidden: bool = False,
    encoding: str | None = None,
    http_charset: str | None = None,
    read_at: date | str | None = None,
    text_only: bool = False,
    trace: bool = False,
    templates: Templates | SiteTemplate | None = None,
) -> Extraction: ...
def extract_text(
    html: str | bytes | bytearray | memoryview,
    url: str | None = None,
    *,
    output_format: str = "txt",
    method: _Method = "auto",
    method_options: Mapping[str, bool | int] | None = None,
    limits: Mapping[str, int] | None = None,
    add: _Form | Iterable[_Form] = (),
    chunks: int | None = None,
    query: str | None = None,
    query_chars: int | None = None,
    title_heading: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = False,
    include_tables: bool = True,
    include_images: bool = True,
    include_links: bool = True,
    include_formatting: bool = True,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    body: str | Iterable[str] = (),
    drop_hidden: bool = False,
    encoding: str | None = None,
    http_charset: str | None = None,
    read_at: date | str | None = None,
    text_only: bool = False,
    trace: bool = False,
    templates: Templates | SiteTemplate | None = None,
) -> str: ...
def extract_many(
    pages: Iterable[str | bytes | bytearray | memoryview],
    urls: Iterable[str | None] | None = None,
    *,
    jobs: int | None = None,
    method: _Method = "auto",
    method_options: Mapping[str, bool | int] | None = None,
    limits: Mapping[str, int] | None = None,
    add: _Form | Iterable[_Form] = (),
    chunks: int | None = None,
    query: str | None = None,
    query_chars: int | None = None,
    title_heading: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = False,
    include_tables: bool = True,
    include_images: bool = True,
    include_links: bool = True,
    include_formatting: bool = True,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    body: str | Iterable[str] = (),
    drop_hidden: bool = False,
    encoding: str | None = None,
    http_charset: str | None = None,
    read_at: date | str | None = None,
    text_only: bool = False,
    trace: bool = False,
    templates: Templates | SiteTemplate | None = None,
) -> Extractions: ...
def explain(
    html: str | bytes | bytearray | memoryview,
    url: str | None = None,
    *,
    lang: Literal["en", "zh"] = "en",
    method: _Method = "auto",
    method_options: Mapping[str, bool | int] | None = None,
    limits: Mapping[str, int] | None = None,
    add: _Form | Iterable[_Form] = (),
    chunks: int | None = None,
    query: str | None = None,
    query_chars: int | None = None,
    title_heading: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = False,
    include_tables: bool = True,
    include_images: bool = True,
    include_links: bool = True,
    include_formatting: bool = True,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    body: str | Iterable[str] = (),
    drop_hidden: bool = False,
    encoding: str | None = None,
    http_charset: str | None = None,
    read_at: date | str | None = None,
    text_only: bool = False,
    trace: bool = False,
    templates: Templates | SiteTemplate | None = None,
) -> Report: ...
def extract_batch(
    batch: _ArrowArray | _ArrowStream,
    html: str = "html",
    url: str | None = None,
    http_charset: str | None = None,
    *,
    keep_columns: str | Iterable[str] = (),
    columns: str | Iterable[str] | None = None,
    template: str | None = None,
    jobs: int | None = 1,
    method: _Method = "auto",
    method_options: Mapping[str, bool | int] | None = None,
    limits: Mapping[str, int] | None = None,
    add: _Form | Iterable[_Form] = (),
    chunks: int | None = None,
    query: str | None = None,
    query_chars: int | None = None,
    title_heading: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = False,
    include_tables: bool = True,
    include_images: bool = True,
    include_links: bool = True,
    include_formatting: bool = True,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    body: str | Iterable[str] = (),
    drop_hidden: bool = False,
    encoding: str | None = None,
    read_at: date | str | None = None,
    text_only: bool = False,
    templates: Templates | SiteTemplate | None = None,
) -> Batch: ...
def read_warc(
    source: str | PathLike[str] | _Reader,
    *,
    errors: Literal["raise", "skip"] = "raise",
    most_bytes: int = 20000000,
) -> Pages: ...
def extract_warc(
    source: str | PathLike[str] | _Reader,
    *,
    columns: str | Iterable[str] | None = None,
    batch_rows: int = 64,
    jobs: int | None = 1,
    errors: Literal["rows", "raise"] = "rows",
    name: str | None = None,
    language: str | Iterable[str] = (),
    kind: str | Iterable[str] = (),
    min_confidence: float = 0.0,
    min_letters: int = 0,
    most_bytes: int = 20000000,
    method: _Method = "auto",
    method_options: Mapping[str, bool | int] | None = None,
    limits: Mapping[str, int] | None = None,
    add: _Form | Iterable[_Form] = (),
    chunks: int | None = None,
    query: str | None = None,
    query_chars: int | None = None,
    title_heading: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = False,
    include_tables: bool = True,
    include_images: bool = True,
    include_links: bool = True,
    include_formatting: bool = True,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    body: str | Iterable[str] = (),
    drop_hidden: bool = False,
    encoding: str | None = None,
    http_charset: str | None = None,
    read_at: date | str | None = None,
    text_only: bool = False,
    templates: Templates | SiteTemplate | None = None,
) -> Batches: ...
def schema(columns: str | Iterable[str] | None = None, *, errors: bool = False) -> Schema: ...
@type_check_only
class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...

class ArchiveDamage(ValueError):
    """A part of an archive that is damaged; the iterator goes on behind it."""

@final
class Page:
    """A page of an archive."""

    @property
    def url(self) -> str | None: ...
    @property
    def id(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def http_charset(self) -> str | None: ...
    @property
    def html(self) -> bytes: ...
    @property
    def offset(self) -> int: ...
    @property
    def is_cut(self) -> bool: ...
    @property
    def is_damaged(self) -> bool: ...

@final
class Pages:
    """The pages of an archive, one after the other."""

    def __iter__(self) -> Iterator[Page]: ...
    def __next__(self) -> Page: ...

@final
class Extractions:
    """The extractions of many pages, in their order. Pages are taken as they are needed, some ahead."""

    def __iter__(self) -> Iterator[Extraction]: ...
    def __next__(self) -> Extraction: ...

@final
class Batches:
    """The table of an archive, batch by batch."""

    @property
    def schema(self) -> Schema: ...
    @property
    def counts(self) -> dict[str, int]: ...
    def to_pyarrow(self) -> Any: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __next__(self) -> Batch: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@type_check_only
class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

@type_check_only
class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class Batch:
    """Rows of a table: a page each."""

    @property
    def num_rows(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def schema(self) -> Schema: ...
    def to_pyarrow(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __len__(self) -> int: ...

@final
class Schema:
    """The names and types of columns."""

    @property
    def names(self) -> list[str]: ...
    def to_pyarrow(self) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Extraction:
    """The contents of a page: the article and its facts."""

    # made from crates/core/src/fields.rs: UPDATE_EXPECT=1 cargo test -p zhengwen written
    @property
    def url(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def authors(self) -> tuple[Author, ...]: ...
    @property
    def publisher(self) -> str | None: ...
    @property
    def source(self) -> str | None: ...
    @property
    def editor(self) -> str | None: ...
    @property
    def publish_date(self) -> str | None: ...
    @property
    def publish_date_raw(self) -> str | None: ...
    @property
    def modified_date(self) -> str | None: ...
    @property
    def modified_date_raw(self) -> str | None: ...
    @property
    def language(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...
    @property
    def site_name(self) -> str | None: ...
    @property
    def canonical_url(self) -> str | None: ...
    @property
    def base_url(self) -> str | None: ...
    @property
    def license(self) -> str | None: ...
    @property
    def kind(self) -> str | None: ...
    @property
    def kinds(self) -> tuple[KindProbability, ...]: ...
    @property
    def page_group(self) -> str | None: ...
    @property
    def confidence(self) -> float | None: ...
    @property
    def method(self) -> str: ...
    @property
    def encoding(self) -> Encoding: ...
    @property
    def warnings(self) -> tuple[ExtractionWarning, ...]: ...
    @property
    def images(self) -> tuple[Image, ...]: ...
    @property
    def text(self) -> str: ...
    @property
    def word_count(self) -> int: ...
    @property
    def reading_minutes(self) -> int: ...
    @property
    def direction(self) -> str | None: ...
    @property
    def chunks(self) -> tuple[Chunk, ...] | None: ...
    @property
    def markdown(self) -> str | None: ...
    @property
    def html(self) -> str | None: ...
    @property
    def body(self) -> list[dict[str, Any]] | None: ...
    @property
    def tei(self) -> str | None: ...
    @property
    def page_html(self) -> str | None: ...
    @property
    def next_page(self) -> str | None: ...
    @property
    def pages(self) -> tuple[str, ...]: ...
    @property
    def joined_pages(self) -> tuple[str, ...]: ...
    @property
    def previous_article(self) -> Link | None: ...
    @property
    def next_article(self) -> Link | None: ...
    @property
    def related_links(self) -> tuple[Link, ...]: ...
    @property
    def comments(self) -> tuple[Post, ...]: ...
    @property
    def posts(self) -> tuple[Post, ...]: ...
    @property
    def items(self) -> tuple[Item, ...]: ...
    @property
    def groups(self) -> tuple[ItemGroup, ...]: ...
    @property
    def product(self) -> Product | None: ...
    @property
    def recipe(self) -> Recipe | None: ...
    @property
    def event(self) -> Event | None: ...
    # end
    @property
    def trace(self) -> dict[str, Any] | None: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Extraction: ...
    def to_json(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Image:
    """An image of an article."""

    @property
    def url(self) -> str: ...
    @property
    def alt(self) -> str | None: ...
    @property
    def caption(self) -> str | None: ...
    @property
    def width(self) -> int | None: ...
    @property
    def height(self) -> int | None: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Image: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Link:
    """A link with its words."""

    @property
    def title(self) -> str: ...
    @property
    def url(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Link: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Post:
    """A post of a thread, or a comment on an article."""

    @property
    def author(self) -> str | None: ...
    @property
    def time(self) -> str | None: ...
    @property
    def floor(self) -> int | None: ...
    @property
    def depth(self) -> int: ...
    @property
    def parent(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Post: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Item:
    """An item of a list or of a home page."""

    @property
    def title(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def time(self) -> str | None: ...
    @property
    def summary(self) -> str | None: ...
    @property
    def image(self) -> str | None: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Item: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class ItemGroup:
    """Items that belong together."""

    @property
    def heading(self) -> str | None: ...
    @property
    def items(self) -> tuple[int, ...]: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> ItemGroup: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Chunk:
    """A piece of the text with its place."""

    @property
    def text(self) -> str: ...
    @property
    def markdown(self) -> str | None: ...
    @property
    def headings(self) -> tuple[str, ...]: ...
    @property
    def post(self) -> int | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def path(self) -> str | None: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def score(self) -> float | None: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Chunk: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Author:
    """A person or organisation that wrote an article, took its pictures or translated it."""

    @property
    def name(self) -> str: ...
    @property
    def role(self) -> str | None: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Author: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class KindProbability:
    """A page kind and how probable it is."""

    @property
    def kind(self) -> str: ...
    @property
    def probability(self) -> float: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> KindProbability: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Product:
    """The facts of a product."""

    @property
    def name(self) -> str | None: ...
    @property
    def price(self) -> str | None: ...
    @property
    def highest_price(self) -> str | None: ...
    @property
    def list_price(self) -> str | None: ...
    @property
    def currency(self) -> str | None: ...
    @property
    def brand(self) -> str | None: ...
    @property
    def sku(self) -> str | None: ...
    @property
    def mpn(self) -> str | None: ...
    @property
    def gtin(self) -> str | None: ...
    @property
    def availability(self) -> str | None: ...
    @property
    def rating(self) -> str | None: ...
    @property
    def rating_count(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def parameters(self) -> tuple[Parameter, ...]: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Product: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Parameter:
    """A parameter of a product."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Parameter: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Recipe:
    """A recipe that the page declares."""

    @property
    def name(self) -> str | None: ...
    @property
    def yields(self) -> str | None: ...
    @property
    def prep_time(self) -> str | None: ...
    @property
    def cook_time(self) -> str | None: ...
    @property
    def total_time(self) -> str | None: ...
    @property
    def ingredients(self) -> tuple[str, ...]: ...
    @property
    def steps(self) -> tuple[str, ...]: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Recipe: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Event:
    """An event that the page declares."""

    @property
    def name(self) -> str | None: ...
    @property
    def start(self) -> str | None: ...
    @property
    def end(self) -> str | None: ...
    @property
    def place(self) -> str | None: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Event: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Encoding:
    """The decoding of the bytes into text."""

    @property
    def name(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def declared(self) -> str | None: ...
    @property
    def replaced(self) -> int: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> Encoding: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class ExtractionWarning:
    """Something about a page or its extraction that the caller should know."""

    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_json(cls, json: str) -> ExtractionWarning: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Report:
    """Why a page was read as it was: what every method says of every block."""

    @property
    def extraction(self) -> Extraction: ...
    def html(self) -> str: ...
    def to_json(self) -> str: ...
    def as_dict(self) -> dict[str, Any]: ...

@final
class SiteTemplate:
    """The template of a site: what its pages share, learned from them."""

    def __new__(cls, site: str = "") -> SiteTemplate: ...
    @property
    def site(self) -> str: ...
    @property
    def pages(self) -> int: ...
    def learn(
        self,
        html: str | bytes | bytearray | memoryview,
        url: str | None = None,
        *,
        http_charset: str | None = None,
    ) -> None: ...
    def merge(self, other: SiteTemplate) -> None: ...
    def fits(self, html: str | bytes | bytearray | memoryview) -> bool: ...
    def to_json(self) -> str: ...
    @classmethod
    def from_json(cls, json: str) -> SiteTemplate: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Templates:
    """A store of site templates, as `zhengwen site learn` writes it."""

    def __new__(cls, path: str | PathLike[str]) -> Templates: ...
    @property
    def sites(self) -> list[str]: ...
    def get(self, site: str) -> SiteTemplate | None: ...
