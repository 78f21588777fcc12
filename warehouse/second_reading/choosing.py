"""The documents to ask a language model about, and those never sent, with the reason. Reads rows of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from sources.ask.settings import Settings
from sources.extract import extractor_version
from sources.profiles import PublisherProfile, load_profiles, profile_of
from sources.records import StoredAnswer
from warehouse.doubt import unsure
from warehouse.ledger import Ledger
from warehouse.resolve.documents.document_metadata import rows_by_document
from warehouse.second_reading.given import Given

Row = Mapping[str, Any]
_PUBLISHERS = ("publisher", "url", "report_url")  # facts of a document that name its publisher


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


def wanted(
    ledger: Ledger, outcomes: pl.DataFrame, settings: Settings, given: Given, readers: Mapping[str, str], reader: str
) -> set[str]:
    """Documents of `settings.reads` without an answer, and those that this reader has begun."""
    there = first = set(outcomes["document_id"])
    if settings.reads == "unsure":
        claims = in_force(ledger.rows("raw.claims"), outcomes)
        first = set(claims.filter(unsure(given.bars).fill_null(value=False))["document_id"])
    return (first - set(readers)) | {one for one in there if readers.get(one) == reader}


def left_out(ledger: Ledger, outcomes: pl.DataFrame, settings: Settings, given: Given) -> dict[str, str]:
    """Documents of some outcomes of reading that are not asked about, with the reason."""
    sidecars = rows_by_document(ledger.metadata().iter_rows(named=True))
    facts = rows_by_document(in_force(ledger.rows("raw.facts"), outcomes).iter_rows(named=True))
    reasons = {}
    for row in outcomes.iter_rows(named=True):
        one = row["document_id"]
        if row["extractor_version"] != extractor_version():
            reasons[one] = "its reading in force is of an older version of the extractor"
        elif one in given.retracted:
            reasons[one] = "a decision has retracted it"
        elif row["column_map"] is not None:
            reasons[one] = "it is known what the columns of its tables hold"
        elif reason := never_sent(sidecars.get(one, ()), facts.get(one, ()), settings.licences_kept):
            reasons[one] = reason
    return dict(sorted(reasons.items()))


def in_force(rows: pl.DataFrame, outcomes: pl.DataFrame) -> pl.DataFrame:
    """Rows of the newest reading of each document."""
    return rows.join(outcomes, on=["document_id", "batch_number"], how="semi", maintain_order="left")


def never_sent(
    sidecars: Sequence[Row],
    facts: Sequence[Row],
    licences_kept: Iterable[str],
    profiles: tuple[PublisherProfile, ...] | None = None,
) -> str | None:
    """Why a document may not leave the machine. One sidecar that says so is enough, and one publisher whose profile does.

    Args:
        sidecars: rows of raw.metadata in force.
        facts: rows of raw.facts in force.
        licences_kept: licences that forbid it, of the settings.
        profiles: publishers; the bundled ones by default.
    """
    if any(row["no_external"] for row in sidecars):
        return "its sidecar or feed says no_external"
    named = [row[name] for row in sidecars for name in ("publisher", "url")]
    named += [fact["value"] for fact in facts if fact["name"] in _PUBLISHERS]
    known = load_profiles() if profiles is None else profiles
    publishers = [profile for name in named if name and (profile := profile_of(name, known))]
    if forbidding := next((one for one in publishers if one.no_external), None):
        return f"the licence of {forbidding.name} forbids it (its profile)"
    withheld = set(map(_plain, licences_kept))
    licences = [*(row["licence"] for row in sidecars), *(profile.licence for profile in publishers)]
    licence = next((one for one in licences if one and _plain(one) in withheld), None)
    return f"its licence is {licence} (licences_kept of the settings)" if licence else None


def _plain(licence: str) -> str:
    return " ".join(licence.split()).casefold()
