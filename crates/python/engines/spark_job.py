"""Starts drivers of Spark on this machine. Each job is a process of its own: Spark holds one context a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
START = """
import json, os, pathlib, signal, sys
sys.path.insert(0, {here!r})
from pyspark.sql import SparkSession
import zhengwen, zhengwen.spark as zs
def session(master="local[2]"):
    spark = (SparkSession.builder.master(master).appName("test").config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", {here!r})
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        .config("spark.sql.shuffle.partitions", 4).config("spark.task.maxFailures", 4).getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    if spark.version < "4":
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 64)
    return spark
"""


def job(code: str, *arguments: str, timeout: int = 300, check: bool = True) -> str:
    """Runs a driver; gives what it prints."""
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
    command = [sys.executable, "-W", "ignore", "-c", START.format(here=str(HERE)) + code, *arguments]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout)
    assert run.returncode == 0 or not check, run.stderr[-4000:]
    return run.stdout
