"""Processes that can be killed: the whole job, `parallax run`, or a part of it, each in a process group of its own.

Belongs here: starting, waiting, killing, and what a process said. Which fault is injected, and what must hold after it, is a family's.
"""

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

DAY = "2026-11-21"  # every run of a trial judges decisions by this day
PATIENCE = 1_200.0  # seconds after which a process hangs: that is a failure of its own
CALM = {
    "OMP_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "2",
    "DO_NOT_TRACK": "1",
    "GX_ANALYTICS_ENABLED": "false",
    "NO_COLOR": "1",
}
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["trials.preloaded"])  # of all trials: a process has one such server


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: its exit code (negative: the signal that killed it) and all that it said."""

    code: int
    said: str

    @property
    def was_killed(self) -> bool:
        """Whether it was kill -9 that ended it."""
        return self.code == -signal.SIGKILL

    @property
    def has_traceback(self) -> bool:
        """Whether it complained like a bug, not like a program that knows what is wrong."""
        return "Traceback (most recent call last)" in self.said

    @property
    def last_words(self) -> str:
        """The end of what it said, for a note."""
        return " ".join(self.said.split())[-160:]


@dataclass(slots=True)
class Running:
    """A process that was started; it leads a process group of its own."""

    process: ForkServerProcess
    log: Path

    @property
    def group(self) -> int:
        """Id of the process and of its group."""
        assert self.process.pid is not None
        return self.process.pid

    def kill(self, *, is_alone: bool = False) -> None:
        """Kill -9 of the whole group, or of its leader alone."""
        with suppress(ProcessLookupError):
            os.kill(self.group, signal.SIGKILL) if is_alone else os.killpg(self.group, signal.SIGKILL)

    def wait(self, seconds: float = PATIENCE) -> Ended:
        """Waits for its end; a process that hangs is killed and told as one that said so."""
        self.process.join(seconds)
        hangs = self.process.is_alive()
        if hangs:
            self.kill()
            self.process.join()
        code = self.process.exitcode
        said = self.log.read_text(encoding="utf-8", errors="replace")
        return Ended(-1 if hangs or code is None else code, f"{said}\nit hung for {seconds:g} s" if hangs else said)

    def left(self, seconds: float = 10.0) -> int:
        """1 where processes of its group are still there after so many seconds, else 0. They are killed then."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                os.killpg(self.group, 0)
            except (ProcessLookupError, PermissionError):
                return 0
            time.sleep(0.05)
        self.kill()
        return 1


def start(log: Path, act: Callable[..., object], *arguments: object) -> Running:
    """Starts `act(*arguments)` in a process of its own, forked from one that has everything loaded.

    Args:
        log: a file for all that it says; must not exist.
        act: a function of a module; what it returns is dropped, SystemExit becomes the exit code.
        arguments: plain values.

    Returns:
        The process; it leads its own group already.
    """
    os.environ.update({name: value for name, value in CALM.items() if name not in os.environ})
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


def run(inbox: str, home: str, stages: str | None = None) -> None:
    """The whole job, as `parallax run` does it; to be given to `start`.

    Args:
        inbox: the reports.
        home: the data home.
        stages: file that is told when a stage begins, one line `<stage>` each, and `end` once all stages are through.
    """
    from pipelines.cli.app import main
    from pipelines.cli.terminal.progress_bar import TerminalProgress

    if stages is not None:
        begin, end = TerminalProgress.begin, TerminalProgress.end

        def tell(word: str) -> None:
            with Path(stages).open("a", encoding="utf-8") as file:
                file.write(f"{time.monotonic()} {word}\n")

        def begin_and_tell(self: TerminalProgress, stage: str, total: int | None = None) -> None:
            tell(stage)
            begin(self, stage, total)

        def end_and_tell(self: TerminalProgress, note: str) -> None:
            end(self, note)
            if note.startswith("r0"):
                tell("after")

        TerminalProgress.begin, TerminalProgress.end = begin_and_tell, end_and_tell  # type: ignore[method-assign]
    try:
        main(["run", "--inbox", inbox, "--home", home, "--as-of-day", DAY])
    finally:
        sys.stdout.flush()


def run_to_end(inbox: Path, home: Path, log: Path) -> Ended:
    """The whole job, undisturbed."""
    return start(log, run, str(inbox), str(home)).wait()
