"""A percentage with words of share and of growth near it: which of both it is, and whether growth is compound."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.metric.non_english_growth import other_growth
from sources.extract.metric.rate_words import MOVED, VALUE_NOUNS, WILL, ahead_of, also, near_clause, of_whole
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")

# "is forecast to grow at 3.4 %": a pace that is held, not one year's step ("by 3.4 %").
_GROW_AT = re.compile(rf"\b{_WORDS['pace_verbs']}\s(?:\w+\s)?at\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_AND = re.compile(rf"\b{_ANY['ands']}\b|,")
_SPANNED = re.compile(
    rf"\b{_ANY['until_words']}\s(?:{_WORDS['the_end_of']}\s)?(?:19|20)[0-9]{{2}}|(?:19|20)[0-9]{{2}}\s?[-–]\s?(?:(?:19|20)?[0-9]{{2}})",
    re.IGNORECASE,
)
_IN_YEAR = re.compile(rf"\s*{_ANY['year_prepositions']}\s(?:19|20)[0-9]{{2}}\b")
_MOST_A_YEAR = 30  # "grow by 43 % between 2024 and 2030" is the growth of all those years
_BY = re.compile(r"\bby\s$")
_BETWEEN = re.compile(rf"\s{_WORDS['between_words']}\s(?:19|20)[0-9]{{2}}\b")
_SHARE_BEHIND = re.compile(
    rf"\s*(?:(?:of\s)?(?:{_WORDS['share_adjectives']}\s)*{_WORDS['share_nouns']}\b|{_ANY['share_behind']})",
    re.IGNORECASE,
)
_BY_VALUE = re.compile(rf"\bby {_WORDS['by_measures']}\b|\b{_WORDS['in_terms']}\b", re.IGNORECASE)
_ANNUAL = re.compile(rf"\b{_WORDS['yearly_growth']}\b[^.;]{{0,24}}$", re.IGNORECASE)
_MORE_THIS_YEAR = re.compile(
    rf"\s{_WORDS['more_words']}\s(?:{_WORDS['near_years']}|in\s(?:19|20)[0-9]{{2}}|than\s(?:in\s)?(?:{_WORDS['last_years']}|(?:19|20)[0-9]{{2}}))\b"
)
_STATED = re.compile(rf"(?:^|\b{_WORDS['stating_verbs']}\s(?:\w+\s){{0,2}})$", re.IGNORECASE)
_LOST = re.compile(rf"\b{_WORDS['losing_verbs']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)


@cache
def _non_english_rate(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"{g.source('rate_leads')}\s?(?:\w+\s){{0,4}}$", re.IGNORECASE)


_FOLLOWS = 14


def share_or_growth(q: Figure, a: Surroundings, left: str, right: str, share_left: int, g: Grammar) -> Reading | None:
    """A share, growth or neither, by the nearer word and what it governs; None where no word of either is near."""
    growth, word = g.pattern("metrics.growth"), also(_SHARE_WORD, g, "share_words")
    c = _Claimed(
        q,
        a,
        g,
        left,
        right,
        share_left=share_left,
        growth_left=nearest_before(growth, left),
        growth_right=nearest_behind(growth, right),
        word_left=nearest_before(word, left),
        word_right=nearest_behind(word, right),
        of=of_whole(right, g),
    )
    if a.previous_in_sentence == "share" and a.subject_is_generic and c.growth_left > 40:
        return Reading("share", "percent.share_carried")
    if c.growth_right <= 6 and c.grows_behind:
        return _growth(a, right, "percent.growth_behind", g)
    if reading := _of_whole(c) or _by_word(c) or _of_part(c):
        return reading
    if c.growth_right <= 14 and c.grows_behind:
        return _growth(a, right, "percent.growth_behind", g)
    if a.subject_is_part and not left.strip(" (:–—-~") and a.context_is_sized:
        return Reading("share", "percent.listed_part")
    return None


_SHARE_WORD = re.compile(rf"\b{_WORDS['share_terms']}\b|{_ANY['named_shares']}", re.IGNORECASE)


class _Claimed(NamedTuple):
    """A percentage and how near words of share and of growth are, in characters; `of` is "of X" behind it."""

    q: Figure
    a: Surroundings
    g: Grammar
    left: str
    right: str
    share_left: int
    growth_left: int
    growth_right: int
    word_left: int
    word_right: int
    of: re.Match[str] | None

    @property
    def grows_behind(self) -> bool:
        """Nothing but the figure's own words is before the word of growth behind it."""
        return not self.of and not _AND.search(self.right[: self.growth_right])

    @property
    def growth_is_far(self) -> bool:
        return self.growth_left > 40 and self.growth_right > 14


