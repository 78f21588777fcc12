"""A book of invented claims, and what the steps of audit and reconcile make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.observe import claim_terms
from warehouse.policy import Policy, read_policy
from warehouse.resolve.claims.exchange_rates import FxRule
from warehouse.resolve.names.segment_keys import segment_key
from warehouse.schema import core_tables, empty_frame, table_of
from warehouse.schema.work import COMPARED
from warehouse.step import BuildContext
from warehouse.steps import all_steps
from warehouse.values.rounding_bands import band_columns

# From the alignment of figures on, those that make what a book is asked for.
_MADE = (
    "policy", "metrics", "reference figures", "listed members", "region members", "growth_recomputations", "observations", "growth_audit",
    "stated_figures", "path_figures", "count_times_price", "vendor_figures", "bridges", "series_sources", "spread_laws", "judgements", "scopes", "related_scopes",
    "aligned_figures", "names_compared", *(f"{of}_pairs" for of in COMPARED), "causes", "estimates", "revisions", "conflict_components", "distances",
    "forecast_errors", "vendor_scorecard", "doubtful_claims", "document_figures", "growth_findings", "part_findings", "sum_findings",
    "share_findings", "print_findings", "scale_findings", "total_findings", "word findings", "audit_findings", "pairs_in_documents",
)  # fmt: skip
_WRITERS = {table: step for step in all_steps() if step.name in _MADE for table in step.writes}
# What is made of these tables alone is empty without them, and its statements take a second to plan.
_BESIDE = ("core.market_relations", "core.technical_claims", "core.qualities", "core.companies")
_OF_THESE = frozenset(f"work.{of}_pairs" for of in COMPARED if of not in ("part", "bridge", "basis"))
_policy = cache(read_policy)

EUR_IN_USD = {2024: Decimal("1.08"), 2025: Decimal("1.10")}


def _rate_year(currency: str, year: int | None, figure_date: date | None) -> tuple[FxRule, int] | None:
    """EUR alone, at a rate of its own for 2024 and at that of 2025 for every other year."""
    del figure_date
    if currency != "EUR":
        return None
    return ("year_mean", year) if year in EUR_IN_USD else ("last_complete_year_mean", 2025)


class _Built(dict[str, pl.DataFrame]):
    """Tables; one that is missing is made by its step: a test reads a few, and a statement takes long to plan."""

    def __init__(self, given: Mapping[str, pl.DataFrame], context: BuildContext) -> None:
        super().__init__(given)
        self._context = context

    def __missing__(self, table: str) -> pl.DataFrame:
        if table == "work.claim_terms":
            self.update(
                claim_terms.claim_terms({name: self[name] for name in claim_terms.READS}, self._context, _rate_year)
            )
        elif table in _OF_THESE and all(self[one].is_empty() for one in _BESIDE):
            self[table] = empty_frame(table_of(table))
        else:
            step = _WRITERS[table]
            self.update(run_step(step, {name: self[name] for name in step.reads}, self._context))
        return self[table]


@dataclass
class Book:
    """Claims and documents in the making; `build` runs the steps of this room over them."""

    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    decisions: Decisions = field(default_factory=Decisions)

    def document(self, document_id: str, publisher: str, group: str | None = None, **fields: Any) -> str:
        """Adds a document; its publisher with it."""
        self._add_publisher(publisher, group)
        self._add(
            "core.documents",
            {
                "document_id": document_id,
                "publisher_id": publisher,
                "publisher": publisher.upper(),
                "report_key": document_id,
                "cluster_id": document_id,
                "status": "stated",
                "edition_order_unknown": False,
            }
            | fields,
        )
        return document_id

    def claim(self, document_id: str, printed: str, value: str, **fields: Any) -> str:
        """Adds a claim: the size of market "pumps" in the world in 2025, unless its fields say otherwise."""
        document = next(row for row in self.rows["core.documents"] if row["document_id"] == document_id)
        number = len(self.rows.get("core.claims", []))
        year = fields.pop("year", 2025)
        row = {
            "claim_id": f"c{number:03}",
            "document_id": document_id,
            "publisher_id": document["publisher_id"],
            "market": "pumps",
            "market_id": "pumps",
            "geography": "Global",
            "ref_area": "001",
            "metric": "market_size",
            "obs_value": Decimal(value),
            "comparator": "=",
            "unit_measure": "USD",
            "time_period": None if year is None else str(year),
            "time_period_year": year,
            "period_inferred": False,
            "obs_status": "E",
            "value_as_printed": printed,
            "rule": "r",
            "status": "stated",
            "n_mentions": 1,
        } | fields
        row |= band_columns(row | {"obs_value_high": row.get("obs_value_high")}, _policy().comparability.hedge_share)
        row["publisher"] = row["publisher_id"].upper() if row["publisher_id"] else None
        if row["publisher_id"]:
            self._add_publisher(row["publisher_id"], None)
        self._add("core.claims", row)
        return str(row["claim_id"])

    def growth(self, document_id: str, value: str, start: int | None, end: int | None, **fields: Any) -> str:
        """Adds a CAGR of the same market."""
        period = {"period_start": start, "period_end": end, "unit_measure": "percent", "metric": "cagr", "year": None}
        return self.claim(document_id, f"{value}%", value, **(period | fields))

    def share(self, document_id: str, pct: str, part: str, **fields: Any) -> str:
        """Adds a share of a part ("function:training") in the world, of 2025 unless its fields say otherwise."""
        dimension, _, segment = part.partition(":")
        kept = {
            "metric": "share",
            "unit_measure": "percent",
            "dimension": dimension,
            "segment": segment,
            "segment_key": part,
        }
        return self.claim(document_id, f"{pct}%", pct, **(kept | fields))

    def definition(self, document_id: str, market_id: str, **facets: str) -> str:
        """Adds a definition of a market; its facets as `core.definitions` holds them."""
        number = len(self.rows.get("core.definitions", []))
        row = {"definition_id": f"n{number}", "document_id": document_id, "market_id": market_id, "defines": "market"}
        self._add("core.definitions", row | {"status": "stated"} | facets)
        return str(row["definition_id"])

    def ranking(self, document_id: str, market_id: str, subject: str, **fields: Any) -> str:
        """Adds a first place by size among the parts of a dimension, unless its fields say otherwise."""
        document = next(row for row in self.rows["core.documents"] if row["document_id"] == document_id)
        number = len(self.rows.get("core.rankings", []))
        row = {
            "ranking_id": f"r{number}",
            "document_id": document_id,
            "publisher_id": document["publisher_id"],
            "market_id": market_id,
            "subject": subject,
            "subject_kind": "segment",
            "criterion": "size",
            "ordinal": 1,
            "ref_area": "001",
        } | fields
        self._add("core.rankings", row)
        return str(row["ranking_id"])

    def segments(self, document_id: str, market_id: str, dimension: str, members: str, **fields: Any) -> None:
        """Adds the members of a dimension ("cloud, on-premises"), normalised as they are."""
        document = next(row for row in self.rows["core.documents"] if row["document_id"] == document_id)
        for position, member in enumerate(members.split(", ")):
            row = {
                "document_id": document_id,
                "publisher_id": document["publisher_id"],
                "market_id": market_id,
                "dimension": dimension,
                "segment": member,
                "segment_key": segment_key(dimension, member, market_id),
                "position": position,
                "char_start": position,
                "char_end": position + 1,
            }
            self._add("core.segments", row | fields)

    def row(self, table: str, **fields: Any) -> None:
        """Adds a row as it is."""
        self._add(table, fields)

    def relation(self, a: str, b: str, relation: str, reason: str = "product") -> None:
        """Adds a pair of related markets."""
        self._add(
            "core.market_relations", {"market_id": a, "other_market_id": b, "relation": relation, "reason": reason}
        )

    def mention(self, claim_id: str, start: int, end: int) -> None:
        """Adds a place that states a claim."""
        claim = next(row for row in self.rows["core.claims"] if row["claim_id"] == claim_id)
        place = {"claim_id": claim_id, "document_id": claim["document_id"], "char_start": start, "char_end": end}
        self._add("core.evidence", place | {"evidence_id": f"{claim_id}-{start}"})

    def add(self, table: str, **fields: Any) -> None:
        """Adds a row of any other core table."""
        self._add(table, fields)

    def build(self, policy: Policy | None = None) -> dict[str, pl.DataFrame]:
        """What the steps of `_MADE` write; a step runs once a table of its is asked for."""
        frames = {name: self._frame(name) for name in core_tables() if name not in _WRITERS}
        frames |= {"raw.citations": empty_frame(table_of("raw.citations")), "core.fx_rates": _fx_rates()}
        return _Built(frames, BuildContext(policy or _policy(), self.decisions, text_of=lambda _: ""))

    def _add(self, table: str, row: dict[str, Any]) -> None:
        self.rows.setdefault(table, []).append(row)

    def _add_publisher(self, publisher: str, group: str | None) -> None:
        if not any(row["publisher_id"] == publisher for row in self.rows.get("core.publishers", [])):
            row = {"publisher_id": publisher, "publisher": publisher.upper(), "publisher_group": group or publisher}
            self._add("core.publishers", row)

    def _frame(self, table: str) -> pl.DataFrame:
        rows = self.rows.get(table, [])
        if table == "core.markets" and not rows:
            markets = sorted({row["market_id"] for row in self.rows.get("core.claims", []) if row["market_id"]})
            rows = [{"market_id": market, "market": market.title()} for market in markets]
        return pl.DataFrame(rows, schema=core_tables()[table].polars_schema()) if rows else _empty(table)


@cache
def _fx_rates() -> pl.DataFrame:
    days = {"n_days": 250, "first_day": date(2024, 1, 2), "last_day": date(2025, 12, 31)}
    rows = [{"currency": "EUR", "rate_year": year, "usd_per_unit": rate} | days for year, rate in EUR_IN_USD.items()]
    return pl.DataFrame(rows, schema=table_of("core.fx_rates").polars_schema())


@cache
def _empty(table: str) -> pl.DataFrame:
    """Most tables of a book are empty, and frames are never changed."""
    return pl.DataFrame(schema=core_tables()[table].polars_schema())


@pytest.fixture
def book() -> Book:
    """An empty book."""
    return Book()


@pytest.fixture(scope="session")
def new_book() -> Callable[[], Book]:
    """Makes empty books, for properties that need many."""
    return Book
