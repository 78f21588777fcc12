"""Dates in the form of citations. Vague dates come in as EDTF; unknown is `n.d.`, never a guess."""

from __future__ import annotations

from datetime import date

from warehouse.resolve.documents.vague_dates import VagueDate, vague_date

UNKNOWN = "n.d."
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def in_words(edtf: str | None) -> str:
    """A date in English words.

    Args:
        edtf: EDTF; None where unknown.

    Returns:
        "14 April 2026", "April 2026", "2026", "January to March 2026", "about 2026"; `n.d.` where unknown; the text itself
        where it is in no form that we read.
    """
    if not edtf:
        return UNKNOWN
    when = vague_date(edtf)
    if when is None:
        return edtf
    about = "about " if edtf.strip()[-1] in "~%" else ""
    unsure = "?" if edtf.strip()[-1] in "?%" else ""
    return f"{about}{_span(when)}{unsure}"


def day_in_words(day: date) -> str:
    """14 April 2026, whatever the locale."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def parts(when: VagueDate) -> list[list[int]]:
    """CSL date-parts: one for a day, a month or a year, two for a period, each as exact as the date is."""
    halves = when.edtf.split("/")
    if len(halves) == 2:
        first, last = vague_date(halves[0]), vague_date(halves[1])
        if first and last:
            return [parts(first)[0], parts(last)[-1]]
    if when.first == when.last:
        return [[when.first.year, when.first.month, when.first.day]]
    months = when.last.month - when.first.month
    if months == 0:
        return [[when.first.year, when.first.month]]
    if months == 11:
        return [[when.first.year]]
    return [[when.first.year, when.first.month], [when.last.year, when.last.month]]


def iso(when: VagueDate) -> str:
    """ISO 8601 as biblatex reads it: 2026-04-14, 2026-04, 2026, 2026-01/2026-03."""
    return "/".join("-".join(f"{part:02}" for part in half) for half in parts(when))


def _span(when: VagueDate) -> str:
    halves = [_half(half) for half in parts(when)]
    if len(halves) == 1:
        return halves[0]
    first, last = parts(when)
    if first[0] == last[0] and len(first) > 1:
        return f"{_half(first).removesuffix(str(first[0])).strip()} to {halves[1]}"
    return f"{halves[0]} to {halves[1]}"


def _half(half: list[int]) -> str:
    if len(half) == 3:
        return day_in_words(date(*half))
    return f"{MONTHS[half[1] - 1]} {half[0]}" if len(half) == 2 else str(half[0])
