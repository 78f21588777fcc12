"""What one piece draws or holds, by itself and as its part of a whole that holds many: two scopes of one quantity.

Belongs here: rows per_piece_across. A piece's figure beside that of a whole stands in `technical_comparison.py`; here the whole
is divided by its pieces, so that the two are of one size, and the scope of either is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.technical import technical_words
from warehouse.bridge.market_relations import MarketRelations
from warehouse.resolve.hardware import HardwareFact, hardware_facts, of_one_piece
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import plain, times

_DIMENSIONS = ("power", "energy", "bytes")  # quantities of which a whole holds the sum over its pieces and more


@dataclass(frozen=True, slots=True)
class _PerPiece:
    """A figure of one piece, in the base unit of its dimension, with what it is of."""

    row: Mapping[str, Any]
    value: Decimal
    unit: str
    words: str
    is_part_of_whole: bool


def per_piece_across(
    technical: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str]
) -> Iterator[Conflict]:
    """One publisher's figure of a piece alone against another's figure of a whole, divided by the pieces it holds.

    How many pieces a whole holds is asked of the reference table. The two differ in scope: a whole feeds more than its
    pieces. So they are never a conflict; the ratio says what the scope is worth.

    Args:
        technical: core.technical_claims.
        relations: how markets lie to each other.
        names: publisher_id → name.

    Yields:
        per_piece_across rows, not_comparable.
    """
    usable = technical.filter(
        pl.col("status") == "stated", pl.col("market_id").is_not_null(), pl.col("publisher_id").is_not_null()
    ).sort("technical_id")
    found: defaultdict[tuple[str, bool], list[_PerPiece]] = defaultdict(list)
    for row in usable.iter_rows(named=True):
        one = _per_piece(row, names)
        if one is not None:
            found[row["market_id"], one.is_part_of_whole].append(one)
    for market, is_part in sorted(found):
        if is_part:
            continue
        for other in sorted({market, *relations.get(market, {})}):
            for alone in found[market, False]:
                for part in found.get((other, True), ()):
                    if alone.row["publisher_id"] != part.row["publisher_id"] and alone.unit == part.unit:
                        yield _row(alone, part, names)


def _per_piece(row: Mapping[str, Any], names: Mapping[str, str]) -> _PerPiece | None:
    unit = technical_words().units.get(row["unit_measure"])
    if unit is None or unit.of not in _DIMENSIONS or row["comparator"] not in "=~" or not row["product"]:
        return None
    base = next(name for name, other in technical_words().units.items() if other.of == unit.of)
    value, who = EXACT.multiply(row["obs_value"], unit.factor), names[row["publisher_id"]]
    printed = f"{plain(row['obs_value'])} {row['unit_measure']}"
    count = pieces_of(row["product"])
    if count is not None:
        each = EXACT.divide(value, count.value)
        words = (
            f"{who} {printed} / {plain(count.value)} {count.unit}s of a {row['product']} = {plain(each)} {base} per "
            f"{count.unit} within the whole, with all else it feeds"
        )
        return _PerPiece(row, each, base, words, is_part_of_whole=True)
    basis = row["basis"] or row["reference_basis"]
    if not of_one_piece(basis):
        return None
    alone = f"{who} {plain(value)} {base} {basis} ({row['product']} alone, {row['measure'].replace('_', ' ')})"
    return _PerPiece(row, value, base, alone, is_part_of_whole=False)


def pieces_of(product: str) -> HardwareFact | None:
    """The reference figure of how many pieces a product holds; None for one that is a piece itself or unknown."""
    facts = hardware_facts().get(product.lower(), ())
    return next((fact for fact in facts if fact.measure == "unit_count" and fact.value > 1), None)


def _row(alone: _PerPiece, part: _PerPiece, names: Mapping[str, str]) -> Conflict:
    sides = [
        (
            one.row["market_id"],
            Party(one.value, (names[one.row["publisher_id"]],), _claims(one.row), one.words),
            (one.row["technical_id"],),
        )
        for one in (alone, part)
    ]
    low, high = sorted((alone.value, part.value))
    dimension = technical_words().units[alone.unit].of
    return comparison(
        "per_piece_across",
        "not_comparable",
        sides[0],
        sides[1],
        f"{dimension}_per_piece",
        alone.unit,
        f"{dimension} per piece: {alone.words} against {part.words}: {times(EXACT.divide(high, low)) if low else 'no ratio'} "
        "apart by product and by scope, the piece alone and its part of a whole; no conflict",
    )


def _claims(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (row["claim_id"],) if row["claim_id"] else ()
