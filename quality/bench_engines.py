#!/usr/bin/env python3
"""The package on engines, beside `batch`, from the same archives to a table, in one run on one machine.

usage: bench_engines.py PROGRAM PYTHON SPARK35 PAGES...

PYTHON has Spark 4, Ray and datatrove, SPARK35 has PySpark 3.5 (- for none). Every figure is the CPU time of all processes,
by a difference: a long run less a short one, so that what an engine takes to start is apart. The pages are written into
archives of a scratch folder first; the short run reads them four times, so that a JVM has compiled what it runs often, and
the long one twelve times. `batch` is measured anew before each engine: how much
a core does changes with what else runs on the machine. Bounds are printed beside; the exit code is 1 when one is missed.

As root, or in a control group that this user may divide, the kernel counts the CPU time of each run. Otherwise processes
are waited for, and those that nobody waits for are looked at while they run, which loses their last tenth of a second and
more on a busy machine.
"""
import ctypes, gzip, os, resource, signal, subprocess, sys, tempfile, threading, time
from pathlib import Path

SHORT, LONG, ARCHIVES = 4, 12, 8

SPARK = """
import sys
from pyspark.sql import SparkSession
from zhengwen.spark import read_warc
out, times, *paths = sys.argv[1:]
spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
    .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate())
read_warc(spark, paths * int(times)).write.option("compression", "zstd").parquet(out)
"""
RAY = """
import sys, ray
from zhengwen.ray import read_warc
out, times, *paths = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
read_warc(paths * int(times)).write_parquet(out, compression="zstd")
ray.shutdown()
"""
DATATROVE = """
import sys
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.writers import ParquetWriter
from zhengwen.datatrove import SCHEMA, ZhengwenExtractor, ZhengwenWarcReader
out, times, *paths = sys.argv[1:]
folder = paths[0].rsplit("/", 1)[0]
for run in range(int(times)):
    steps = {steps}
    LocalPipelineExecutor([*steps, ParquetWriter(f"{{out}}/{{run}}", schema={schema}, compression="zstd")], logging_dir=None).run()
"""
READER = 'WarcReader(folder, glob_pattern="*.warc.gz")'
WAYS = {
    'datatrove, our reader': ('[ZhengwenWarcReader(folder, glob_pattern="*.warc.gz")]', 'SCHEMA', LONG),
    'datatrove, its reader, our extractor': (f'[{READER}, ZhengwenExtractor()]', 'SCHEMA', LONG),
    'datatrove, its reader, our extractor isolated': (f'[{READER}, ZhengwenExtractor(timeout=10, isolate=True)]', 'SCHEMA', LONG),
    'datatrove, its reader, Trafilatura': (f'[{READER}, Trafilatura(timeout=10)]', 'None', None),
}


def archives(folders: list[str], into: Path) -> tuple[list[str], float]:
    """Writes the pages into archives, a member a record; gives their megabytes of HTML."""
    into.mkdir()
    paths = [into / f'part-{number}.warc.gz' for number in range(ARCHIVES)]
    files, size = [path.open('wb') for path in paths], 0
    pages = sorted(path for folder in folders for path in Path(folder).rglob('*.html*'))
    for number, path in enumerate(pages):
        data = path.read_bytes()
        html = gzip.decompress(data) if path.suffix == '.gz' else data
        size += len(html)
        block = b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' + html
        head = (
            'WARC/1.0\r\nWARC-Type: response\r\n'
            f'WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\nWARC-Date: 2026-11-21T10:30:00Z\r\n'
            f'WARC-Target-URI: https://h{number % 97}.example/{number}\r\nContent-Type: application/http; msgtype=response\r\n'
            f'Content-Length: {len(block)}\r\n\r\n'
        )
        files[number % ARCHIVES].write(gzip.compress(head.encode() + block + b'\r\n\r\n', 6, mtime=0))
    for file in files:
        file.close()
    return [str(path) for path in paths], size / 1e6


def cpu(command: list[str], folder: str, python: str | None = None) -> float:
    """The CPU seconds of a command and of all that it has started. It runs in a folder, where engines leave their logs."""
    environment = os.environ | ({'PYSPARK_PYTHON': python, 'PYSPARK_DRIVER_PYTHON': python} if python else {})
    group = Group.new()
    if group is not None:
        try:
            seconds = group.seconds()
            finish(subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, preexec_fn=group.enter))
            reap()
            return group.seconds() - seconds
        finally:
            group.remove()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Unwaited() as unwaited:
        finish(subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True))
        reap(unwaited)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime + unwaited.seconds()


def finish(run: subprocess.CompletedProcess[str]) -> None:
    if run.returncode:
        raise RuntimeError(run.stderr.strip().splitlines()[-1] if run.stderr.strip() else str(run.returncode))


