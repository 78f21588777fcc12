"""What must hold between the figures of one document; readings that break it are refused together. The first reading breaks nothing here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from sources.metrics import facts_of
from sources.records import Mention
from sources.second_reader.records import Refusal, Verified
from sources.second_reader.refused import RULE

_WHOLE = Decimal(100)
_ROUNDING = Decimal("0.5")  # points that one printed share may be rounded by
_FAR = 0.5  # the rate is off by more than half of itself, and by more than a point: no rounding does that
_A_POINT = 1.0


def constrained(verified: Verified, first: Sequence[Mention]) -> Verified:
    """Drops readings that contradict each other.

    Rules: `level_without_year` and `rate_without_period` where the first reader has no such figure;
    `shares_exceed_whole` for the parts of one dimension, year and area, and for one share above 100; `endpoints_contradict_rate` for two sizes and the
    rate between them, unless the first reader reads the same contradiction: a publisher's own slip is no misreading.

    Args:
        verified: what was found in the text.
        first: mentions of the first reader.
    """
    known = {(m.char_start, m.metric) for m in first}
    broken: dict[int, str] = {}
    for index, m in enumerate(verified.mentions):
        if (m.char_start, m.metric) not in known:
            if facts_of(m.metric).additive and m.year is None:
                broken[index] = "level_without_year"
            elif m.metric == "cagr" and m.period_end is None:
                broken[index] = "rate_without_period"
    broken |= dict.fromkeys(_beyond_whole(verified.mentions), "shares_exceed_whole")
    agreed = {(m.char_start, m.metric, m.year, m.period_start, m.period_end, m.segment is None) for m in first}
    for triple in _contradictions(verified.mentions):
        if not all(_time_key(verified.mentions[i]) in agreed for i in triple):
            broken |= dict.fromkeys(triple, "endpoints_contradict_rate")
    refusals = [
        Refusal(m.char_start, m.char_end, m.surface, RULE + rule, m.metric)
        for index, rule in sorted(broken.items())
        for m in (verified.mentions[index],)
    ]
    return replace(
        verified,
        mentions=tuple(m for index, m in enumerate(verified.mentions) if index not in broken),
        refusals=(*verified.refusals, *refusals),
    )


def _time_key(m: Mention) -> tuple[object, ...]:
    return (m.char_start, m.metric, m.year, m.period_start, m.period_end, m.segment is None)


def _beyond_whole(mentions: Sequence[Mention]) -> list[int]:
    groups: dict[tuple[object, ...], dict[str, list[int]]] = defaultdict(dict)
    for index, m in enumerate(mentions):
        if m.metric == "share" and m.segment and m.dimension and m.value_high is None:
            key = (m.dimension.casefold(), m.year, m.ref_area, (m.market or "").casefold())
            groups[key].setdefault(m.segment.casefold(), []).append(index)
    out: list[int] = []
    out += [
        index
        for index, m in enumerate(mentions)
        if m.metric == "share" and max(m.value, m.value_high or m.value) > _WHOLE
    ]
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
        if m.metric != "cagr" or not m.period_start or not m.period_end or m.value_high is not None:
            continue
        if m.period_start >= m.period_end:
            continue
        for *series, unit, year in sizes:
            last = sizes.get((*series, unit, m.period_end))
            if tuple(series) != _series(m) or year != m.period_start or last is None:
                continue
            start = sizes[(*series, unit, year)]
            ratio = float(mentions[last].value / mentions[start].value)
            implied = (ratio ** (1 / (m.period_end - m.period_start)) - 1) * 100
            if abs(implied - float(m.value)) > max(_A_POINT, _FAR * abs(implied)):
                out.append((start, last, index))
    return out


def _series(m: Mention) -> tuple[object, ...]:
    return ((m.market or "").casefold(), (m.segment or "").casefold(), m.ref_area, m.publisher)
