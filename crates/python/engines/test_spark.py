"""PySpark 3.5 or 4, on a small cluster of this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import warcs
from conftest import EXAMPLES, PAGES
from spark_job import job

pyspark = pytest.importorskip("pyspark")
pq = pytest.importorskip("pyarrow.parquet")
if not shutil.which("java"):
    pytest.skip("Spark needs Java", allow_module_level=True)

VERSION = int(pyspark.__version__.split(".")[0])


def parquet(folder: Path) -> list[dict[str, Any]]:
    found = [row for path in folder.glob("*.parquet") for row in pq.read_table(path).to_pylist()]
    return warcs.in_order(found)


ARCHIVES = """
spark = session()
out, *paths = sys.argv[1:]
zs.read_warc(spark, paths).write.parquet(out)
"""


def test_archives(tmp_path: Path) -> None:
    paths = [*warcs.write(tmp_path / "warc"), warcs.hostile(tmp_path / "warc")]
    job(ARCHIVES, str(tmp_path / "out"), *map(str, paths))
    assert parquet(tmp_path / "out") == warcs.rows(paths)


def test_what_cannot_be_read_is_a_row(tmp_path: Path) -> None:
    paths = warcs.write(tmp_path / "warc", 2)
    warcs.damage(paths[0])
    missing = str(tmp_path / "missing.warc.gz")
    job(ARCHIVES, str(tmp_path / "out"), *map(str, paths), missing)
    got = parquet(tmp_path / "out")
    assert [row for row in got if row["file"] != missing] == warcs.rows(paths)
    assert [row["error"] for row in got if row["file"] == missing] == [f"{missing}: No such file or directory"]
    assert sum(row["error"] is not None for row in got) == 2


PATHS = """
spark = session()
folder, path, out = sys.argv[1:]
whole = zs.read_warc(spark, folder).count()
for given in (pathlib.Path(folder), folder + "/*.warc.gz", "file://" + folder, [folder + "/part-[01]*", pathlib.Path(folder, "part-2.warc.gz")]):
    assert zs.read_warc(spark, given).count() == whole, given
assert 0 < zs.read_warc(spark, path, columns="text").count() < whole
assert zs.read_warc(spark, []).count() == 0
for given, message in ((folder + "/*.none", "no archives"), (3, "int"), ([3], "paths: must be a path or several, not int")):
    try:
        zs.read_warc(spark, given)
    except (TypeError, ValueError) as error:
        assert message in str(error), error
    else:
        raise AssertionError(given)
first = zs.write_warc(spark, folder, out, columns="text")
assert [done["was_there"] for done in first] == [False] * 3 and sum(done["rows"] for done in first) == whole
assert [done["was_there"] for done in zs.write_warc(spark, folder, out, columns="text")] == [True] * 3
none = zs.write_warc(spark, folder, out + "/none", language="xx")
assert [(done["rows"], done["was_there"]) for done in none] == [(0, False)] * 3
assert all(done["was_there"] for done in zs.write_warc(spark, folder, out + "/none", language="xx"))
assert spark.read.parquet(out + "/none").count() == 0
assert spark.read.parquet(out).columns == ["text", "error"]
"""


def test_paths_and_files(tmp_path: Path) -> None:
    paths = warcs.write(tmp_path / "warc", 3)
    (tmp_path / "warc" / "notes.txt").write_text("No archive.")
    job(PATHS, str(tmp_path / "warc"), str(paths[0]), str(tmp_path / "out"))


WRONG = """
spark = session()
frame = spark.createDataFrame([("<p>One sentence.",)], "html string")
calls = [
    lambda: zs.extract(frame, method="x"),
    lambda: zs.extract(frame, columns=["nothing"]),
    lambda: zs.extract(frame, trace=True),
    lambda: zs.extract_batches(metod="auto"),
    lambda: zs.extract_batches(keep_columns=["text"]),
    lambda: zs.read_warc(spark, ["a.warc"], metod="auto"),
    lambda: zs.read_warc(spark, ["a.warc"], kind="x"),
    lambda: zs.write_warc(spark, ["a.warc"], "out", columns=["nothing"]),
]
for number, call in enumerate(calls):
    try:
        call()
    except (TypeError, ValueError):
        continue
    raise AssertionError(number)
assert zs.extract(frame, columns="text", keep_columns="html").columns == ["text", "html"]
"""


def test_wrong_options_fail_when_the_job_is_built() -> None:
    job(WRONG)


PAGES_JOB = """
spark = session()
from pyspark.sql import functions as F
pages = [(number, bytearray(pathlib.Path(path).read_bytes()), f"https://a.example/{number}") for number, path in enumerate(sys.argv[1:])]
frame = spark.createDataFrame(pages, "n int, html binary, url string")
found = zs.extract(frame, url="url", keep_columns=["n"], columns=["title", "text", "images"])
assert found.schema.names == ["title", "text", "images", "n"], found.schema
rows = [row.asDict(recursive=True) for row in found.orderBy("n").collect()]
texts = frame.mapInArrow(zs.extract_batches("html", "url", columns=["text"]), zs.schema(["text"]))
assert sorted(row["text"] for row in texts.collect()) == sorted(row["text"] for row in rows)
print(json.dumps(rows))
"""


def test_pages_in_a_column(tmp_path: Path) -> None:
    import zhengwen

    pages = [*PAGES, *warcs.hostile_files(tmp_path)]
    got = json.loads(job(PAGES_JOB, *map(str, pages)).splitlines()[-1])
    for number, (row, page) in enumerate(zip(got, pages, strict=True)):
        own = zhengwen.extract(page.read_bytes(), f"https://a.example/{number}")
        assert (row["n"], row["title"], row["text"]) == (number, own.title, own.text)
        assert [image["url"] for image in row["images"]] == [image.url for image in own.images]


@pytest.mark.skipif(VERSION >= 4, reason="only 3.5 cuts batches by rows alone")
def test_large_batches_are_refused_and_small_ones_work() -> None:
    code = """
