"""The conflict explorer: each disagreement with both sides' words, how far they lie apart, why, and by which rule.

Belongs here: which rows make one conflict's picture. Verdicts and decompositions are the warehouse's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from release.site.addresses import Addresses, numbered
from release.site.disputes import VERDICTS, rank_of
from release.site.paper import Paper, laid_out
from release.site.rows import Groups, Row, Rows, ids

NAME = "conflicts"
SIDES = ("a", "b")
AT_ONCE = 500  # conflicts whose words are looked up together
READABLE = 10_000  # conflicts that the explorer draws, as the workbook's sheets; all of them stand in the table


def write_conflicts(rows: Rows, at: Addresses, paper: Paper) -> None:
    """Writes the explorer and enters each conflict's address; the evidence has its addresses already."""
    ranks = [_rank(row) for row in rows.of("conflicts", "verdict", "market", "ratio", "conflict_id")]
    ordered = sorted(range(len(ranks)), key=ranks.__getitem__)[:READABLE]
    # Millions of parts of all conflicts stand beside thousands of those that are drawn.
    parts = rows.only("conflict_components", "conflict_id", [str(ranks[number][-1]) for number in ordered])
    blocks = (
        block
        for first in range(0, len(ordered), AT_ONCE)
        for block in _blocks(rows.at("conflicts", ordered[first : first + AT_ONCE]), parts, rows, at, paper)
    )
    pages, page_of = laid_out(blocks)
    at.conflicts.update({one: f"{numbered(NAME, page)}#x-{one}" for one, page in page_of.items()})
    drawn = rows.at("conflicts", ordered)
    kinds = sorted({row["kind"] for row in drawn})
    verdicts = [one for one in VERDICTS if any(row["verdict"] == one for row in drawn)]
    seen = Counter(row["verdict"] for row in rows.of("conflicts", "verdict"))
    counts = {verdict: seen[verdict] for verdict in VERDICTS if seen[verdict]}
    paper.write_list(
        NAME,
        "conflicts.html",
        pages,
        kinds=kinds,
        verdicts=verdicts,
        counts=counts,
        drawn=len(drawn),
        of=len(ranks),
        at=at,
    )


def _rank(row: Row) -> tuple[object, ...]:
    far = -(row["ratio"] or 0)
    return (rank_of(row["verdict"]), row["market"] or "", far, row["conflict_id"])


def _blocks(
    conflicts: Sequence[Row], parts_of: Groups, rows: Rows, at: Addresses, paper: Paper
) -> Iterator[tuple[str, Markup]]:
    named = {one for row in conflicts for side in SIDES for one in ids(row[f"claim_ids_{side}"])}
    claims = {
        key: found[0] for key, found in rows.by("claims", "claim_id", "publisher", "comparator").known(named).items()
    }
    mentions = rows.by("evidence", "claim_id").known(named)
    components = parts_of.known(row["conflict_id"] for row in conflicts)
    for row in conflicts:
        parts = sorted(components.get(row["conflict_id"], []), key=lambda one: one["position"])
        shares = [
            {"name": one["component"], "share": one["log_share_pct"], "status": one["status"], "how": one["how"]}
            for one in parts
            if one["log_share_pct"] is not None
        ]
        sides = [_side(row, side, claims, mentions, at) for side in SIDES]
        yield (
            row["conflict_id"],
            paper.block("conflict.html", 0, c=row, sides=sides, parts=parts, shares=shares, at=at),
        )


def _side(
    row: Row, side: str, claims: Mapping[str, Row], mentions: Mapping[str, Sequence[Row]], at: Addresses
) -> dict[str, object]:
    quotes = []
    for claim_id in ids(row[f"claim_ids_{side}"]):
        claim, places = claims.get(claim_id), mentions.get(claim_id, [])
        if claim is not None and places:
            first = min(places, key=lambda one: (one["char_start"], one["evidence_id"]))
            quotes.append({"publisher": claim["publisher"], "href": at.mentions.get(first["evidence_id"]), **first})
    comparators = {claims[one]["comparator"] for one in ids(row[f"claim_ids_{side}"]) if one in claims}
    said = [at.statements[one] for one in ids(row[f"statement_ids_{side}"]) if one in at.statements]
    return {
        "publishers": ids(row[f"publishers_{side}"]),
        "value": row[f"value_{side}"],
        "comparator": comparators.pop() if len(comparators) == 1 else "=",
        "quotes": quotes,
        "statements": said,
        "printed": row[f"quote_{side}"],
    }
