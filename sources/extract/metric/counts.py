"""The metric of a bare count or a multiple: a volume, a value whose sign is missing, or another number. English forms without a cue word belong to `english_counts`."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings, lacks_percent, nearest_before, nearest_behind
from sources.extract.metric.amounts import FROM_TO, VALUED
from sources.extract.metric.traded import is_traded
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("metric")


def read_count(q: Figure, a: Surroundings, g: Grammar) -> Reading:
    """The metric of a count or a multiple; `other_numeric` where no cue is near."""
    left, right = a.left[-120:], a.right[:70]
    return (
        _no_volume(q, a, left)
        or _volume(q, a, left, right, g)
        or _unit_left_out(q, a, left, g)
        or Reading("other_numeric", "count.other")
    )


def _no_volume(q: Figure, a: Surroundings, left: str) -> Reading | None:
    """Multiples, the capacity of something else, and the rating of one machine."""
    if q.kind == "times":
        return Reading("other_numeric", "count.times")
    if not a.subject_is_market and not a.subject_is_generic and _CAPACITY.search(left) and not _INSTALLED.search(left):
        return Reading("other_numeric", "count.capacity_of_other")
    limits = q.comparator in (">", "<", ">=", "<=")
    if _POWER.match(q.noun) and (limits or not re.search(r"(?:19|20)[0-9]{2}", a.sentence)):
        return Reading("other_numeric", "count.rating")
    return None


def _volume(q: Figure, a: Surroundings, left: str, right: str, g: Grammar) -> Reading | None:
    """A volume by its header, its unit or the words beside it."""
    words = g.pattern("metrics.volume")
    volume_left = nearest_before(words, left)
    if a.heading and words.search(a.heading) and not a.heading.startswith("%"):
        return Reading("volume", "count.volume_header")
    if q.noun and _SOLD.match(right.lstrip()):
        return Reading("volume", "count.volume_sold")
    many = q.scaled or q.value >= 100
    if many and _UNIT_NOUN.match(q.noun) and not a.subject_is_company and not _CAPACITY.search(left):
        return Reading("volume", "count.unit_noun")
    if g.language != "en" and q.noun and q.value >= _MANY and _beside_volume_word(left, right, volume_left, g):
        return Reading("volume", "count.volume_told")
    is_counted = bool(q.noun and g.pattern("counted_nouns").match(q.noun.lower()))
    if is_counted and g.is_non_english and q.value >= _MANY and words.search(a.right[:140]):
        return Reading("volume", "count.volume_at_end")
    if is_counted and g.is_non_english and q.value >= _MANY and words.search(a.sentence[: a.at]):
        return Reading("volume", "count.volume_in_sentence")
    if g.is_non_english and (q.noun or a.previous_in_sentence == "growth_rate") and is_traded(q, a, g):
        return Reading("volume", "count.trade_unit")
    if is_counted and (volume_left <= 90 or words.search(a.heading)):
        return Reading("volume", "count.volume")
    if is_counted and (q.scaled or q.value >= _MANY) and a.subject_is_market and _SIZED_AT.search(left):
        return Reading("volume", "count.size_in_units")
    if a.previous_in_sentence == "volume" and (is_counted or (not q.noun and FROM_TO.search(left))):
        return Reading("volume", "count.volume_again")
    return None


_SOLD = re.compile(rf"\s?(?:[\w-]+\s){{0,3}}(?:were\s|was\s|are\s)?{_WORDS['volume_participles']}\b")


def _unit_left_out(q: Figure, a: Surroundings, left: str, g: Grammar) -> Reading | None:
    """A number without percent sign, currency or unit, where the words before it give one."""
    if not q.noun and not q.scaled and lacks_percent(left, q, g):
        return Reading("cagr", "count.cagr_without_sign")
    is_amount = q.scaled and not q.noun and q.value >= 1_000_000
    if is_amount and _SIZE_LABEL.search(left):
        return Reading("market_size", "count.size_label_without_currency")
    if is_amount and a.clause_is_sized and nearest_before(VALUED, left) <= 24:
        return Reading("market_size", "count.size_without_currency")
    if (q.scaled or not q.noun) and nearest_before(g.pattern("metrics.volume"), left) <= 40:
        return Reading("volume", "count.volume_before")
    return None


_MANY = 1000
# "The market size is estimated at 15.9 thousand MW": the size of a market in units.
_SIZED_AT = re.compile(rf"\b{_WORDS['size_verbs']}\s(?:{_WORDS['size_leads']}\s){{0,3}}$", re.IGNORECASE)
_SIZE_LABEL = re.compile(rf"\b{_WORDS['size_labels']}\b[^.;:]{{0,24}}[:=]\s?$", re.IGNORECASE)
_UNIT_NOUN = re.compile(
    rf"(?:(?i:{_WORDS['counted_units']})|{_WORDS['traded_units']}|{_WORDS['tonnes']}s|(?i:(?:{_WORDS['many_words']}\s)?{_WORDS['area_units']}s|{_WORDS['volume_units']}))\b"
)


def _beside_volume_word(left: str, right: str, volume_left: int, g: Grammar) -> bool:
    """A volume word is beside a counted noun: "wurden 310.000 Sättel verkauft"."""
    return min(volume_left, nearest_behind(g.pattern("metrics.volume"), right)) <= 32


_POWER = re.compile(rf"(?:{_WORDS['watt_units']}p?|{_WORDS['rated_units']})\b")
_CAPACITY = re.compile(rf"\b{_WORDS['capacity_word']}\b[^.;]{{0,40}}$", re.IGNORECASE)
_INSTALLED = re.compile(rf"\b{_WORDS['capacity_adjectives']}\s(?:\w+\s)?{_WORDS['capacity_word']}\b", re.IGNORECASE)
