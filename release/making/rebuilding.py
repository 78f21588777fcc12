"""Making a release again from the ledger as it stood then. One verb, `rebuild`.

Belongs here: which inputs there were and which of them are the same today, and the proof that the marts are the same, row
by row. Where they are not, nothing is put in the release's place: another release under its name would be a lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from quality import judge
from release.catalogue import FOLDER, POINTER, release_ids
from release.keep.release_records import KeptRecord, kept_record, known_records
from release.making.builds import clear_bench, discard, sign
from release.making.filling import Making, fill
from release.making.judgement import add_checks, blocking_failures, read_checks
from release.making.last_look import audit
from release.making.publishing import making_again, publish_again
from release.making.settling import settle
from release.manifest import sha256_of
from release.record import DATABASE, PARQUET, Release, ReleaseError
from release.snapshot import snapshot_of
from release.trust import trusted
from warehouse.build import build
from warehouse.decisions import Decisions, read_decisions
from warehouse.fingerprint import inputs, joined
from warehouse.ledger import Ledger
from warehouse.ledger.texts import texts_of
from warehouse.marts import build_marts
from warehouse.policy import Policy, read_policy
from warehouse.values.wording import counted

DOCUMENTS, DECISIONS = "documents", "decisions"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What came of it.

    Attributes:
        release_id: the release.
        release: the release in its place; None where its marts came out differently.
        marts: number of marts that were compared.
        differing: marts whose rows are not those of then.
        inputs: inputs that are not those of then: documents, code, engines, policy, decisions.
    """

    release_id: str
    release: Release | None
    marts: int
    differing: tuple[str, ...]
    inputs: tuple[str, ...]


def last_release(home: Path) -> str:
    """The release that `latest` names, there or not; without a pointer the newest that is known.

    Raises:
        ReleaseError: there never was one.
    """
    pointer = home / FOLDER / POINTER
    if pointer.is_symlink():
        return pointer.readlink().name
    known = sorted({*release_ids(home), *known_records(home)}, key=lambda release_id: int(release_id[1:]))
    if not known:
        raise ReleaseError(f"{home}: no release was ever published here; run `parallax run`")
    return known[-1]


def rebuild(home: Path, ledger: Ledger, release_id: str) -> Rebuilt:
    """Makes a release again and, where its marts are those of then, puts it in the place of what is left of it.

    Args:
        home: the data home.
        ledger: its ledger; the caller holds its lock.
        release_id: the release.

    Returns:
        What came of it.

    Raises:
        ReleaseError: nobody knows what it was made from, or another process is publishing.
        BuildError: a step breaks a contract.
        LedgerError: the ledger is damaged.
    """
    kept = kept_record(home, release_id)
    then = inputs_then(home, ledger, kept)
    others = tuple(name for name, hashed in then.made_from.items() if kept.record.made_from.get(name) != hashed)
    target = clear_bench(home, f"rebuild-{release_id}")
    _build(then, target, kept)
    with making_again(home, target) as staged:
        text_of = texts_of(then.ledger)
        fill(staged, _making(home, target, kept, then))
        audit(staged, text_of)
        differing = differing_marts(staged, kept.marts)
        release = None if differing else publish_again(home, staged, release_id)
    discard(target)
    return Rebuilt(release_id, release, len(kept.marts), differing, others)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a release is made from again: as it was then, as far as that can be found, else as it is now.

    Attributes:
        ledger: cut where its digest was that of then.
        policy: kept with the release; that of now for a release of before, or where this program does not understand it.
        decisions: likewise.
        made_from: the hashes of all inputs with these.
    """

    ledger: Ledger
    policy: Policy
    decisions: Decisions
    made_from: dict[str, str]


def inputs_then(home: Path, ledger: Ledger, kept: KeptRecord) -> Inputs:
    """What a release was made from, from the ledger and what was kept of its decisions and its policy."""
    of_then = kept.record.made_from
    then = ledger.as_it_stood(of_then.get(DOCUMENTS, "")) or ledger
    policy = (kept.snapshot and kept.snapshot.known_policy) or read_policy()
    decisions = (kept.snapshot and kept.snapshot.known_decisions) or read_decisions(home)
    made_from = inputs(then, policy, decisions, kept.record.as_of_day)
    if made_from[DECISIONS] != of_then.get(DECISIONS):  # nobody named a day: then none had expired by a named one
        unnamed = inputs(then, policy, decisions)
        made_from = unnamed if unnamed[DECISIONS] == of_then.get(DECISIONS) else made_from
    return Inputs(then, policy, decisions, made_from)


def differing_marts(folder: Path, marts: Mapping[str, str]) -> tuple[str, ...]:
    """Marts whose Parquet file is not, byte by byte, the one of then, or is there only once."""
    there = {file.stem: sha256_of(file) for file in sorted((folder / PARQUET).glob("*.parquet"))}
    return tuple(sorted(name for name in {*there, *marts} if there.get(name) != marts.get(name)))


def _build(then: Inputs, target: Path, kept: KeptRecord) -> None:
    make = partial(build, then.ledger, target, then.policy, then.decisions, None, kept.record.as_of_day)
    report = settle(make, then.policy.set_aside)
    database, text_of, today = target / DATABASE, texts_of(then.ledger), datetime.now(UTC).date()
    add_checks(target, judge(database, text_of, today, ["core"]))
    build_marts(database)
    add_checks(target, judge(database, text_of, today, ["marts"]))
    failing = blocking_failures(read_checks(target))
    if failing:
        raise ReleaseError(
            f"{target}: made again, it fails {counted(len(failing), 'blocking check')}, first {failing[0].table}: "
            f"{failing[0].name}; the failing rows are in its checks.json"
        )
    snapshot = kept.snapshot or snapshot_of(then.policy, then.decisions)
    sign(target, joined(then.made_from), report.as_of_day, then.made_from, snapshot)


def _making(home: Path, target: Path, kept: KeptRecord, then: Inputs) -> Making:
    return Making(
        target,
        kept.record.release_id,
        joined(then.made_from),
        read_checks(target),
        texts_of(then.ledger),
        _before(home, release_ids(home), kept.record.release_id),
        then.policy,
        kept.record.published_at,
    )


def _before(home: Path, ids: Sequence[str], release_id: str) -> Release | None:
    """The release before it, where it is still there and whole."""
    earlier = [one for one in ids if int(one[1:]) < int(release_id[1:])]
    try:
        return trusted(home / FOLDER / earlier[-1]) if earlier else None
    except ReleaseError:
        return None
