"""Archives to Parquet with datatrove: python datatrove_archives.py ARCHIVES OUTPUT

Run it again after a stop: tasks that were finished are not done twice.
"""

from __future__ import annotations

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import ParquetWriter
from zhengwen.datatrove import SCHEMA, ZhengwenWarcReader


def main(archives: str, output: str) -> None:
    """Reads every archive of a folder; a task takes some of them."""
    pipeline = [
        ZhengwenWarcReader(archives, glob_pattern="*.warc.gz"),
        ParquetWriter(output, schema=SCHEMA),
    ]
    LocalPipelineExecutor(pipeline, tasks=8, workers=2, logging_dir=f"{output}.logs").run()


if __name__ == "__main__":
    main(*sys.argv[1:])
