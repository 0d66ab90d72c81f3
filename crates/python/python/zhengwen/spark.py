"""zhengwen in Spark (PySpark 3.5 and 4): functions from data frames to data frames.

Give Spark paths and not pages where you can (`read_warc`): moving a page through the JVM adds at least half
of its extraction cost.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import zhengwen
from zhengwen import _archives
from zhengwen._archives import Opener, Paths

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import DataType, StructType

__all__ = ["extract", "extract_batches", "learn_templates", "read_warc", "schema", "write_warc"]

# PySpark 3.5 cuts batches by rows alone: this many pages of some hundred kilobytes fit into one.
_MOST_ROWS = 1_000


def schema(
    columns: str | Iterable[str] | None = None,
    keep_columns: StructType | dict[str, DataType] | None = None,
) -> StructType:
    """The schema of `extract`: the columns that are named, or all, then those that are kept, with their types."""
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructField, StructType

    kept = keep_columns or {}
    fields = (
        list(kept.fields) if isinstance(kept, StructType) else [StructField(name, kind) for name, kind in kept.items()]
    )
    names = {field.name for field in fields}
    own = from_arrow_schema(zhengwen.schema(_archives.names(columns)).to_pyarrow())
    return StructType([field for field in own.fields if field.name not in names] + fields)


def extract_batches(
    html: str = "html", url: str | None = None, **options: Any
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """A function for `df.mapInArrow` with `schema()`: the arguments of `zhengwen.extract_batch`, without the batch."""
    _check(html, url, options)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield zhengwen.extract_batch(batch, html, url, **options).to_pyarrow()

    return run


def _check(html: str, url: str | None, options: dict[str, Any]) -> None:
    """Raises for options that are wrong, before a job begins: extracts a batch without rows."""
    import pyarrow as pa

    named = [html, url, options.get("http_charset"), options.get("template")]
    columns = dict.fromkeys([name for name in named if name], pa.nulls(0, pa.string()))
    kept = _archives.names(options.get("keep_columns")) or []
    batch = pa.RecordBatch.from_pydict({name: pa.nulls(0) for name in kept} | columns)
    zhengwen.extract_batch(batch, html, url, **options)


def extract(
    df: DataFrame,
    html: str = "html",
    url: str | None = None,
    *,
    http_charset: str | None = None,
    keep_columns: str | Iterable[str] = (),
    columns: str | Iterable[str] | None = None,
    template: str | None = None,
    **options: Any,
) -> DataFrame:
    """The extractions of the pages in a column, a row for each, and the columns of `df` that are kept.

    `template` names a column of site templates as JSON: join `learn_templates` by host, and sort by host, so that each
    template is parsed once.
    """
    _refuse_large_batches(df.sparkSession)
    kept, wanted = _archives.names(keep_columns) or [], _archives.names(columns)
    run = extract_batches(
        html, url, http_charset=http_charset, keep_columns=kept, columns=wanted, template=template, **options
    )
    from pyspark.sql.types import StructType

    types = StructType([df.schema[name] for name in kept])
    # Only the columns that are needed pass through the JVM.
    needed = dict.fromkeys([html, *kept, *(name for name in (url, http_charset, template) if name is not None)])
    return df.select(*needed).mapInArrow(run, schema(wanted, types))


def _refuse_large_batches(spark: SparkSession) -> None:
    if int(spark.version.split(".")[0]) >= 4:
        return
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    rows = int(spark.conf.get(name) or 0)
    if not 0 < rows <= _MOST_ROWS:
        raise ValueError(
            f"Spark {spark.version} puts {rows or 'all'} rows into a batch whatever their size and fails on pages; "
            f'write spark.conf.set("{name}", 64)'
        )


def read_warc(
    spark: SparkSession,
    paths: Paths | DataFrame,
    *,
    partitions: int | None = None,
    open: Opener | None = None,
    columns: str | Iterable[str] | None = None,
    **options: Any,
) -> DataFrame:
    """The extractions of archives: a path a task, or `partitions` tasks.

    `paths` are a path (`str` or `Path`), a glob, a folder, several of these, or a data frame whose first column has them.
    `open` is a function that can be pickled, from a path to a binary file; without it local paths are opened as files and
    addresses (s3://, gs://, hdfs://, ...) by fsspec where it is installed. Damage, and a path that cannot be read, give a row
    with `file`, `offset` and `error`; the job goes on. The options are those of `zhengwen.extract_warc`.
    """
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StringType, StructField, StructType

    wanted = _archives.names(columns)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for path in batch.column(0).to_pylist():
                for found in _archives.batches(path, open, wanted, options):
                    yield found.to_pyarrow()

    rows = _tasks(spark, paths, partitions, open, wanted, options).map(lambda path: (path,))
    frame = spark.createDataFrame(rows, StructType([StructField("path", StringType())]))
    own = zhengwen.schema(wanted, errors=options.get("errors", "rows") == "rows")
    return frame.mapInArrow(run, from_arrow_schema(own.to_pyarrow()))


def write_warc(
    spark: SparkSession,
    paths: Paths | DataFrame,
    output: str,
    *,
    partitions: int | None = None,
    open: Opener | None = None,
    columns: str | Iterable[str] | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """Writes the extractions of archives now, a Parquet file each, into a folder that all workers see or an address of a store.

    An archive whose file is there is not read again, also one that has no rows: run it again after a stop. Gives `path`,
    `output`, `rows`, `errors` and `was_there` of each. The arguments are those of `read_warc`.
    """
    wanted = _archives.names(columns)
    write = functools.partial(_archives.write, output=output, opener=open, columns=wanted, options=options)
    return list(_tasks(spark, paths, partitions, open, wanted, options).map(write).collect())


def _tasks(
    spark: SparkSession,
    paths: Paths | DataFrame,
    partitions: int | None,
    open: Opener | None,
    columns: list[str] | None,
    options: dict[str, Any],
) -> Any:
    """The archives, one for each slice: a data frame of a list, or a repartitioned one, could put several into one."""
    _archives.check(columns, options)
    given = [row[0] for row in paths.collect()] if hasattr(paths, "collect") else paths
    found = _archives.listed(given, open)
    return spark.sparkContext.parallelize(found, partitions or max(1, len(found)))


def learn_templates(
    df: DataFrame,
    html: str = "html",
    host: str = "host",
    *,
    most_pages: int = 200,
    partitions: int | None = None,
    **options: str | None,
) -> DataFrame:
    """The site template of every host: a row with `host`, `template` (JSON) and `pages`.

    The first `most_pages` pages of a host count, in the order of a hash of their bytes, so that the same pages give the same
    template however they are spread over partitions. A host with one page has no template. The options are those of
    `zhengwen.SiteTemplate.learn`, each the name of the column that has it: `url`, `http_charset`.
    """
    from pyspark.sql import functions as F
    from pyspark.sql.types import IntegerType, StringType, StructField, StructType

    # A missing name raises here, not in a task.
    zhengwen.SiteTemplate().learn("", **dict.fromkeys(options))
    facts = {name: column for name, column in options.items() if column is not None}
    _refuse_large_batches(df.sparkSession)
    own = [F.col(column).alias(name) for name, column in {"host": host, "html": html, **facts}.items()]
    pages = df.select(*own).where(F.col("host").isNotNull() & F.col("html").isNotNull())
    # A hash in front of the bytes makes the order random, not alphabetical.
    pages = pages.withColumn("order", F.xxhash64("html"))
    spread = pages.repartition(partitions, "host") if partitions else pages.repartition("host")
    ordered = spread.sortWithinPartitions("host", "order", "html", *facts).select("host", "html", *facts)
    told = StructType(
        [StructField("host", StringType()), StructField("template", StringType()), StructField("pages", IntegerType())]
    )

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        types = pa.schema([("host", pa.string()), ("template", pa.string()), ("pages", pa.int32())])
        # Pages of a host come together, in one batch or in several.
        host, template = None, zhengwen.SiteTemplate()
        for batch in batches:
            rows = []
            for name, page, *known in zip(*batch.columns, strict=True):
                if name.as_py() != host:
                    rows += _row(host, template)
                    host = name.as_py()
                    template = zhengwen.SiteTemplate(host)
                if template.pages < most_pages:
                    told_of_page = {fact: value.as_py() for fact, value in zip(facts, known, strict=True)}
                    template.learn(page.as_py(), **told_of_page)
            yield pa.RecordBatch.from_pylist(rows, types)
        yield pa.RecordBatch.from_pylist(_row(host, template), types)

    return ordered.mapInArrow(run, told)


def _row(host: str | None, template: zhengwen.SiteTemplate) -> list[dict[str, Any]]:
    if host is None or template.pages < 2:
        return []
    return [{"host": host, "template": template.to_json(), "pages": template.pages}]
