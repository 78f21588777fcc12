"""The figures of two readings side by side, and in which attributes they differ. Which of the two counts is decided in `join`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sources.extract.text.name_keys import market_key, part_words
from sources.records import Mention, ReadingAttribute
from sources.second_reader.records import Denial, Verified

UNJUDGED = frozenset({"other_numeric"})  # labels do not name every such figure: their attributes are not compared
_FIELDS: Mapping[ReadingAttribute, tuple[str, ...]] = {
    "time": ("year", "time_period", "period_start", "period_end", "period_inferred", "inference_basis"),
    "status": ("status",),
    "part": ("segment", "dimension", "subject"),
    "area": ("geography", "ref_area"),
    "market": ("market",),
}


@dataclass(frozen=True, slots=True)
class Pair:
    """One figure in both readings. `denial`: the second reader calls it no market figure; neither: it was not asked, or was refused."""

    first: Mention | None
    second: Mention | None
    denial: Denial | None = None


def pairs(first: Sequence[Mention], verified: Verified) -> tuple[Pair, ...]:
    """Mentions of both readings that share characters, each in one pair, in order of the text.

    A second mention whose answer names no market has that of the first: a document may have several, and silence picks none.
    """
    by_span = {(m.char_start, m.char_end): m for m in verified.mentions}
    by_denial = {(d.char_start, d.char_end): d for d in verified.denials}
    spans, denied = sorted(by_span), sorted(by_denial)
    out: list[Pair] = []
    met: set[tuple[int, int]] = set()
    for m in first:
        place = (m.char_start, m.char_end)
        span = place if place in by_span else _meeting(spans, *place)
        denial = None
        if span in met:
            span = None  # a figure of the second reading answers for one of the first
        elif span:
            met.add(span)
        else:
            at = _meeting(denied, *place)
            denial = by_denial[at] if at else None
        out.append(Pair(m, _beside(m, by_span[span], verified) if span else None, denial))
    out += [Pair(None, by_span[span]) for span in spans if span not in met]
    return tuple(sorted(out, key=_place))


def _beside(m: Mention, other: Mention, verified: Verified) -> Mention:
    is_silent = (other.char_start, other.char_end) in verified.without_market
    return replace(other, market=m.market) if is_silent else other


def _meeting(spans: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int] | None:
    """The first of disjoint spans, in order, that shares characters with a stretch."""
    at = bisect_left(spans, start + 1, key=lambda span: span[1])
    return spans[at] if at < len(spans) and spans[at][0] < end else None


def _place(pair: Pair) -> tuple[int, int]:
    mention = pair.first or pair.second
    assert mention is not None
    return mention.char_start, mention.char_end


def differing(m: Mention, other: Mention) -> tuple[ReadingAttribute, ...]:
    """Attributes in which two readings of one figure contradict each other; of another metric, the metric alone."""
    if m.metric != other.metric:
        return ("metric",)
    return tuple(attribute for attribute in _FIELDS if _differ(attribute, m, other))


def with_attribute(m: Mention, other: Mention, attribute: ReadingAttribute) -> Mention:
    """`m` with one attribute as `other` reads it; all of `other` where the metric is meant."""
    if attribute in ("metric", "figure"):
        return other
    changes: dict[str, object] = {name: getattr(other, name) for name in _FIELDS[attribute]}
    return replace(m, **changes)  # type: ignore[arg-type]


def said(attribute: ReadingAttribute, m: Mention) -> str | None:
    """An attribute in words, for people."""
    if attribute == "time":
        return f"{m.period_start or ''}-{m.period_end}" if m.period_end else str(m.year) if m.year else None
    readings = {"metric": m.metric, "status": m.status, "part": m.segment, "area": m.geography, "market": m.market}
    return readings[attribute]


def _differ(attribute: ReadingAttribute, m: Mention, other: Mention) -> bool:
    """A time that the second reader leaves open contradicts nothing: our own inference may fill it."""
    if m.metric in UNJUDGED and attribute != "market":
        return False
    if attribute == "time":
        times = [(m.year, other.year), (m.period_start, other.period_start), (m.period_end, other.period_end)]
        return any(b is not None and a != b for a, b in times)
    if attribute == "status":
        return m.status != other.status
    if attribute == "part":
        return _words(m.segment) != _words(other.segment)
    if attribute == "area":
        return m.ref_area != other.ref_area
    return market_key(m.market or "") != market_key(other.market or "")


def _words(name: str | None) -> frozenset[str]:
    return part_words(name) if name else frozenset()
