"""The metric of a percentage from the figures before it: rows, lists, brackets, shares that move. Words that name a rate belong to `rates_by_words`."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before
from sources.extract.metric.figure_in_words import NOWHERE
from sources.extract.metric.percentage import RATES, Percentage, growth_before_is_far
from sources.extract.metric.rate_words import MOVED, OF_WHOLE, VALUE_NOUNS, also
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_ANY = words_of_languages("metric")
_WORDS = pattern_words("metric")


def beside_figures(r: Percentage) -> Reading | None:
    """What the figure just before makes of it: the same again, a share of value, a rate that is compared."""
    a = r.a
    if len(r.left.strip(" ,&/(·")) <= 3 and a.previous in RATES:
        return Reading(a.previous, "percent.same_as_before")
    early = OF_WHOLE.match(r.right)
    of_value = early and VALUE_NOUNS.match(early["noun"]) and r.before("metrics.growth") > 30
    if of_value and (a.is_listed or a.clause_is_parallel):
        return Reading("share", "percent.share_of_value")
    if _FASTEST.search(r.left) and r.before("metrics.share") > 40 and not early and a.subject_is_part:
        return Reading("cagr", "percent.fastest")
    if _AFTER.search(r.left) and a.previous_in_sentence == "growth_rate" and r.before("metrics.share") > 25:
        return Reading("growth_rate", "percent.growth_compared")
    if r.rate_before and _FOLLOWED.search(r.left):
        return Reading(r.rate_before, "percent.listed_member")
    return None


_THROUGH = re.compile(rf"\s*{_ANY['span_words']}\b")


def listed(r: Percentage) -> Reading | None:
    """A member of a list carries on what the list states; a rate named in the clause holds for it."""
    a, unnamed = r.a, r.before("metrics.cagr") == NOWHERE
    if a.is_listed and unnamed and r.rate_before:
        return Reading(r.rate_before, "percent.listed_member")
    carries_share = a.carried == "share" and a.previous_in_sentence is None
    if a.is_listed and unnamed and carries_share and not r.of_whole:
        return Reading("share", "percent.share_continued")
    if not unnamed and r.before("metrics.share") == NOWHERE:
        return Reading("cagr", "percent.cagr_in_clause")
    if a.is_listed and a.subject_is_known and not r.of_whole:
        if _THROUGH.match(r.right):
            return Reading("cagr", "percent.part_through_year")
        if re.match(r"\s*(?:in\s(?:19|20)[0-9]{2})?\s*[.;)]?\s*$", r.right):
            return Reading("share", "percent.part_in_year")
    return None


def in_brackets(r: Percentage) -> Reading | None:
    """A figure in brackets or beside a dash: a member, a change, or a share of the value before it."""
    a, bracketed = r.a, _IN_BRACKETS.search(r.left)
    if bracketed and r.right[:1] == ")" and r.rate_before:
        return Reading(r.rate_before, "percent.bracketed_member")
    changes = r.is_signed and r.q.value_high is None
    if bracketed and changes and a.previous_in_sentence in ("market_size", "volume", "price"):
        return Reading("growth_rate", "percent.signed_in_brackets")
    if _THE_REST.match(r.right) and a.subject_is_part:
        return Reading("share", "percent.rest")
    beside = bracketed or r.left.strip() in (",", "|", "–", "-", "/")
    if beside and a.previous_in_sentence in ("market_size", "volume") and a.subject_is_part and not r.is_signed:
        return Reading("share", "percent.share_in_brackets")
    if a.row_is_whole:
        return Reading("share", "percent.row_of_shares")
    return None


def moved(r: Percentage) -> Reading | None:
    """A signed change, what remains of a whole, and a share that moves."""
    a, g = r.a, r.g
    if r.is_signed and r.q.value_high is None and r.before("metrics.share") > 30:
        sized = a.previous_in_sentence in ("market_size", "volume")
        if sized or also(_ON_YEAR, g, "moved_words", r"\s?{}").match(r.right):
            return Reading("growth_rate", "percent.signed")
    remains = "share" in (a.previous_in_sentence, a.carried)
    if remains and also(_REST, g, "rest_words", r"{}\s(?:\w+\s){{0,3}}$").search(r.left):
        return Reading("share", "percent.rest")
    if a.previous_in_sentence == "share" and _has_moved(g).search(r.left) and growth_before_is_far(r.left, g):
        return Reading("share", "percent.share_moved")
    return None


def _has_moved(g: Grammar) -> re.Pattern[str]:
    return also(MOVED, g, "moved_words", r"{}\s?(?:\w+\s){{0,2}}$")


def in_other_words(r: Percentage) -> Reading | None:
    """In other languages than English: a firm's rate, a part by its label, a share that a part leaves."""
    a, g = r.a, r.g
    if g.language == "en":
        return None
    if a.subject_is_company:
        return Reading("other_numeric", "percent.of_company")
    labelled = a.subject_is_part and r.left.rstrip().endswith((":", "："))
    if labelled and not r.right.strip(" .;,)") and r.q.value >= 0 and r.q.value_high is None:
        return Reading("share", "percent.labelled_part")
    if _leaves(a, r.left, r.right, g):
        return Reading("share", "percent.share_before")
    return None


