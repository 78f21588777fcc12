"""Whose voice a figure is: quotations, attached citations and chains of them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.resolve.documents.origins import origins

Frame = Callable[[str, Any], pl.DataFrame]


def _claim(name: str, document: str, publisher: str, value: int = 100, **fields: Any) -> dict[str, Any]:
    year = {"time_period_year": 2025, "market_id": "lock"}
    return year | {
        "claim_id": name, "document_id": document, "publisher_id": publisher, "obs_value": Decimal(value)
    } | fields  # fmt: skip


def _found(frame: Frame, claims: Any, cited: Any = (), speaks: Any = None) -> Any:
    """`cited`: (document, cited name, start, end, form); each claim's figure stands at 10 to 13."""
    speaks = speaks or {"a": "house-a", "b": "house-b", "c": "house-c"}
    documents = [{"document_id": name, "publisher_id": publisher} for name, publisher in speaks.items()]
    spans = {"char_start": 10, "char_end": 13, "text_sha256": "0", "quote": "100", "prefix": "", "suffix": ""}
    evidence = [
        spans | {"evidence_id": c["claim_id"], "claim_id": c["claim_id"], "document_id": c["document_id"], "rule": "r"}
        for c in claims
    ]
    citations = [
        {"document_id": doc, "cited_name": name, "supports_start": start, "supports_end": end, "form": form}
        | {"char_start": 30, "char_end": 35, "surface": "x", "rule": "r"}
        for doc, name, start, end, form in cited
    ]
    return origins(
        frame("core.claims", claims),
        frame("core.documents", documents),
        frame("core.evidence", evidence),
        frame("raw.citations", citations),
    )


def test_a_figure_with_a_citation_attached_is_the_cited_house_s(frame: Frame) -> None:
    claims = [_claim("1", "b", "house-b")]
    assert _found(frame, claims, [("b", "House A", 0, 20, "note")]) == {"1": "house-a"}


def test_citations_elsewhere_in_lists_or_of_nobody_who_publishes_here_change_nothing(frame: Frame) -> None:
    claims = [_claim("1", "b", "house-b")]
    assert _found(frame, claims, [("b", "House A", 14, 20, "note")]) == {}
    assert _found(frame, claims, [("b", "House A", 0, 20, "reference")]) == {}
    assert _found(frame, claims, [("b", "Company reports", 0, 20, "source_line")]) == {}
    assert _found(frame, claims, [("b", "House B", 0, 20, "source_line")]) == {}
    two = [("b", "House A", 0, 20, "note"), ("b", "House C", 0, 20, "note")]
    assert _found(frame, claims, two) == {}  # whose it is stays open


def test_a_chain_of_quotations_ends_at_the_first_house(frame: Frame) -> None:
    # c quotes house b, whose own document has the figure from house a
    claims = [_claim("1", "c", "house-b"), _claim("2", "b", "house-a"), _claim("3", "a", "house-a")]
    assert _found(frame, claims) == {"1": "house-a"}


def test_a_house_that_states_the_figure_itself_is_the_end_of_the_chain(frame: Frame) -> None:
    claims = [_claim("1", "c", "house-b"), _claim("2", "b", "house-a"), _claim("3", "b", "house-b")]
    assert _found(frame, claims) == {}


def test_another_figure_of_the_quoted_house_is_its_own(frame: Frame) -> None:
    claims = [_claim("1", "c", "house-b"), _claim("2", "b", "house-a", value=999)]
    assert _found(frame, claims) == {}


def test_houses_that_quote_each_other_are_one_voice(frame: Frame) -> None:
    claims = [_claim("1", "a", "house-b"), _claim("2", "b", "house-a")]
    # a says b said it, b says a said it: both are the smaller name
    assert _found(frame, claims) == {"1": "house-a"}
