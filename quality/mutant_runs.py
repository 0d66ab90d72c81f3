"""The tests and figures that `mutants.py` runs with a mutant on, fastest first, until one notices."""
import json, os, re, resource, subprocess, tempfile, threading, time
from dataclasses import dataclass
from pathlib import Path

# Style of the sources, which the copy breaks; the rest counts steps and allocations, or tries thousands of random pages.
NOT_RUN = {'tidy', 'memory', 'growth', 'work', 'fuzz'}
# Times the time without a mutant, and seconds more: the machine may be busy.
PATIENCE, MORE_SECONDS = 8, 30
# A loop without an end may fill the memory before its time is over. Without a mutant no run needs a quarter of this.
MOST_BYTES = 4 << 30
ENVIRONMENT = {'RAYON_NUM_THREADS': '1', 'PROPTEST_RNG_SEED': '1', 'RUST_BACKTRACE': '0'}
FAILED = re.compile(r'^test (\S+).*\.\.\. FAILED$')


@dataclass
class Stage:
    """A run that may notice a mutant: of the unit tests, of a module of the fixture tests, or of the figures of a set."""
    kind: str
    name: str
    command: list[str]
    folder: Path
    seconds: float = 0.0
    reached: frozenset[int] = frozenset()
    figures: dict | None = None


def stages(programs: dict[str, str], tree: Path, data: Path | None) -> list[Stage]:
    """All runs: of the unit tests, of the fixture tests by module, of the figures by set."""
    core, floors = tree / 'crates/core', tree / 'quality/floors.toml'
    found = [Stage('unit tests', 'unit', [programs['unit'], '--test-threads=1'], core)]
    listed = subprocess.run([programs['core'], '--list'], cwd=core, check=True, capture_output=True, text=True).stdout
    modules = {line.split('::')[0] for line in listed.splitlines() if line.endswith(': test') and '::' in line}
    for module in sorted(modules - NOT_RUN):
        found.append(Stage('fixtures', module, [programs['core'], f'{module}::', '--test-threads=1'], core))
    for name in re.findall(r'^\[(.+)\.auto\]$', floors.read_text(encoding='utf-8'), re.M):
        if data and (data / name / 'gold.jsonl').exists():
            command = [programs['zhengwen-eval'], 'eval', str(data), '--set', name, '-m', 'auto', '--json', '--floors', str(floors)]
            found.append(Stage('floors', name, command, tree))
    return found


def measure(stage: Stage) -> None:
    """Runs a stage without a mutant: its time, its figures, and the mutants that it reaches."""
    with tempfile.TemporaryDirectory() as folder:
        reached = Path(folder) / 'reached'
        start = time.monotonic()
        noticed = run(stage, 'record', float('inf'), {'ZHENGWEN_REACHED': str(reached)})
        stage.seconds = time.monotonic() - start
        if reached.exists():
            stage.reached = frozenset(map(int, reached.read_text().split()))
    if noticed:
        raise SystemExit(f'mutants.py: {stage.name} fails without a mutant: {noticed}')


def judge(number: int, all_stages: list[Stage]) -> dict:
    """What notices a mutant: the kind of the stage and what it says. `survived` when nothing does, with what changed."""
    rises, is_reached, start = [], False, time.monotonic()
    for stage in all_stages:
        if number not in stage.reached:
            continue
        is_reached = True
        noticed = run(stage, str(number), stage.seconds * PATIENCE + MORE_SECONDS)
        if noticed and noticed.startswith('rises'):
            rises.append(f'{stage.name} {noticed.removeprefix("rises: ")}')
        elif noticed:
            return {'result': stage.kind, 'by': f'{stage.name}: {noticed}', 'seconds': round(time.monotonic() - start, 1)}
    has_figures = any(stage.kind == 'floors' for stage in all_stages)
    how = 'nothing reaches it' if not is_reached else 'no figure changes' if has_figures else 'no figure was looked at'
    how = f'noticed by figures that rise: {", ".join(rises)}' if rises else how
    return {'result': 'survived', 'by': how, 'seconds': round(time.monotonic() - start, 1)}


def run(stage: Stage, mutant: str, patience: float, more: dict | None = None) -> str:
    """Runs a stage with a mutant; returns what it notices, nothing when all is as without."""
    environment = os.environ | ENVIRONMENT | {'ZHENGWEN_MUTANT': mutant} | (more or {})
    environment.pop('UPDATE_EXPECT', None)
    process = subprocess.Popen(stage.command, cwd=stage.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if hasattr(resource, 'prlimit'):
        resource.prlimit(process.pid, resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    timer = Timer(process, patience)
    try:
        with timer:
            noticed = figures_of(process, stage) if stage.kind == 'floors' else failure(process)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    return 'no end' if timer.has_ended else noticed


class Timer:
    """Ends a process that takes too long."""

    def __init__(self, process: subprocess.Popen, seconds: float):
        self.process, self.has_ended = process, False
        self.timer = threading.Timer(min(seconds, 86_400), self.end)

    def end(self) -> None:
        self.has_ended = True
        self.process.kill()

    def __enter__(self):
        self.timer.start()

    def __exit__(self, *_):
        self.timer.cancel()


def failure(process: subprocess.Popen) -> str:
    """The first test that fails, or how the program ends."""
    for line in process.stdout:
        if found := FAILED.match(line):
            return found[1]
    return f'exit code {process.wait()}' if process.wait() else ''


def figures_of(process: subprocess.Popen, stage: Stage) -> str:
    """What a set's figures say beside those without a mutant, which the first run leaves in the stage."""
    rows = [json.loads(line) for line in process.stdout if line.startswith('{')]
    code = process.wait()
    if code not in (0, 1) or not rows:
        return f'exit code {code}'
    figures = {key: value for key, value in rows[0].items() if isinstance(value, int | float)} | {'floors': -code}
    if stage.figures is None:
        stage.figures = figures
        return ''
    before = stage.figures
    changed = {key: (before.get(key), figures.get(key)) for key in before | figures if before.get(key) != figures.get(key)}
    told = ', '.join(f'{key} {one} to {other}' for key, (one, other) in changed.items() if key != 'floors')
    if any(one is None or other is None or other < one for one, other in changed.values()):
        return ('below a floor: ' if figures['floors'] < before['floors'] else 'falls: ') + told
    return f'rises: {told}' if changed else ''
