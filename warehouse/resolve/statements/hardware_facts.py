"""The reference table of hardware facts, and what a basis is of. Figures are tested against it in `warehouse/sql/20_technical_claims.sql`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, model_validator

from sources.grammar.technical import technical_words
from warehouse.resolve.words.vocabulary import Phrase, Reviewed, Shape
from warehouse.reviewed import read_reviewed

PIECES = {  # what figures are per, in lower case
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


@cache
def hardware_facts() -> Mapping[str, tuple[HardwareFact, ...]]:
    """Reference figures by alias in lower case."""
    table: dict[str, list[HardwareFact]] = {}
    for fact in read_reviewed(Path(__file__).with_name("hardware.yml"), TypeAdapter(HardwareFile)).facts:
        for alias in dict.fromkeys((fact.product, *fact.aliases)):
            table.setdefault(alias.lower(), []).append(fact)
    return {alias: tuple(facts) for alias, facts in table.items()}


def is_per_device(basis: str | None) -> bool:
    """Whether a basis is one device, as "per GPU" and "per turbine" are."""
    return piece_of(basis) == "device"


def piece_of(basis: str | None) -> str | None:
    """What a printed basis is of: a device, a link, a rack or a node; None where it is of another thing."""
    plain = re.sub(r"\s+", " ", (basis or "").lower())
    return next((piece for piece, names in PIECES.items() if plain in names), None)
