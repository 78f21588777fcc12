"""Whether a figure is a forecast or tells of the past: the verb on it, else its year against the document's own."""

from __future__ import annotations

import re

from sources.extract.quantities import Quantity
from sources.extract.timing import Status, Timing, Window
from sources.grammar.language import Grammar

_TO_COME = re.compile(
    r"(?<!estimated )(?<!said )(?<!thought )(?<!believed )(?<!reported )\bto\s(?:be|reach|hit|top|exceed|surpass|cross|touch|grow|rise|climb|attain|record|garner|generate)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?!expected|projected|forecasted|anticipated|estimated|predicted|based|need|compared|united|advanced)[a-z]{3,}(?:ed|pent|ought|old)\b[^.;]{0,50}$"
)
# "A market worth USD 3 billion will be reached": the verb behind the value.
_COMES = re.compile(r"\s(?:will|should|would|(?:is|are) (?:expected|forecast|projected|likely|set))\b")
_WAS = re.compile(r"\s(?:last year|the year before|a year (?:ago|earlier|before))\b")
_HAD_RATE = re.compile(
    r"\b(?:had|was|grew|rose|increased|expanded|recorded|posted|averaged|advanced|climbed|fell|declined|showed|registered)\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"[.;]\s|\swhile\s|\swhereas\s|,\s(?:and|but)\s|\sand\s(?:is|are|will|should|has)\b", re.IGNORECASE
)


def status_of(
    text: str,
    q: Quantity,
    start: int,
    end: int,
    timing: Timing,
    metric: str,
    window: Window,
    clause_start: int,
    grammar: Grammar,
) -> Status:
    """Historical or forecast: the verb on the figure decides, then the year against the document's own."""
    if timing.flag in ("F", "P"):
        return "forecast"
    if timing.flag == "A":
        return "historical"
    reference = window.base_year or window.dated or window.reference
    if metric != "cagr" and grammar.ending("growth_openers").search(
        text[max(clause_start, q.hedge_start - 12) : q.hedge_start]
    ):
        if timing.year and (not reference or timing.year <= reference + 1):
            return "historical"
    if metric == "cagr":
        if timing.period_end and reference and timing.period_end <= reference:
            return "historical"
        told = text[clause_start : q.start]
        if (
            timing.period_end
            and not reference
            and _HAD_RATE.search(told)
            and not grammar.pattern("status.forecast").search(told)
        ):
            return "historical"
        return "forecast"
    left = text[max(clause_start, q.start - 160) : q.start]
    forecast = [m.end() for m in grammar.pattern("status.forecast").finditer(left)]
    forecast += [m.end() for m in _TO_COME.finditer(left)]
    past = [m.end() for m in grammar.pattern("status.historical").finditer(left)]
    year = timing.year if timing.year is not None else timing.period_end
    is_stated = bool(window.base_year or window.dated)
    if (
        year
        and reference
        and year > reference + 1
        and (is_stated or not past or (forecast and forecast[-1] > past[-1]))
    ):
        return "forecast"
    if forecast and (not past or forecast[-1] > past[-1] or metric == "market_size"):
        if past and past[-1] > forecast[-1] - 1 and year and reference and year <= reference:
            return "historical"
        return "forecast"
    if not past and _PAST.search(left):
        past = [len(left)]
    right = text[q.end : min(end, q.end + 60)]
    if _COMES.match(right):
        return "forecast"
    if _WAS.match(right):
        return "historical"
    if (
        not past
        and not year
        and (m := grammar.pattern("status.forecast").search(right))
        and not _CLOSED.search(right[: m.start()])
    ):
        return "forecast"
    if year and window.before_horizon and not reference and not past and year >= window.before_horizon + 3:
        return "forecast"
    if past:
        return "historical"
    if year and reference:
        return "forecast" if year > reference else "historical"
    if year and window.before_horizon and not reference:
        return "forecast" if year > window.before_horizon + 1 else "historical"
    if year and window.dated is None and window.start and year > window.start:
        return "forecast"
    if year and window.end and year >= window.end:
        return "forecast"
    return "historical"
