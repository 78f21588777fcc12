"""Whether a figure is history or a forecast, by its year, its verbs and the document's own present."""

from __future__ import annotations

import re
from typing import NamedTuple

from sources.extract.scan.figure import Figure
from sources.extract.time.tenses import Tenses, loosely_past, tenses
from sources.extract.time.timing import CLOSED, Timing, Window
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Status

_WORDS = pattern_words("time")
_ANY = words_of_languages("time")

_SET_AGAINST = re.compile(rf"\b{_WORDS['set_against_words']}\s$", re.IGNORECASE)
# "A market worth USD 3 billion will be reached": the verb behind the value.
_COMES = re.compile(rf"\s{_WORDS['future_verbs']}\b")
# "thought to be worth USD 3 bn by 2030": an estimate of what comes.
_THOUGHT = re.compile(rf"\b{_WORDS['opinion_verbs']}\s(?:{_WORDS['opinion_links']}\s)?(?:{_WORDS['value_leads']}\s)?$")
_BY_YEAR = re.compile(rf"\s(?:\w+\s){{0,2}}?by\s(?:the\s)?(?:{_WORDS['year_ends']}\s)?(?:20[2-9][0-9])\b")
_WAS = re.compile(rf"\s{_WORDS['past_times']}\b")
_HAD_RATE = re.compile(
    rf"\b{_WORDS['past_rate_verbs']}\b",
    re.IGNORECASE,
)


def status_of(
    text: str,
    q: Figure,
    start: int,
    end: int,
    timing: Timing,
    metric: str,
    window: Window,
    clause_start: int,
    grammar: Grammar,
    near_start: int | None = None,
) -> Status:
    """Historical or forecast: the year against the document's own, then the verb on the figure.

    `own_start` is where the words begin that speak of this figure alone: behind the figure before it.
    """
    if timing.flag:
        if timing.flag in ("F", "P"):
            return "forecast"
        if timing.flag == "A":
            return "historical"
    reference = window.base_year or window.dated or window.reference
    if metric == "cagr":
        return _status_of_period(text[clause_start : q.start], timing, window, reference, grammar)
    year = timing.year if timing.year is not None else timing.period_end
    if timing.year and (not reference or timing.year <= reference + 1):
        lead = text[max(clause_start, q.hedge_start - 20) : q.hedge_start]
        if _opens_growth(text, q, lead, end, grammar) or _SET_AGAINST.search(lead):
            return "historical"
    if year and (certain := _by_year(year, timing, window)):
        return certain
    value = _Value(text, q, end, year, reference, metric, window, grammar)
    near_start = clause_start if near_start is None else near_start
    verbs = _verbs(text, q, clause_start, near_start, grammar)
    if ahead := _ahead(value, verbs, clause_start):
        return ahead
    is_past = bool(verbs.past) or loosely_past(verbs.left)
    return _by_words_behind(value, is_past=is_past) or _by_window(year, reference, window, is_past=is_past)


class _Value(NamedTuple):
    """A figure with its year and the year that is the document's present."""

    text: str
    q: Figure
    end: int
    year: int | None
    reference: int | None
    metric: str
    window: Window
    grammar: Grammar


class _Verbs(NamedTuple):
    """Where the words before a figure speak of what comes and of what was; `near` speak of this figure alone."""

    left: str
    ahead: tuple[int, ...]
    past: tuple[int, ...]
    near: Tenses

    @property
    def turns_ahead(self) -> bool:
        """The last verb that puts the figure ahead is behind the last past one."""
        return bool(self.ahead and (not self.past or self.ahead[-1] > self.past[-1]))


def _verbs(text: str, q: Figure, clause_start: int, near_start: int, grammar: Grammar) -> _Verbs:
    left = text[max(clause_start, q.start - 160) : q.start]
    all_tenses = tenses(left, grammar)
    cut = len(left) - len(text[max(near_start, q.start - 160) : q.start])
    near = Tenses(tuple(e for e in all_tenses.ahead if e > cut), tuple(e for e in all_tenses.past if e > cut))
    return _Verbs(left, tuple(all_tenses.ahead), tuple(all_tenses.past), near)


