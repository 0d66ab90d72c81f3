"""Archives to Parquet with Spark: spark-submit spark_archives.py ARCHIVES OUTPUT

Run it again after a stop: archives that are there are not read again.
"""

from __future__ import annotations

import sys

from pyspark.sql import SparkSession
from zhengwen.spark import write_warc


def main(archives: str, output: str) -> None:
    """Reads every archive of a folder, a task each."""
    spark = (
        SparkSession.builder.appName("articles")
        .config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )
    for done in write_warc(spark, archives, output):
        if done["errors"]:
            print(f"{done['path']}: {done['errors']} rows have an error", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