_IN_BRACKETS = re.compile(r"[(（]\s?[~≈<>]?\s?$")
_ON_YEAR = re.compile(
    rf"\s?{_WORDS['on_words']}\s(?:the\s)?(?:(?:19|20)[0-9]{{2}}|{_WORDS['year_before_openers']})|\s?{_WORDS['yoy_words']}\b",
    re.IGNORECASE,
)
_BY_SO_MUCH = 5
_THE_REST = re.compile(
    rf"[\s,]*(?:{_WORDS['respectively_word']},?\s)?{_WORDS['make_up_verbs']} {_WORDS['rest_nouns']}\b", re.IGNORECASE
)
_FOLLOWED = re.compile(rf"\b{_WORDS['followed_by']} (?:an? )?(?:\w+ )?$", re.IGNORECASE)
_FASTEST = re.compile(
    rf"\b{_WORDS['superlatives']}(?:[- ]{_WORDS['growing_word']})?\s(?:[\w-]+\s){{0,3}}(?:at|with|:)\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"\b{_WORDS['after_words']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_REST = re.compile(
    rf"\b(?:{_WORDS['other_parts']}|the {_WORDS['rest_and_balance']}(?:,| of)?)\s(?:\w+\s){{0,3}}$",
    re.IGNORECASE,
)


def is_rival(a: Surroundings) -> bool:
    """ "Microsoft follows on 22 %", behind a firm's share: the next firm's."""
    last = a.previous_in_sentence or a.carried
    return a.subject_is_firm and last == "share" and a.n_years < _SEVERAL


_SEVERAL = 2


def _leaves(a: Surroundings, left: str, right: str, g: Grammar) -> bool:
    """ "pasó del 12 % en 2020 al 9 %": the share that a part moved from."""
    if not g.is_non_english or not g.ending("growth_openers").search(left):
        return False
    if nearest_before(g.pattern("metrics.growth"), left) <= _BY_SO_MUCH and not g.pattern("motion_verbs").search(left):
        return False  # "alta de 3,9% sobre os R$ 71,6 bilhões"
    is_share = a.subject_is_part or any(g.pattern(name).search(a.clause) for name in ("share_words", "share_nouns"))
    return bool(is_share and _moves_on(g).fullmatch(right))


@cache
def _moves_on(g: Grammar) -> re.Pattern[str]:
    years, moved = g.source("year_leads"), g.source("moved_words")
    return re.compile(rf"\s*(?:{years}?\s?(?:19|20)[0-9]{{2}}\s)?{moved}\s?(?:\w+\s)?", re.IGNORECASE)
