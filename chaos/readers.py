"""Readers that resolve `latest` and query it while releases come, their publisher is killed, and old ones are deleted."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from chaos.jobs import start
from chaos.publishers import MARKS, fingerprint, home_to_publish, publish_numbered
from chaos.trial import Outcome, Size, Trial
from chaos.world import current, faults_now, world

READERS = 4
RELEASES: dict[Size, int] = {"quick": 4, "full": 100}
KILLED = 0.4  # share of releases before which a publisher is killed
HELD_SECONDS = (
    30.0  # a release stays so long after the next one came; a reader that this machine stops for longer has no promise
)


def read_on(home: str, told: str, stop: str) -> None:
    """Resolves `latest`, asks its database and Parquet files, and begins again until the file `stop` is there; tells counts as JSON."""
    from release.catalogue import latest

    counts, complaints, highest = Counter[str](), list[str](), 0
    while not Path(stop).exists():
        began = time.monotonic()
        try:
            found = latest(Path(home))
            if found is None:
                raise RuntimeError("there is no latest release")
            said = {found.fingerprint, *_numbers(found.path)}
            if len(said) > 1:
                complaints.append(f"{found.release_id} says {sorted(said)}")
            if int(found.release_id[1:]) < highest:
                complaints.append(f"the pointer went back to {found.release_id}")
            highest = int(found.release_id[1:])
        except Exception as error:
            if time.monotonic() - began < HELD_SECONDS:
                complaints.append(f"{type(error).__name__}: {error}")
        counts["readings"] += 1
    Path(told).write_text(json.dumps({**counts, "complaints": complaints}), encoding="utf-8")


def _numbers(release: Path) -> list[str]:
    """The numbers that the database and the Parquet files of a release say, each file opened anew as an analyst does."""
    import duckdb

    said: list[str] = []
    for table, column in MARKS.items():
        with duckdb.connect(str(release / "warehouse.duckdb"), read_only=True) as connection:
            said += [row[0] for row in connection.execute(f"SELECT DISTINCT {column} FROM marts.{table}").fetchall()]
        with duckdb.connect() as connection:
            file = str(release / "parquet" / f"{table}.parquet").replace("'", "''")
            said += [row[0] for row in connection.execute(f"SELECT DISTINCT {column} FROM '{file}'").fetchall()]
    return said


def read_through_releases(work: Path, size: Size) -> Outcome:
    """Publishes, kills and deletes while readers read; a failure is a query that failed, a torn reading or a pointer that went back."""
    from release.keep.retention import KeptReleases, retire

    home, stop, draw = home_to_publish(work / "home", world()), work / "stop", Random("parallax chaos: readers")
    began = time.monotonic()
    faults = start(work / "log-first", publish_numbered, str(home), 1).wait().faults(0)
    usual, kills, gone = time.monotonic() - began, 0, 0
    readers = [
        start(work / f"reader-{n}", read_on, str(home), str(work / f"told-{n}"), str(stop)) for n in range(READERS)
    ]
    for number in range(2, RELEASES[size] + 1):
        if draw.random() < KILLED:
            victim = start(work / f"victim-{number}", publish_numbered, str(home), number)
            victim.process.join(draw.random() * usual)
            victim.kill()
            kills += victim.wait().code < 0
        faults += start(work / f"log-{number}", publish_numbered, str(home), number).wait().faults(0)
        found = current(home)
        if found is None or found.fingerprint != fingerprint(number):
            faults.append(f"release {number} is not the latest")
        # A release says when its publishing began: the one before it was the latest for as long again as publishing takes.
        gone += len(retire(home, KeptReleases(keep_at_least=1, keep_hours=(HELD_SECONDS + 2 * usual) / 3600)))
    stop.touch()
    readings = 0
    for number, reader in enumerate(readers):
        ended, told = reader.wait(), work / f"told-{number}"
        said: dict[str, Any] = json.loads(told.read_text()) if told.exists() else {"complaints": [ended.words]}
        readings += said.get("readings", 0)
        faults += said["complaints"] or ([] if said.get("readings") else ["a reader that read nothing"])
    return Outcome(
        readings * 2 * len(MARKS),
        faults + faults_now(home),
        f"{readings:,} readings, {kills} kills, {gone} releases deleted",
    )


TRIALS = (
    Trial(
        f"{READERS} readers ask latest while releases come, their publisher is killed and old ones are deleted",
        "0 queries fail, 0 readings are torn, the pointer never goes back",
        read_through_releases,
    ),
)
