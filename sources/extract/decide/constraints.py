"""What must hold between the figures of one document; readings that break it are refused together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from sources.metrics import facts_of
from sources.records import Mention

_WHOLE = Decimal(100)
_ROUNDING = Decimal("0.5")  # points that one printed share may be rounded by
_FAR = 0.5  # the rate is off by more than half of itself, and by more than a point: no rounding does that
_A_POINT = 1.0


def broken(mentions: Sequence[Mention], known: Sequence[Mention]) -> dict[int, str]:
    """Readings that contradict each other, by index, with the rule.

    Rules: `level_without_year` and `rate_without_period` where the other reader has no such figure; `shares_exceed_whole` for the
    parts of one listed dimension, year, area and market, and for one share above 100; `endpoints_contradict_rate` for two sizes
    and the rate between them, unless the other reader reads the same: a publisher's own slip is no misreading.

    Args:
        mentions: of one reader.
        known: of the other one.
    """
    figures = {(m.char_start, m.metric) for m in known}
    out: dict[int, str] = {}
    for index, m in enumerate(mentions):
        if m.metric == "share" and max(m.value, m.value_high or m.value) > _WHOLE:
            out[index] = "shares_exceed_whole"
        elif (m.char_start, m.metric) not in figures:
            if facts_of(m.metric).additive and m.year is None:
                out[index] = "level_without_year"
            elif m.metric == "cagr" and m.period_end is None:
                out[index] = "rate_without_period"
    out |= dict.fromkeys(_beyond_whole(mentions), "shares_exceed_whole")
    agreed = set(map(_timed, known))
    for triple in _contradictions(mentions):
        if not all(_timed(mentions[index]) in agreed for index in triple):
            out |= dict.fromkeys(triple, "endpoints_contradict_rate")
    return out


def _timed(m: Mention) -> tuple[object, ...]:
    return (m.char_start, m.metric, m.year, m.period_start, m.period_end, m.segment is None)


def _beyond_whole(mentions: Sequence[Mention]) -> list[int]:
    """Shares of two dimensions or of two areas are no parts of one whole."""
    groups: dict[tuple[object, ...], dict[str, list[int]]] = defaultdict(dict)
    for index, m in enumerate(mentions):
        if m.metric == "share" and m.segment and m.dimension and m.value_high is None:
            key = (m.dimension.casefold(), m.year, m.ref_area, (m.market or "").casefold())
            groups[key].setdefault(m.segment.casefold(), []).append(index)
    out: list[int] = []
    for parts in groups.values():
        largest = [max(mentions[i].value for i in indices) for indices in parts.values()]
        if len(parts) > 1 and sum(largest) > _WHOLE + _ROUNDING * len(parts):
            out += [i for indices in parts.values() for i in indices]
    return out


def _contradictions(mentions: Sequence[Mention]) -> list[tuple[int, int, int]]:
    sizes: dict[tuple[object, ...], int] = {}
    for index, m in enumerate(mentions):
        if m.metric == "market_size" and m.year and m.value > 0 and m.value_high is None and m.comparator in ("=", "~"):
            sizes.setdefault((*_series(m), m.unit, m.year), index)
    out = []
    for index, m in enumerate(mentions):
        if m.metric != "cagr" or m.value_high is not None or not (m.period_start or 0) < (m.period_end or 0):
            continue
        for (*series, unit, year), start in sizes.items():
            last = sizes.get((*series, unit, m.period_end))
            if tuple(series) != _series(m) or year != m.period_start or last is None:
                continue
            years = (m.period_end or 0) - (m.period_start or 0)
            implied = (float(mentions[last].value / mentions[start].value) ** (1 / years) - 1) * 100
            if abs(implied - float(m.value)) > max(_A_POINT, _FAR * abs(implied)):
                out.append((start, last, index))
    return out


def _series(m: Mention) -> tuple[object, ...]:
    return ((m.market or "").casefold(), (m.segment or "").casefold(), m.ref_area, m.publisher)
