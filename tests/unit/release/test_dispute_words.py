"""A conflict in about ten words: who says what, with bounds kept, and no figure where the rule compares no figures."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from release.reading.dispute_words import in_short


def conflict(rule: str, kind: str = "comparison", **more: Any) -> dict[str, Any]:
    return {
        "rule": rule, "kind": kind, "unit_measure": "USD", "metric": "market_size", "market": "Lamps", "other_market": "Lighting",
        "time_period": "2025", "publishers_a": "Alder", "publishers_b": "Beech", "value_a": Decimal(4_000_000), "value_b": Decimal(9_000_000),
        "bound_low": None, "bound_high": None, "explanation": "words", **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (conflict("same_scope_ratio", "same_scope"), "Alder says USD 4 m, Beech says USD 9 m."),
        (
            conflict("same_scope_ratio", "same_scope", publishers_a="Alder|Cedar|Elm"),
            "Alder and 2 others say USD 4 m, Beech says USD 9 m.",
        ),
        (
            conflict("scope_inclusion", "related_scope"),
            "The whole, Lamps USD 4 m, is smaller than its part, Lighting USD 9 m.",
        ),
        (
            conflict("bridge", "bridge", explanation="Beech USD 9 m for Lamps", bound_low=Decimal(3), bound_high=Decimal(4)),
            "Beech says USD 9 m; shares by Alder give USD 3 to USD 4.",
        ),
        (
            conflict("bridge_inclusion", "bridge", explanation="Alder USD 4 m for Lamps", bound_low=Decimal(9_000_000)),
            "Alder says USD 4 m; shares by Beech give at least USD 9 m.",
        ),
        (
            conflict(
                "growth_mismatch", unit_measure="percent", publishers_b="Alder", value_a=Decimal(5), value_b=Decimal("5.6"),
                explanation="Alder states 5.6 % for 2025-2031",
            ),
            "Alder states 5.6% a year; its own figures give 5%.",
        ),
        (
            conflict("vintage", unit_measure="month", value_a=Decimal(0), value_b=Decimal(202606)),
            "Months of the figures: Alder unknown, Beech 2026-06.",
        ),
        (
            conflict("entity_names", unit_measure="names", explanation="names of Elm: Elm Inc (company) by Alder: one company; more"),
            "Names of Elm: one company.",
        ),
        (
            conflict("related_scope", "related_scope", explanation="Lamps refused, USD 1 to USD 2 (Alder) against Oaks USD 3 in 2025, 2x"),
            "Lamps refused, USD 1 to USD 2 against Oaks USD 3: different scopes.",
        ),
        (
            conflict("share_across_markets", unit_measure="percent", explanation="share of Europe: 4 % of Lamps against"),
            "Share of Europe: Alder says 4,000,000%, Beech says 9,000,000%.",
        ),
        (
            conflict("single_source", explanation="price USD 4 is stated by Alder alone, on this market"),
            "Price USD 4 is stated by Alder alone.",
        ),
    ],
)  # fmt: skip
def test_the_sentence_of_a_rule_names_publishers_and_figures(row: dict[str, Any], words: str) -> None:
    assert in_short(row) == words


def test_bounds_of_the_figures_are_kept() -> None:
    row = conflict("bounds_disjoint", "same_scope")
    assert in_short(row, ("<", ">")) == "Alder says less than USD 4 m, Beech says more than USD 9 m."


def test_a_long_sentence_ends_at_a_word() -> None:
    row = conflict("regions_differ", unit_measure="regions", explanation=f"lists differ: {'word ' * 60}")
    assert len(in_short(row)) < 115 and " …" in in_short(row)
