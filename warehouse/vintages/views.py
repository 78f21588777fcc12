"""The marts of a day as views: each model's query with, per row, how certain its existence on that day is.

Belongs here: which clock a mart's rows follow and how a row's vintage is found. Which documents there are: `present.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from warehouse.schema.table import literal, quoted
from warehouse.vintages.clocks import Vintage
from warehouse.vintages.models import Model

if TYPE_CHECKING:
    import duckdb

VINTAGES = "vintages"
# Marts of words that are no figures: for them the date of the text counts, not that of the figures.
_OF_THE_TEXT = frozenset(
    {
        "citations",
        "companies",
        "definitions",
        "document_facts",
        "drivers",
        "events",
        "qualities",
        "rankings",
        "segments",
        "statement_evidence",
        "technical_claims",
    }
)
_CITED = re.compile(r"(?:.*_)?claim_ids?(?:_[ab])?")


def add_views(con: duckdb.DuckDBPyConnection, chosen: Sequence[Model]) -> None:
    """Adds marts to a database of core tables.

    Args:
        con: a connection that may write; `core.vintages` and `core.claim_vintages` are there.
        chosen: the marts to add.

    Every mart has its own columns and, where its rows rest on documents or claims, a last one `vintage`: that of the
    weakest. `marts.vintages` lists the documents.
    """
    con.execute("CREATE SCHEMA marts")
    con.execute(f"CREATE VIEW marts.{VINTAGES} AS FROM core.vintages ORDER BY name, document_id")
    for model in chosen:
        con.execute(f"CREATE VIEW {model.sql_name} AS {_with_vintage(con, model)}")


def _with_vintage(con: duckdb.DuckDBPyConnection, model: Model) -> str:
    """A mart's query with the vintage of the weakest document that a row rests on, where it rests on any."""
    sql = model.sql
    columns = [str(row[0]) for row in con.execute(f"DESCRIBE {sql}").fetchall()]
    unknown = literal(Vintage.unknown.value)
    is_figure = model.name not in _OF_THE_TEXT
    beside, terms = [], []
    if "claim_id" in columns and is_figure:
        beside.append("LEFT JOIN core.claim_vintages AS seen ON rows_then.claim_id = seen.claim_id")
        terms.append("seen.vintage")
    if "document_id" in columns:  # a row of a document that names no claim is as certain as the document
        beside.append("LEFT JOIN core.vintages AS whole ON rows_then.document_id = whole.document_id")
        terms.append("whole.vintage" if is_figure else "whole.text_vintage")
    if beside:
        vintage = f"coalesce({', '.join(terms)}, {unknown})"
        return f"SELECT rows_then.*, {vintage} AS vintage FROM (\n{sql}\n) AS rows_then {' '.join(beside)}"
    cited = [f"rows_then.{quoted(column)}" for column in columns if _CITED.fullmatch(column)]
    if not cited:
        return sql
    selected = ", ".join(f"rows_then.{quoted(column)}" for column in columns)
    return (
        f"WITH rows_then AS MATERIALIZED (SELECT *, row_number() OVER () AS nth_row FROM (\n{sql}\n)), cited AS ("
        f"SELECT nth_row, unnest(string_split(concat_ws('|', {', '.join(cited)}), '|')) AS claim_id FROM rows_then"
        "), seen AS (SELECT cited.nth_row, max(v.vintage) AS vintage FROM cited "
        "INNER JOIN core.claim_vintages AS v ON cited.claim_id = v.claim_id GROUP BY cited.nth_row) "
        f"SELECT {selected}, coalesce(seen.vintage, {unknown}) AS vintage FROM rows_then LEFT JOIN seen ON rows_then.nth_row = seen.nth_row "
        "ORDER BY rows_then.nth_row"
    )
