"""One history walked to its end, and what differs there between the home and a full rebuild. One public verb, `walk`.

Belongs here: which comparison is made when, and what it says. A history that ends in a difference is walked once more with a
comparison after each event, so that the first event behind which something differs is known.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from release.keep.retention import discard_folder
from release.manifest import sha256_of
from release.record import DATABASE, MANIFEST, Release
from trials.histories.events import EVENTS, Claims, History, happen
from trials.histories.home import (
    arrived_otherwise,
    filled_from_nothing,
    from_nothing,
    latest_release,
    published,
    stepped,
)
from trials.histories.texts import Text, drawn
from warehouse.connection import rows
from warehouse.database_comparison import compare
from warehouse.ledger import open_ledger
from warehouse.step_cache.cached_step import Counts
from warehouse.steps import all_steps

RELEASED_EVERY = 10  # histories: each of their turns publishes, and whole releases are compared
OTHERWISE_EVERY = 2  # histories: their documents also arrive in another order
_TURNS = (2, 4)  # after the first arrival
_DOCUMENTS = 8
_CLOCKS = frozenset({"receipts", "document_history"})  # when and in which order documents arrived
_CLAIMS = "SELECT claim_id, document_id, core.markets.market FROM core.claims INNER JOIN core.markets USING (market_id) ORDER BY claim_id"


@dataclass(frozen=True)
class Difference:
    """A table or a file that is not equal.

    Attributes:
        what: its name, with the step that writes it where there is one.
        compared: with what: a rebuild without stores, another order of arrival, or a release made anew.
        after: the first event behind which it differs.
        words: how much differs, and an example.
    """

    what: str
    compared: str
    after: str
    words: str


@dataclass
class Walked:
    """A history that was walked.

    Attributes:
        number: of the history; the same number is the same history.
        differences: what is not equal.
        counts: groups of steps in all builds with a store.
        events: what happened, in words.
        n_tables: tables that were compared.
        n_files: files of releases that were compared.
    """

    number: int
    differences: list[Difference] = field(default_factory=list)
    counts: list[Counts] = field(default_factory=list)
    events: tuple[str, ...] = ()
    n_tables: int = 0
    n_files: int = 0


def walk(number: int, texts: tuple[Text, ...], script: Sequence[str] | None = None) -> Walked:
    """Walks a history.

    Args:
        number: of the history.
        texts: that may arrive.
        script: its events in order, the first of them an arrival; by default they are drawn.

    Returns:
        What differs at its end, named by the first event behind which it does.
    """
    walked = _walk(number, texts, script, at_each_turn=False)
    if not walked.differences:
        return walked
    closely = _walk(number, texts, script, at_each_turn=True)
    return closely if closely.differences else walked


def _walk(number: int, texts: tuple[Text, ...], script: Sequence[str] | None, *, at_each_turn: bool) -> Walked:
    walked, is_released = Walked(number), number % RELEASED_EVERY == 0
    folder = Path(tempfile.mkdtemp(prefix="parallax-history-"))
    random = Random(number)
    history = History(random, folder, open_ledger(folder / "home"), drawn(random, texts, _DOCUMENTS))
    try:
        coming = script or ["arrive", *random.choices(EVENTS, k=random.randint(*_TURNS))]
        claims: Claims = ()
        for turn, event in enumerate(coming, 1):
            is_looked_at = (turn == len(coming) or at_each_turn) and not walked.differences
            happen(history, event, claims)
            target, counts = stepped(history, with_marts=is_released or is_looked_at)
            walked.counts += counts
            claims = rows(target / DATABASE, _CLAIMS)
            before, release = latest_release(history), None
            database = target / DATABASE
            if is_released:
                release = published(history, target)
                database = release.database
            if is_looked_at:
                _look(walked, history, database, release, before)
        walked.events = tuple(history.events)
        return walked
    except Exception as error:
        error.add_note(f"in history {number} after {'; '.join(history.events)}")
        raise
    finally:
        discard_folder(folder)


def _look(walked: Walked, history: History, database: Path, release: Release | None, before: Release | None) -> None:
    """Every comparison that this history makes, at this point of it."""
    fresh = from_nothing(history, "fresh")
    walked.differences += _tables(walked, history, "a rebuild without stores", database, fresh / DATABASE, frozenset())
    if release is not None and (before is None or before.release_id != release.release_id):
        anew = filled_from_nothing(history, fresh, release, before)
        walked.differences += _files(walked, history, release.path, anew)
    elif walked.number % OTHERWISE_EVERY == 0:
        otherwise = from_nothing(history, "otherwise-built", arrived_otherwise(history)) / DATABASE
        walked.differences += _tables(walked, history, "another order of arrival", database, otherwise, _CLOCKS)


def _tables(
    walked: Walked, history: History, compared: str, one: Path, other: Path, without: frozenset[str]
) -> Iterator[Difference]:
    """Tables that differ, in the order in which the build writes them: the first one is the nearest to the fault."""
    written_by = {table: step.name for step in all_steps() for table in step.writes}
    order = {table: place for place, table in enumerate(written_by)}
    for schema in ("core", "marts"):
        found = compare(one, other, schema, ("home", "other"))
        for table in sorted(found, key=lambda table: order.get(f"{schema}.{table.table}", len(order))):
            if table.table in without:
                continue
            walked.n_tables += 1
            if not table.is_equal:
                name = f"{schema}.{table.table}"
                what = f"{name} (step {written_by[name]})" if name in written_by else name
                words = f"{table.differences} rows, such as {table.example}"
                yield Difference(what, compared, history.events[-1], words)


def _files(walked: Walked, history: History, release: Path, anew: Path) -> Iterator[Difference]:
    """Files of two folders that have other bytes; databases were compared row by row."""
    left_out = {DATABASE, MANIFEST}
    names = [
        {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - left_out
        for folder in (release, anew)
    ]
    walked.n_files += len(names[0] | names[1])
    for name in sorted(names[0] | names[1]):
        missing = [
            where for where, there in zip(("the release", "the new one"), names, strict=True) if name not in there
        ]
        if missing:
            yield Difference(name, "a release made anew", history.events[-1], f"not in {missing[0]}")
        elif sha256_of(release / name) != sha256_of(anew / name):
            yield Difference(
                name, "a release made anew", history.events[-1], _first_change(release / name, anew / name)
            )


def _first_change(one: Path, other: Path) -> str:
    """The place from which on two files have other bytes."""
    a, b = one.read_bytes(), other.read_bytes()
    at = next((place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"from byte {at} on: {a[at : at + 80]!r} / {b[at : at + 80]!r}"
