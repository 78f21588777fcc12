"""The sign of growth from words: "fell 3%" is a growth of -3%. A printed sign is read with the figure, not here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Mention, Metric

_WORDS = pattern_words("figures")
_LISTS = word_lists("figures")
_FILLER = rf"(?:(?:{_WORDS['fall_fillers']}|(?:19|20)[0-9]{{2}})\s){{0,9}}"
_LEVEL = re.compile(rf"\b{_WORDS['level_words']}\b[^.;]{{0,24}}$", re.IGNORECASE)
_BEHIND = re.compile(
    rf"\s?(?:{_WORDS['fall_adjectives']}\s){{0,2}}"
    rf"{_WORDS['falls_behind']}\b(?!\s{_WORDS['lowered_nouns']})",
    re.IGNORECASE,
)
_TO_LEVEL = re.compile(rf"{_WORDS['level_leads']}\s", re.IGNORECASE)  # "drop under 7%": where it went, not by how much
_NEGATED = re.compile(
    rf"\b{_WORDS['negations']}\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[(\[]\s?$")
_SAME = frozenset(
    {
        "percent.listed_member",
        "percent.same_as_before",
        "percent.bracketed_member",
        "percent.parallel_part",
        "percent.told_next_name",
        "percent.told_next_year",
        "percent.told_next_bracket",
        "percent.told_further",
    }
)


def with_sign(
    q: Figure, metric: Metric, rule: str, sentence: str, at: int, since: int, before: Sequence[Mention], g: Grammar
) -> Figure:
    """The quantity with a negative value where English words state a fall of the market.

    Args:
        q: a percentage.
        metric: what it measures; only growth has a sign, be it of the market or of something else.
        rule: the rule that found it.
        sentence: its sentence.
        at: its hedge's offset within the sentence.
        since: where the figure before it in the sentence ends; 0 where there is none.
        before: the sentence's mentions so far.
        g: the document's words; other languages than English are left as they are.
    """
    if g.language != "en" or not is_growth(metric, rule) or q.kind != "percent" or q.value <= 0:
        return q
    if (
        sentence[at : at + 1] in "+-−–±"
        or _TO_LEVEL.match(sentence, at)
        or not _falls(q, rule, sentence, at, since, before, g)
    ):
        return q
    low, high = (q.value, q.value_high) if q.value_high is None else (q.value_high, q.value)
    return replace(q, value=-low, value_high=None if high is None else -high)


def is_growth(metric: Metric, rule: str) -> bool:
    """The percentage is growth, if of something else than the market."""
    return metric in ("growth_rate", "cagr") or (metric == "other_numeric" and rule.endswith("_elsewhere"))


def _falls(q: Figure, rule: str, sentence: str, at: int, since: int, before: Sequence[Mention], g: Grammar) -> bool:
    left = sentence[max(since, at - 110) : at]
    behind = sentence[at : at + 140][q.end - q.hedge_start :]
    if fall := _fall(g).search(left):
        return not _NEGATED.search(left[: fall.start()]) and not _LEVEL.search(left[fall.end("word") :])
    rises = _rise(g).search(left)
    if _BEHIND.match(behind):
        return not rises or rule.startswith("percent.told_against")
    if rule in _SAME and before and before[-1].metric in ("growth_rate", "cagr") and before[-1].value < 0:
        return (not rises or rule == "percent.told_further") and not before[-1].surface.startswith(("-", "−", "–"))
    return bool(
        _BRACKET.search(left) and not rises and not since and g.pattern("fall_verbs", "fall_nouns").search(left)
    )


@cache
def _fall(g: Grammar) -> re.Pattern[str]:
    words = g.source("fall_verbs", "fall_nouns", also=_LISTS["fall_words"])
    return re.compile(rf"(?P<word>{words})(?!\sto\b)[\s,]{_FILLER}[~≈]?$", re.IGNORECASE)


@cache
def _rise(g: Grammar) -> re.Pattern[str]:
    return re.compile(g.source("rise_verbs", "rise_nouns", also=_LISTS["rise_words"]), re.IGNORECASE)
