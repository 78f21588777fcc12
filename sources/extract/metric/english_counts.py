"""English counts by their verb: units sold are a volume, the speed of a machine is none. Money and percentages do not belong here."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.scan.figure import Figure
from sources.grammar.figure_words import figure_source
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("metric")

_FEW = 100
_HEDGE = rf"(?:{_WORDS['count_hedges']}\s)*"
_SOLD = re.compile(rf"\b(?<!to\s)(?<!can\s)(?<!could\s){_WORDS['sold_verbs']}\s{_HEDGE}$", re.IGNORECASE)
_WAS_SOLD = re.compile(
    rf"\s?(?:[\w-]+\s){{0,4}}?{_WORDS['sold_auxiliaries']}\s(?:{_WORDS['sold_participles']}|in\b|out\b)",
    re.IGNORECASE,
)
_POWER = re.compile(rf"(?:{_WORDS['power_units']}|{_WORDS['power_nouns']})\b")
_WENT_IN = re.compile(
    rf"\s(?:of\s(?:[\w-]+\s){{1,4}})?(?:{_WORDS['built_auxiliaries']}\s{_WORDS['built_participles']}|{_WORDS['went_in_verbs']})\b",
    re.IGNORECASE,
)
_UNCOUNTED = re.compile(rf"\s?(?:[\w-]+\s){{0,2}}?{figure_source('uncounted')}", re.IGNORECASE)
_SPEED = re.compile(
    rf"\s?(?:[\w-]+\s){{0,2}}?(?:/\s?|{_WORDS['per_words_of_speed']}\s)(?:{_WORDS['speed_units']}|1,000|100)\b",
    re.IGNORECASE,
)
_TIME_NOUN = re.compile(rf"{_WORDS['time_openers']}\b", re.IGNORECASE)
_AGAINST = re.compile(rf"(?:^|[\s,(]){_WORDS['count_against_words']}\s(?:[\w'’-]+\s){{0,5}}?{_HEDGE}$", re.IGNORECASE)
_TO = re.compile(rf"\b{_WORDS['count_to_words']}\s{_HEDGE}$", re.IGNORECASE)
_VOLUME_SUBJECT = re.compile(
    rf"\b(?:{_WORDS['volume_subjects']}|in\s{_WORDS['counting_nouns']}\s{_WORDS['terms_word']}?)\b",
    re.IGNORECASE,
)
_WEIGHT = re.compile(rf"{_WORDS['pound_units']}\b", re.IGNORECASE)
_PER_LEAD = re.compile(rf"\b{_WORDS['per_or_every']}\s$")


def english_count(q: Figure, a: Surroundings, g: Grammar, reading: Reading | None) -> Reading | None:
    """The reading of a bare count, corrected where the sentence says more than its noun.

    Args:
        q: the count.
        a: the words around it.
        g: the document's words; other languages than English are left as they are.
        reading: what the noun said.
    """
    if g.language != "en" or reading is None or q.kind != "count" or a.heading:
        return reading
    if reading.metric == "volume" and (_SPEED.match(a.right) or _PER_LEAD.search(a.left)):
        return Reading("other_numeric", "count.told_speed")
    if reading.rule not in ("count.other", "count.capacity_of_other") or a.subject_is_company:
        return reading
    bare = not q.noun or bool(_TIME_NOUN.match(q.noun))
    left = a.left[-90:]
    if _SPEED.match(a.right) or (not bare and _UNCOUNTED.match(" " + q.noun)):
        return reading
    powered = bool(_POWER.match(q.noun))
    if powered and (_SOLD.search(left) or _WENT_IN.match(a.right)):
        return Reading("volume", "count.told_installed")
    if q.value >= _FEW or q.scaled:
        if not bare and _SOLD.search(left):
            return Reading("volume", "count.told_sold")
        if not bare and q.value >= _FEW and _WAS_SOLD.match(" " + q.noun + a.right):
            return Reading("volume", "count.told_was_sold")
        if bare and a.previous_in_sentence == "volume" and _AGAINST.search(left):
            return Reading("volume", "count.told_compared")
        grown = a.previous_in_sentence in ("growth_rate", "cagr")
        volume_before = _VOLUME_SUBJECT.search(a.sentence[: a.at])
        if grown and volume_before and _TO.search(left) and (bare or _WEIGHT.match(q.noun)):
            return Reading("volume", "count.told_grown_to")
        if bare and q.scaled and not volume_before and a.has_growth_rate and a.carried in ("volume",):
            return Reading("volume", "count.told_with_rate")
    return reading
