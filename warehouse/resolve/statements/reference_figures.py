"""work.hardware_facts and work.technical_words: the reference table and the units, as `warehouse/sql/20_technical_claims.sql` joins them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.technical import technical_words
from warehouse.resolve.statements.hardware_facts import PIECES, HardwareFact, hardware_facts, piece_of
from warehouse.schema import work_tables
from warehouse.step import BuildContext, Frames, Step

_HEDGED = Decimal(10)  # percent that "about" may be off


def _run(frames: Frames, context: BuildContext) -> Frames:
    facts = [_fact(alias, nth, fact) for alias, facts in hardware_facts().items() for nth, fact in enumerate(facts)]
    rows = {"work.hardware_facts": facts, "work.technical_words": list(_words())}
    return {name: pl.DataFrame(rows[name], schema=work_tables()[name].polars_schema()) for name in rows}


def _words() -> Iterator[dict[str, Any]]:
    for symbol, unit in technical_words().units.items():
        yield {"word": symbol, "is_of": unit.of, "factor": unit.factor}
    for piece, names in PIECES.items():
        yield from ({"word": name, "is_of": piece, "factor": None} for name in names)


def _fact(alias: str, nth: int, fact: HardwareFact) -> dict[str, Any]:
    high = fact.value_high or fact.value
    exact = Decimal(0) if fact.measure == "release_year" else fact.tolerance_pct / 100
    hedged = Decimal(0) if fact.measure == "release_year" else max(fact.tolerance_pct, _HEDGED) / 100
    to = f" to {_plain(fact.value_high)}" if fact.value_high else ""
    variant, basis = f" ({fact.variant})" if fact.variant else "", f" {fact.basis}" if fact.basis else ""
    return {
        **fact.model_dump(include={"product", "measure", "value", "value_high", "unit", "basis", "variant", "source"}),
        "alias": alias,
        "nth": nth,
        "piece": piece_of(fact.basis),
        "low": fact.value * (1 - exact),
        "high": high * (1 + exact),
        "hedged_low": fact.value * (1 - hedged),
        "hedged_high": high * (1 + hedged),
        "reason": f"reference for {fact.product}{variant}: {_plain(fact.value)}{to} {fact.unit}{basis}",
    }


def _plain(value: Decimal) -> str:
    return f"{value:,.15g}" if value >= 10_000 else f"{value:g}"


STEP = Step(name="reference figures", reads=(), writes=("work.hardware_facts", "work.technical_words"), run=_run)
