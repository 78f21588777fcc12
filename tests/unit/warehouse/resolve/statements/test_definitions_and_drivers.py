"""Definitions, drivers and technical figures on their way from raw to core."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

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


def test_a_definition_keeps_to_the_quote_limit_and_tells_facets_by_its_words(make: Run, doc: Doc) -> None:
    row = at("Snow guns run on cloud software") | {
        "term": "GPU cluster", "definition": "rented servers for training, hosted in the cloud", "market": "snow gun",
        "includes": ["servers", "switches of many kinds"],
    }  # fmt: skip
    made = make(("quotes", "definitions"), given(doc, raw__definitions=[row]), {doc("d"): TEXT})
    (one,) = made["core.definitions"].to_dicts()
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


def test_words_that_do_not_stand_in_the_text_stop_the_build(make: Run, doc: Doc) -> None:
    row = {"char_start": 0, "char_end": 4, "surface": "Rain", "term": "x", "definition": "y"}
    with pytest.raises(BuildError, match="a fault of the extractor"):
        make(("quotes", "definitions"), given(doc, raw__definitions=[row]), {doc("d"): TEXT})


def test_a_driver_meets_its_impact_and_an_impact_without_a_driver_makes_one(make: Run, doc: Doc) -> None:
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
    evidence = []
    for claim_id, words in (("c1", "+2.1%"), ("c2", "-0.9%")):
        place = at(words)
        evidence.append(place | {"claim_id": claim_id, "evidence_id": claim_id, "quote": place.pop("surface")})
    facts = [at("Not additive.") | {"name": "impact_caveat", "value": "Not additive."}]
    for fact in facts:
        del fact["surface"]
    tables = given(doc, raw__drivers=[named, again], raw__facts=facts, core__evidence=evidence, core__claims=claims)
    rows = make(("quotes", "drivers"), tables, {doc("d"): TEXT})["core.drivers"].sort("char_start").to_dicts()
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


def test_a_claim_belongs_to_the_first_of_two_drivers_that_share_it(make: Run, doc: Doc) -> None:
    impact = at("+2.1%")
    span = {"impact_start": impact["char_start"], "impact_end": impact["char_end"]}
    both = [at(words) | {"name": words} | span for words in ("Ageing", "lifts")]
    claim = {"claim_id": "c1", "metric": "impact_on_cagr", "obs_value": Decimal("2.1")}
    evidence = impact | {"claim_id": "c1", "evidence_id": "e1", "quote": impact.pop("surface")}
    tables = given(doc, raw__drivers=both, core__evidence=[evidence], core__claims=[claim])
    rows = make(("quotes", "drivers"), tables, {doc("d"): TEXT})["core.drivers"].sort("char_start").to_dicts()
    assert [(row["driver"], row["claim_id"]) for row in rows] == [("Ageing", "c1"), ("lifts", None)]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("exactly twenty signs", "exactly twenty signs"),
        ("a longer one than twenty", "a longer one than"),
        ("one word of seventeen", "one word of"),
        ("twentysigns,unbrokenly", "twentysigns,unbroken"),
    ],
)
def test_the_words_of_a_quality_are_cut_at_a_blank_within_the_quote_limit(
    words: str, shown: str, make: Run, doc: Doc
) -> None:
    quality = at("Steel") | {
        "named": words,
        "words": "slight",
        "polarity": "slight",
        "terms": [],
        "beside": [],
        "rule": "r",
    }
    tables = given(doc, raw__qualities=[quality])
    (row,) = make(("quotes", "qualities"), tables, {doc("d"): TEXT})["core.qualities"].to_dicts()
    assert (row["property"], row["words"], row["narrowed"]) == (shown, "slight", None)
    assert (row["quote"], row["is_cut"], row["market_id"]) == ("Steel", False, "snow-gun")


def test_a_technical_figure_is_one_row_per_product_with_its_claim(make: Run, doc: Doc) -> None:
    figure = at("141 GB") | {
        "measure": "memory_capacity", "value": Decimal(141), "unit": "GB", "products": ["KX"],
        "context_products": ["H200", "MI300X"],
    }  # fmt: skip
    tables = given(doc, raw__technical=[figure], raw__mentions=[at("141 GB") | {"claim_id": "c9"}])
    made = make(("quotes", "reference figures", "technical_claims"), tables, {doc("d"): TEXT})
    rows = made["core.technical_claims"].sort("product").to_dicts()
    assert [(r["product"], r["verdict"], r["claim_id"], r["reference_value"]) for r in rows] == [
        ("AMD Instinct MI300X", "contradicts", "c9", Decimal(192)),
        ("NVIDIA H200", "consistent", "c9", Decimal(141)),
    ]
    assert {r["quote"] for r in rows} == {"141 GB"}
