"""The claims that a build must set aside: those behind rows on which checks of data fail. One public verb, `failing`.

Belongs here: asking the checks that set aside, by their SQL alone: the judges load Great Expectations, which takes seconds, and
judge every check again. How often a build is made again, and when so much is set aside that the release is refused:
`release/making/settling.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from quality.check import Check, SetsAside
from quality.suites import core_suite
from warehouse.aside import Aside
from warehouse.connection import held_open, query


def failing(database: Path, number: int, *, whole_documents: bool = False) -> tuple[Aside, ...]:
    """Claims behind the failing rows of every check that sets aside.

    Args:
        database: a build with schema core; read only.
        number: of the round, for the record.
        whole_documents: whether all claims of the documents behind failing rows are set aside, not the claims alone.

    Returns:
        One per claim and check, in order of both; empty where all hold. A check that fails and names no claim gives none: it is
        judged again with all others, and blocks.
    """
    with held_open(database):
        asides = [
            one
            for check in core_suite()
            if check.aside is not None
            for one in _behind(check, check.aside, database, number, whole_documents)
        ]
    return tuple(sorted(asides, key=lambda one: (one.claim_id, one.rule)))


def _behind(check: Check, aside: SetsAside, database: Path, number: int, whole_documents: bool) -> Iterator[Aside]:
    # Sorted: of a claim behind two series the same one is recorded in every build.
    rows, by = query(database, aside.claims).sort("claim_id", "key", "found"), aside.by
    if whole_documents and not rows.is_empty():
        rows, by = _all_of_their_documents(rows, database), "document"
    rule = f"{check.table}: {check.name}"
    for claim_id, key, seen in rows.select("claim_id", "key", "found").unique("claim_id", keep="first").iter_rows():
        yield Aside(claim_id, rule, by, key, check.description, seen or "nothing", number)


def _all_of_their_documents(rows: pl.DataFrame, database: Path) -> pl.DataFrame:
    """All claims of the documents whose claims are named; the document is the key."""
    claims = query(database, "select claim_id, document_id from core.claims where status <> 'quarantined'")
    behind = claims.join(rows.select("claim_id", "found"), "claim_id").sort("document_id", "found")
    behind = behind.unique("document_id", keep="first")
    return claims.join(behind.select("document_id", "found"), "document_id").rename({"document_id": "key"})