_WHOLE_END = re.compile(rf"\s{_WORDS['whole_ends']}\s")


def _of_whole(c: _Claimed) -> Reading | None:
    """ "12 % of X": a share where X is the market's value, something else where X is no word of the market."""
    if c.of is None:
        return None
    a, g, english = c.a, c.g, c.g.language == "en"
    if not english and also(_SHARE_BEHIND, g, "share_behind", r"\s*{}").match(c.right):
        return Reading("share", "percent.share_named")
    whole = _WHOLE_END.split(c.of["noun"])[0]
    if not english:
        whole = g.pattern("subject_verbs").split(whole)[0]
    counted = a.subject_is_part and whole.startswith("all ") and _BY_VALUE.search(c.right[:60])
    of_value = also(VALUE_NOUNS, g, "value_nouns").search(whole) or counted or _is_sold(c.of["noun"], g)
    still = c.growth_left > 25 or also(MOVED, g, "moved_words", r"{}\s?(?:\w+\s){{0,2}}$").search(c.left)
    if of_value and still and not _LOST.search(c.left):
        return Reading("share", "percent.share_of_value")
    link = c.of.group().lstrip()[:2].lower()
    if c.word_left > 30 and (link == "of" or (link == "de" and not a.subject_is_part)):
        return Reading("other_numeric", "percent.of_other_noun")
    return None


def _by_word(c: _Claimed) -> Reading | None:
    """The nearer of the words of share and of growth."""
    a, g = c.a, c.g
    named = also(_SHARE_BEHIND, g, "share_behind", r"\s*{}").match(c.right) if c.word_right < 34 else None
    if (named or c.word_left <= 34) and min(c.word_left, c.word_right) <= c.growth_left:
        return Reading("share", "percent.share_word")
    if c.growth_left <= 40 and c.q.value > _MOST_A_YEAR and _BY.search(c.left) and _BETWEEN.match(c.right):
        return Reading("growth_rate", "percent.growth_in_all")
    if _MORE_THIS_YEAR.match(c.right):
        return _growth(a, c.right, "percent.more_in_year", g)
    if c.growth_left <= 40 and c.growth_left <= c.share_left:
        return _growth(a, c.right, "percent.growth_before", g)
    if c.share_left <= 45 and (a.subject_is_part or a.subject_is_company):
        return Reading("share", "percent.share_verb")
    return None


def _of_part(c: _Claimed) -> Reading | None:
    """A part's percentage without a word for it: what the year, the sentence or the figure before makes of it."""
    a, g = c.a, c.g
    if not a.subject_is_part or c.of:
        return None
    if c.growth_is_far:
        if a.subject_is_known and also(_IN_YEAR, g, "year_leads", r"\s*{}\s(?:19|20)[0-9]{{2}}").match(c.right):
            return Reading("share", "percent.part_in_year")
        if a.carried == "share" and a.is_alone and not g.pattern("metrics.cagr").search(c.right[:60]):
            return Reading("share", "percent.share_continued")
        if a.previous_in_sentence in _RATES and a.clause_is_parallel:
            return Reading(a.previous_in_sentence, "percent.parallel_part")
    if a.carried in _RATES and min(c.growth_left - 26, c.growth_right) > 14 and _STATED.search(a.left):
        return Reading(a.carried, "percent.rate_continued")
    return None


_RATES = ("share", "cagr", "growth_rate")


_STEP_FROM = re.compile(rf"\b{_WORDS['step_words']}\s(?:of\s|by\s)?(?:\w+\s){{0,2}}$", re.IGNORECASE)
_FROM_YEAR = re.compile(
    rf"\s{_WORDS['step_prepositions']}\s(?:19|20)[0-9]{{2}}(?!\s?(?:{_WORDS['span_goes_on']}\b|[-–]))", re.IGNORECASE
)


