"""The amount of a development: its money, else the capacity or number that it is about; never the rating of its product."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sources.grammar.technical import symbols, technical_words
from sources.records import Event, Mention

_CAPACITIES = frozenset({"MW", "GW", "MWp", "MWh", "GWh", "TWh"})
_PERFORMANCE = ("percent", "percentage points", "basis points")
_REACH = 48  # characters behind a figure in which "per device" makes it one of a piece


def with_amount(text: str, event: Event, inside: Sequence[Mention]) -> Event:
    """The event with its first money as amount, else its first other figure that is no specification; as it is where none.

    Args:
        text: canonical text.
        event: a development.
        inside: figures between its start and its end, in order.
    """
    money = [m for m in inside if m.unit and len(m.unit) == 3 and m.unit.isupper() and m.metric != "price"]
    others = [
        m
        for m in inside
        if m.metric in ("other_numeric", "volume")
        and m.unit not in ("times", None)
        and not _is_specified(text, event, m)
    ]
    amount = next(iter([*money, *others]), None)
    if amount is None:
        return event
    return replace(
        event,
        amount=amount.value,
        amount_high=amount.value_high,
        amount_unit=amount.unit,
        amount_comparator=amount.comparator,
        amount_start=amount.char_start,
        amount_end=amount.char_end,
    )


def _is_specified(text: str, event: Event, m: Mention) -> bool:
    """A property of a product: memory, speed, size, the parts in it, anything "per device"; in a launch, performance in percent."""
    if event.event_type == "launch" and m.unit in _PERFORMANCE:
        return True
    words = technical_words()
    unit = (m.unit or "").split()
    symbol = symbols().get(m.unit or "") or (symbols().get(unit[0]) if unit else None)
    if symbol is not None and symbol not in _CAPACITIES:
        return True
    if symbol is None and unit and unit[0].lower() in words.specified_counts:
        return True
    return bool(_per_piece().match(text, m.char_end, m.char_end + _REACH))


@cache
def _per_piece() -> re.Pattern[str]:
    bases = "|".join(re.escape(b) for b in technical_words().bases if b.startswith("per "))
    return re.compile(rf"[^.;,]*?\b(?:{bases})\b", re.IGNORECASE)
