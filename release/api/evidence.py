"""An id of the release down to the quotes, as the release itself holds them (within the licence's limit).

Belongs here: the question `evidence`. The ledger's full texts are not asked.
"""

from __future__ import annotations

import re

from release.api import answer_forms, row_forms, rows
from release.api.problems import QuestionError
from release.api.questions import ID_PATTERN
from release.api.source import Source, told
from release.reading.id_search import resolve
from release.reading.published_figure import comparators_of, is_independent
from release.reading.trace import trace
from release.record import ReleaseError

MARTS = ("market_estimates", "vendor_figures", "conflicts", "conflict_components", "conflict_sides", "claims", "evidence", "documents",
         "decisions", "bridges", "definitions", "rankings", "technical_claims", "events",
         "reading_choices")  # fmt: skip
MOST_CLAIMS = 100


def evidence(source: Source, wanted: str) -> answer_forms.EvidenceAnswer:
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
    bridge = found.row if kind == "bridge" else found.bridge
    ends = {1: "a", found.row["n_sides"]: "b"} if kind == "conflict" else {}
    return answer_forms.EvidenceAnswer(
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
            independent=kind != "estimate" or is_independent(found.row),
        ),
        claims=[rows.claim(one) for one in shown],
        n_claims=len(found.claims),
        statements=[
            row_forms.Statement(
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
