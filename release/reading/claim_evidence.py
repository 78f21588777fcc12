"""The words behind a claim or a statement: quote, publisher, document, page and span, in the order of the text.

Belongs here: reading them from a release's database. What the ledger's full text adds to a quote: `trace.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from warehouse.connection import query


@dataclass(frozen=True, slots=True)
class StatementTable:
    """A mart of statements that are no claims.

    Attributes:
        key: the column of its id.
        kind: what one of its rows is, in words.
        about: the columns that say what a row is about.
    """

    key: str
    kind: str
    about: tuple[str, ...]


STATEMENTS: Mapping[str, StatementTable] = MappingProxyType(
    {
        "definitions": StatementTable("definition_id", "definition", ("term",)),
        "rankings": StatementTable("ranking_id", "ranking", ("subject", "position", "criterion")),
        "technical_claims": StatementTable("technical_id", "technical claim", ("subject", "product", "measure")),
        "events": StatementTable("event_id", "event", ("event_date", "event_type")),
        "qualities": StatementTable("quality_id", "burden", ("property", "polarity")),
        "drivers": StatementTable("driver_id", "driver", ("role", "driver")),
    }
)


def mentions_of(database: Path, claim_ids: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Every place where claims stand, by claim_id: rows of marts.evidence with their document and publisher.

    Beside the columns of the mart: name, title, url, published_on, data_as_of, publisher, and `document`, which is the file
    name, or the id where a document has none.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    if not claim_ids:
        return found
    rows = query(
        database,
        "SELECT e.*, d.name, d.title, d.url, d.published_on, d.data_as_of, c.publisher, coalesce(nullif(d.name, ''), e.document_id) "
        "AS document FROM marts.evidence AS e "
        "INNER JOIN marts.claims AS c USING (claim_id) LEFT JOIN marts.documents AS d ON e.document_id = d.document_id "
        "WHERE e.claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY e.document_id, e.char_start, e.char_end, e.evidence_id",
        [sorted(claim_ids)],
    )
    for row in rows.iter_rows(named=True):
        found.setdefault(row["claim_id"], []).append(row)
    return found


def statements_of(database: Path, statement_ids: Collection[str]) -> list[dict[str, Any]]:
    """Statements that are no claims: mart by mart, of each in order of document and text.

    Returns:
        Rows with statement_id, mart, document_id, name, document, text_sha256, char_start, char_end and quote.
    """
    return [
        {**row, "mart": mart, "document": row["name"] or row["document_id"]}
        for mart, table in (STATEMENTS if statement_ids else {}).items()
        for row in query(
            database,
            f"SELECT s.{table.key} AS statement_id, s.document_id, d.name, d.text_sha256, s.char_start, s.char_end, s.quote "
            f"FROM marts.{mart} AS s LEFT JOIN marts.documents AS d USING (document_id) "
            f"WHERE s.{table.key} IN (SELECT unnest(?::VARCHAR[])) ORDER BY d.name, s.char_start, s.{table.key}",
            [sorted(statement_ids)],
        ).iter_rows(named=True)
    ]
