"""Processor time and memory of this process and all it started, from /proc. Nothing is timed here by itself; Linux only."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread
from time import perf_counter

_TICK = os.sysconf("SC_CLK_TCK")
_EVERY = 0.25  # seconds between looks at memory, at the least
_SHARE = 0.02  # of the time that looking may take: the system walks through all pages of a process to answer


def family() -> list[int]:
    """This process and all below it that live."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (stat := _stat(int(entry.name))):
            parents.setdefault(int(stat[1]), []).append(int(entry.name))
    found, waiting = [], [os.getpid()]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += parents.get(pid, [])
    return found


def cpu_seconds() -> float:
    """Processor seconds of the family so far; those of dead children stand with whoever waited for them."""
    return sum(sum(map(int, stat[11:15])) for pid in family() if (stat := _stat(pid))) / _TICK


def megabytes() -> float:
    """Memory of the family now: shared pages are counted once, in parts (PSS)."""
    return sum(map(_proportional, family())) / 1024


def _stat(pid: int) -> list[str] | None:
    """Fields of /proc/PID/stat behind the name, from the state on; None where the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
    except OSError:
        return None


def _proportional(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


class Peak:
    """The most memory that the family held while this was open, looked at four times a second, or less often where it is much."""

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
        self.megabytes = max(self.megabytes, megabytes())
        return perf_counter() - started

    def _watch(self) -> None:
        pause = _EVERY
        while not self._done.wait(pause):
            pause = max(_EVERY, self._look() / _SHARE)
