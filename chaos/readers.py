"""Readers that ask `latest` while releases come one after the other and their publisher is killed now and then.

A reader resolves `latest` once, then asks the database and Parquet files of that release, and does so again. Every release says its
number in all of them: two numbers in one reading are a torn read.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from random import Random

from chaos.publishers import MARKS, fingerprint, publish_numbered, template
from chaos.trial import Outcome, Size, Trial
from trials.supervised import start
from trials.world import current, faults_now, world

READERS = 4
RELEASES: dict[Size, int] = {"quick": 4, "full": 100}
KILLED = 0.5  # share of the releases whose first publisher is killed


def read_on(home: str, told: str, stop: str) -> None:
    """Reads `latest` until it is told to stop; to be given to `start`.

    Args:
        home: the data home, with a release.
        told: file for the counts, JSON: queries, readings, failed, torn, backwards, and the first complaint.
        stop: file whose being there ends it.
    """
    from release.catalogue import latest

    counts: Counter[str] = Counter()
    complaint, highest = "", 0
    while not Path(stop).exists():
        try:
            found = latest(Path(home))
            if found is None:
                raise RuntimeError("there is no latest release")
            number = int(found.release_id[1:])
            counts["backwards"] += number < highest
            highest = max(highest, number)
            said = {found.fingerprint, *_numbers(found.path, counts)}
            counts["readings"] += 1
            if len(said) > 1:
                counts["torn"] += 1
                complaint = complaint or f"{found.release_id} says {sorted(said)}"
        except Exception as error:
            counts["failed"] += 1
            complaint = complaint or f"{type(error).__name__}: {error}"
    Path(told).write_text(json.dumps({**counts, "complaint": complaint}), encoding="utf-8")


def _numbers(release: Path, counts: Counter[str]) -> list[str]:
    """The numbers that the database and the Parquet files of a release say, each file opened anew as an analyst would."""
    import duckdb

    said: list[str] = []
    for table, column in MARKS.items():
        with duckdb.connect(str(release / "warehouse.duckdb"), read_only=True) as connection:
            said += [row[0] for row in connection.execute(f"SELECT DISTINCT {column} FROM marts.{table}").fetchall()]
        with duckdb.connect() as connection:
            file = str(release / "parquet" / f"{table}.parquet").replace("'", "''")
            said += [row[0] for row in connection.execute(f"SELECT DISTINCT {column} FROM '{file}'").fetchall()]
        counts["queries"] += 2
    return said


def read_through_releases(work: Path, size: Size) -> Outcome:
    """Publishes and kills while readers read; a failure is a query that failed, a torn reading or a pointer that went back."""
    from release.catalogue import release_ids

    made, home, stop = world(), work / "home", work / "stop"
    source, draw = template(work, made), Random("parallax chaos: readers")
    arguments = (str(home), str(source), str(made.home))
    began = time.monotonic()
    start(work / "log-first", publish_numbered, *arguments, 1).wait()
    usual = time.monotonic() - began
    readers = [
        start(work / f"reader-{n}", read_on, str(home), str(work / f"told-{n}"), str(stop)) for n in range(READERS)
    ]
    faults: list[str] = []
    kills = 0
    for number in range(2, RELEASES[size] + 1):
        if draw.random() < KILLED:
            victim = start(work / f"victim-{number}", publish_numbered, *arguments, number)
            victim.process.join(draw.random() * usual)
            victim.kill()
            kills += victim.wait().was_killed
        ended = start(work / f"log-{number}", publish_numbered, *arguments, number).wait()
        found = current(home)
        if ended.code or found is None or found.fingerprint != fingerprint(number):
            faults.append(f"release {number}: {ended.code}: {ended.last_words}")
    stop.touch()
    ends = [reader.wait() for reader in readers]
    total: Counter[str] = Counter()
    for number, end in enumerate(ends):
        told = work / f"told-{number}"
        said = json.loads(told.read_text()) if told.exists() else {"failed": 1, "complaint": end.last_words}
        faults += [str(said.pop("complaint"))] if said.get("complaint") else []
        total.update({name: count for name, count in said.items() if name != "complaint"})
        total["failed"] += not said.get("readings")  # a reader that read nothing has shown nothing
    faults += faults_now(home)
    note = f"{total['readings']:,} readings of {len(release_ids(home))} releases, {kills} kills"
    broken = total["failed"] + total["torn"] + total["backwards"]
    return Outcome.of(total["queries"], faults, note, max(broken, len(faults)))


TRIALS = (
    Trial(
        f"{READERS} readers ask latest while releases come and their publisher is killed",
        "0 queries fail, 0 readings are torn, the pointer never goes back",
        read_through_releases,
    ),
)
