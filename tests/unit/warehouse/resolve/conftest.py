"""Rows of raw and core tables in the making: every field has a plain default, a test names those it is about."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.load.thresholds import policy_rows
from warehouse.policy import Policy, read_policy
from warehouse.resolve.claims.core_claims import STEP
from warehouse.schema import table_of
from warehouse.step import BuildContext, Step
from warehouse.steps import all_steps

Rows = Sequence[Mapping[str, Any]]
CLOCK = datetime(2026, 11, 20, 12)

_SPAN = {"char_start": 0, "char_end": 1, "surface": "x"}
DEFAULTS: dict[str, dict[str, Any]] = {
    "raw.receipts": {"byte_length": 1, "outcome": "landed", "received_at": CLOCK, "batch_id": "b"},
    "raw.metadata": {"origin": "inbox/a.txt", "batch_id": "b"},
    "raw.documents": {
        "media_type": "text/plain",
        "byte_length": 1,
        "char_length": 1,
        "text_sha256": "0" * 64,
        "parser_version": "p",
        "extractor_version": "e",
        "language": "en",
        "n_candidates": 0,
        "batch_id": "b",
    },
    "raw.claims": {
        "metric": "market_size",
        "geography": "Global",
        "ref_area": "001",
        "value": Decimal(10**9),
        "comparator": "=",
        "unit": "USD",
        "period_inferred": False,
        "status": "historical",
        "value_as_printed": "USD 1 billion",
        "rule": "r",
        "n_mentions": 1,
    },
    "raw.mentions": _SPAN
    | {
        "metric": "market_size",
        "value": Decimal(1),
        "comparator": "=",
        "period_inferred": False,
        "status": "historical",
        "geography": "Global",
        "ref_area": "001",
        "rule": "r",
        "claim_id": "c",
    },
    "raw.rejections": _SPAN | {"rule": "r"},
    "raw.players": _SPAN | {"role": "key_player", "listing": 0, "position": 0, "status": "stated"},
    "raw.segments": _SPAN | {"dimension": "Type", "position": 0},
    "raw.facts": {"char_start": 0, "char_end": 1},
    "raw.definitions": _SPAN | {"kind": "market", "includes": [], "excludes": [], "rule": "r"},
    "raw.drivers": _SPAN
    | {"role": "driver", "geographies": [], "ref_areas": [], "listing": -1, "position": 0, "rule": "r"},
    "raw.technical": _SPAN
    | {"measure": "power", "products": [], "context_products": [], "comparator": "=", "unit": "kW", "rule": "r"},
    "core.publishers": {"tier": "unknown", "quote_limit_chars": 300},
    "core.markets": {"scope": "", "resolution": "exact"},
    "core.documents": {
        "name": "a.txt",
        "media_type": "text/plain",
        "byte_length": 1,
        "char_length": 1,
        "text_sha256": "0" * 64,
        "language": "en",
        "report_key": "k",
        "quote_limit_chars": 300,
        "cluster_id": "k",
        "status": "stated",
        "edition_order_unknown": False,
        "extractor_version": "e",
        "n_candidates": 0,
        "n_mentions": 0,
        "n_rejections": 0,
        "n_claims": 0,
    },
    "core.claims": {
        "geography": "Global",
        "ref_area": "001",
        "metric": "market_size",
        "obs_value": Decimal(1),
        "comparator": "=",
        "unit_measure": "USD",
        "period_inferred": False,
        "obs_status": "E",
        "value_as_printed": "USD 1",
        "rule": "r",
        "status": "stated",
        "n_mentions": 1,
    },
}


def id_of(name: str) -> str:
    """A document id for a short name, in the order of nothing."""
    return hashlib.sha256(name.encode()).hexdigest()


def frame_of(table: str, rows: Rows) -> pl.DataFrame:
    """A frame of a table."""
    schema = table_of(table).polars_schema()
    return pl.DataFrame([DEFAULTS.get(table, {}) | dict(row) for row in rows], schema=schema)


def _run(
    step: Step,
    tables: Mapping[str, Rows | pl.DataFrame],
    decisions: Decisions | None = None,
    texts: Mapping[str, str] | None = None,
    policy: Policy | None = None,
) -> dict[str, pl.DataFrame]:
    """Runs a step on rows as the build does, with every contract checked; tables that are not given are empty."""
    frames = {}
    known_tables = {"core.policy": policy_rows(policy or read_policy())} | dict(tables)
    for table in step.reads:
        given = known_tables.get(table, ())
        frames[table] = given if isinstance(given, pl.DataFrame) else frame_of(table, given)
    known = dict(texts or {})
    context = BuildContext(
        policy or read_policy(), decisions or Decisions(), lambda document_id: known.get(document_id, "")
    )
    return run_step(step, frames, context)


@pytest.fixture(scope="session")
def run() -> Callable[..., dict[str, pl.DataFrame]]:
    """Runs one step."""
    return _run


def _made(
    names: Sequence[str], tables: Mapping[str, Rows | pl.DataFrame], texts: Mapping[str, str] | None = None
) -> dict[str, pl.DataFrame]:
    """Runs the steps of these names in the build's order, each over what is given and what those before it made."""
    made: dict[str, pl.DataFrame] = {}
    for step in all_steps():
        if step.name in names:
            made |= _run(step, {**tables, **made}, texts=texts)
    return made


@pytest.fixture(scope="session")
def make() -> Callable[..., dict[str, pl.DataFrame]]:
    """Runs several steps."""
    return _made


@pytest.fixture(scope="session")
def doc() -> Callable[[str], str]:
    """Document id for a short name."""
    return id_of


@pytest.fixture(scope="session")
def frame() -> Callable[[str, Rows], pl.DataFrame]:
    """Frame of a table."""
    return frame_of


_PUBLISHERS = [
    {"publisher_id": "house", "publisher": "House", "publisher_group": "house"},
    {"publisher_id": "wire", "publisher": "Wire", "publisher_group": "wire"},
]
_MARKETS = [
    {"market_id": "smart-lock", "market": "Smart lock", "names": "India smart locks|Smart locks"},
    {"market_id": "door-bolt", "market": "Door bolt", "names": "Door bolts"},
]


@pytest.fixture(scope="session")
def read_claims() -> Callable[..., dict[str, dict[str, Any]]]:
    """Runs the claims step on claims of one current and one superseded document; gives rows by claim id."""

    def read(claims: Rows, decisions: Decisions | None = None, raw_segments: Rows = ()) -> dict[str, dict[str, Any]]:
        documents = [
            {"document_id": id_of("new"), "publisher_id": "wire", "publisher": "Wire"},
            {
                "document_id": id_of("old"), "publisher_id": "wire", "publisher": "Wire", "status": "superseded",
                "superseded_by": id_of("new"), "superseded_reason": "later_edition",
            },
        ]  # fmt: skip
        tables: dict[str, Rows] = {
            "raw.claims": [{"document_id": id_of("new")} | dict(claim) for claim in claims],
            "raw.segments": [
                {"document_id": id_of("new"), "char_start": n, "char_end": n + 1} | dict(segment)
                for n, segment in enumerate(raw_segments)
            ],
            "core.documents": documents,
            "core.publishers": _PUBLISHERS,
            "core.markets": _MARKETS,
        }
        return {row["claim_id"]: row for row in _run(STEP, tables, decisions)["core.claims"].to_dicts()}

    return read
