"""The cost of an import: nothing but the package itself."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

ONLY = ["zhengwen", "zhengwen._zhengwen"]


@pytest.mark.parametrize("then", ["", "; zhengwen.extract('<p>One sentence, and one more.').to_json()"])
def test_an_import_loads_the_package_alone(then: str) -> None:
    code = f"import sys, json; own = set(sys.modules); import zhengwen{then}; print(json.dumps(sorted(set(sys.modules) - own)))"
    # Without `site`, which loads much by itself.
    path = [entry for entry in sys.path if entry.endswith("site-packages")]
    code = f"import sys; sys.path += {path!r}; {code}"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, check=True, text=True)
    assert json.loads(run.stdout) == ONLY


@pytest.mark.parametrize("module", ["trafilatura", "readability", "gne", "newspaper"])
def test_compat_loads_no_other_package(module: str) -> None:
    code = f"import sys, zhengwen.compat.{module}; print(any(name.split('.')[0] in {{'lxml', 'trafilatura', 'readability', 'gne', 'newspaper'}} for name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert run.stdout == "False\n"


def test_the_module_is_a_program(sample: bytes) -> None:
    command = [sys.executable, "-m", "zhengwen"]
    run = subprocess.run([*command, "-", "-f", "markdown"], input=sample, capture_output=True, check=True)
    assert "## 桥面怎么设计" in run.stdout.decode()
    run = subprocess.run([*command, "nothing.html", "-"], input=sample, capture_output=True)
    assert run.returncode == 1
    assert run.stderr.decode() == "zhengwen: nothing.html: No such file or directory\n"
    assert run.stdout
    run = subprocess.run([*command, "-", "-f", "pdf"], input=b"", capture_output=True)
    assert run.returncode == 2