spark = session()
spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 10000)
html = "concat('<p>One sentence, and one more. And two.</p><!--', repeat('x', 200000), '-->') as html"
frame = spark.range(10000).selectExpr("id", html).coalesce(1)
try:
    zs.extract(frame)
except ValueError as error:
    print(error)
spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 64)
print(zs.extract(frame, columns=["text"], text_only=True).where("text = 'One sentence, and one more. And two.'").count())
"""
    told = job(code, timeout=600).splitlines()
    assert 'write spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 64)' in told[0]
    assert told[1] == "10000"


KILL = """
spark = session("local-cluster[2,1,1024]")
out, marker, *paths = sys.argv[1:]
def kill_once(path):
    file = open(path, "rb")
    if not path.endswith("part-5.warc.gz"):
        return file
    class Kills:
        def read(self, size, /):
            piece = file.read(min(size, 20_000))
            if not piece:
                try:
                    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    return piece
                # The JVM of this executor: the parent of the daemon that forks the workers.
                parent = int(open(f"/proc/{os.getppid()}/stat").read().rsplit(")", 1)[1].split()[1])
                os.kill(parent, signal.SIGKILL)
            return piece
        def __enter__(self): return self
        def __exit__(self, *_): pass
    return Kills()
zs.read_warc(spark, paths, open=kill_once, batch_rows=2).write.parquet(out)
"""


def test_a_killed_executor_writes_every_page_once(tmp_path: Path) -> None:
    paths = warcs.write(tmp_path / "warc", 8)
    marker = tmp_path / "killed"
    job(KILL, str(tmp_path / "out"), str(marker), *map(str, paths), timeout=600)
    assert marker.exists()
    assert parquet(tmp_path / "out") == warcs.rows(paths)


def test_a_killed_driver_goes_on(tmp_path: Path) -> None:
    """The example writes archive by archive what is not there yet; it is killed and started again."""
    paths = warcs.write(tmp_path / "warc", 6)
    out = tmp_path / "out"
    command = [sys.executable, str(EXAMPLES / "spark_archives.py"), str(tmp_path / "warc"), str(out)]
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable}
    run = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    waited = 0
    while not list(out.glob("*.parquet")) and run.poll() is None and waited < 3000:
        time.sleep(0.1)
        waited += 1
    os.killpg(run.pid, 9)
    run.wait()
    assert list(out.glob("*.parquet"))
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=600)
    assert parquet(out) == warcs.rows(paths)


TEMPLATES = """
spark = session()
from pyspark.sql import functions as F
folder = pathlib.Path(sys.argv[1])
pages = [(path.parent.name, path.read_bytes()) for path in sorted(folder.rglob("*.html"))]
told = []
for partitions, seed in ((1, 1), (2, 2), (7, 3)):
    import random
    random.Random(seed).shuffle(pages)
    frame = spark.createDataFrame([(host, bytearray(page)) for host, page in pages], "host string, html binary").repartition(3)
    frame = frame.withColumn("url", F.concat(F.lit("https://"), "host", F.lit("/a.html"))).withColumn("charset", F.lit("utf-8"))
    templates = zs.learn_templates(frame, partitions=partitions, url="url", http_charset="charset")
    told.append({row["host"]: (row["template"], row["pages"]) for row in templates.collect()})
assert told[0] == told[1] == told[2]
joined = frame.join(templates, "host", "left").repartition(2, "host").sortWithinPartitions("host")
found = zs.extract(joined, template="template", keep_columns=["host"], columns=["text"])
own = {host: zhengwen.SiteTemplate.from_json(template) for host, (template, _) in told[0].items()}
alone = sorted((host, zhengwen.extract(page, templates=own.get(host)).text) for host, page in pages)
assert sorted((row["host"], row["text"]) for row in found.collect()) == alone
assert {row["host"]: row["pages"] for row in zs.learn_templates(frame, "html", "host", most_pages=2).collect()} == dict.fromkeys(told[0], 2)
try:
    zs.learn_templates(frame, encoding="charset")
except TypeError as error:
    assert "encoding" in str(error), error
else:
    raise AssertionError("an option that there is not was taken")
print(json.dumps({host: pages for host, (_, pages) in told[0].items()}))
"""


def test_templates(tmp_path: Path) -> None:
    page = (EXAMPLES.parents[2] / "docs" / "sample.html").read_text(encoding="utf-8")
    counts = {"a.example": 5, "b.example": 3, "c.example": 1}
    hostile = warcs.hostile_files(tmp_path / "d.example")
    for host, count in counts.items():
        (tmp_path / host).mkdir()
        for number in range(count):
            text = page.replace("青石河", f"{host}{number}").replace("0518", f"{number}")
            (tmp_path / host / f"{number}.html").write_text(text, encoding="utf-8")
    got = json.loads(job(TEMPLATES, str(tmp_path)).splitlines()[-1])
    assert got == {"a.example": 5, "b.example": 3, "d.example": len(hostile)}
