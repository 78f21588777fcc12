"""Counts of traded goods in languages other than English: units of trade, and further figures of what the sentence counts."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Surroundings
from sources.extract.metric.non_english_growth import is_increment, lands, other_growth
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")


def is_traded(q: Figure, a: Surroundings, g: Grammar) -> bool:
    """A unit of weight or number by which goods are traded, or one more figure of what the sentence before counted."""
    if a.subject_is_company or q.value < _SMALLEST_TRADE or is_increment(a, g) or other_growth(a, g):
        return False
    if _CAPACITY_WORD.search(a.clause) or _PER_UNIT.match(a.right) or g.pattern("people_nouns").match(q.noun):
        return False
    if _ABROAD.search(a.right[:_LISTED_REACH]):
        return False
    if g.pattern("trade_units").match(q.noun):
        return True
    if a.previous_in_sentence == "growth_rate" and lands(a, g) and (a.subject_is_market or a.subject_is_generic):
        return True
    if g.language == "de" and _SET_OFF.search(a.clause) and _OFF.search(a.right[:_LISTED_REACH]):
        return True
    behind = a.sentence[a.at :][:_LISTED_REACH]
    listed = _AND_COUNT.search(behind)
    if listed and q.scaled and g.pattern("metrics.volume").search(behind, listed.end()):
        return True
    return q.scaled and a.carried == "volume" and a.n_years > 0 and a.previous_in_sentence in (None, "volume")


_SMALLEST_TRADE = 1000
_PER_UNIT = re.compile(rf"\s?(?:/\s?|{_ANY['trade_unit_leads']}\s)[A-Za-zÀ-ÿ]")
_ABROAD = re.compile(rf"\b{_ANY['abroad_stems']}", re.IGNORECASE)
_SET_OFF = re.compile(rf"\b{_WORDS['set_off_verbs_de']}\b", re.IGNORECASE)  # "setzten 712.500 Geräte ab"
_OFF = re.compile(rf"\s{_WORDS['set_off_ends_de']}\s?(?:[.,;]|$)")
_LISTED_REACH = 150
_CAPACITY_WORD = re.compile(rf"{_ANY['capacity_stems']}", re.IGNORECASE)
_AND_COUNT = re.compile(rf"\s{_ANY['list_ands']}\s(?:{_WORDS['about_de']}\s)?[0-9][0-9.,]*\s[\w.]+\s")
