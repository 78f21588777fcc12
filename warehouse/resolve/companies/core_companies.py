"""Builds core.companies: players as listed and mentioned, one row per document and company.

Two names of one company are one row of a document. Sector words (`sources/extract/statements/players.py`, one document
alone) and co-occurrence in other documents (`list_cooccurrence.py`) decide whether a company belongs in its list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.resolve.companies.company_ids import company_ids
from warehouse.resolve.companies.company_names import Company, company_id, company_of
from warehouse.resolve.companies.list_cooccurrence import Listing, ListMembership, list_memberships
from warehouse.resolve.documents.document_metadata import Row
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_STRENGTH = ("key_player", "industry_leader", "mentioned")
_ALONE = ListMembership(0, in_core=False, is_stranger=False)
_CLEARED_BY = 2  # neighbours in other documents that outweigh a word of a foreign trade
_SHORTEST_LIST = 4  # as for sector words: shorter lists do not show what belongs in them


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    documents = {row["document_id"]: row for row in frames["core.documents"].iter_rows(named=True)}
    by_company: dict[tuple[str, str], list[Row]] = {}
    for mention in frames["raw.players"].sort("document_id", "char_start", "char_end", "name").iter_rows(named=True):
        if mention["document_id"] in documents:
            key = (mention["document_id"], company_id(company_of(mention["name"])))
            by_company.setdefault(key, []).append(mention)
    placed = list_memberships(_listings(by_company, documents))
    rows = [_row(documents[key[0]], key[1], mentions, placed.get(key, _ALONE)) for key, mentions in by_company.items()]
    return {"core.companies": pl.DataFrame(rows, schema=core_tables()["core.companies"].polars_schema())}


def _listings(by_company: Mapping[tuple[str, str], Sequence[Row]], documents: Mapping[str, Row]) -> Iterator[Listing]:
    members: dict[tuple[str, int], set[str]] = {}
    for (document_id, company), mentions in by_company.items():
        for mention in mentions:
            if mention["listing"] >= 0 and mention["role"] != "mentioned":
                members.setdefault((document_id, mention["listing"]), set()).add(company)
    for (document_id, _), companies in sorted(members.items()):
        if len(companies) >= _SHORTEST_LIST:
            yield Listing(document_id, documents[document_id]["cluster_id"], frozenset(companies))


def _row(document: Mapping[str, Any], key: str, mentions: Sequence[Row], place: ListMembership) -> dict[str, Any]:
    """The strongest role that a sound mention gives; a company is quarantined where no mention of it is sound."""
    sound = [mention for mention in mentions if mention["status"] == "stated"] or mentions
    strongest = min(sound, key=lambda mention: (_STRENGTH.index(mention["role"]), mention["char_start"]))
    products = sorted({mention["product"] for mention in mentions if mention["product"]})
    company: Company = company_of(strongest["name"])
    status, reason, method = _judged(strongest, place)
    return {
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "market_id": document["market_id"],
        "company": strongest["name"],
        "product": " | ".join(products) or None,
        "role": strongest["role"],
        "rank": None,  # the place in a list is none
        "status": status,
        "reason": reason,
        "n_mentions": len(mentions),
        "char_start": mentions[0]["char_start"],
        "char_end": mentions[0]["char_end"],
        "company_id": key,
        "canonical": company.company,
        "parent": company.parent,
        "level": company.level,
        "parent_since": company.since,
        "n_neighbours": place.neighbours,
        "method": method,
        **company_ids(company.company)._asdict(),
    }


def _judged(mention: Row, place: ListMembership) -> tuple[str, str | None, str | None]:
    """Status, reason and method: neighbours in other documents outweigh the words of a name."""
    if mention["status"] == "quarantined":
        if place.in_core and place.neighbours >= _CLEARED_BY:
            return "stated", None, "neighbourhood"
        return "quarantined", mention["reason"], "sector_words"
    if place.is_stranger:
        reason = "off_topic: other documents list it with others of this list, and none of them with the rest"
        return "quarantined", reason, "neighbourhood"
    return "stated", None, None


STEP = Step(
    name="companies",
    reads=("raw.players", "core.documents"),
    writes=("core.companies",),
    run=_run,
)
