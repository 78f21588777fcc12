"""Numbers in words: "two billion dollars", "ten per cent", "half of revenue", "three in ten". Digits are read elsewhere.

A number word counts only where print makes it a figure: a scale or percent word behind it, or a fraction of something.
Fractions that no decimal states exactly ("a third") are set aside, never rounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from sources.extract.figures.hedges import hedged
from sources.extract.figures.numerals import Numeral
from sources.extract.figures.quantity import Quantity
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("figures")
_LISTS = word_lists("figures")
_ORDINAL_HALF = re.compile(rf"\b{_WORDS['before_half_years']}[\s-]$", re.IGNORECASE)
# "the same quarter of 2024", "a quarter of the year": a time, no part.
_SEASON = re.compile(
    rf"\b(?:{_WORDS['quarter_adjectives']}|"
    rf"{_WORDS['months']})[\s-]$",
    re.IGNORECASE,
)
_OF_YEAR = re.compile(
    rf"\sof\s(?:the\s(?:{_WORDS['year_adjectives']}\s)?{_WORDS['year_nouns']}|{_WORDS['year_phrases']}|(?:19|20)[0-9]{{2}})\b"
)
_COUNTED = re.compile(r"\s(?P<noun>[^\W\d_]+)")
_ARTICLE = re.compile(rf"(?<![^\W_])(?:a|an|{_WORDS['one_words']}|{_WORDS['articles_mul']})[\s-]$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Worded:
    """What a sentence says in words: numerals to grow a unit, fractions as percentages, and inexact fractions."""

    numerals: tuple[Numeral, ...]
    fractions: tuple[Quantity, ...]
    inexact: tuple[tuple[int, int], ...]


_NONE = Worded((), (), ())


def has_number_words(text: str, start: int, end: int, grammar: Grammar) -> bool:
    """Whether a sentence without digits holds a figure in words."""
    if grammar.is_cjk:
        fraction, cardinal = _fraction_pattern(grammar), _cardinal_pattern(grammar)
        return bool(fraction.search(text, start, end) or cardinal.search(text, start, end))
    low = text[start:end].lower()
    heads, scales, ratios = _word_lists(grammar)
    holds = low.__contains__
    linked = any(map(holds, ratios)) and any(map(holds, grammar.cardinals))
    if (linked or any(map(holds, heads))) and _fraction_pattern(grammar).search(text, start, end):
        return True
    return any(map(holds, scales)) and bool(_cardinal_pattern(grammar).search(text, start, end))


@cache
def _word_lists(g: Grammar) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Literals without which a sentence holds no fraction, no scaled number and no ratio in words."""
    heads = tuple(dict.fromkeys(fraction.split()[-1] for fraction in g.fractions))
    scales = tuple(dict.fromkeys(w.lower() for w in [*g.scales, *g.phrases("percent")] if len(w) > 2))
    return heads, scales, tuple(f" {w} " for w in g.phrases("ratio_words"))


def worded(text: str, start: int, end: int, grammar: Grammar) -> Worded:
    """Numbers in words of `text[start:end]`.

    Args:
        text: canonical text.
        start: first offset to look at.
        end: offset to stop at.
        grammar: its `cardinals`, `fractions`, `fraction_links`, `ratio_words`, scales and percent words.

    Returns:
        Numerals whose value is the word's; fractions as quantities in percent; spans of inexact fractions.
    """
    if not _number_word(grammar).search(text, start, end):
        return _NONE
    fractions, inexact = _fractions(text, start, end, grammar)
    taken = [(q.start, q.end) for q in fractions] + inexact
    plain = [n for n in _cardinals(text, start, end, grammar) if not any(a < n.end and n.start < b for a, b in taken)]
    return Worded(tuple(plain), tuple(fractions), tuple(inexact))


@cache
def _number_word(g: Grammar) -> re.Pattern[str]:
    return re.compile(alternation([*g.cardinals, *g.fractions]) + r"|[0-9]\s" + g.source("ratio_words"), re.IGNORECASE)


@cache
def _cardinal_pattern(g: Grammar) -> re.Pattern[str]:
    """A cardinal or two ("twenty-five"), "half a", each right before a scale or percent word."""
    words = alternation(g.cardinals)
    long_scales = alternation([w for w in g.scales if len(w) > 2])
    behind = rf"(?=[\s-](?:{long_scales}|{alternation(w for w in g.phrases('percent') if len(w) > 2)}))"
    if g.is_non_english:  # "vier bis fünf Prozent"
        ranged = (
            rf"\s{g.source('range_words')}\s{words}[\s-]{alternation(w for w in g.phrases('percent') if len(w) > 2)}"
        )
        behind = rf"(?:{behind}|(?={ranged}))"
    if g.is_cjk:
        behind = rf"(?={g.source('tenths')})(?!{g.source('not_tenths')})"
    halves = alternation([f for f, ratio in g.fractions.items() if ratio == "1/2" and " " not in f])
    return re.compile(
        rf"(?P<half>{halves}\s(?:a|an)){behind}|(?P<a>{words})(?:[\s-](?P<b>{words}))?{behind}", re.IGNORECASE
    )