def _is_sold(noun: str, g: Grammar) -> bool:
    """ "aller verkauften Fenster": the participle would be read as the clause's verb."""
    return g.language != "en" and bool(g.pattern("value_nouns").match(noun))


_ONE_YEAR = re.compile(rf"\s*{_WORDS['one_year_openers']}\s(?:(?:19|20)[0-9]{{2}}|{_WORDS['year_word']})\b")
_SPAN = re.compile(
    rf"\s*{_WORDS['span_openers']}\b|\s*{_WORDS['span_through']}\b(?!\s{_WORDS['one_times']}\b|\s(?:19|20)[0-9]{{2}}(?!\s?[-–]))"
)
_A_YEAR = re.compile(rf"\s*{_ANY['a_year_phrases']}\b", re.IGNORECASE)
_RATE_LEAD = re.compile(rf"\b{_ANY['rate_leads']}\s(?:an?\s)?(?:\w+\s){{0,4}}$", re.IGNORECASE)


def _growth(a: Surroundings, right: str, rule: str, g: Grammar) -> Reading:
    """Growth at a yearly rate over a stated span is a CAGR; one year's growth is a growth rate."""
    if g.is_non_english and other_growth(a, g):
        return Reading("other_numeric", rule + "_elsewhere")
    if g.is_cjk and a.previous_in_sentence == "other_numeric" and len(near_clause(a.left, "")[0]) < _FOLLOWS:
        return Reading("other_numeric", rule + "_of_other")  # "融资8.7亿美元,同比下降31%"
    if _STEP_FROM.search(a.left[-60:]) and _FROM_YEAR.match(right):
        return Reading("growth_rate", rule)  # "an increase of 11.7% from 2020"
    rate = _RATE_LEAD.search(a.left[-60:])
    rate = rate or _non_english_rate(g).search(a.left[-60:])
    yearly = g.starting("modal_spans").match(right) or _A_YEAR.match(right)
    spans = g.pattern("periods.through").match(right.lstrip()) or _SPAN.match(right)
    about_market = a.subject_is_market or a.subject_is_part
    if yearly and rate and (_SPANNED.search(a.sentence) or ahead_of(g).search(a.sentence)):
        return Reading("cagr", rule + "_yearly")
    if rate and spans and about_market and re.search(r"(?:19|20)[0-9]{2}", right[:50]):
        return Reading("cagr", rule + "_to_year")
    one_year = _ONE_YEAR.match(right)
    if _GROW_AT.search(a.left[-60:]) and about_market and WILL.search(a.clause) and not one_year:
        return Reading("cagr", rule + "_forecast_pace")
    if _ANNUAL.search(a.left) and (a.n_years > 1 or _SPANNED.search(a.sentence)):
        return Reading("cagr", rule + "_annual")
    if (
        a.subject_is_generic
        and (not a.subject or g.pattern("metrics.growth").search(a.subject))
        and a.carried in ("market_size", "volume", "cagr", "share", "growth_rate")
    ):
        return Reading("growth_rate", rule)
    sized = ("market_size", "volume", "price") if g.is_cjk else ("market_size", "volume")
    if (a.subject_is_generic and a.context_is_sized) or a.previous_in_sentence in sized:
        return Reading("growth_rate", rule)
    if (
        a.subject_is_market
        or a.has_growth_rate
        or (_about_market(a.sentence, g) or a.subject_is_known or a.subject_is_part)
    ):
        return Reading("growth_rate", rule)
    if g.is_non_english and (about_market or a.subject_is_generic) and not a.subject_is_company:
        return Reading("other_numeric" if other_growth(a, g) else "growth_rate", rule)
    return Reading("other_numeric", rule + "_elsewhere")


_SPEND = re.compile(rf"\b{_WORDS['spend_words']}\b", re.IGNORECASE)


def _about_market(sentence: str, g: Grammar) -> bool:
    if _SPEND.search(sentence):
        return True
    return bool(g.pattern("metrics.market_size").search(sentence) or g.pattern("metrics.volume").search(sentence))
