"""Archives to Parquet with Spark: spark-submit spark_archives.py ARCHIVES OUTPUT

Run it again after a stop: archives that are there are not read again. ARCHIVES_A_RUN archives are committed at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pyspark.sql import SparkSession
from zhengwen.spark import read_warc


def main(archives: str, output: str) -> None:
    """Reads every archive of a folder, a task each."""
    spark = (
        SparkSession.builder.appName("articles")
        .config("spark.ui.enabled", False)
        # Spark's own default has no time zone.
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )
    paths = spark.createDataFrame([(str(path),) for path in Path(archives).glob("*.warc.gz")], "path string")
    # A file holds one archive, and gets its name when it is whole.
    if any(Path(output).glob("*.parquet")):
        done = spark.read.parquet(output).selectExpr("file as path").distinct()
        paths = paths.join(done, "path", "left_anti")
    left = sorted(row.path for row in paths.collect())
    step = int(os.environ.get("ARCHIVES_A_RUN", "1000"))
    for at in range(0, len(left), step):
        read_warc(spark, left[at : at + step]).write.mode("append").parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
