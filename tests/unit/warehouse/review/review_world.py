"""Rows of a small warehouse, and what the step of review makes of them: its questions, and the standing of decisions."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.decisions import Decisions
from warehouse.policy import read_policy
from warehouse.review.review_queue import STEP, review
from warehouse.schema import conform, core_tables, raw_tables

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}
DOCUMENT = {
    "document_id": "d", "name": "d.txt", "media_type": "text/plain", "byte_length": 9, "char_length": 9,
    "text_sha256": "0", "language": "en", "publisher_id": "p", "market_id": "m", "report_key": "k",
    "quote_limit_chars": 300, "cluster_id": "d", "status": "stated", "edition_order_unknown": False,
    "extractor_version": "x", "n_candidates": 20, "n_mentions": 10, "n_rejections": 10, "n_claims": 1,
}  # fmt: skip
CLAIM = {
    "claim_id": "c", "document_id": "d", "publisher_id": "q", "market_id": "m", "geography": "Global",
    "ref_area": "001", "metric": "share", "obs_value": Decimal(20), "comparator": "=", "period_inferred": False,
    "obs_status": "E", "value_as_printed": "20%", "rule": "percent.share_word", "status": "unsure", "n_mentions": 1,
    "confidence": 0.41, "segment": "Cloud",
}  # fmt: skip
SIZE = CLAIM | {
    "metric": "market_size", "obs_value": Decimal(10**9), "value_as_printed": "USD 1 billion", "unit_measure": "USD",
    "confidence": None, "status": "stated", "time_period_year": 2025,
}  # fmt: skip
OBSERVED = {
    "claim_id": "c", "document_id": "d", "cluster_id": "d", "market_id": "m", "ref_area": "001", "year": 2025,
    "metric": "market_size", "unit_measure": "USD", "year_is_inferred": False, "obs_value": Decimal(10**9), "series_id": "s",
}  # fmt: skip
CHOICE = {
    "choice_id": "o", "document_id": "d", "claim_id": "c", "char_start": 3, "char_end": 6, "quote": "20%", "attribute": "part",
    "first_reading": None, "second_reading": "Cloud", "taken": "second", "odds": 0.9, "rule": "odds",
}  # fmt: skip
ESTIMATE = {
    "estimate_id": "e", "series_id": "s", "market_id": "m", "ref_area": "001", "metric": "market_size", "year": 2025,
    "unit_measure": "USD", "estimate": 2e9, "verdict": "agree", "n_claims": 1, "n_publishers": 1, "n_independent": 1,
    "status": "stated", "method": "none", "reason": "r", "conflict_ids": [],
}  # fmt: skip
CONFLICT = {
    "conflict_id": "k", "kind": "same_scope", "rule": "same_scope_ratio", "verdict": "conflict_likely", "severity": "low",
    "market_id": "m", "ref_area": "001", "metric": "market_size", "unit_measure": "USD", "year": 2025,
    "value_a": Decimal(10**9), "value_b": Decimal(2 * 10**9), "ratio": 2.0, "publishers_a": "p", "publishers_b": "q",
    "claim_ids_a": ["c"], "claim_ids_b": ["d"], "explanation": "far apart", "years": ["2025"],
}  # fmt: skip
MARKETS = [
    {
        "market_id": one,
        "market": one.replace("-", " "),
        "scope": "",
        "names": one.replace("-", " "),
        "resolution": "exact",
    }
    for one in ("gas-pump", "heat-pump", "m")
]


def asked(decisions: Decisions | None = None, **tables: Any) -> list[dict[str, Any]]:
    """Rows of the queue."""
    return judged(decisions, **tables)[0]


def judged(
    decisions: Decisions | None = None, day: date | None = None, **tables: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of the queue and of the decisions. Tables that are not given are empty, but for the one document; raw claims are those of core, unless they are given as `raw_claims`."""
    tables = {"documents": [DOCUMENT]} | tables
    claims = tables.get("raw_claims") or tables.get("claims") or []
    raw = {
        "claims": [{key: claim[key] for key in ("claim_id", "document_id", "value_as_printed")} for claim in claims],
        "mentions": tables.get("mentions")
        or [
            {"claim_id": claim["claim_id"], "document_id": "d", "surface": claim["value_as_printed"]}
            for claim in claims
        ],
        "documents": [{"document_id": row["document_id"]} for row in tables["documents"]],
        "receipts": [{"document_id": row["document_id"], "name": row["name"]} for row in tables["documents"]],
    }
    frames = {}
    for name in STEP.reads:
        layer, bare = name.split(".")
        schema = (raw_tables() if layer == "raw" else core_tables())[name].polars_schema()
        frames[name] = pl.DataFrame((raw if layer == "raw" else tables).get(bare, []), schema=schema)
    found = review(frames, read_policy(), decisions or Decisions(), day)
    queue, standing = (conform(core_tables()[name], found[name]).to_dicts() for name in STEP.writes)
    return queue, standing
