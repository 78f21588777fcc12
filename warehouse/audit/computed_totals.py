"""Totals that a text computes from its own parts (so many pieces, each with so much), and what they leave out.

Belongs here: the rule partial_sum on technical figures of one text. Money and counts of years are in `scale_findings.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.technical import technical_words
from warehouse.audit.findings import Finding
from warehouse.doubt import comparable
from warehouse.policy import Policy
from warehouse.step import Frames
from warehouse.values.conflict_records import Place
from warehouse.values.rounding_bands import EXACT, Band, band_of_claim
from warehouse.values.wording import plain

_COUNT, _RATES = "count", frozenset({"percent", "times", "count", "bits", "year"})
Row = Mapping[str, Any]


def partial_sums(frames: Frames, policy: Policy) -> Iterator[Finding]:
    """Pieces x what each has against the total that the same passage states.

    The three stand near each other in that order, the piece's figure and the total are of one dimension, and the total
    is the greater. Consistent or a mismatch, always with what is counted: the pieces alone, at the stated variant.

    Args:
        frames: core.claims, core.documents, core.technical_claims.
        policy: how near they stand, and hedges.

    Yields:
        One finding per total.
    """
    current = frames["core.documents"].filter(pl.col("status") == "stated").select("document_id")
    usable = comparable(frames["core.technical_claims"], frames["core.claims"]).filter(pl.col("status") == "stated")
    by_document: defaultdict[str, dict[tuple[int, int], Row]] = defaultdict(dict)
    for row in usable.join(current, on="document_id", how="semi").sort("technical_id").iter_rows(named=True):
        by_document[row["document_id"]].setdefault((row["char_start"], row["char_end"]), row)
    for document_id in sorted(by_document):
        figures = [row for _, row in sorted(by_document[document_id].items())]
        for at, count in enumerate(figures):
            around = _around(figures, at, policy.figure_scale.sum_within_chars)
            if count["measure"] == "unit_count" and around is not None:
                yield _sum(*around, policy)


def _around(figures: Sequence[Row], at: int, reach: int) -> tuple[Row, Row, Row] | None:
    """Of one piece, how many, and the total: the figures right before and behind a count, of one dimension."""
    if not 0 < at < len(figures) - 1:
        return None
    each, count, total = figures[at - 1 : at + 2]
    if total["char_end"] - each["char_start"] > reach or None in (dimension(each), dimension(total)):
        return None
    is_one = dimension(each) == dimension(total) and each["comparator"] in "=~" and count["comparator"] in "=~"
    is_one &= count["obs_value_high"] is None and total["claim_id"] is not None and count["obs_value"] > 1
    return (each, count, total) if is_one and in_base(total) > in_base(each) else None


def dimension(row: Row) -> str | None:
    """What a technical figure's unit measures; None for counts, shares and units that are not known."""
    unit = technical_words().units.get(row["unit_measure"])
    return None if unit is None or unit.of in _RATES else unit.of


def in_base(row: Row) -> Decimal:
    """A technical figure in the base unit of its dimension."""
    return EXACT.multiply(row["obs_value"], technical_words().units[row["unit_measure"]].factor)


def _sum(each: Row, count: Row, total: Row, policy: Policy) -> Finding:
    units = technical_words().units
    factor = EXACT.divide(units[each["unit_measure"]].factor, units[total["unit_measure"]].factor)
    hedge = policy.comparability.hedge_share
    part, number, stated = (band_of_claim(row, hedge, "quote") for row in (each, count, total))
    part = part.times(factor)
    least, most = (
        None if a is None or b is None else EXACT.multiply(a, b)
        for a, b in ((part.low, number.low), (part.high, number.high))
    )
    expected = EXACT.multiply(EXACT.multiply(each["obs_value"], factor), count["obs_value"])
    fits = stated.meets(Band(least, most))
    piece = each["product"] or each["subject"] or count["unit_measure"]
    variant = f", as {each['reference_variant']}" if each["reference_variant"] else ""
    return Finding(
        rule="partial_sum",
        outcome="consistent" if fits else "mismatch",
        document_id=total["document_id"],
        publisher_id=total["publisher_id"],
        place=Place(
            total["market_id"], None, WORLD, total["measure"], total["unit_measure"], total["time_period_year"]
        ),
        claim_ids=tuple(sorted({row["claim_id"] for row in (each, count, total) if row["claim_id"]})),
        explanation=(
            f"pieces x {each['measure'].replace('_', ' ')} of one: {plain(count['obs_value'])} {count['unit_measure']} x "
            f"{plain(each['obs_value'])} {each['unit_measure']} = {plain(expected)} {total['unit_measure']} against "
            f"{plain(total['obs_value'])} {total['unit_measure']} stated; counts only {piece}{variant}: whatever else the "
            "whole needs is not in it"
        ),
        stated=total["obs_value"],
        stated_band=stated,
        expected=expected,
        expected_band=Band(least, most),
        spans=tuple((row["char_start"], row["char_end"]) for row in (each, count, total)),
    )
