"""Numbers in words: "two billion dollars", "ten per cent", "half of revenue", "three in ten". Digits are read elsewhere.

A number word counts only where print makes it a figure: a scale or percent word behind it, or a fraction of something.
Fractions that no decimal states exactly ("a third") are set aside, never rounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from sources.extract.scan.figure import Figure
from sources.extract.scan.hedges import hedged
from sources.extract.scan.numbers.han_numerals import han_numerals, han_signs, han_value, holds_digit
from sources.extract.scan.numbers.numerals import Numeral
from sources.extract.scan.numbers.spoken_numbers import plain, spoken_numbers
from sources.grammar.currencies import currency_after
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("scan")
_LISTS = word_lists("scan")
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
    fractions: tuple[Figure, ...]
    inexact: tuple[tuple[int, int], ...]


_NONE = Worded((), (), ())


def has_number_words(text: str, start: int, end: int, grammar: Grammar) -> bool:
    """Whether a sentence without digits holds a figure in words."""
    if not grammar.is_cjk:
        holds = text[start:end].lower().__contains__
        heads, scales, ratios = _word_lists(grammar)
        if not (any(map(holds, heads)) or any(map(holds, scales)) or any(map(holds, ratios))):
            return False
    found = worded(text, start, end, grammar)
    return bool(found.numerals or found.fractions or found.inexact)


@cache
def _word_lists(g: Grammar) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Literals without which a sentence holds no fraction, no scaled number and no ratio in words."""
    heads = tuple(dict.fromkeys(fraction.split()[-1] for fraction in g.fractions))
    scales = tuple(dict.fromkeys(w.lower() for w in [*g.scales, *g.phrases("percent")] if len(w) > 2))
    return heads, scales, tuple(f" {w} " for w in g.phrases("ratio_words"))


_RATES = ("percent", "percentage_points", "basis_points")


def worded(text: str, start: int, end: int, grammar: Grammar) -> Worded:
    """Numbers in words of `text[start:end]`.

    Args:
        text: canonical text.
        start: first offset to look at.
        end: offset to stop at.
        grammar: its number words, `fractions`, `fraction_links`, `ratio_words`, scales and percent words.

    Returns:
        Numerals whose value is the word's; fractions as quantities in percent; spans of inexact fractions.
    """
    fractions, inexact = _fractions(text, start, end, grammar)
    if grammar.is_cjk:
        joined, parted = _of_hundreds(text, start, end, grammar)
        fractions, inexact = [*fractions, *joined], [*inexact, *parted]
    numbers = _numbers(text, start, end, grammar)
    if grammar.is_cjk:  # "百分之三十五" is no 35
        taken = [(q.start, q.end) for q in fractions] + inexact
        numbers = [n for n in numbers if not any(a < n.end and n.start < b for a, b in taken)]
    spans = [(n.start, n.end) for n in numbers]  # "three quarters of a billion" is no share
    fractions = [q for q in fractions if not any(a < q.end and q.start < b for a, b in spans)]
    inexact = [(a, b) for a, b in inexact if not any(c < b and a < d for c, d in spans)]
    return Worded(tuple(numbers), tuple(fractions), tuple(inexact)) if numbers or fractions or inexact else _NONE


def _numbers(text: str, start: int, end: int, g: Grammar) -> list[Numeral]:
    """Numbers in words that print makes figures, and the first one of "two to three billion"."""
    if g.is_cjk:
        found = [n for n in han_numerals(text, start, end, g) if _counts_in_signs(text, n, end, g)]
        return [
            *found,
            *(n for n in _spoken(text, start, end, g) if not any(n.start < f.end and f.start < n.end for f in found)),
        ]
    return _spoken(text, start, end, g)


