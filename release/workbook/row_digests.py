"""Digests of the rows of a sheet: equal where all that a row of the workbook shows is equal. One verb, `row_digests`.

Belongs here: what a row is made of, as one statement of DuckDB's: the row itself, and the places and documents that its citation
names. How rows are written is `build.py`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from release.workbook.sheets import Sheet, order_of
from warehouse.connection import connected
from warehouse.schema.marts import Mart

# Columns with ids of claims, and the side of a conflict that they are of.
_CLAIMS = {
    "claim_ids": "", "other_claim_ids": "", "claim_id": "", "start_claim_id": "", "end_claim_id": "", "claim_ids_a": "a",
    "claim_ids_b": "b",
}  # fmt: skip
_STATEMENTS = ("statement_ids_a", "statement_ids_b")
# Of a document: what a citation says of it, and how much of it may be quoted.
_SOURCES = (
    "SELECT document_id, hash(publisher, title, name, published_on, text_date, data_as_of, quote_limit_chars) AS source "
    "FROM marts.documents"
)
# Of a claim: the first place where it stands.
_PLACES = """
SELECT e.claim_id, hash(first(row(e.document_id, e.page, e.char_start, e.char_end, e.text_sha256, s.source)
    ORDER BY e.document_id, e.char_start, e.char_end, e.evidence_id)) AS place
FROM marts.evidence AS e SEMI JOIN marts.claims AS c USING (claim_id) LEFT JOIN sources AS s ON e.document_id = s.document_id
GROUP BY e.claim_id
"""


def row_digests(database: Path, sheet: Sheet, marts: Mapping[str, Mart], n_rows: int) -> list[int | None]:
    """The digest of each row of a sheet, in the order of the sheet.

    Args:
        database: a release's closed database.
        sheet: the sheet.
        marts: contracts of the marts.
        n_rows: how many rows, from the first.

    Returns:
        A hash of 64 bits; None for a row whose citation rests on more than the places of its claims: it is always written anew.
    """
    if not n_rows:
        return []
    with connected(database) as connection:
        return [digest for (digest,) in connection.execute(_statement(sheet, marts, n_rows)).fetchall()]


def _statement(sheet: Sheet, marts: Mapping[str, Mart], n_rows: int) -> str:
    columns = {column.name for column in marts[sheet.mart].columns}
    context = "".join(f", c.{name}" for name in sheet.context)
    joined = " LEFT JOIN marts.claims AS c USING (claim_id)" if sheet.context else ""
    of_document = ", m.document_id" if "document_id" in columns else ", NULL AS document_id"
    ids = [name for name in (*_CLAIMS, *_STATEMENTS) if name in columns]
    shown = (
        f"SELECT row_number() OVER (ORDER BY {order_of(sheet, marts)}) AS n, hash(hash(m{context})) AS own{of_document}, "
        f"{', '.join(f'm.{name} AS {name}' for name in ids) or 'NULL AS none'} "
        f"FROM marts.{sheet.mart} AS m{joined} QUALIFY n <= {n_rows}"
    )
    named = " UNION ALL ".join(
        f"SELECT n, '{side}' AS side, unnest(string_split({name}, '|')) AS claim_id FROM shown WHERE {name} <> ''"
        for name, side in _CLAIMS.items()
        if name in columns
    )
    named = named or "SELECT n, '' AS side, '' AS claim_id FROM shown WHERE false"
    sides = "".join(f" AND coalesce(r.n_{side}, 0) > 0" for side in "ab") if "claim_ids_a" in columns else ""
    stated = "".join(f" AND coalesce({name}, '') = ''" for name in _STATEMENTS if name in columns)
    return f"""
WITH sources AS ({_SOURCES}), places AS ({_PLACES}), shown AS MATERIALIZED ({shown}), named AS ({named}),
rested AS (
    SELECT n, sum(hash(side, claim_id, place)::HUGEINT) AS claims, count(place) FILTER (side = 'a') AS n_a,
        count(place) FILTER (side = 'b') AS n_b
    FROM named LEFT JOIN places USING (claim_id) GROUP BY n
)
SELECT CASE WHEN true{sides}{stated} THEN hash(own, claims, s.source) END
FROM shown LEFT JOIN rested AS r USING (n) LEFT JOIN sources AS s ON shown.document_id = s.document_id
ORDER BY n
"""
