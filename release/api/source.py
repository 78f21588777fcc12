"""The database that answers a question: that of the latest release, or one made from it for a question about the past.

Belongs here: following the pointer anew for every question, and one question to the past at a time (each builds a
database). No figure.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from release.api.problems import QuestionError
from release.catalogue import latest
from release.reading.past_database import database_as_of
from release.record import Release, ReleaseError
from warehouse.connection import connect
from warehouse.vintages.clocks import Asked

PATIENCE_SECONDS = 60.0  # how long a question to the past waits for the one before it
LAST_DAY = date(2999, 12, 31)  # later days mean the same, and day arithmetic stays within the calendar
MOST_WAITING = 8
_PAST = threading.Lock()
_WAITING = threading.BoundedSemaphore(MOST_WAITING)


@dataclass(frozen=True, slots=True)
class Source:
    """A release and the database that answers for it."""

    release: Release
    database: Path
    asked: Asked

    @property
    def etag(self) -> str | None:
        """Release id and the beginning of its fingerprint; None for the past, which decisions of today can change."""
        return f'"{self.release.release_id}-{self.release.fingerprint[:12]}"' if self.asked.is_present else None


def asked_of(as_of: date | None = None, known_by: date | None = None, certain: bool = False) -> Asked:
    """The question to the past.

    Raises:
        QuestionError: `certain` without a day.
    """
    if certain and as_of is None:
        raise QuestionError("bad-question", "certain needs as_of; add a day, such as as_of=2026-02-01")
    return Asked(
        None if as_of is None else min(as_of, LAST_DAY), None if known_by is None else min(known_by, LAST_DAY), certain
    )


def told(source: Source) -> dict[str, Any]:
    """Which release answers, and as of when: the head of every answer."""
    asked = source.asked
    return {
        "release_id": source.release.release_id,
        "as_of": asked.as_of,
        "known_by": asked.known_by,
        "certain": asked.only_known,
    }


@contextmanager
def open_source(home: Path, asked: Asked, wanted: Collection[str]) -> Iterator[Source]:
    """The database that answers, for the time of one question.

    Args:
        home: data home; its pointer `latest` is read now.
        asked: what is asked of the past, if anything.
        wanted: names of the marts that will be read.

    Yields:
        The source; a database made for the question is gone afterwards.

    Raises:
        QuestionError: no release, a release that cannot tell its past, or another such question takes too long.
    """
    try:
        release = latest(home)
    except ReleaseError as error:
        raise QuestionError("no-release", str(error)) from error
    if release is None:
        raise QuestionError("no-release", f"{home}: no release published yet; run `parallax run` first")
    if not release.database.is_file():
        raise QuestionError("no-release", f"{release.database}: missing; run `parallax run` to publish a release")
    if asked.is_present:
        # Held open for the question: those that its queries open share one instance with it, and cost nothing.
        with closing(connect(release.database)):
            yield Source(release, release.database, asked)
        return
    with _turn(), _database_as_of(release, home, asked, wanted) as database, closing(connect(database)):
        yield Source(release, database, asked)


@contextmanager
def _turn() -> Iterator[None]:
    """One question to the past at a time, few waiting: those about the present must find a free thread."""
    busy = QuestionError("busy", "other questions about the past are in progress; ask again in a minute")
    if not _WAITING.acquire(blocking=False):
        raise busy
    try:
        if not _PAST.acquire(timeout=PATIENCE_SECONDS):
            raise busy
        try:
            yield
        finally:
            _PAST.release()
    finally:
        _WAITING.release()


@contextmanager
def _database_as_of(release: Release, home: Path, asked: Asked, wanted: Collection[str]) -> Iterator[Path]:
    from warehouse.reviewed import ReviewedFileError
    from warehouse.step import BuildError

    with ExitStack() as stack:
        try:
            database = stack.enter_context(database_as_of(release, home, asked, wanted))
        except (BuildError, ReviewedFileError) as error:
            raise QuestionError("past-not-answerable", str(error)) from error
        yield database
