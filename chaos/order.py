"""Order and time, which must change nothing: arrival in any order and in parts, repeated runs, other clocks, zones, locales, threads.

Marts are compared by the bytes of their Parquet files, which hold every row in a total order.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from threading import Lock

from chaos.elsewhere import Setting, run_as
from chaos.trial import Outcome, Size, Trial
from trials.inboxes import FORMER, LATER
from trials.supervised import PATIENCE, start
from trials.world import World, faults_at_end, remove, world

ORDERS = 50
PARTS = (1, 7, 100, 0)  # documents that arrive together; 0 for all
AGAIN = 20
DAY, YEAR = 86_400, 365 * 86_400
_ONCE = Lock()
# Everything at once where there is time for one run only; one after the other where it matters which it was.
ELSEWHERE: dict[str, tuple[Setting, Mapping[str, str]]] = {
    "all at once": (
        Setting(shift=YEAR, seed=99, part=7),
        {"TZ": "America/New_York", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "7", "OMP_NUM_THREADS": "3", "POLARS_MAX_THREADS": "5"},
    ),
    "zone west": (Setting(), {"TZ": "America/New_York"}),
    "zone east": (Setting(), {"TZ": "Pacific/Kiritimati"}),
    "Turkish locale": (Setting(), {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
    "bare locale": (Setting(), {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}),
    "one thread": (Setting(), {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1", "RAYON_NUM_THREADS": "1"}),
    "eight threads": (Setting(), {"OMP_NUM_THREADS": "8", "POLARS_MAX_THREADS": "8", "RAYON_NUM_THREADS": "8"}),
    "hash seed 0": (Setting(), {"PYTHONHASHSEED": "0"}),
    "hash seed 4711": (Setting(), {"PYTHONHASHSEED": "4711"}),
    "clock back a day": (Setting(shift=-DAY), {}),
    "clock forward a year": (Setting(shift=YEAR), {}),
}  # fmt: skip


def _at_end(home: Path, made: World) -> list[str]:
    """What is wrong with a finished home, its editions included."""
    from release.catalogue import find
    from warehouse.connection import query

    faults = faults_at_end(home, made)
    by_name = {
        row["name"]: row
        for row in query(find(home, None).database, "SELECT * FROM marts.documents").iter_rows(named=True)
    }
    if by_name[FORMER]["superseded_by"] != by_name[LATER]["document_id"]:
        faults.append("the later edition does not stand above the former")
    return faults


def _one(setting: Setting, work: Path, made: World) -> list[str]:
    home = work / "home"
    work.mkdir()
    ended = start(work / "log", run_as, setting, str(made.inbox), str(home)).wait()
    faults = [f"{setting}: ended with {ended.code}: {ended.last_words}"] if ended.code else []
    faults = faults or [f"{setting}: {fault}" for fault in _at_end(home, made)]
    remove(work)
    return faults


def any_order(work: Path, size: Size) -> Outcome:
    """Documents arrive in drawn orders, in parts; then the job runs. And runs of the plain job on new homes."""
    if size == "quick":
        return _all_at_once()
    made = world()
    settings = [Setting(seed=seed, part=part) for seed, part in zip(range(ORDERS), cycle(PARTS), strict=False)]
    settings += [Setting() for _ in range(AGAIN)]
    with ThreadPoolExecutor(min(len(settings), os.cpu_count() or 1)) as pool:
        found = list(pool.map(lambda pair: _one(pair[1], work / f"{pair[0]:03d}", made), enumerate(settings)))
    faults = [fault for faults in found for fault in faults]
    note = f"{ORDERS} orders in parts of 1, 7, 100 and all, {AGAIN} runs again"
    return Outcome.of(len(settings), faults, note, sum(map(bool, found)))


def anywhere(work: Path, size: Size) -> Outcome:
    """The job in fresh interpreters, under other clocks, zones, locales, numbers of threads and hash seeds."""
    if size == "quick":
        return _all_at_once()
    made = world()
    with ThreadPoolExecutor(min(len(ELSEWHERE), os.cpu_count() or 1)) as pool:
        found = list(pool.map(partial(_elsewhere, work=work, made=made), ELSEWHERE))
    faults = [fault for faults in found for fault in faults]
    return Outcome.of(len(ELSEWHERE), faults, ", ".join(ELSEWHERE), sum(map(bool, found)))


def _all_at_once() -> Outcome:
    """One run for both rows of a quick table: documents arrive mixed up, in parts of 7, a year from now and far away."""
    with _ONCE:
        return _elsewhere_once()


@cache
def _elsewhere_once() -> Outcome:
    made = world()
    work = made.home.parent / "elsewhere"  # goes with the world
    work.mkdir()
    faults = _elsewhere("all at once", work, made)
    return Outcome.of(
        1, faults, "one run for both rows: mixed up, in parts of 7, every setting changed", int(bool(faults))
    )


def _elsewhere(name: str, work: Path, made: World) -> list[str]:
    setting, variables = ELSEWHERE[name]
    home = work / name.replace(" ", "-")
    command = [sys.executable, "-m", "chaos.elsewhere", setting.as_json(), str(made.inbox), str(home)]
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False, cwd=Path(__file__).parent.parent,
        env={**os.environ, **variables},
    )  # fmt: skip
    if done.returncode:
        return [f"{name}: ended with {done.returncode}: {' '.join(done.stderr.split())[-160:]}"]
    return [f"{name}: {fault}" for fault in _at_end(home, made)]


TRIALS = (
    Trial("documents arrive in another order, in parts; the job runs again", "the same rows and Parquet bytes; the later edition is in force", any_order),
    Trial("other clock, zone, locale, threads, hash seed", "the same rows and Parquet bytes", anywhere),
)  # fmt: skip
