"""Builds core.technical_claims: technical figures as stated, per product, tested against the reference table."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.resolve.documents.document_metadata import Row
from warehouse.resolve.statements.hardware_facts import Finding, Stated, findings
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    claims = {
        (document_id, start): claim_id
        for document_id, start, claim_id in frames["raw.mentions"]
        .select("document_id", "char_start", "claim_id")
        .iter_rows()
    }
    documents = frames["core.documents"].select("document_id", "publisher_id", "market_id", "status")
    figures = frames["raw.technical"].join(documents, on="document_id").sort("document_id", "char_start", "char_end")
    rows = []
    for figure in figures.iter_rows(named=True):
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
            _row(figure, claim_id, one)
            for one in findings(stated, figure["products"] or (), figure["context_products"] or ())
        ]
    return {"core.technical_claims": pl.DataFrame(rows, schema=core_tables()["core.technical_claims"].polars_schema())}


def _row(figure: Row, claim_id: str | None, finding: Finding) -> dict[str, Any]:
    fact = finding.fact
    place = f"{figure['document_id']}:{figure['char_start']}:{figure['char_end']}:{finding.product or ''}"
    return {
        "technical_id": hashlib.sha256(place.encode()).hexdigest()[:16],
        "document_id": figure["document_id"],
        "publisher_id": figure["publisher_id"],
        "market_id": figure["market_id"],
        "claim_id": claim_id,
        "claimant": figure["claimant"],
        "measure": figure["measure"],
        "product": finding.product,
        "subject": figure["subject"],
        "obs_value": figure["value"],
        "obs_value_high": figure["value_high"],
        "comparator": figure["comparator"],
        "unit_measure": figure["unit"],
        "basis": figure["basis"],
        "time_period_year": figure["year"],
        "verdict": finding.verdict,
        "reason": finding.reason,
        "reference_value": fact.value if fact else None,
        "reference_value_high": fact.value_high if fact else None,
        "reference_unit": fact.unit if fact else None,
        "reference_basis": fact.basis if fact else None,
        "reference_variant": fact.variant if fact else None,
        "reference_source": fact.source if fact else None,
        "same_basis": finding.same_basis,
        "rule": figure["rule"],
        "status": figure["status"],
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
