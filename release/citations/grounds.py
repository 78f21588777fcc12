"""The evidence behind a row of the marts: its claims and statements, and their documents. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from release.citations.sources import Place, Source, grouped
from release.reading.row_words import split_ids

Grounds = list[tuple[Source, Sequence[Place]]]  # documents in order, each with its places in order of the text
SIDES = ("a", "b")


def rests_on(row: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Ids of the claims and of the statements that a row rests on, each once.

    An estimate rests on what it counts; a refusal that counts nothing, on what it looked at.

    Args:
        row: of market_estimates, vendor_figures, conflicts, growth_audit, claims, bridges or decisions.
    """
    if "convention" in row:
        claims = [row["claim_id"], row["start_claim_id"], row["end_claim_id"]]
    elif "claim_ids_a" in row:
        claims = [one for side in SIDES for one in split_ids(row[f"claim_ids_{side}"])]
    elif "claim_ids" in row:
        claims = split_ids(row["claim_ids"]) or split_ids(row.get("other_claim_ids"))
    else:
        claims = [row["claim_id"]]
    statements = [one for side in SIDES for one in split_ids(row.get(f"statement_ids_{side}"))]
    return list(dict.fromkeys(one for one in claims if one)), list(dict.fromkeys(statements))


def grounds(row: Mapping[str, Any], places: Mapping[str, Place], sources: Mapping[str, Source]) -> Grounds:
    """The documents that a row rests on.

    Args:
        row: as in `rests_on`.
        places: by id of claim or statement (`read_places`).
        sources: by document_id.
    """
    if "claim_ids_a" in row:
        return [one for side in SIDES for one in side_grounds(row, side, places, sources)]
    return _at([places[one] for one in rests_on(row)[0] if one in places], sources)


def side_grounds(
    row: Mapping[str, Any], side: str, places: Mapping[str, Place], sources: Mapping[str, Source]
) -> Grounds:
    """The documents of one side of a conflict.

    A list of segments has no words of its own in the marts: where a side rests on nothing else, it is the documents of
    its publishers on its market, without a place.
    """
    ids = [*split_ids(row[f"claim_ids_{side}"]), *split_ids(row[f"statement_ids_{side}"])]
    found = _at([places[one] for one in ids if one in places], sources)
    if found:
        return found
    publishers = split_ids(row[f"publishers_{side}"])
    market_id = row["market_id"] if side == "a" else row["other_market_id"] or row["market_id"]
    return [(one, ()) for one in sources.values() if one.publisher in publishers and one.market_id == market_id]


def _at(places: Sequence[Place], sources: Mapping[str, Source]) -> Grounds:
    return [(sources[document_id], own) for document_id, own in grouped(places) if document_id in sources]
