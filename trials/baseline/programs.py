"""The program of a commit: its files in a git worktree, an environment of its own lock, and calls into it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from trials.processes import ROOT

# What decides which libraries there are.
_LOCKS = ("requirements/lock.txt", "requirements/installer.txt")


class ProgramError(RuntimeError):
    """A commit's program is not there or failed; the message ends with what it said."""


@dataclass(frozen=True)
class Program:
    """One commit's files and a Python with the libraries that it asks for."""

    commit: str
    folder: Path
    python: Path

    def run(self, *arguments: str | Path) -> str:
        """Runs this Python on the commit's modules; standard output comes back, standard error is shown as it comes.

        Nothing of the caller's settings reaches the program, and it never recognises text in pictures: that hangs on the machine.

        Raises:
            ProgramError: it ended with an error.
        """
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("PARALLAX_", "PYTHON"))}
        env = {**ours, "PYTHONPATH": str(self.folder), "PARALLAX_TESSERACT": "", "DO_NOT_TRACK": "1"}
        words = [str(self.python), *map(str, arguments)]
        done = subprocess.run(words, cwd=self.folder, env=env, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise ProgramError(
                f"the program of {self.commit[:12]} failed (exit {done.returncode}): {done.stdout[-2000:]}"
            )
        return done.stdout

    def parallax(self, *arguments: str | Path) -> str:
        """Runs the commit's command line, by the entry point that its pyproject.toml names."""
        said = tomllib.loads((self.folder / "pyproject.toml").read_text(encoding="utf-8"))
        module, _, function = said["project"]["scripts"]["parallax"].partition(":")
        # A shared environment can also import this checkout's modules; the commit's own must come first.
        where = Path(self.run("-c", f"import {module} as m; print(m.__file__)").strip())
        if not where.is_relative_to(self.folder):
            raise ProgramError(f"{module} of {self.commit[:12]} came from {where}, not from {self.folder}")
        return self.run("-c", f"from {module} import {function} as main; main()", *arguments)


def program_of(commit: str, folder: Path) -> Program:
    """The program of a commit, checked out where it is missing.

    Args:
        commit: anything that git takes for one.
        folder: holds a worktree per commit; they stay for the next call.

    Raises:
        ProgramError: there is no such commit, or its environment cannot be made.
    """
    full = _said("git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}", cwd=ROOT).strip()
    place = folder.absolute() / full[:12]
    if not place.is_dir():
        _said("git", "worktree", "prune", cwd=ROOT)
        _said("git", "worktree", "add", "--quiet", "--detach", str(place), full, cwd=ROOT)
    if changed := _said("git", "status", "--porcelain", "--untracked-files=no", cwd=place):
        raise ProgramError(f"{place}: files of the commit were changed; remove the folder: {changed[:200]}")
    if all((place / lock).read_bytes() == (ROOT / lock).read_bytes() for lock in _LOCKS):
        return Program(full, place, Path(sys.executable))
    _said("make", "setup", cwd=place)
    return Program(full, place, place / ".venv" / "bin" / "python")


def _said(*words: str, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProgramError(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[-2000:] or 'failed'}")
    return done.stdout
