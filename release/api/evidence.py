"""An id of the release down to the quotes, as the release itself holds them (within the licence's limit).

Belongs here: quotes of claims, and the question `evidence`. The ledger's full texts are not asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from release.api import models, rows
from release.api.problems import QuestionError
from release.api.questions import ID_PATTERN
from release.api.source import Source, told
from release.record import ReleaseError
from release.trace import resolve, split_ids, trace
from warehouse.connection import query

MARTS = ("market_estimates", "vendor_figures", "conflicts", "conflict_components", "conflict_sides", "claims", "evidence", "documents",
         "decisions", "bridges", "definitions", "rankings", "technical_claims", "events",
         "reading_choices")  # fmt: skip
MOST_CLAIMS = 100


def quotes_of(database: Path, claim_ids: Sequence[str]) -> dict[str, list[models.Quote]]:
    """Mentions of claims in order of the text, by claim_id."""
    found: dict[str, list[models.Quote]] = {}
    if not claim_ids:
        return found
    mentions = query(
        database,
        "SELECT e.*, d.name, d.title, d.url, d.published_on, d.data_as_of, c.publisher FROM marts.evidence AS e "
        "INNER JOIN marts.claims AS c USING (claim_id) LEFT JOIN marts.documents AS d ON e.document_id = d.document_id "
        "WHERE e.claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY e.document_id, e.char_start, e.char_end, e.evidence_id",
        [list(claim_ids)],
    )
    for row in mentions.iter_rows(named=True):
        found.setdefault(row["claim_id"], []).append(rows.quote(row))
    return found


def comparators_of(database: Path, figures: Sequence[rows.Row]) -> dict[str, str]:
    """Comparators of the claims behind publishers' figures, by claim_id."""
    ids = sorted({claim_id for row in figures for claim_id in split_ids(row["claim_ids"])})
    if not ids:
        return {}
    found = query(
        database, "SELECT claim_id, comparator FROM marts.claims WHERE claim_id IN (SELECT unnest(?::VARCHAR[]))", [ids]
    )
    return {claim_id: comparator or "=" for claim_id, comparator in found.iter_rows()}


def evidence(source: Source, wanted: str) -> models.EvidenceAnswer:
    """The evidence behind an id.

    Args:
        source: who answers.
        wanted: id of an estimate, vendor figure, conflict, bridge, claim or decision, or its first characters (four).

    Raises:
        QuestionError: no id starts with this, or several do.
    """
    if not re.match(ID_PATTERN, wanted):
        raise QuestionError("not-found", f"{wanted}: unknown id; use an *_id field of another answer")
    try:
        kind, found_id = resolve(source.database, wanted)
    except ReleaseError as error:
        raise QuestionError(
            "ambiguous" if "several ids begin with this" in str(error) else "not-found", str(error)
        ) from error
    found = trace(source.database, found_id, None)
    shown = found.claims[:MOST_CLAIMS]
    quotes = quotes_of(source.database, [claim.row["claim_id"] for claim in shown])
    bridge = found.row if kind == "bridge" else found.bridge
    ends = {1: "a", found.row["n_sides"]: "b"} if kind == "conflict" else {}
    return models.EvidenceAnswer(
        **told(source),
        id=found_id,
        kind=kind,
        estimate=rows.estimate(found.row) if kind == "estimate" else None,
        conflict=rows.conflict(found.row) if kind == "conflict" else None,
        sides=[rows.conflict_side(row) for row in found.sides],
        bridge=None if bridge is None else "; if ".join(filter(None, (bridge["formula"], bridge["assumptions"]))),
        figures=rows.vendor_figures(
            found.figures,
            {},
            comparators_of(source.database, found.figures),
            independent=kind != "estimate" or rows.is_independent(found.row),
        ),
        claims=[rows.claim(one.row, one.document, quotes.get(one.row["claim_id"], []), one.choices) for one in shown],
        n_claims=len(found.claims),
        statements=[
            models.Statement(
                statement_id=one.statement_id,
                side=ends.get(one.side, str(one.side)),
                kind=one.kind,
                document=one.document,
                char_start=one.char_start,
                quote=one.quote,
            )
            for one in found.statements
        ],
        decisions=[
            rows.decision(row)
            for row in (
                [found.row] if kind == "decision" else [found.decisions[key] for key in sorted(found.decisions)]
            )
        ],
    )
