"""Archives to Parquet with Ray: python ray_archives.py ARCHIVES OUTPUT"""

from __future__ import annotations

import sys
from pathlib import Path

import ray
from zhengwen.ray import read_warc


def main(archives: str, output: str) -> None:
    """Reads every archive of a folder, a task each."""
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    paths = sorted(map(str, Path(archives).glob("*.warc.gz")))
    read_warc(paths).write_parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
