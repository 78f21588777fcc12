"""A copy of what an installation and its tests consist of, for tests that type a recipe of CONTRIBUTING.md."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("sources", "warehouse", "quality", "release", "pipelines", "dbt_project", "tests", "pyproject.toml")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "target", "logs", "shared", "*.duckdb")
PROGRAM = "from pipelines.cli.program import main; main()"


@dataclass(frozen=True)
class RepositoryCopy:
    """A copy that a test may change."""

    folder: Path

    def python(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Python in the copy, with the copy's packages and `given` as standard input."""
        # Tests of the copy run in one process: they must not take themselves for a worker of ours and share its folder.
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=ours | {"PYTHONPATH": str(self.folder), "DO_NOT_TRACK": "1"},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )

    def parallax(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """The copy's program."""
        return self.python("-c", PROGRAM, *arguments, given=given)

    def insert(self, name: str, behind: str, text: str) -> None:
        """Writes a text behind one that occurs once in a file of the copy."""
        path = self.folder / name
        before = path.read_text()
        assert before.count(behind) == 1
        path.write_text(before.replace(behind, behind + text))


def copy_repository(folder: Path) -> RepositoryCopy:
    """Copies the repository's packages and tests into a folder that does not exist yet."""
    folder.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=NOT_COPIED)
        else:
            shutil.copy(source, folder / name)
    return RepositoryCopy(folder)
