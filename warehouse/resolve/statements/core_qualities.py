"""Builds core.qualities: burdens that documents call slight or grave, with the names beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from warehouse.resolve.documents.document_metadata import Row
from warehouse.resolve.statements.quoted_statements import place_id, quoted_columns, statements_in_text, within_limit
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    rows = [_row(*statement) for statement in statements_in_text(frames, "raw.qualities", context)]
    return {"core.qualities": pl.DataFrame(rows, schema=core_tables()["core.qualities"].polars_schema())}


def _row(row: Row, document: Mapping[str, Any], text: str) -> dict[str, Any]:
    limit = document["quote_limit_chars"]
    return {
        "quality_id": place_id(row),
        **quoted_columns(row, document, text),
        "market_id": document["market_id"],
        "property": within_limit(row["named"], limit),
        "terms": row["terms"],
        "burden": row["burden"],
        "polarity": row["polarity"],
        "words": within_limit(row["words"], limit),
        "narrowed": None if row["narrowed"] is None else within_limit(row["narrowed"], limit),
        "beside": row["beside"],
    }


STEP = Step(
    name="qualities",
    reads=("raw.qualities", "core.documents"),
    writes=("core.qualities",),
    run=_run,
)
