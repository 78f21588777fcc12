"""Growth in languages other than English: "un 5 % más", "ging um 3 % zurück", "contre 6,3 % un an plus tôt"; falls are negative.

English growth and growth that is right behind its verb are read in `rates`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, pattern_words, words_of_languages
from sources.grammar.phrase_patterns import alternation
from sources.records import Mention

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")
_LISTS = lists_of_languages("metric")

_NEAR = 48
_CAGR_REACH = 70
_CLOSED = re.compile(r"[.;:!?)»”\"]|,\s|\s[–—]\s")
_STEP_BY = re.compile(rf"\b{_ANY['step_by']}\s?(?:(?!{_WORDS['up_to_de']})[\w'’]+\s){{0,3}}$", re.IGNORECASE)
_TO_NEXT = re.compile(
    rf"\s*(?:\(?{_ANY['year_leads']}?\s?{_ANY['year_nouns']}?\s?(?:19|20)[0-9]{{2}}\)?)?\s*{_ANY['level_leads']}\b",
    re.IGNORECASE,
)


def non_english_growth(q: Figure, a: Surroundings, left: str, right: str, g: Grammar) -> Reading | None:
    """The reading of a percentage that the language's own words of growth decide; None where they do not.

    Args:
        q: the percentage.
        a: the words around it.
        left: words before it, as `rates` counts them.
        right: words behind it.
        g: `growth_behind`, `fall_behind`, `split_verbs`, `moved_words`, `rate_leads`.
    """
    if q.kind != "percent" or a.heading or a.subject_is_company:
        return None
    if is_stake(a, left, g):
        return Reading("other_numeric", "percent.stake")
    if nearest_before(g.pattern("metrics.cagr"), left) <= 30:
        return None
    more = _behind(g).match(right)
    split = _split_verb(a, left, g)
    if more or split:
        return _of_what(a, "percent.more_behind" if more else "percent.split_verb", g)
    near_cagr = nearest_before(g.pattern("metrics.cagr"), left) <= _CAGR_REACH
    if near_cagr or nearest_behind(g.pattern("metrics.cagr"), right) <= 30 or g.starting("modal_spans").match(right):
        return None
    if text_sign(a) and nearest_before(g.pattern("share_words"), left) > 20:
        return _of_what(a, "percent.signed", g)
    far = nearest_before(g.pattern("metrics.growth"), left)
    if (
        a.previous_in_sentence == "share"
        and far <= _NEAR
        and not g.pattern("share_words").search(a.clause)
        and not _of_value(g).match(right)
    ):
        return _of_what(a, "percent.growth_after_share", g)
    grown = a.previous_in_sentence == "growth_rate"
    if grown and _compared(g).search(left) and nearest_before(g.pattern("share_words"), left) > 20:
        return Reading("growth_rate", "percent.growth_before_that")
    if grown and _next_of_row(g).fullmatch(left[-_NEAR:].split("%")[-1]):
        return Reading("growth_rate", "percent.growth_in_row")
    if g.language == "de" and _UM.search(left) and g.pattern("metrics.growth").search(_rest(a)):
        return _of_what(a, "percent.growth_at_end", g)
    goes_on = a.carried == "growth_rate" and a.previous_in_sentence is None and a.subject_is_generic
    if goes_on and g.pattern("reporting_verbs").search(a.clause) and _CLOSED.match(right.lstrip() or "."):
        return Reading("growth_rate", "percent.growth_foreseen")
    return None


def is_ranked_share(a: Surroundings, left: str, right: str, g: Grammar) -> bool:
    """ "en tête, la Chine avec 32 %": a figure beside a part that leads, in a sentence that speaks of no growth."""
    if not a.subject_is_part or not g.pattern("superlatives").search(a.sentence[: a.at]):
        return False
    if g.pattern("metrics.growth").search(a.sentence) or a.has_growth_rate or text_sign(a):
        return False
    return bool(_with(g).search(left)) and bool(re.match(r"\s*(?:[.,;)]|$)", right))


@cache
def _with(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"{g.source('with_words')}\s?(?:\w+\s?['’]?){{0,3}}$", re.IGNORECASE)


def text_sign(a: Surroundings) -> bool:
    """The figure is printed with a sign."""
    return a.sentence[a.at : a.at + 1] in _SIGNS and a.sentence[a.at + 1 : a.at + 3].strip(" \u00a0")[:1].isdigit()


_SIGNS = frozenset("+−±-–")


@cache
def _of_value(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"\s{g.source('of_words')}\s?\w", re.IGNORECASE)


def is_stake(a: Surroundings, left: str, g: Grammar) -> bool:
    """ "compró una participación del 30 %": a stake in a firm is no share of a market."""
    return nearest_before(g.pattern("share_words"), left) <= 24 and any(
        g.pattern(f"events.{kind}").search(a.clause) for kind in ("acquisition", "funding")
    )


@cache
def _articles(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:{g.source('articles')}\s?)*", re.IGNORECASE)


def other_growth(a: Surroundings, g: Grammar) -> bool:
    """What grows is no market: exports, prices, jobs."""
    subject = (a.subject or a.clause.split(",")[-1]).strip()
    opened = _articles(g).match(subject)
    if g.pattern("other_subjects").match(subject, opened.end() if opened else 0):
        return True
    match = g.pattern("other_subjects").search(subject)
    return bool(match) and not any(
        g.pattern(n).search(subject) for n in ("market_words", "value_nouns", "metrics.cagr")
    )


def _of_what(a: Surroundings, rule: str, g: Grammar) -> Reading:
    return Reading("other_numeric", rule + "_elsewhere") if other_growth(a, g) else Reading("growth_rate", rule)


def is_fall(a: Surroundings, g: Grammar) -> bool:
    """The figure says how much less there is.

    Returns:
        True where a word of falling is nearer than one of rising: behind the figure ("menos"), before it ("recul
        de"), or at the end of its clause ("zurück").
    """
    right = a.right
    if _only(g, "growth_behind").match(right):
        return False
    if _only(g, "fall_behind").match(right):
        return True
    left = _last_clause(a.left[-90:])
    if split := _split_verb(a, left, g):
        return split.lower() in _falling(g)
    fall, rise = _last(g.pattern("falls"), left), _last(_rises(g), left)
    if max(fall, rise) >= 0:
        return fall > rise
    if g.language == "de":
        rest = _rest(a)
        growth = g.pattern("metrics.growth").search(rest)
        return bool(growth and g.pattern("falls").match(growth.group()) and _UM.search(a.left))
    return False


_SAME_SIGN = frozenset({"percent.growth_in_row", "percent.listed_member", "percent.own_row", "percent.same_as_before"})


def as_fall(q: Figure, a: Surroundings, text: str, g: Grammar, rule: str = "", before: Mention | None = None) -> Figure:
    """The rate with a negative value where the words say that something fell; one with a printed sign stays as it is.

    Args:
        q: the rate.
        a: the words around it.
        text: canonical text.
        g: the document's words.
        rule: the rule that found it; the next of a row falls with the one before.
        before: the figure before it in the sentence.
    """
    if q.value <= 0 or text[q.start] in "+-−–±" or a.heading:
        return q
    fell = before and rule in _SAME_SIGN and before.value < 0 and before.surface[:1] not in "+-−–±"
    if not is_fall(a, g) and not (fell and before and before.unit == "percent" and not _rises(g).search(a.left)):
        return q
    if q.value_high is None:
        return replace(q, value=-q.value)
    return replace(q, value=-q.value_high, value_high=-q.value)


def is_increment(a: Surroundings, g: Grammar) -> bool:
    """An amount by which a market grows is no size of it: "grossir de 3,9 Md€", "um 2 Mrd. Euro wachsen", "550 M€ de plus"."""
    if _behind(g).match(a.right):
        return True
    left = _last_clause(a.left[-80:])
    if _TO_NEXT.match(a.right):
        return False
    if g.language == "de":
        return bool(_UM.search(left))
    grown = nearest_before(g.pattern("metrics.growth"), left)
    return grown <= 24 and bool(_STEP_BY.fullmatch(left[len(left) - grown :].lstrip()))


def lands(a: Surroundings, g: Grammar) -> bool:
    """The amount that the growth before it leads to: "el avance fue del 5 %, hasta unos 14.200 millones"."""
    return bool(_landing(g).search(a.left[-40:])) and len(a.left) < _NEAR


@cache
def _landing(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:^|,|\s){g.source('landing_words')}\s?(?:\w+\s)?$", re.IGNORECASE)


_UM = re.compile(rf"\b{_WORDS['by_word_de']}\s(?:(?!{_WORDS['to_word_de']}\b)[\wäöüß.]+\s){{0,3}}$", re.IGNORECASE)


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((m.end() for m in pattern.finditer(text)), default=-1)


def _last_clause(left: str) -> str:
    cut = [m.end() for m in re.finditer(r"[;:]\s|,\s(?!\w+\s?$)", left)]
    return left[cut[-1] :] if cut else left


_CLAUSE_STOP = re.compile(rf"[;!?]|,\s(?![0-9])|(?<!{_WORDS['scale_abbreviations_de']})\.\s(?=[A-ZÄÖÜ])|\.$")


def _rest(a: Surroundings) -> str:
    """The words behind the figure to the end of its clause, other figures and all."""
    rest = a.sentence[a.at :]
    stop = _CLAUSE_STOP.search(rest)
    return rest[: stop.start() if stop else 200][:200]


def _split_verb(a: Surroundings, left: str, g: Grammar) -> str | None:
    """ "ging ... zurück": the verb's two parts around the figure, as the language file spells them."""
    pairs = g.phrases("split_verbs")
    if not pairs:
        return None
    rest = _rest(a)
    clause = _last_clause(left)
    for pair in pairs:
        verb, _, tail = pair.partition(" ")
        if rest.rstrip().lower().endswith(" " + tail) or re.search(rf"\s{tail}\s*$", rest.split(" und ")[0].lower()):
            match = re.search(rf"\b{verb}\b", clause, re.IGNORECASE)
            if match and _UM.search(clause):
                return pair
    return None


@cache
def _falling(g: Grammar) -> frozenset[str]:
    return frozenset(p for p in g.phrases("split_verbs") if p.split()[1] in g.phrases("fall_tails"))


@cache
def _behind(g: Grammar) -> re.Pattern[str]:
    return _followed((*g.phrases("growth_behind"), *g.phrases("fall_behind")), g)


@cache
def _only(g: Grammar, name: str) -> re.Pattern[str]:
    return _followed(g.phrases(name), g)


def _followed(phrases: tuple[str, ...], g: Grammar) -> re.Pattern[str]:
    """Words of more and less right behind a figure, with no adjective behind them: not "30 % más barato"."""
    compares = g.source(
        "year_compares",
        "moved_words",
        "year_leads",
        "name_cuts",
        "of_words",
        "and_words",
        also=_LISTS["comparison_followers"],
    )
    bare = [p for p in phrases if p not in _ADJECTIVES]
    compared = [p for p in phrases if p in _ADJECTIVES]
    return re.compile(
        rf"[\s\u00a0]{{1,2}}{alternation(compared)}\s{_ANY['compared_with']}\b|[\s\u00a0]{{1,2}}(?:an\s|d['’])?{alternation(bare)}(?=\s*(?:[.,;:!?)»”\"–—|]|$)|\s{compares}|\s{_ANY['foreseen']}|\s(?:19|20)[0-9]{{2}})",
        re.IGNORECASE,
    )


_ADJECTIVES = frozenset(_LISTS["comparing_adjectives"])


@cache
def _compared(g: Grammar) -> re.Pattern[str]:
    words = g.source("moved_words", "year_compares", also=_LISTS["after_prepositions"])
    small = g.source("articles", "of_words", "growth_openers")
    return re.compile(rf"{words}\s?(?:{small}\s?){{0,2}}(?:\w+\s)?$", re.IGNORECASE)


@cache
def _next_of_row(g: Grammar) -> re.Pattern[str]:
    """ "y del 3,5 %", "et de 4 %", "e del 2 %" behind whatever the figure before grew in."""
    ands, opens = (
        g.source("and_words"),
        g.source("growth_openers", "rate_leads"),
    )
    return re.compile(rf"[^.;:]{{0,40}}?(?:,|\s{ands})\s{opens}\s?(?:\w+\s)?", re.IGNORECASE)


@cache
def _rises(g: Grammar) -> re.Pattern[str]:
    falls = {p.lower() for name in ("falls", "growth_neutral") for p in g.phrases(name)}
    return re.compile(alternation(p for p in g.phrases("metrics.growth") if p.lower() not in falls), re.IGNORECASE)
