"""Builds core.technical_claims: technical figures as stated, per product, tested against the reference table."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.resolve.documents.document_metadata import Row
from warehouse.resolve.statements.hardware_facts import Finding, Stated, findings
from warehouse.resolve.statements.quoted_statements import place_id, statements_in_text
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    claims = {
        (document_id, start): claim_id
        for document_id, start, claim_id in frames["raw.mentions"]
        .select("document_id", "char_start", "claim_id")
        .iter_rows()
    }
    rows = []
    for figure, document, _ in statements_in_text(frames, "raw.technical", context):
        stated = Stated(
            figure["measure"],
            Decimal(figure["value"]),
            figure["value_high"],
            figure["comparator"],
            figure["unit"],
            figure["basis"],
        )
        claim_id = claims.get((figure["document_id"], figure["char_start"]))
        rows += [
            _row(figure, document, claim_id, one)
            for one in findings(stated, figure["products"] or (), figure["context_products"] or ())
        ]
    return {"core.technical_claims": pl.DataFrame(rows, schema=core_tables()["core.technical_claims"].polars_schema())}


def _row(figure: Row, document: Mapping[str, Any], claim_id: str | None, found: Finding) -> dict[str, Any]:
    fact = found.fact
    return {
        "technical_id": place_id(figure, found.product or ""),
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "market_id": document["market_id"],
        "claim_id": claim_id,
        "claimant": figure["claimant"],
        "measure": figure["measure"],
        "product": found.product,
        "subject": figure["subject"],
        "obs_value": figure["value"],
        "obs_value_high": figure["value_high"],
        "comparator": figure["comparator"],
        "unit_measure": figure["unit"],
        "basis": figure["basis"],
        "time_period_year": figure["year"],
        "verdict": found.verdict,
        "reason": found.reason,
        "reference_value": fact.value if fact else None,
        "reference_value_high": fact.value_high if fact else None,
        "reference_unit": fact.unit if fact else None,
        "reference_basis": fact.basis if fact else None,
        "reference_variant": fact.variant if fact else None,
        "reference_source": fact.source if fact else None,
        "same_basis": found.same_basis,
        "rule": figure["rule"],
        "status": document["status"],
        "quote": figure["surface"],
        "char_start": figure["char_start"],
        "char_end": figure["char_end"],
    }


STEP = Step(
    name="technical figures",
    reads=("raw.technical", "raw.mentions", "core.documents"),
    writes=("core.technical_claims",),
    run=_run,
)
