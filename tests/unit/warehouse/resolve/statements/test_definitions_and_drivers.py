"""Definitions, drivers and technical figures on their way from raw to core."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.resolve.statements import core_definitions, core_drivers, core_technical_claims
from warehouse.resolve.statements.quoted_statements import excerpt
from warehouse.step import BuildError

Run = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]
TEXT = "Snow guns run on cloud software. Ageing lifts +2.1% in Europe. Steel -0.9%. Not additive. The KX card holds 141 GB."


def at(words: str) -> dict[str, Any]:
    start = TEXT.index(words)
    return {"char_start": start, "char_end": start + len(words), "surface": words}


def given(doc: Doc, **tables: list[dict[str, Any]]) -> dict[str, Any]:
    document = {"document_id": doc("d"), "publisher_id": "acme", "market_id": "snow-gun", "quote_limit_chars": 20}
    markets = [{"market_id": "snow-gun", "market": "Snow Gun", "names": "snow gun"}]
    rows = {name.replace("__", "."): [{"document_id": doc("d")} | r for r in found] for name, found in tables.items()}
    return {"core.documents": [document], "core.markets": markets} | rows


def test_a_definition_keeps_to_the_quote_limit_and_tells_facets_by_its_words(run: Run, doc: Doc) -> None:
    row = at("Snow guns run on cloud software") | {
        "term": "GPU cluster", "definition": "rented servers for training, hosted in the cloud", "market": "snow gun",
        "includes": ["servers", "switches of many kinds"],
    }  # fmt: skip
    (one,) = run(core_definitions.STEP, given(doc, raw__definitions=[row]), texts={doc("d"): TEXT})[
        "core.definitions"
    ].to_dicts()
    # 31 characters against a limit of 20: cut at the blank before
    assert (one["quote"], one["is_cut"], one["char_end"]) == ("Snow guns run on", True, 16)
    assert len(one["definition"]) <= 20
    assert one["includes"] == ["servers"]  # 7 + 22 characters would exceed the limit
    assert (one["product"], one["technology"], one["deployment"], one["value_basis"]) == (
        "cluster",
        "gpu",
        "cloud",
        None,
    )
    assert one["market_id"] == "snow-gun"


def test_words_that_do_not_stand_in_the_text_stop_the_build(run: Run, doc: Doc) -> None:
    row = {"char_start": 0, "char_end": 4, "surface": "Rain", "term": "x", "definition": "y"}
    with pytest.raises(BuildError, match="a fault of the extractor"):
        run(core_definitions.STEP, given(doc, raw__definitions=[row]), texts={doc("d"): TEXT})


def test_a_driver_meets_its_impact_and_an_impact_without_a_driver_makes_one(run: Run, doc: Doc) -> None:
    impact = at("+2.1%")
    named = at("Ageing lifts") | {
        "name": "Ageing lifts", "market": "snow gun", "geographies": ["Europe"], "ref_areas": ["150"],
        "impact_start": impact["char_start"], "impact_end": impact["char_end"], "timeline": "2-4 years",
        "years_from": 2, "years_to": 4, "rule": "driver.table_impact",
    }  # fmt: skip
    again = at("lifts +2") | {"name": "AGEING LIFTS", "market": "snow gun", "rule": "driver.narrative"}
    claims = [
        {"claim_id": claim_id, "metric": "impact_on_cagr", "obs_value": Decimal(value), "subject": subject, "market_id": "snow-gun"}
        for claim_id, value, subject in (("c1", "2.1", "Ageing lifts"), ("c2", "-0.9", "Steel"))
    ]  # fmt: skip
    mentions = [
        at(words) | {"claim_id": claim_id, "metric": "impact_on_cagr"}
        for claim_id, words in (("c1", "+2.1%"), ("c2", "-0.9%"))
    ]
    facts = [at("Not additive.") | {"name": "impact_caveat", "value": "Not additive."}]
    for fact in facts:
        del fact["surface"]
    tables = given(doc, raw__drivers=[named, again], raw__mentions=mentions, raw__facts=facts, core__claims=claims)
    rows = run(core_drivers.STEP, tables, texts={doc("d"): TEXT})["core.drivers"].sort("char_start").to_dicts()
    told = [
        (r["role"], r["driver"], r["claim_id"], r["impact"], r["n_mentions"], r["additive"], r["caveat"]) for r in rows
    ]
    assert told == [
        ("driver", "Ageing lifts", "c1", Decimal("2.1"), 2, False, "Not additive."),
        ("restraint", "Steel", "c2", Decimal("-0.9"), 1, False, "Not additive."),
    ]
    assert (rows[0]["geographies"], rows[0]["years_to"], rows[0]["narrative_start"]) == (
        ["Europe"],
        4,
        again["char_start"],
    )
    assert (rows[1]["ref_areas"], rows[1]["narrative_start"]) == (["001"], None)


def test_a_technical_figure_is_one_row_per_product_with_its_claim(run: Run, doc: Doc) -> None:
    figure = at("141 GB") | {
        "measure": "memory_capacity", "value": Decimal(141), "unit": "GB", "products": ["KX"],
        "context_products": ["H200", "MI300X"],
    }  # fmt: skip
    tables = given(doc, raw__technical=[figure], raw__mentions=[at("141 GB") | {"claim_id": "c9"}])
    rows = (
        run(core_technical_claims.STEP, tables, texts={doc("d"): TEXT})["core.technical_claims"]
        .sort("product")
        .to_dicts()
    )
    assert [(r["product"], r["verdict"], r["claim_id"], r["reference_value"]) for r in rows] == [
        ("AMD Instinct MI300X", "contradicts", "c9", Decimal(192)),
        ("NVIDIA H200", "consistent", "c9", Decimal(141)),
    ]
    assert {r["quote"] for r in rows} == {"141 GB"}


@pytest.mark.parametrize(
    ("limit", "expected"),
    [(100, ("one two three", False)), (13, ("one two three", False)), (8, ("one two", True)), (7, ("one two", True)), (2, ("on", True))],
)  # fmt: skip
def test_an_excerpt_is_cut_at_a_word_where_it_exceeds_the_limit(limit: int, expected: tuple[str, bool]) -> None:
    assert excerpt("one two three", 0, 13, limit) == expected
