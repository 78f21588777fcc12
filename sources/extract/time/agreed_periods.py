"""Growth periods that a document settles as a whole: by arithmetic on its dated values, and by the periods of its other rates.

Only what no words beside a rate state is settled here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from sources.extract.time.timing import Window
from sources.grammar.pattern_words import words_of_languages
from sources.records import Mention, Status

_ANY = words_of_languages("time")

_VALUES = frozenset({"market_size", "volume", "price", "other_numeric"})
_REACH_BACK, _REACH_ON = 600, 160  # characters around a rate that may hold the values that it is about
_MOST_VALUES = 14
_SHORTEST, _LONGEST = 2, 30  # years
_WIDEST = Decimal("1.2")  # percentage points: a rate stated less exactly proves nothing
_DIGITS = re.compile(r"[0-9]+(?:[.,\u00a0\u202f ][0-9]{1,3})*")
# Growth stated per year is compound where it runs over several.
_YEARLY = re.compile(
    rf"\b(?:{_ANY['yearly_words']}|{_ANY['yearly_stems']}\w*)\b|{_ANY['yearly_signs']}",
    re.IGNORECASE,
)
_AGREE = Decimal("0.6")  # of the rates that state a period


class _Interval(NamedTuple):
    low: Decimal
    high: Decimal


def with_agreed_periods(text: str, mentions: Sequence[Mention], window: Window) -> list[Mention]:
    """Rates whose period no words beside them state, with the period that the document's own figures settle.

    Args:
        text: the document.
        mentions: all figures of a document, in order of the text.
        window: the years it states of itself.
    """
    settled = [_by_arithmetic(text, m, mentions) if _is_open(m) else m for m in mentions]
    common = _common_period(settled, window)
    return [_by_agreement(m, common, window) if common else m for m in settled]


def _is_open(m: Mention) -> bool:
    if m.value_high is not None or m.value <= 0:
        return False
    if m.metric == "cagr":
        return m.period_inferred or m.period_start is None or m.period_end is None
    return m.metric == "growth_rate" and m.period_start is None


def _by_arithmetic(text: str, rate: Mention, mentions: Sequence[Mention]) -> Mention:
    """The rate with the years of the two dated values that give it, where there are such."""
    opens = text.rfind("\n", 0, rate.char_start) if rate.metric == "growth_rate" else 0
    around = [
        m
        for m in mentions
        if m.metric in _VALUES
        and m.char_start >= opens
        and m.year
        and m.value > 0
        and m.value_high is None
        and rate.char_start - _REACH_BACK < m.char_start < rate.char_end + _REACH_ON
    ]
    around = sorted(around, key=lambda m: abs(m.char_start - rate.char_start))[:_MOST_VALUES]
    stated = _printed(rate)
    compound = rate.metric == "cagr" or bool(_YEARLY.search(text, rate.char_start - 24, rate.char_end + 28))
    pairs: list[tuple[bool, int, int, int, Status]] = []
    for a in around:
        for b in around:
            if not (a.year and b.year) or not 0 < b.year - a.year <= _LONGEST or not _comparable(a, b):
                continue
            years = b.year - a.year
            if rate.metric == "cagr" and years < _SHORTEST:
                continue
            power = years if compound else 1
            if _meets(stated, _growth(a, b, power)):
                off = abs(((b.value / a.value) ** (Decimal(1) / power) - 1) * 100 - rate.value)
                far = abs(a.char_start - rate.char_start) + abs(b.char_start - rate.char_start)
                pairs.append((off > rate.value - stated.low, far, a.year, b.year, b.status))
    if not pairs:
        return rate
    start, end = rate.period_start, rate.period_end
    # A forecast window may open the year after the value that it starts from.
    if start and end and any(f[3] == end and f[2] in (start, start - 1) for f in pairs):
        return rate
    _, _, first, last, status = min(pairs)
    basis = "years of the two values that give this rate"
    if rate.metric == "growth_rate" and last - first == 1:
        return replace(rate, year=last, period_inferred=True, inference_basis=basis) if rate.year is None else rate
    return replace(
        rate, year=None, time_period=None, period_start=first, period_end=last, period_inferred=True,
        inference_basis=basis, status=status,
    )  # fmt: skip


def _comparable(a: Mention, b: Mention) -> bool:
    return (a.metric, a.unit, a.segment, a.ref_area) == (b.metric, b.unit, b.segment, b.ref_area)


def _printed(m: Mention) -> _Interval:
    """A figure with all that its rounding leaves open: half a unit of its last digit, a whole one where it is hedged."""
    printed = _DIGITS.search(m.surface)
    digits = re.sub(r"[^0-9]", "", printed.group()) if printed else ""
    unit = abs(m.value) / Decimal(int(digits)) if digits and int(digits) else abs(m.value)
    half = unit if m.comparator == "~" else unit / 2
    if m.comparator in (">", ">="):
        return _Interval(m.value, m.value + 2 * unit)
    return _Interval(m.value - half, m.value + half)


def _growth(a: Mention, b: Mention, years: int) -> _Interval | None:
    """Growth per year in percent, compound over `years`, from what `a` to what `b` may be."""
    start, end = _printed(a), _printed(b)
    if start.low <= 0 or end.low <= 0:
        return None
    power = Decimal(1) / Decimal(years)
    low = ((end.low / start.high) ** power - 1) * 100
    high = ((end.high / start.low) ** power - 1) * 100
    return _Interval(low, high) if high - low <= _WIDEST + (high * Decimal("0.04")) else None


def _meets(stated: _Interval, computed: _Interval | None) -> bool:
    return computed is not None and computed.low <= stated.high and stated.low <= computed.high


def _common_period(mentions: Sequence[Mention], window: Window) -> tuple[int | None, int] | None:
    """The period that most of the document's rates run over; else the one year ahead that all its forecasts are for."""
    ahead = [m for m in mentions if m.status == "forecast"]
    ends = Counter(m.period_end for m in ahead if m.metric == "cagr" and m.period_end)
    if not ends:
        present = window.dated or window.base_year
        years = {m.year for m in ahead if m.metric in ("market_size", "volume", "share") and m.year}
        only = next(iter(years)) if len(years) == 1 else None
        return (None, only) if only and present and only >= present + _SHORTEST else None
    end, n = max(((e, n) for e, n in ends.items() if e), key=lambda item: (item[1], item[0]))
    if n < _AGREE * sum(ends.values()):
        return None
    starts = Counter(m.period_start for m in ahead if m.metric == "cagr" and m.period_end == end and m.period_start)
    start = max(starts.items(), key=lambda item: (item[1], item[0] or 0))[0] if starts else None
    return start, end


def _by_agreement(m: Mention, common: tuple[int | None, int], window: Window) -> Mention:
    if m.metric != "cagr" or m.status != "forecast":
        return m
    start, end = common
    if m.period_end is None or (m.period_end == end and m.period_start is None and not window.start):
        return replace(
            m,
            period_start=m.period_start or start,
            period_end=end,
            period_inferred=True,
            inference_basis="period of the document's other forecasts",
        )
    return m
