"""The reference table of hardware facts, and the test of a stated figure against it: consistent, contradicts or unknown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, model_validator

from sources.grammar.technical import technical_words
from warehouse.resolve.words.vocabulary import Phrase, Reviewed, Shape
from warehouse.reviewed import read_reviewed

Verdict = Literal["consistent", "contradicts", "unknown"]
_HEDGED = Decimal(10)  # percent that "about" may be off
_KINDS = {
    "device": ("per gpu", "per device", "per chip", "per accelerator", "per socket", "aggregate", "per gpu aggregate", "per module", "per panel", "per turbine", "per unit"),
    "link": ("per link", "per lane", "per port", "per channel"),
    "rack": ("per rack",),
    "node": ("per node", "per server", "per system"),
}  # fmt: skip


class HardwareFact(Shape):
    """One reference figure of one product, with its source."""

    product: Phrase
    aliases: tuple[Phrase, ...]
    measure: Phrase
    value: Decimal
    value_high: Decimal | None = None
    unit: Phrase
    basis: Phrase | None = None
    variant: Phrase | None = None
    tolerance_pct: Decimal = Decimal(3)
    source: Phrase

    @model_validator(mode="after")
    def _measures_what_the_reader_knows(self) -> HardwareFact:
        if self.measure not in technical_words().measures:
            raise ValueError(f"measure {self.measure!r} is not in sources/grammar/technical.yml")
        return self


class HardwareFile(Shape):
    """`hardware.yml`."""

    reviewed: Reviewed
    facts: tuple[HardwareFact, ...]


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure as stated, in the unit of its text."""

    measure: str
    value: Decimal
    value_high: Decimal | None
    comparator: str
    unit: str
    basis: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a figure for one product, with the reference figure it rests on."""

    verdict: Verdict
    product: str | None
    reason: str
    fact: HardwareFact | None
    same_basis: bool | None


@cache
def hardware_facts() -> Mapping[str, tuple[HardwareFact, ...]]:
    """Reference figures by alias in lower case."""
    table: dict[str, list[HardwareFact]] = {}
    for fact in read_reviewed(Path(__file__).with_name("hardware.yml"), TypeAdapter(HardwareFile)).facts:
        for alias in dict.fromkeys((fact.product, *fact.aliases)):
            table.setdefault(alias.lower(), []).append(fact)
    return {alias: tuple(facts) for alias, facts in table.items()}


def findings(stated: Stated, own: Sequence[str], context: Sequence[str]) -> tuple[Finding, ...]:
    """A stated figure against every product it is said of that the reference table knows for this measure.

    Args:
        stated: the figure.
        own: names in the figure's own part of the sentence, nearest first.
        context: names in the words before; asked only where none of `own` has a reference figure.

    Returns:
        One finding per product; a single unknown where no product has a reference figure of this measure.
    """
    for names in (own, context):
        known: dict[str, tuple[HardwareFact, ...]] = {}
        for name in names:
            facts = tuple(f for f in _facts_of(name) if f.measure == stated.measure)
            if facts:
                known.setdefault(facts[0].product, facts)
        if known:
            return tuple(_tested(stated, product, facts) for product, facts in known.items())
    product = own[0] if own else None
    told = f" of {product}" if product else ""
    return (Finding("unknown", product, f"no reference figure for {stated.measure}{told}", None, None),)


def _facts_of(name: str) -> tuple[HardwareFact, ...]:
    """Reference figures of a printed name, else of its last words ("AMD Instinct MI300X" → "MI300X")."""
    words = name.split()
    for at in range(len(words)):
        found = hardware_facts().get(" ".join(words[at:]).lower())
        if found:
            return found
    return ()


def _tested(stated: Stated, product: str, facts: Sequence[HardwareFact]) -> Finding:
    comparable = [(fact, factor) for fact in facts if (factor := _factor(stated.unit, fact.unit)) is not None]
    if not comparable:
        return Finding(
            "unknown", product, f"the reference figure is in another kind of unit than {stated.unit}", None, None
        )
    fitting = [(fact, factor) for fact, factor in comparable if _fits(stated, fact, factor)]
    fact, factor = min(fitting or comparable, key=lambda pair: abs(stated.value * pair[1] - pair[0].value))
    figure = f"{_plain(fact.value)}{f' to {_plain(fact.value_high)}' if fact.value_high else ''} {fact.unit}"
    variant = f" ({fact.variant})" if fact.variant else ""
    basis = f" {fact.basis}" if fact.basis else ""
    verdict: Verdict = "consistent" if fitting else "contradicts"
    reason = f"reference for {product}{variant}: {figure}{basis}"
    return Finding(verdict, product, reason, fact, _same_kind(stated.basis, fact.basis))


def _fits(stated: Stated, fact: HardwareFact, factor: Decimal) -> bool:
    """Whether the figure may be the reference figure; "up to" names the greatest value and must be it."""
    low, high = stated.value * factor, (stated.value_high or stated.value) * factor
    slack = max(fact.tolerance_pct, _HEDGED if stated.comparator == "~" else Decimal(0)) / 100
    if fact.measure == "release_year":
        slack = Decimal(0)
    least, most = fact.value * (1 - slack), (fact.value_high or fact.value) * (1 + slack)
    if stated.comparator in (">", ">="):
        return most >= low
    if stated.comparator == "<":
        return least <= high
    return low <= most and high >= least


def _factor(unit: str, reference: str) -> Decimal | None:
    """What turns a figure in `unit` into one in `reference`; None where they measure different things."""
    units = technical_words().units
    if unit == reference:
        return Decimal(1)
    if unit in units and reference in units and units[unit].of == units[reference].of:
        return units[unit].factor / units[reference].factor
    counted = {unit.lower().rstrip("s"), reference.lower().rstrip("s")}
    return Decimal(1) if len(counted) == 1 else None


def _same_kind(stated: str | None, reference: str | None) -> bool | None:
    one, other = _kind(stated), _kind(reference)
    return one == other if one and other else None


def is_per_device(basis: str | None) -> bool:
    """Whether a basis is one device, as "per GPU" and "per turbine" are."""
    return _kind(basis) == "device"


def _kind(basis: str | None) -> str | None:
    plain = re.sub(r"\s+", " ", (basis or "").lower())
    return next((kind for kind, names in _KINDS.items() if plain in names), None)


def _plain(value: Decimal | None) -> str:
    return f"{value:,.15g}" if value is not None and value >= 10_000 else f"{value:g}"