def _status_of_period(lead: str, timing: Timing, window: Window, reference: int | None, grammar: Grammar) -> Status:
    """A growth period is history where it ends by the present, before the forecast begins, or as a past verb says."""
    if not timing.period_end:
        return "forecast"
    if reference:
        return "historical" if timing.period_end <= reference else "forecast"
    if window.start and timing.period_end <= window.start:
        return "historical"
    had = _HAD_RATE.search(lead) and not grammar.pattern("status.forecast").search(lead)
    return "historical" if had else "forecast"


def _ahead(v: _Value, verbs: _Verbs, clause_start: int) -> Status | None:
    """What a verb before the figure, or a year far behind the present, says; None where neither speaks of what comes."""
    is_stated = bool(v.window.base_year or v.window.dated)
    is_later = bool(v.year and v.reference and v.year > v.reference)
    if v.year and v.reference and v.year > v.reference + 1:
        if is_stated or not verbs.near.past or verbs.turns_ahead:
            return "forecast"
    if verbs.near.leads == "forecast":
        said = v.grammar.phrases("status.estimated_behind") and _CLAUSE.match(v.text, v.q.end, v.end)
        return "historical" if said and not is_later and _estimated(said.group(), v.grammar) else "forecast"
    if verbs.ahead and verbs.near.leads != "historical" and (verbs.turns_ahead or v.metric == "market_size"):
        at_once = verbs.past and verbs.past[-1] > verbs.ahead[-1] - 1
        return "historical" if at_once and v.year and v.reference and not is_later else "forecast"
    if not v.reference and v.year and _BY_YEAR.match(v.text, v.q.end):
        return "forecast" if _THOUGHT.search(v.text[clause_start : v.q.hedge_start]) else None
    return None


def _by_words_behind(v: _Value, *, is_past: bool) -> Status | None:
    """A verb or "last year" behind the figure, in its own clause."""
    right = v.text[v.q.end : min(v.end, v.q.end + 60)]
    if _COMES.match(right):
        return "forecast"
    if _WAS.match(right):
        return "historical"
    if is_past or (v.year and not v.grammar.verb_last):  # its verbs are behind the figure
        return None
    foreseen = v.grammar.pattern("status.forecast").search(right)
    if foreseen is None:
        return None
    between = right[: foreseen.start()]
    if CLOSED.search(between):
        return None
    parted = v.grammar.language != "ja" and (_BREAK.search(between) or v.grammar.pattern("and_words").search(between))
    return None if parted else "forecast"


def _by_window(year: int | None, reference: int | None, window: Window, *, is_past: bool) -> Status:
    """What the document's own years make of a figure's year; a figure without a year is history."""
    horizon = window.before_horizon if not reference else None
    if year and horizon and not is_past and year >= horizon + 3:
        return "forecast"
    if is_past or not year:
        return "historical"
    if reference or horizon:
        return "forecast" if year > (reference or (horizon or 0) + 1) else "historical"
    begins = window.dated is None and window.start and year > window.start
    return "forecast" if begins or (window.end and year >= window.end) else "historical"


_ONWARD = re.compile(rf"[^.;]{{0,70}}?\s{_ANY['onward_words']}\s[^0-9.;]{{0,24}}[0-9]")


def _opens_growth(text: str, q: Figure, lead: str, end: int, grammar: Grammar) -> bool:
    """ "from USD 3 bn": in languages whose "from" is also "of", only where a "to" follows."""
    if not grammar.ending("growth_openers").search(lead):
        return False
    return grammar.language == "en" or bool(_ONWARD.match(text, q.end, min(end, q.end + 110)))


_BREAK = re.compile(r"[,，(;；:]")
_CLAUSE = re.compile(r"[^,.;:0-9]{1,40}")


def _estimated(words: str, grammar: Grammar) -> bool:
    """ "wird auf 3 Mrd. Euro geschätzt": a present estimate."""
    return bool(grammar.pattern("status.estimated_behind").search(words))


_FISCAL = re.compile(rf"{_WORDS['fiscal_year_sign']}|-[QH]")


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
