"""A figure of technology belongs to the whole that its clause names: so many pieces together, or each holder of them."""

from __future__ import annotations

import pytest

from sources.records import Technical
from tests.unit.sources.extract.reading import figures, read

_HEAD = "Board Cooling Market Report\n\nThe board cooling market was worth USD 4.2 billion in 2025.\n\n"


def _of(sentence: str, surface: str) -> Technical:
    return next(t for t in read(_HEAD + sentence).technical if t.surface == surface)


@pytest.mark.parametrize(
    ("sentence", "surface", "subject", "products"),
    [
        ("One Kite Q5 board draws 450 watts; a hall of 2,000 such boards needs roughly 0.9 megawatts.", "0.9 megawatts", "a hall of 2,000 such boards", ()),
        ("One Kite Q5 board draws 450 watts; a hall of 2,000 such boards needs roughly 0.9 megawatts.", "450 watts", "One Kite Q5 board", ("Kite Q5",)),
        ("Eight Kite Q5 boards together draw 3.6 kW.", "3.6 kW", "Eight Kite Q5 boards", ()),
        ("The Orca R40 rack of 40 boards draws 18 kW.", "18 kW", "The Orca R40 rack of 40 boards", ("Orca R40",)),
        ("A Kite Q5 board draws 450 W.", "450 W", "A Kite Q5 board", ("Kite Q5",)),
    ],
)  # fmt: skip
def test_a_quantity_of_many_pieces_is_not_said_of_one(
    sentence: str, surface: str, subject: str, products: tuple[str, ...]
) -> None:
    found = _of(sentence, surface)
    assert (found.subject, found.products) == (subject, products)
    assert next(m.subject for m in figures(_HEAD + sentence) if m.surface == surface) == subject


@pytest.mark.parametrize(
    ("sentence", "surface", "subject", "products", "basis"),
    [
        ("Each shelf typically holds one to eight GPUs, fast memory (SDM) and cables.", "one to eight", "Each shelf", (), "per shelf"),
        ("Each shelf holds 12 GPUs beside fast memory.", "12", "Each shelf", (), "per shelf"),
        ("Every Orca rack holds 40 accelerators beside HXM memory.", "40", "Every Orca rack", ("Orca",), "per rack"),
        ("The Orca R40 cabinet houses 16 Kite Q5 accelerators and NetLink switches.", "16", "The Orca R40 cabinet", ("Orca R40", "Kite Q5"), None),
        ("Halden Systems said that its cabinets hold 16 accelerators.", "16", "its cabinets", (), None),
    ],
)  # fmt: skip
def test_a_count_of_pieces_is_said_of_what_holds_them_and_of_nothing_listed_behind(
    sentence: str, surface: str, subject: str, products: tuple[str, ...], basis: str | None
) -> None:
    found = _of(sentence, surface)
    assert (found.subject, found.products, found.basis) == (subject, products, basis)


def test_a_year_or_an_amount_of_money_makes_no_whole() -> None:
    text = "By 2033 the board market has grown, and Kite spent USD 515.5 million on halls."
    assert {m.subject for m in figures(_HEAD + text)} <= {None, "Kite"}