def _spoken(text: str, start: int, end: int, g: Grammar) -> list[Numeral]:
    found: list[Numeral] = []
    for language in reversed(g.languages):
        numbers = spoken_numbers(text, start, end, language)
        found += [n for n in numbers if not any(n.start < f.end and f.start < n.end for f in found)]
    kept: list[Numeral] = []
    for n in sorted(found, key=lambda n: n.start, reverse=True):
        if n.scale > 1 or _rate_behind(text, n.end, g) or (kept and _is_range(text[n.end : kept[-1].start], g)):
            kept.append(n)
    return kept[::-1]


def _rate_behind(text: str, end: int, g: Grammar) -> bool:
    return bool(g.starting(*_RATES).match(text, end))


def _is_range(gap: str, g: Grammar) -> bool:
    words = gap.strip(" -–").lower()
    return not words or words in g.phrases("range_words") or words in g.phrases("and_words")


# What may follow a number in signs that counts nothing by name.
_CLOSED = re.compile(r"\s|[、。，,.;；：:()（）|]|\Z")


def _counts_in_signs(text: str, n: Numeral, end: int, g: Grammar) -> bool:
    """Signs of numbers are parts of many words: a scale with money, a counted thing or nothing behind it, or the word of a rate, makes them a figure."""
    if n.scale == 1:
        is_tenth = g.starting("tenths").match(text, n.end) and not g.starting("not_tenths").match(text, n.end)
        return bool(is_tenth or _rate_behind(text, n.end, g))
    if not holds_digit(text[n.start : n.end], g):
        return False  # "单位：百万元"
    if currency_after(text, n.end, end) or g.starting("counted_nouns", "measured_units").match(text, n.end, end):
        return True
    return g.language != "ko" and bool(_CLOSED.match(text[n.end : end][:1]))


def _of_hundreds(text: str, start: int, end: int, g: Grammar) -> tuple[list[Figure], list[tuple[int, int]]]:
    """ "百分之三十五", "三分の二", "3분의 1": a denominator, a sign between, a numerator."""
    exact: list[Figure] = []
    inexact: list[tuple[int, int]] = []
    for m in _joint_pattern(g).finditer(text, start, end):
        of, part = _signs_value(m["of"], g), _signs_value(m["part"], g)
        if of and part is not None and part < of:
            _enter(text, start, end, m.span(), part, of, "", g, exact, inexact)
    return exact, inexact


def _signs_value(printed: str, g: Grammar) -> Decimal | None:
    return Decimal(printed) if printed[0].isdigit() and printed.isascii() else han_value(printed, g)


@cache
def _joint_pattern(g: Grammar) -> re.Pattern[str]:
    signs = han_signs(g)
    number = rf"[0-9]{{1,4}}+(?:\.[0-9]{{1,4}}+)?|[{signs}{''.join(g.phrases('number_points'))}]{{1,12}}+"
    joint = "|".join(map(re.escape, g.phrases("fraction_joints"))) or "(?!)"
    return re.compile(rf"(?<![0-9.{signs}])(?P<of>[0-9]{{1,4}}+|[{signs}]{{1,6}}+)(?:{joint})\s?(?P<part>{number})")


def _fractions(text: str, start: int, end: int, g: Grammar) -> tuple[list[Figure], list[tuple[int, int]]]:
    exact: list[Figure] = []
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
        counted = _COUNTED.match(text, stop, end) if m["by"] else None
        noun = counted["noun"] if counted else ""
        _enter(text, start, end, (begin, stop), numerator, denominator, noun, g, exact, inexact)
    return exact, inexact


def _enter(
    text: str, start: int, end: int, span: tuple[int, int], part: Decimal, of: Decimal, noun: str, g: Grammar,
    exact: list[Figure], inexact: list[tuple[int, int]],
) -> None:  # fmt: skip
    """Puts a fraction where it belongs: those that no percentage of two decimals states are inexact."""
    value = Decimal(100) * part / of
    if value != value.quantize(Decimal("0.01")):
        inexact.append(span)
        return
    percent = Figure(*span, "percent", plain(value), None, "percent", "=", True, span[0], noun, (span,))
    exact.append(hedged(text, start, end, percent, g))


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
