"""Processes that can be killed, each in a process group of its own: the whole job, `parallax run`, or a part of it. No fault here."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from trials.drawn_decisions import DAY

PATIENCE = 1_200.0  # seconds after which a process hangs: that is a failure of its own
_CALM = {
    "OMP_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "2",
    "DO_NOT_TRACK": "1",
    "GX_ANALYTICS_ENABLED": "false",
    "NO_COLOR": "1",
}
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["chaos.preloaded"])


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: its exit code (negative: the signal that killed it) and all that it said."""

    code: int
    said: str

    @property
    def words(self) -> str:
        """Exit code and the end of what it said, for a note."""
        return f"ended with {self.code}: {' '.join(self.said.split())[-160:]}"

    def faults(self, *codes: int) -> list[str]:
        """What is wrong where it had to end with one of these codes, in clear words where that is no success."""
        is_clear = "Traceback (most recent call last)" not in self.said and (not self.code or "error: " in self.said)
        return [] if self.code in codes and is_clear else [self.words]


@dataclass(slots=True)
class Running:
    """A process that was started; it leads a process group of its own."""

    process: ForkServerProcess
    log: Path

    def kill(self, *, is_alone: bool = False) -> None:
        """Kill -9 of the whole group, or of its leader alone."""
        assert self.process.pid is not None
        with suppress(ProcessLookupError):
            (os.kill if is_alone else os.killpg)(self.process.pid, signal.SIGKILL)

    def wait(self) -> Ended:
        """Waits for its end; a process that hangs is killed and told as one that said so."""
        self.process.join(PATIENCE)
        hangs = self.process.is_alive()
        if hangs:
            self.kill()
            self.process.join()
        said = self.log.read_text(encoding="utf-8", errors="replace")
        return (
            Ended(self.process.exitcode or 0, said) if not hangs else Ended(-1, f"{said}\nit hung for {PATIENCE:g} s")
        )

    def left(self, seconds: float = 10.0) -> list[str]:
        """Says whether processes of its group are still there after so many seconds; they are killed then."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                os.killpg(self.process.pid or 0, 0)
            except (ProcessLookupError, PermissionError):
                return []
            time.sleep(0.05)
        self.kill()
        return ["processes are left of a job whose leader was killed"]


def start(log: Path, act: Callable[..., object], *arguments: object) -> Running:
    """Starts `act(*arguments)` in a process of its own, forked from one that has everything loaded.

    Args:
        log: a file for all that it says; must not exist.
        act: a function of a module; what it returns is dropped, SystemExit becomes the exit code.
        arguments: plain values.
    """
    os.environ.update({name: value for name, value in _CALM.items() if name not in os.environ})
    process = CONTEXT.Process(target=_begin, args=(str(log), act, arguments))
    process.start()
    while not log.exists() and process.is_alive():
        time.sleep(0.002)
    return Running(process, log)


def _begin(log: str, act: Callable[..., object], arguments: Sequence[Any]) -> None:
    os.setpgid(0, 0)
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for stream in (1, 2):
        os.dup2(file, stream)
    act(*arguments)


def run(inbox: str, home: str) -> None:
    """The whole job, as `parallax run` does it; to be given to `start`."""
    from pipelines.cli.app import main

    try:
        main(["run", "--inbox", inbox, "--home", home, "--as-of-day", DAY])
    finally:
        sys.stdout.flush()


def run_to_end(inbox: Path, home: Path, log: Path) -> Ended:
    """The whole job, undisturbed."""
    return start(log, run, str(inbox), str(home)).wait()
