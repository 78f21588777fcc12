"""A conflict or comparison in about ten words: who says what, before the long explanation.

Belongs here: one sentence of a row of marts.conflicts. The explanation itself is the warehouse's.
"""

from __future__ import annotations

import re
from decimal import Decimal

from release.reading.figure_words import figure
from release.reading.row_words import Row, bound_words, listed, split_ids, words

_MOST_PUBLISHERS = 2  # named on a side; the card names all of them
# Units of values that are no figures of the publishers: the first and the last words of the explanation say what is compared.
_NO_FIGURES = frozenset({"names", "rank", "regions"})
_BRACKETS = re.compile(r" \([^()]*\)")  # reasons and places, for the long explanation
_STATES = re.compile(r"states ([\d.,]+) %")
_LONGEST = 110


def in_short(conflict: Row, comparators: tuple[str, str] = ("=", "=")) -> str:
    """What disagrees or is compared, in one sentence.

    Args:
        conflict: a row of marts.conflicts.
        comparators: of the figures of its lowest and its highest side.

    Returns:
        "Quayside Analytics says USD 410 m, Sternhollow Data says USD 5.15 bn."
    """
    if conflict["unit_measure"] in _NO_FIGURES:
        return _by_ends(conflict["explanation"])
    who_a, who_b = _named(conflict["publishers_a"]), _named(conflict["publishers_b"])
    low, high = (_figure(conflict, end, one) for end, one in zip("ab", comparators, strict=True))
    match conflict["rule"]:
        case "growth_mismatch":
            given = _STATES.search(conflict["explanation"])
            stated, own = (low, high) if given and low == f"{given[1]}%" else (high, low)
            return f"{who_a} states {stated} a year; its own figures give {own}."
        case "restated_differently":
            return f"{who_a} prints both {low} and {high}."
        case "bridge" | "bridge_inclusion":
            return _of_bridge(conflict, low, high, who_a, who_b)
        case "scope_inclusion":
            return (
                f"The whole, {conflict['market']} {low}, is smaller than its part, {conflict['other_market']} {high}."
            )
        case "inclusion_pairs":
            return f"{who_a} says {low} for {conflict['market']}, less than a part of it: {high}."
        case "related_scope":
            both = _BRACKETS.sub("", conflict["explanation"].partition(f" in {conflict['time_period']}")[0])
            return f"{_cut(both)}: different scopes."
        case "funding_against_market":
            return f"Capital of {high} is no yearly size of {conflict['market']} ({low})."
        case "quality_opposed":
            return f"Publishers disagree whether {words(conflict['metric'])} is slight or grave."
        case "vintage":
            return (
                f"Months of the figures: {who_a} {_month(conflict['value_a'])}, {who_b} {_month(conflict['value_b'])}."
            )
        case "horizon":
            return f"Forecasts of related markets end between {conflict['value_a']:.0f} and {conflict['value_b']:.0f}."
        case "single_source":
            return _capital(conflict["explanation"].partition(" alone")[0]) + " alone."
        case _:
            return f"{_subject(conflict)}{who_a} {_says(conflict, 'a')} {low}, {who_b} {_says(conflict, 'b')} {high}."


def _of_bridge(conflict: Row, low: str, high: str, who_a: str, who_b: str) -> str:
    """A figure beside the part of another scope; the explanation begins with the publishers of the figure."""
    is_low = conflict["explanation"].startswith(listed(conflict["publishers_a"]).split(", ")[0])
    own, states, other = (low, who_a, who_b) if is_low else (high, who_b, who_a)
    ends = [one for one in (conflict["bound_low"], conflict["bound_high"]) if one is not None]
    bounds = list(dict.fromkeys(figure(one, conflict["unit_measure"]) for one in ends))
    if not bounds:
        return f"{states} says {own}, {other} says {high if is_low else low}."
    span = (
        " to ".join(bounds)
        if len(ends) == 2
        else f"at {'least' if conflict['bound_low'] is not None else 'most'} {bounds[0]}"
    )
    return f"{states} says {own}; shares by {other} give {span}."


def _subject(conflict: Row) -> str:
    """What a comparison is about: the words before its first colon; nothing where the heading says it."""
    begin, colon, _ = conflict["explanation"].partition(": ")
    return f"{_capital(begin)}: " if conflict["kind"] == "comparison" and colon and len(begin) < _LONGEST // 2 else ""


def _by_ends(explanation: str) -> str:
    """The first and the last words of an explanation without figures: "Names of Intel: one company by the reviewed names."."""
    begin, _, rest = _BRACKETS.sub("", explanation).partition(": ")
    end = rest.rpartition(": ")[2].partition("; ")[0]
    return _capital(_cut(f"{begin}: {end}" if end else begin)).rstrip(".") + "."


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rsplit(' ', 1)[0]} …"


def _month(value: Decimal | float) -> str:
    """202605 becomes 2026-05. The month 00 means that no month is stated."""
    return f"{value:.0f}"[:4] + "-" + f"{value:.0f}"[4:] if value else "unknown"


def _figure(conflict: Row, end: str, comparator: str) -> str:
    return bound_words(comparator) + figure(conflict[f"value_{end}"], conflict["unit_measure"])


def _says(conflict: Row, side: str) -> str:
    return "says" if len(split_ids(conflict[f"publishers_{side}"])) < 2 else "say"


def _named(joined: str) -> str:
    names = listed(joined).split(", ") if joined else ["an unknown publisher"]
    more = len(names) - _MOST_PUBLISHERS
    return " and ".join(names) if more <= 0 else f"{names[0]} and {more + 1} others"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
