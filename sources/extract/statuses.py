"""Whether a figure is history or a forecast, by its year, its verbs and the document's own present."""

from __future__ import annotations

import re

from sources.extract.quantities import Quantity
from sources.extract.tenses import Tenses, loosely_past, tenses
from sources.extract.timing import CLOSED, Status, Timing, Window
from sources.grammar.language import Grammar

_SET_AGAINST = re.compile(r"\b(?:compared (?:with|to)|versus|against)\s$", re.IGNORECASE)
# "A market worth USD 3 billion will be reached": the verb behind the value.
_COMES = re.compile(r"\s(?:will|should|would|(?:is|are) (?:expected|forecast|projected|likely|set))\b")
# "thought to be worth USD 3 bn by 2030": an estimate of what comes.
_THOUGHT = re.compile(
    r"\b(?:thought|believed|said|reckoned|seen|tipped|deemed|considered|put|pegged|valued|estimated|assessed)\s(?:to be\s|as\s)?(?:worth\s|at\s|reaching\s|hitting\s)?$"
)
_BY_YEAR = re.compile(r"\s(?:\w+\s){0,2}?by\s(?:the\s)?(?:end of\s)?(?:20[2-9][0-9])\b")
_WAS = re.compile(r"\s(?:last year|the year before|a year (?:ago|earlier|before))\b")
_HAD_RATE = re.compile(
    r"\b(?:had|was|grew|rose|increased|expanded|recorded|posted|averaged|advanced|climbed|fell|declined|showed|registered)\b",
    re.IGNORECASE,
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
    own_start: int | None = None,
) -> Status:
    """Historical or forecast: the year against the document's own, then the verb on the figure.

    `own_start` is where the words begin that speak of this figure alone: behind the figure before it.
    """
    if timing.flag in ("F", "P"):
        return "forecast"
    if timing.flag == "A":
        return "historical"
    reference = window.base_year or window.dated or window.reference
    year = timing.year if timing.year is not None else timing.period_end
    lead = text[max(clause_start, q.hedge_start - 20) : q.hedge_start]
    if metric != "cagr" and (_opens_growth(text, q, lead, end, grammar) or _SET_AGAINST.search(lead)):
        if timing.year and (not reference or timing.year <= reference + 1):
            return "historical"
    if metric == "cagr":
        if timing.period_end and reference and timing.period_end <= reference:
            return "historical"
        if timing.period_end and window.start and not reference and timing.period_end <= window.start:
            return "historical"  # it ends before the forecast begins
        told = text[clause_start : q.start]
        if (
            timing.period_end
            and not reference
            and _HAD_RATE.search(told)
            and not grammar.pattern("status.forecast").search(told)
        ):
            return "historical"
        return "forecast"
    if year and (certain := _by_year(year, timing, window)):
        return certain
    left = text[max(clause_start, q.start - 160) : q.start]
    own = text[max(own_start if own_start is not None else clause_start, q.start - 160) : q.start]
    told_left = tenses(left, grammar)
    cut = len(left) - len(own)
    told_own = Tenses(tuple(e for e in told_left.ahead if e > cut), tuple(e for e in told_left.past if e > cut))
    forecast, past = list(told_left.ahead), list(told_left.past)
    is_stated = bool(window.base_year or window.dated)
    if (
        year
        and reference
        and year > reference + 1
        and (is_stated or not told_own.past or (forecast and forecast[-1] > past[-1]))
    ):
        return "forecast"
    if told_own.leads == "forecast":
        said = grammar.phrases("status.estimated_behind") and _CLAUSE.match(text, q.end, end)
        if said and not (year and reference and year > reference) and _estimated(said.group(), grammar):
            return "historical"
        return "forecast"
    if forecast and told_own.leads != "historical" and (not past or forecast[-1] > past[-1] or metric == "market_size"):
        if past and past[-1] > forecast[-1] - 1 and year and reference and year <= reference:
            return "historical"
        return "forecast"
    if not reference and year and _BY_YEAR.match(text, q.end) and _THOUGHT.search(text[clause_start : q.hedge_start]):
        return "forecast"
    if not past and loosely_past(left):
        past = [len(left)]
    right = text[q.end : min(end, q.end + 60)]
    if _COMES.match(right):
        return "forecast"
    if _WAS.match(right):
        return "historical"
    if (
        not past
        and (not year or grammar.verb_last)  # its verbs stand behind the figure
        and (m := grammar.pattern("status.forecast").search(right))
        and not CLOSED.search(right[: m.start()])
        and not (grammar.language != "ja" and _BREAK.search(right[: m.start()]))
        and not (grammar.language != "ja" and grammar.pattern("and_words").search(right[: m.start()]))
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


_ONWARD = re.compile(r"[^.;]{0,70}?\s(?:to|auf|bis|zu|à|a|al|hasta|para|até)\s[^0-9.;]{0,24}[0-9]")


def _opens_growth(text: str, q: Quantity, lead: str, end: int, grammar: Grammar) -> bool:
    """ "from USD 3 bn": in languages whose "from" is also "of", only where a "to" follows."""
    if not grammar.ending("growth_openers").search(lead):
        return False
    return grammar.language == "en" or bool(_ONWARD.match(text, q.end, min(end, q.end + 110)))


_BREAK = re.compile(r"[,，(;；:]")
_CLAUSE = re.compile(r"[^,.;:0-9]{1,40}")


def _estimated(words: str, grammar: Grammar) -> bool:
    """ "wird auf 3 Mrd. Euro geschätzt": a present estimate."""
    return bool(grammar.pattern("status.estimated_behind").search(words))


_FISCAL = re.compile(r"FY|-[QH]")


def _by_year(year: int, timing: Timing, window: Window) -> Status | None:
    """What no verb changes: years before the page's own are past, years behind it are ahead; fiscal years run over its end."""
    if window.dated:
        if year < window.dated:
            return "historical"
        if year > window.dated + (1 if _FISCAL.search(timing.time_period or "") else 0):
            return "forecast"
    elif window.base_year and year <= window.base_year:
        return "historical"
    return None