def _cardinals(text: str, start: int, end: int, g: Grammar) -> list[Numeral]:
    if not g.cardinals:
        return []
    numerals = []
    for m in _cardinal_pattern(g).finditer(text, start, end):
        if m["half"]:
            if " " in m["half"]:
                numerals.append(Numeral(m.start(), m.end(), Decimal("0.5")))
            continue
        first = Decimal(g.cardinals[m["a"].lower()])
        second = Decimal(g.cardinals[m["b"].lower()]) if m["b"] else None
        if second is not None and not (first >= 20 and second < 10):
            numerals.append(Numeral(m.start("b"), m.end("b"), second))
        else:
            numerals.append(Numeral(m.start(), m.end(), first + (second or 0)))
    return numerals


def _fractions(text: str, start: int, end: int, g: Grammar) -> tuple[list[Quantity], list[tuple[int, int]]]:
    exact: list[Quantity] = []
    inexact: list[tuple[int, int]] = []
    for m in _fraction_pattern(g).finditer(text, start, end):
        if m["word"] and _ORDINAL_HALF.search(text, max(start, m.start() - 8), m.start()):
            continue
        if _is_season(text, m, start, end):
            continue
        begin = m.start("alone") if m["alone"] else m.start()
        if (m["word"] or m["alone"]) and (article := _ARTICLE.search(text, max(start, begin - 6), begin)):
            begin = article.start()
        if m["by"] and m["by"].lower() == "in" and (m["part"].isdigit() or m["of"].isdigit()):
            continue  # "ranked 3 in 10 countries"
        numerator, denominator = _ratio(m, g)
        if denominator == 0 or numerator >= denominator:
            continue
        stop = m.end("word") if m["word"] else m.end("alone") if m["alone"] else m.end("of")
        value = Decimal(100) * numerator / denominator
        if value != value.quantize(Decimal("0.01")):
            inexact.append((begin, stop))
            continue
        value = value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()
        counted = _COUNTED.match(text, stop, end) if m["by"] else None
        noun = counted["noun"] if counted else ""
        plain = Quantity(begin, stop, "percent", value, None, "percent", "=", True, begin, noun, ((begin, stop),))
        exact.append(hedged(text, start, end, plain, g))
    return exact, inexact


def _is_season(text: str, m: re.Match[str], start: int, end: int) -> bool:
    """The fraction is a quarter of a year."""
    word = m["word"] or m["alone"]
    if not word or not word.lower().endswith(_LISTS["quarter_nouns"]):
        return False
    stop = m.end("word") if m["word"] else m.end("alone")
    at = m.start("word") if m["word"] else m.start("alone")
    beside = _OVER_QUARTER.match(text, stop, end) or _QUARTER_TO.search(text, max(start, at - 16), at)
    return bool(beside or _SEASON.search(text, max(start, at - 16), at) or _OF_YEAR.match(text, stop, end))


# "quarter to quarter", "quarter-on-quarter": from one to the next.
_OVER_QUARTER = re.compile(rf"[\s-]{_WORDS['quarter_links']}[\s-]{_WORDS['quarter_noun']}\b", re.IGNORECASE)
_QUARTER_TO = re.compile(rf"\b{_WORDS['quarter_noun']}[\s-]{_WORDS['quarter_links']}[\s-]\Z", re.IGNORECASE)


def _ratio(m: re.Match[str], g: Grammar) -> tuple[Decimal, Decimal]:
    if phrase := m["word"] or m["alone"]:
        top, _, bottom = g.fractions[re.sub(r"[\s-]+", " ", phrase.lower())].partition("/")
        return Decimal(top), Decimal(bottom)
    return (_value(m["part"], g), _value(m["of"], g))


def _value(word: str, g: Grammar) -> Decimal:
    return Decimal(word) if word.isdigit() else Decimal(g.cardinals.get(word.lower(), "0"))


@cache
def _fraction_pattern(g: Grammar) -> re.Pattern[str]:
    """A fraction before a word such as "of", or "three in ten" before a noun."""
    linked = alternation(f for f in g.fractions if not _is_cjk(f)) + rf"(?=\s{g.source('fraction_links')})"
    lead = alternation(
        [*(w for c in "~<>" for w in g.phrases(f"comparators.{c}") if w[0].isalpha()), *_LISTS["fraction_leads"]]
    )
    article = rf"\s(?:{_WORDS['fraction_articles']}\s)?"
    alone = rf"(?<=\s){alternation(f for f in g.fractions if not _is_cjk(f))}(?=[.;,)]|\sto\s|\sin\s(?:an?\b|one\b|the\b|(?:19|20)[0-9]))"
    word = rf"{linked}|{alternation(f for f in g.fractions if _is_cjk(f))}"
    card = alternation(g.cardinals)
    small = rf"(?:{card}|(?<![0-9.,])[0-9]{{1,2}})"
    ratio = rf"(?P<part>{small})\s(?P<by>{g.source('ratio_words')})\s(?P<of>{card}|[0-9]{{1,3}}(?![0-9.,%]))(?=\s)"
    return re.compile(rf"(?P<word>{word})|{lead}{article}(?P<alone>{alone})|{ratio}", re.IGNORECASE)


def _is_cjk(phrase: str) -> bool:
    """Chinese and Japanese fractions need no "of" behind them."""
    return any(ord(c) > 0x2E7F for c in phrase)
