"""The whole job as it might run elsewhere: `python -m chaos.elsewhere SETTING INBOX HOME`, a fresh interpreter with another clock.

Belongs here: what is set before the program is loaded, and the arrival of documents in another order and in parts before the job
itself. The variables of the environment are the caller's.
"""

from __future__ import annotations

import datetime as clocks
import json
import sys
import time
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from random import Random


@dataclass(frozen=True, slots=True)
class Setting:
    """What is different.

    Attributes:
        shift: seconds by which every clock of Python is off.
        seed: of the order in which documents arrive; None leaves them to the job.
        part: documents that arrive, and are read, together; 0 for all.
    """

    shift: int = 0
    seed: int | None = None
    part: int = 0

    def as_json(self) -> str:
        """As an argument of this program."""
        return json.dumps(asdict(self))


def shift_clocks(seconds: int) -> None:
    """Puts every clock that Python code asks for the time of day off by so many seconds; before the program is loaded.

    Libraries in C are loaded first: they would take the class apart.
    """
    for library in ("pandas", "pyarrow"):
        import_module(library)
    off, now, now_ns = clocks.timedelta(seconds=seconds), time.time, time.time_ns

    class Shifted(clocks.datetime):
        """A clock that is wrong."""

        __slots__ = ()  # libraries in C compare its size

        @classmethod
        def now(cls, tz: clocks.tzinfo | None = None) -> Shifted:
            return super().now(tz) + off

        @classmethod
        def utcnow(cls) -> Shifted:
            return super().utcnow() + off

    Shifted.__name__ = Shifted.__qualname__ = "datetime"  # libraries that write code write its name
    clocks.datetime = Shifted  # type: ignore[misc]
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + seconds * 1_000_000_000


def arrive(inbox: Path, home: Path, seed: int, part: int) -> None:
    """Documents arrive in an order that is drawn, some at a time, and are read as they come; nothing is built."""
    from sources.extract import extractor_version
    from sources.ingest import receive
    from warehouse.ledger import open_ledger
    from warehouse.ledger.reading import read_pending

    arrivals = sorted(receive(inbox), key=lambda arrival: arrival.origin)
    Random(f"parallax chaos: order {seed}").shuffle(arrivals)
    ledger, version, size = open_ledger(home), extractor_version(), part or len(arrivals)
    with ledger.lock():
        for first in range(0, len(arrivals), size):
            ledger.take_in(arrivals[first : first + size], now=clocks.datetime.now(clocks.UTC))
            for _ in read_pending(ledger, ledger.pending(version), version):
                pass


def run_as(setting: Setting, inbox: str, home: str) -> None:
    """Arrival as the setting says, then the whole job; to be given to `start` where no clock is off."""
    from trials.supervised import run

    if setting.seed is not None:
        arrive(Path(inbox), Path(home), setting.seed, setting.part)
    run(inbox, home)


if __name__ == "__main__":
    _setting = Setting(**json.loads(sys.argv[1]))
    if _setting.shift:
        shift_clocks(_setting.shift)
    run_as(_setting, sys.argv[2], sys.argv[3])
