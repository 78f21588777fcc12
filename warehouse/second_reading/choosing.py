"""The documents to ask a language model about, and those never sent, with the reason. Pure functions over rows of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from sources.profiles import PublisherProfile, load_profiles, profile_of
from sources.records import StoredAnswer
from warehouse.doubt import unsure
from warehouse.policy import UnsureBelow

Row = Mapping[str, Any]
_NAMES, _ADDRESSES = ("publisher",), ("url", "report_url")


def readers_in_force(documents: pl.DataFrame, answers: Iterable[StoredAnswer]) -> dict[str, str]:
    """Whose answers hold for each document that has some.

    Args:
        documents: rows of raw.documents with batch, superseded ones included: the newest joined reading names its reader.
        answers: oldest first; the newest decides where no reading was joined.
    """
    readers = {answer.document_id: answer.read_with for answer in answers}
    joined = documents.filter(pl.col("read_with").is_not_null()).sort("batch_number")
    named = {row[0]: row[1] for row in joined.select("document_id", "read_with").iter_rows()}
    return {document_id: named.get(document_id, reader) for document_id, reader in readers.items()}


def unsure_documents(claims: pl.DataFrame, bars: UnsureBelow) -> set[str]:
    """Documents with a claim below the bar of its kind.

    Args:
        claims: rows of raw.claims in force, of first readings.
        bars: the confidence that each kind needs.
    """
    return set(claims.filter(unsure(bars).fill_null(value=False))["document_id"])


def never_sent(
    documents: Iterable[str],
    sidecars: Mapping[str, Sequence[Row]],
    facts: Mapping[str, Sequence[Row]],
    licences_kept: Iterable[str],
    profiles: tuple[PublisherProfile, ...] | None = None,
) -> dict[str, str]:
    """Documents that may not leave the machine, with the reason.

    One sidecar that says so is enough, and one name or address of a publisher whose profile does.

    Args:
        documents: ids.
        sidecars: rows of raw.metadata in force by document.
        facts: rows of raw.facts in force by document.
        licences_kept: licences that forbid it, of the settings.
        profiles: publishers; the bundled ones by default.
    """
    known = load_profiles() if profiles is None else profiles
    withheld = {_plain(licence) for licence in licences_kept}
    reasons = {}
    for document_id in documents:
        if reason := _reason(sidecars.get(document_id, []), facts.get(document_id, []), withheld, known):
            reasons[document_id] = reason
    return reasons


def _reason(
    sidecars: Sequence[Row], facts: Sequence[Row], withheld: set[str], profiles: tuple[PublisherProfile, ...]
) -> str | None:
    if any(row["no_external"] for row in sidecars):
        return "its sidecar or feed says no_external"
    named = [row[name] for row in sidecars for name in ("publisher", "url")]
    named += [fact["value"] for fact in facts if fact["name"] in (*_NAMES, *_ADDRESSES)]
    publishers = [profile for name in named if name and (profile := profile_of(name, profiles))]
    for profile in publishers:
        if profile.no_external:
            return f"the licence of {profile.name} forbids it (its profile)"
    licences = [row["licence"] for row in sidecars] + [profile.licence for profile in publishers]
    for licence in licences:
        if licence and _plain(licence) in withheld:
            return f"its licence is {licence} (licences_kept of the settings)"
    return None


def _plain(licence: str) -> str:
    return " ".join(licence.split()).casefold()
