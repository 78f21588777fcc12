"""Rows that only show: one owner's names by several publishers, and the vintages of figures of related markets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import polars as pl

from warehouse.bridge.market_relations import MarketRelations
from warehouse.compare.comparison_engine import Compared, comparisons
from warehouse.compare.comparison_rules import RULES
from warehouse.compare.entity_names import entity_names
from warehouse.policy import read_policy
from warehouse.schema import core_tables

_NAMES = {"acme": "Acme Research", "bolt": "Bolt Insights"}
_MARKETS = {"m-d1": "Pumps", "m-d2": "Valves"}


def _compared(frames: Mapping[str, pl.DataFrame], relations: MarketRelations) -> Compared:
    return Compared(frames, (), relations, _NAMES, _MARKETS, {}, read_policy())


def _rows_of(rule: str, compared: Compared) -> list[tuple[str, str]]:
    found = (row for one in RULES if one.rule == rule for row in comparisons(one, compared))
    return [(row.verdict, row.explanation) for row in found]


def _company(document: str, publisher: str, company: str, canonical: str, **fields: Any) -> dict[str, Any]:
    return {
        "document_id": document, "publisher_id": publisher, "market_id": f"m-{document}", "company": company, "role": "mentioned",
        "status": "stated", "n_mentions": 1, "char_start": 5, "char_end": 9, "company_id": canonical.lower(), "canonical": canonical,
        "level": "company", "n_neighbours": 0,
    } | fields  # fmt: skip


def _companies(*rows: dict[str, Any]) -> Compared:
    frame = pl.DataFrame(list(rows), schema=core_tables()["core.companies"].polars_schema())
    return _compared({"core.companies": frame}, {})


def test_two_names_of_one_company_agree_and_a_unit_of_it_is_compatible() -> None:
    one = _companies(_company("d1", "acme", "Orca", "Orca"), _company("d2", "bolt", "Orca Corporation", "Orca"))
    (row,) = entity_names(one)
    assert (row.rule, row.verdict) == ("entity_names", "agree")
    assert "Orca (company) by Acme Research; Orca Corporation (company) by Bolt Insights" in row.explanation
    unit = _company("d2", "bolt", "Tidewater Cloud", "Tidewater Cloud", parent="Orca", level="business_unit")
    (row,) = entity_names(_companies(_company("d1", "acme", "Orca", "Orca"), unit))
    assert row.verdict == "compatible"
    assert "Tidewater Cloud (business unit of Orca) by Bolt Insights" in row.explanation


def test_a_name_that_all_print_alike_or_that_one_publisher_alone_prints_is_no_row() -> None:
    alike = _companies(_company("d1", "acme", "Orca", "Orca"), _company("d2", "bolt", "Orca", "Orca"))
    alone = _companies(_company("d1", "acme", "Orca", "Orca"), _company("d3", "acme", "Orca Corporation", "Orca"))
    assert [*entity_names(alike), *entity_names(alone)] == []


def _size(document: str, publisher: str) -> dict[str, Any]:
    return {"claim_id": f"c-{document}", "document_id": document, "publisher_id": publisher, "market_id": f"m-{document}",
            "metric": "market_size", "segment_key": None, "ref_area": "001", "status": "stated"}  # fmt: skip


def test_vintages_stand_side_by_side_and_unknown_is_none_of_them() -> None:
    claims = pl.DataFrame([_size("d1", "acme"), _size("d2", "bolt")], schema_overrides={"segment_key": pl.String})
    relations: MarketRelations = {"m-d1": {"m-d2": ("overlap", "")}, "m-d2": {"m-d1": ("overlap", "")}}
    dates = {"d1": date(2026, 1, 31), "d2": None}

    def rows() -> list[tuple[str, str]]:
        documents = pl.DataFrame(
            [{"document_id": key, "status": "stated", "figure_date": when} for key, when in dates.items()],
            schema_overrides={"figure_date": pl.Date},
        )
        return _rows_of("vintage", _compared({"core.documents": documents, "core.claims": claims}, relations))

    ((verdict, words),) = rows()
    assert verdict == "not_comparable"
    assert "Pumps: Acme Research 2026-01 against Valves: Bolt Insights unknown" in words
    dates["d2"] = date(2026, 1, 15)
    assert [verdict for verdict, _ in rows()] == ["agree"]


def _technical(key: str, publisher: str, **fields: Any) -> dict[str, Any]:
    return {
        "technical_id": key, "document_id": key, "publisher_id": publisher, "market_id": "m", "measure": "unit_count",
        "obs_value": 4, "comparator": "=", "unit_measure": "GPUs", "verdict": "unknown", "reason": "", "rule": "r",
        "status": "stated", "quote": "q", "char_start": 0, "char_end": 1,
    } | fields  # fmt: skip


def test_a_count_per_node_stands_beside_a_rack_that_holds_more_and_only_there() -> None:
    rack = _technical("t2", "bolt", measure="rack_power", obs_value=120, unit_measure="kW", product="GB200 NVL72")
    schema = core_tables()["core.technical_claims"].polars_schema()

    def rows(*technical: dict[str, Any]) -> list[str]:
        frames = {"core.technical_claims": pl.DataFrame(list(technical), schema=schema)}
        found = _rows_of("domains_across", _compared(frames, {}))
        return [words for verdict, words in found if verdict == "not_comparable"]

    (words,) = rows(_technical("t1", "acme", basis="per node"), rack)
    assert "Acme Research 4 GPUs per node against GB200 NVL72 of Bolt Insights with 72 GPUs in one rack" in words
    assert rows(_technical("t1", "acme", basis="per cluster"), rack) == []
    assert rows(_technical("t1", "bolt", basis="per node"), rack) == []
    assert rows(_technical("t1", "acme", basis="per node", obs_value=96), rack) == []
