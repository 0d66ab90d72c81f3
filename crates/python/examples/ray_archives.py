"""Archives to Parquet with Ray: python ray_archives.py ARCHIVES OUTPUT

Run it again after a stop: archives that are there are not read again.
"""

from __future__ import annotations

import sys

import ray
from zhengwen.ray import write_warc


def main(archives: str, output: str) -> None:
    """Reads every archive of a folder, a task each."""
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    for done in write_warc(archives, output):
        if done["errors"]:
            print(f"{done['path']}: {done['errors']} rows have an error", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
