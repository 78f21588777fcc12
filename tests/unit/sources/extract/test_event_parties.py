"""Parties of a development are whole names of organisations; its amount is money or a capacity, never what a product can do."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.records import Event
from tests.unit.sources.extract.reading import read

_HEAD = "Board Cooling Market Report\n\nThe board cooling market was worth USD 4.2 billion in 2025.\n\n"


def _one(sentence: str) -> Event:
    (event,) = read(_HEAD + sentence).events
    return event


@pytest.mark.parametrize(
    ("sentence", "parties"),
    [
        ("LG chem and Voltmann AG signed a cooling contract in March 2026.", ("LG chem", "Voltmann AG")),
        ("QV lumen and Voltmann AG signed a contract in March 2026. Once QV Lumen built lamps.", ("QV lumen", "Voltmann AG")),
        ("Ohio House Bill 14, enacted in May 2025, streamlined permits for cooling halls.", ()),
        ("The Clean Halls Act, enacted in May 2025, caps the heat of cooling halls.", ()),
        ("Voltmann AG said in May 2026 that its Tern 95XR entered service and launched it in Norway.", ("Voltmann AG",)),
        ("In May 2026 Voltmann AG launched boards on the Tern platform with Liftholm Group.", ("Voltmann AG", "Liftholm Group")),
    ],
)  # fmt: skip
def test_parties_are_organisations_by_their_whole_names(sentence: str, parties: tuple[str, ...]) -> None:
    assert _one(sentence).parties == parties


@pytest.mark.parametrize(
    ("sentence", "amount", "unit"),
    [
        ("Liftholm's Orca accelerator, launched in 2024, offers 96 GB of memory per board.", None, None),
        ("In May 2026 Liftholm launched the Kite 95XR with 64 cores and 98% efficiency.", None, None),
        ("In June 2025 Liftholm opened a 40 MW plant with 12 GB controllers.", 40, "MW"),
        ("In May 2026 Liftholm launched a 12 GB controller for EUR 30 million.", 30_000_000, "EUR"),
        ("In May 2026 Liftholm acquired Nordkai for 60% of its shares.", 60, "percent"),
    ],
)
def test_an_amount_is_no_specification_of_a_product(sentence: str, amount: int | None, unit: str | None) -> None:
    event = _one(sentence)
    assert (event.amount, event.amount_unit) == (None if amount is None else Decimal(amount), unit)
