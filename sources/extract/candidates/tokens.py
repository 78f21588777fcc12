"""A text as columns of tokens, each with the classes of the lexicon that it belongs to. No figures and no candidates here.

Phrases of the lexicon are looked up by their first token, so that the time grows with the text and not with the lexicon.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from sources.grammar.function_words import function_words, link_words
from sources.grammar.language import Grammar, grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("candidates")
# Lists of the language files that serve as classes, in the order of their bits.
CLASSES = (
    "metrics.share", "metrics.share_of", "metrics.cagr", "metrics.growth", "metrics.volume", "metrics.price", "metrics.market_size", "metrics.other_money", "metrics.impact",
    "market_words", "segment_words", "generic_subjects", "subject_verbs", "reporting_verbs", "motion_verbs", "rise_nouns", "fall_nouns", "agent_nouns", "measure_nouns", "generic_words",
    "no_part_words", "reporters", "firm_heads", "weak_heads", "measure_heads", "measure_qualifiers", "rank_adjectives", "growth_nouns", "people_nouns", "own_accounts", "other_subjects",
    "house_words", "house_nouns", "company_verbs", "report_words", "value_nouns", "share_words", "region_words", "counted_nouns", "measured_units", "superlatives", "possessives",
    "rest_words", "topic_marks", "product_words", "kind_words", "company_words", "copulas", "periods.now", "status.forecast", "status.historical", "and_words", "contrast_words",
    "of_words", "place_leads", "articles", "per_words", "world_words", "year_leads", "name_leads", "with_words",
    "metrics.margin", "metrics.other_percent", "rise_verbs", "fall_verbs", "trade_verbs", "percent", "year_compares", "deal_words",
    "status.forecast_verbs", "status.historical_verbs",
)  # fmt: skip
BIT = {name: 1 << number for number, name in enumerate(CLASSES)}
# Function word; word that may link two words of a name; token of a script without blanks; figure; year; area name.
FUNCTION, LINK, CJK, FIGURE, YEAR, AREA = (1 << number for number in range(len(CLASSES), len(CLASSES) + 6))
VERBS = BIT["subject_verbs"] | BIT["reporting_verbs"] | BIT["motion_verbs"] | BIT["copulas"]

_TOKEN = re.compile(
    r"[0-9]+(?:[.,][0-9]+)*"
    # French and Italian articles before a vowel are words of their own: "l’acier", "dell'acciaio".
    rf"|(?:[cdjlmnst]|{_WORDS['elided_articles_mul']})(?=['’][a-zà-ɏ])"
    r"|[A-Za-zÀ-ɏ]+(?:[’'.&-][A-Za-zÀ-ɏ0-9]+)*|[가-힣]+|[゠-ヿ]+|[぀-ゟ]|[一-鿿々]|[^\w\s]|(?:(?![가-힣゠-ヿ぀-ゟ一-鿿々])\w)+|\n"
)
_HIRAGANA = re.compile("[぀-ゟ]")
_FIRST_CJK = "\u3040"
_CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one text as columns of equal length.

    Attributes:
        text: the whole text; spans are slices of it.
        starts, ends: spans.
        low: each token in lower case.
        classes: bits of CLASSES, and FUNCTION, LINK, WIDE, FIGURE, YEAR, AREA.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    low: tuple[str, ...]
    classes: tuple[int, ...]

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Indexes of the tokens that overlap a span: first, and one behind the last."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


class _Phrases(NamedTuple):
    """Phrases that begin with one token.

    Attributes:
        alone: bits of the classes that the token alone is of.
        longer: second token → the tokens of each phrase from there, their number, and the bits of its classes.
    """

    alone: int
    longer: dict[str, list[tuple[list[str], int, int]]]


@cache
def _phrases(language: str) -> dict[str, _Phrases]:
    """Phrases of the lexicon by their first token."""
    words: Grammar = grammar(language)
    by_first: dict[str, dict[tuple[str, ...], int]] = {}
    for name in CLASSES:
        for phrase in words.phrases(name):
            tokens = tuple(_TOKEN.findall(phrase.lower().replace("~", " ")))
            if tokens:
                rest = by_first.setdefault(tokens[0], {})
                rest[tokens[1:]] = rest.get(tokens[1:], 0) | BIT[name]
    for word in function_words(language):
        by_first.setdefault(word, {})[()] = by_first.get(word, {}).get((), 0) | FUNCTION
    for word in link_words():
        by_first.setdefault(word, {})[()] = by_first.get(word, {}).get((), 0) | LINK
    found = {}
    for first, phrases in by_first.items():
        longer: dict[str, list[tuple[list[str], int, int]]] = {}
        for further, bits in phrases.items():
            if further:
                longer.setdefault(further[0], []).append((list(further), len(further), bits))
        found[first] = _Phrases(phrases.get((), 0), longer)
    return found


def tokens_of(text: str, language: str) -> Tokens:
    """Cuts a text into tokens and classes them.

    Args:
        text: any text.
        language: code of its language file; English phrases count everywhere.
    """
    starts, ends, low = [], [], []
    for match in _TOKEN.finditer(text):
        starts.append(match.start())
        ends.append(match.end())
        low.append(match.group().lower())
    classes = [0] * len(low)
    phrases = _phrases(language)
    for i, (word, following) in enumerate(zip_longest(low, low[1:], fillvalue="")):
        if word >= _FIRST_CJK and _CJK.match(word):
            classes[i] |= CJK | (FUNCTION if _HIRAGANA.match(word) else 0)
        known = phrases.get(word)
        if known is None:
            continue
        classes[i] |= known.alone
        for further, n, bits in known.longer.get(following, ()):
            if low[i + 1 : i + 1 + n] == further:
                for j in range(i, i + n + 1):
                    classes[j] |= bits
    return Tokens(text, tuple(starts), tuple(ends), tuple(low), tuple(classes))


def with_spans(tokens: Tokens, spans: Iterable[tuple[int, int, int]]) -> Tokens:
    """Tokens in which each of these spans is one token of its class.

    Args:
        tokens: of a text.
        spans: start, end and the bit (FIGURE or YEAR); of two that overlap the one that starts first counts, of two with one start the longer one.
    """
    starts, ends, low, classes = [], [], [], []
    at = 0
    for start, end, bit in sorted(spans, key=lambda s: (s[0], -s[1])):
        first, last = tokens.between(start, end)
        if first < at or first >= last:
            continue
        starts += [*tokens.starts[at:first], start]
        ends += [*tokens.ends[at:first], end]
        low += [*tokens.low[at:first], ""]
        classes += [*tokens.classes[at:first], bit]
        at = last
    return Tokens(
        tokens.text,
        (*starts, *tokens.starts[at:]),
        (*ends, *tokens.ends[at:]),
        (*low, *tokens.low[at:]),
        (*classes, *tokens.classes[at:]),
    )


def marked(tokens: Tokens, spans: Iterable[tuple[int, int]], bit: int) -> Tokens:
    """Tokens in which those within the spans have one class more."""
    classes = list(tokens.classes)
    for start, end in spans:
        for i in range(*tokens.between(start, end)):
            classes[i] |= bit
    return replace(tokens, classes=tuple(classes))
