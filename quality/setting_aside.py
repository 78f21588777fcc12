"""Which claims a build must do without: those behind the rows on which checks of data fail. One public verb, `failing`.

Belongs here: asking the checks that set aside. How often a build is made again, and when so much is set aside that the release
is refused: `release/settling.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import polars as pl

from quality.check import Check, Reading
from quality.judge import run
from quality.suites import core_suite
from warehouse.aside import Aside
from warehouse.connection import connect


def failing(
    database: Path, text_of: Callable[[str], str], number: int, *, whole_documents: bool = False
) -> tuple[Aside, ...]:
    """Claims behind the failing rows of every check that sets aside.

    Args:
        database: a build with schema core; read only.
        text_of: canonical text by document_id.
        number: of the round, for the record.
        whole_documents: whether all claims of the documents behind failing rows are set aside, not the claims alone.

    Returns:
        One per claim and check, in order of both; empty where all hold. A check that fails and names no claim, or cannot be
        run, gives none: it is judged again with all others, and blocks.
    """
    connection = connect(database)
    try:
        reading = Reading(lambda sql: connection.execute(sql).pl(), text_of, None)
        found: list[Aside] = []
        for check in core_suite():
            if check.aside is not None and not all(result.passed for result in run(check, reading)):
                found += _behind(check, reading, number, whole_documents)
        return tuple(sorted(found, key=lambda one: (one.claim_id, one.rule)))
    finally:
        connection.close()


def _behind(check: Check, reading: Reading, number: int, whole_documents: bool) -> Iterable[Aside]:
    if check.aside is None:
        return
    rows, by = reading.query(check.aside.claims), check.aside.by
    if whole_documents:
        rows, by = _all_of_their_documents(rows, reading), "document"
    for claim_id, key, seen in rows.select("claim_id", "key", "found").unique("claim_id", keep="first").iter_rows():
        rule = f"{check.tables[0]}: {check.name}"
        yield Aside(claim_id, rule, by, key, check.description, seen or "nothing", number)


def _all_of_their_documents(rows: pl.DataFrame, reading: Reading) -> pl.DataFrame:
    """All claims of the documents whose claims are named; the document is the key."""
    claims = reading.query("select claim_id, document_id from core.claims where status <> 'quarantined'")
    behind = claims.join(rows.select("claim_id", "found"), "claim_id").unique("document_id", keep="first")
    return claims.join(behind.select("document_id", "found"), "document_id").rename({"document_id": "key"})
