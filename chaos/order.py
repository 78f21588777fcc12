"""Order and time, which change nothing: arrival in any order and in parts, other clocks, zones, locales, threads and hash seeds.

`python -m chaos.order SETTING INBOX HOME` is the whole job in a fresh interpreter, as it might run elsewhere. Marts are compared by the
bytes of their Parquet files, which hold every row in a total order.
"""

from __future__ import annotations

import datetime as clocks
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random

from chaos.trial import Outcome, Size, Trial

_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Setting:
    """What is different: seconds by which clocks are off, seed of the order of arrival, documents that arrive together (0: all), variables."""

    shift: int = 0
    seed: int | None = None
    part: int = 0
    variables: dict[str, str] = field(default_factory=dict)


ALL_AT_ONCE = Setting(
    365 * _DAY, 99, 7,
    {"TZ": "America/New_York", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "7", "OMP_NUM_THREADS": "3", "POLARS_MAX_THREADS": "5"},
)  # fmt: skip
SETTINGS = (
    ALL_AT_ONCE,
    Setting(shift=-_DAY),
    *(Setting(seed=seed, part=part) for seed in range(6) for part in (1, 7, 0)),
    *(
        Setting(variables=variables)
        for variables in (
            {"TZ": "Pacific/Kiritimati"},
            {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
            {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1", "RAYON_NUM_THREADS": "1"},
            {"OMP_NUM_THREADS": "8", "POLARS_MAX_THREADS": "8", "RAYON_NUM_THREADS": "8", "PYTHONHASHSEED": "4711"},
        )
    ),
)


def anywhere(work: Path, size: Size) -> Outcome:
    """The job under each setting; in `quick`, under all of them at once."""
    from chaos.world import world

    settings = SETTINGS if size == "full" else (ALL_AT_ONCE,)
    world()
    with ThreadPoolExecutor(min(len(settings), os.cpu_count() or 1)) as pool:
        found = list(pool.map(lambda pair: _elsewhere(work / f"{pair[0]:03d}", pair[1]), enumerate(settings)))
    return Outcome(len(settings), [fault for faults in found for fault in faults])


def _elsewhere(home: Path, setting: Setting) -> list[str]:
    from chaos.jobs import PATIENCE
    from chaos.world import faults_at_end, remove, world

    made = world()
    command = [sys.executable, "-m", "chaos.order", json.dumps(asdict(setting)), str(made.inbox), str(home)]
    surroundings = {**os.environ, **setting.variables}
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False, env=surroundings
    )
    faults = (
        faults_at_end(home, made)
        if not done.returncode
        else [f"ended with {done.returncode}: {' '.join(done.stderr.split())[-160:]}"]
    )
    remove(home)
    return [f"{setting}: {fault}" for fault in faults]


def shift_clocks(seconds: int) -> None:
    """Puts every clock that Python code asks for the time of day off by so many seconds; before the program is loaded."""
    for library in ("pandas", "pyarrow"):
        import_module(library)  # libraries in C take the class apart, so they are loaded first
    off, now, now_ns = clocks.timedelta(seconds=seconds), time.time, time.time_ns

    class Shifted(clocks.datetime):
        """A clock that is wrong."""

        __slots__ = ()  # libraries in C compare its size

        @classmethod
        def now(cls, tz: clocks.tzinfo | None = None) -> Shifted:
            return super().now(tz) + off

    Shifted.__name__ = Shifted.__qualname__ = "datetime"  # libraries that write code write its name
    clocks.datetime = Shifted  # type: ignore[misc]
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + seconds * 1_000_000_000


def _arrive(inbox: Path, home: Path, seed: int, part: int) -> None:
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
            list(read_pending(ledger, ledger.pending(version), version))


def main(setting: Setting, inbox: str, home: str) -> None:
    """Arrival as the setting says, then the whole job."""
    if setting.shift:
        shift_clocks(setting.shift)
    from chaos.jobs import run

    if setting.seed is not None:
        _arrive(Path(inbox), Path(home), setting.seed, setting.part)
    run(inbox, home)


TRIALS = (
    Trial("other order of arrival, parts, clock, zone, locale, threads, hash seed", "the same Parquet bytes", anywhere),
)

if __name__ == "__main__":
    main(Setting(**json.loads(sys.argv[1])), sys.argv[2], sys.argv[3])
