"""Whether a source still says what it said on the day of a decision. Pure comparisons without consequences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from typing import Any

from warehouse.decisions import ExpectedClaim, ExpectedConflict, ExpectedNames, ExpectedQuestion
from warehouse.values.rounding_bands import EXACT


def claim_changes(expect: ExpectedClaim | None, value_as_printed: str, quotes: Iterable[str]) -> str | None:
    """What differs in a claim.

    Args:
        expect: what it said; None expects nothing.
        value_as_printed: what it says now.
        quotes: words of its mentions.

    Returns:
        The difference in words; None where it says what it said. The file's name is no part of what it says.
    """
    if expect is None:
        return None
    if expect.value_as_printed is not None and _plain(expect.value_as_printed) != _plain(value_as_printed):
        return f"printed {expect.value_as_printed!r} when the decision was taken, {value_as_printed!r} now"
    if expect.quote is not None and _plain(expect.quote) not in {_plain(quote) for quote in quotes}:
        return f"no mention says {expect.quote!r} any more"
    return None


def conflict_changes(expect: ExpectedConflict | None, row: Mapping[str, Any]) -> str | None:
    """What differs in a conflict; as many digits are compared as the expectation writes.

    Args:
        expect: how far apart the sides lay; None expects nothing.
        row: year, value_a, value_b and ratio, as in core.conflicts.

    Returns:
        The difference in words; None where there is none. Figures of another year are other figures.
    """
    if expect is not None and expect.year is not None and expect.year != row["year"]:
        return f"its figures were of {expect.year} when the decision was taken, of {row['year']} now"
    for field in ("value_a", "value_b", "ratio"):
        expected = None if expect is None else getattr(expect, field)
        if expected is None:
            continue
        now = None if row[field] is None else Decimal(str(row[field]))
        if now is None or not _equal(expected, now):
            return f"{field} was {_short(expected)} when the decision was taken, {'nothing' if now is None else _short(now)} now"
    return None


_PLACE = ("rule", "market_id", "other_market_id", "segment_key", "ref_area", "metric", "unit_measure")


def conflict_is_successor(expect: ExpectedConflict | None, row: Mapping[str, Any]) -> bool:
    """Whether a conflict is where the expected one was: same rule, markets, segment, area, metric, unit; its year is one of its years.

    What the expectation does not name is nothing there: one without a segment stood at the whole market.
    """
    if expect is None or expect.rule is None or expect.market_id is None:
        return False
    is_of_its_year = expect.year == row["year"] or str(expect.year) in (row["years"] or ())
    return is_of_its_year and all(row[name] == getattr(expect, name) for name in _PLACE)


def names_change(
    expect: ExpectedNames | None, names: tuple[str, ...], printed: Mapping[str, Collection[str]]
) -> str | None:
    """What differs in where names are printed.

    Args:
        expect: files that printed them; None expects nothing.
        names: the names.
        printed: name → names of the files that print it.

    Returns:
        The difference in words where none of those files prints a name any more, yet another does; None otherwise
        (a name that nothing prints has gone, which is no change).
    """
    if expect is None or expect.documents is None:
        return None
    for name in names:
        places = printed.get(name, ())
        if places and not set(places) & set(expect.documents):
            return (
                f"{name!r} is printed by {', '.join(sorted(places)[:3])} and by none of {', '.join(expect.documents)}"
            )
    return None


def question_changes(expect: ExpectedQuestion | None, why: str) -> str | None:
    """What differs in why a question is asked; None where nothing does."""
    if expect is None or expect.why is None or _plain(expect.why) == _plain(why):
        return None
    return f"it was asked because {expect.why!r}, now because {why!r}"


def _equal(expected: Decimal, now: Decimal) -> bool:
    """Equal in the digits that the expectation writes (an integer of many digits: all of them)."""
    exponent = expected.as_tuple().exponent
    if not isinstance(exponent, int):
        return False
    return EXACT.quantize(now, Decimal(1).scaleb(min(exponent, 0))) == expected


def _short(value: Decimal) -> str:
    return format(value.normalize(), "f")


def _plain(words: str) -> str:
    return " ".join(words.split())
