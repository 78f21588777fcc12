"""Processes: a module run in its own process, trees of processes in /proc, their processor time and memory; and the machine. Linux only."""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
_TICK = os.sysconf("SC_CLK_TCK")
_PARENT, _SESSION, _TIMES = (
    1,
    3,
    slice(11, 15),
)  # of /proc/PID/stat after the name; times of itself and of its ended children
_EVERY, _SHARE = 0.25, 0.02  # seconds between looks at memory, at least; of the time that looking may take


class RunError(RuntimeError):
    """A process failed; the message holds the end of what it said."""


def json_of(command: Sequence[str | Path]) -> dict[str, Any]:
    """The JSON that a command prints; RunError where it ended with an error."""
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RunError((done.stderr.strip().splitlines() or ["no message"])[-1][-400:])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def module_json(module: str, *arguments: object) -> dict[str, Any]:
    """The JSON that `python -m MODULE` prints; raises as `json_of`."""
    return json_of([sys.executable, "-m", module, *map(str, arguments)])


def machine() -> dict[str, Any]:
    """Cores, memory, system, Python and load as a measurement begins; no host name, path or user."""
    return {
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load_average": round(
            os.getloadavg()[0], 1
        ),  # above a few tenths others were at work, and wall times are too long
    }


def tree(root: int | None = None) -> list[int]:
    """A process, by default this one, and all living ones below it."""
    children: dict[int, list[int]] = {}
    for pid in _all():
        if stat := _stat(pid):
            children.setdefault(int(stat[_PARENT]), []).append(pid)
    found, waiting = [], [os.getpid() if root is None else root]
    while waiting:
        found.append(waiting.pop())
        waiting += children.get(found[-1], [])
    return found


def of_session(leader: int) -> list[int]:
    """All living processes of a session."""
    return [pid for pid in _all() if (stat := _stat(pid)) and int(stat[_SESSION]) == leader]


def cpu_seconds(pids: Sequence[int]) -> float:
    """Processor seconds of these processes so far, and of their ended children that were waited for."""
    return sum(sum(map(int, stat[_TIMES])) for pid in pids if (stat := _stat(pid))) / _TICK


def kill(pids: Sequence[int]) -> None:
    """Kill -9 of these processes; those that are gone are passed over."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _all() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _stat(pid: int) -> list[str] | None:
    """Fields of /proc/PID/stat after the name; None where the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
    except OSError:
        return None


def _proportional(pid: int) -> int:
    """Kilobytes of a process; shared pages are counted in parts (PSS)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


class Peak:
    """The most memory that this process and all below it held while this was open."""

    def __init__(self) -> None:
        self.megabytes = 0.0
        self._done = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._done.set()
        self._thread.join()
        self._look()

    def _look(self) -> float:
        started = perf_counter()
        self.megabytes = max(self.megabytes, sum(map(_proportional, tree())) / 1024)
        return perf_counter() - started

    def _watch(self) -> None:
        pause = _EVERY
        while not self._done.wait(pause):
            pause = max(_EVERY, self._look() / _SHARE)