class Group:
    """A control group of a run: the kernel counts the time of all processes in it, whoever waits for them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def new(cls) -> 'Group | None':
        """A group below that of this process, by version 1 or 2 of control groups; none where none can be made."""
        for line in Path('/proc/self/cgroup').read_text().splitlines():
            _, controllers, own = line.split(':', 2)
            if controllers and 'cpuacct' not in controllers.split(','):
                continue
            for root in (f'/sys/fs/cgroup/{controllers}', '/sys/fs/cgroup/cpuacct', '/sys/fs/cgroup/unified', '/sys/fs/cgroup'):
                group = cls(Path(f'{root}{own}', f'bench-{os.getpid()}'))
                try:
                    group.path.mkdir()
                    group.seconds()
                    # A group may take none: version 2 keeps processes at the leaves.
                    subprocess.run(['true'], preexec_fn=group.enter, check=True)
                    return group
                except (OSError, ValueError, subprocess.SubprocessError):
                    group.remove()
        return None

    def enter(self) -> None:
        (self.path / 'cgroup.procs').write_text(str(os.getpid()))

    def seconds(self) -> float:
        if (self.path / 'cpuacct.usage').exists():
            return int((self.path / 'cpuacct.usage').read_text()) / 1e9
        told = dict(line.split() for line in (self.path / 'cpu.stat').read_text().splitlines())
        if 'usage_usec' not in told:
            raise ValueError('this group counts no time')
        return int(told['usage_usec']) / 1e6

    def remove(self) -> None:
        try:
            self.path.rmdir()
        except OSError:
            pass


class Unwaited:
    """The CPU time of processes below this one whose parent ignores their end, as PySpark's daemon does: no wait tells it.

    They are looked at ten times a second, so a tenth of a second of each may be missing, more where this process itself
    has to wait for a core.
    """

    def __init__(self) -> None:
        self.spent: dict[int, float] = {}
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def __enter__(self) -> 'Unwaited':
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()

    def watch(self) -> None:
        while not self.is_over.wait(0.1):
            pending, seen = [os.getpid()], set()
            while pending:
                parent = pending.pop()
                below = children(parent)
                pending += [pid for pid in below if pid not in seen]
                seen.update(below)
                if below and ignores_ends(parent):
                    self.spent |= {pid: spent for pid in below if (spent := own_time(pid)) is not None}

    def forget(self, pid: int) -> None:
        """One that was waited for after all."""
        self.spent.pop(pid, None)

    def seconds(self) -> float:
        return sum(self.spent.values())


def read(pid: int, name: str) -> str:
    """A file of a process; empty when it has ended."""
    try:
        return Path(f'/proc/{pid}/{name}').read_text()
    except OSError:
        return ''


def children(pid: int) -> list[int]:
    try:
        threads = os.listdir(f'/proc/{pid}/task')
    except OSError:
        return []
    return [int(child) for thread in threads for child in read(pid, f'task/{thread}/children').split()]


def ignores_ends(pid: int) -> bool:
    for line in read(pid, 'status').splitlines():
        if line.startswith('SigIgn:'):
            return bool(int(line.split()[1], 16) >> (signal.SIGCHLD - 1) & 1)
    return False


def own_time(pid: int) -> float | None:
    fields = read(pid, 'stat').rpartition(')')[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf('SC_CLK_TCK') if fields else None


def adopt() -> None:
    """Makes this process the parent of those that lose theirs: engines leave daemons behind, whose time counts too."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap(unwaited: Unwaited | None = None, patience: float = 60) -> None:
    """Waits for what was left behind."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.1)
        elif unwaited is not None:
            unwaited.forget(pid)


def main(program: str, python: str, spark35: str, folders: list[str]) -> int:
    missed = []
    program, python, spark35 = (os.path.abspath(name) if os.sep in name else name for name in (program, python, spark35))
    adopt()
    with tempfile.TemporaryDirectory() as scratch:
        paths, size = archives(folders, Path(scratch) / 'warc')
        runs = iter(range(1000))

        def rate(command, long=LONG, python=None) -> tuple[float, float]:
            """Megabytes of HTML a CPU second at rest, and the CPU seconds of the start."""
            out = lambda: str(Path(scratch) / f'out{next(runs)}')
            if long is None:
                return size / cpu(command(out(), 1), scratch, python), 0.0
            short = cpu(command(out(), SHORT), scratch, python)
            steady = (cpu(command(out(), long), scratch, python) - short) / (long - SHORT)
            return size / steady, short - SHORT * steady

        # A name that is given twice is read once, so the same archives stand in four folders.
        copies = [Path(scratch) / f'copy{number}' for number in range(LONG)]
        for copy in copies:
            copy.mkdir()
            for path in paths:
                os.link(path, copy / Path(path).name)
        batch = lambda out, times: [program, 'batch', '--jobs', '2', '-o', f'{out}.parquet', *map(str, copies[:times])]

        def show(name, least, command, long=LONG, python=None) -> None:
            own, _ = rate(batch)
            try:
                got, start = rate(command, long, python)
            except (RuntimeError, OSError) as error:
                print(f'{name}: not measured ({error})', flush=True)
                return
            share = 100 * got / own
            told = '' if least is None else f'   (at least {least} %{"" if share >= least else ", MISSED"})'
            print(f'{name:48} {got:7.1f} MB/s a core, {share:5.1f} % of batch ({own:.1f}), {start:5.1f} s to start{told}', flush=True)
            if least is not None and share < least:
                missed.append(name)

        def script(code: str, own_python: str):
            return lambda out, times: [own_python, '-W', 'ignore', '-c', code, out, str(times), *paths]

        show('Spark 4', 75, script(SPARK, python), python=python)
        if spark35 != '-':
            show('Spark 3.5', 65, script(SPARK, spark35), python=spark35)
        show('Ray', 75, script(RAY, python))
        for name, (steps, schema, long) in WAYS.items():
            least = 70 if name.endswith('our reader') else None
            show(name, least, script(DATATROVE.format(steps=steps, schema=schema), python), long)
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
