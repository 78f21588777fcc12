"""The country of money that is printed without one: "$37 billion" of an Australian bureau, "millones de pesos", "billion shillings"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sources.extract.figures.quantity import Quantity
from sources.grammar.areas import Area, area_marks
from sources.grammar.currencies import local_currencies
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Fact

_WORDS = pattern_words("figures")
_LISTS = word_lists("figures")
_US_DOLLAR = re.compile(
    rf"US\s?\$|\$\s?US|U\.\s?S\.\s?\$|\b{_WORDS['us_dollar_codes']}|\bU\.?S\.?[ -]{_WORDS['printed_dollars']}|[A-Z]\$"
)
_BARE_DOLLAR = re.compile(r"(?<![A-Za-z.])\$")
_BARE = frozenset({"$", *_LISTS["dollar_words"]})
_BEHIND = re.compile(r"\s(?:de\s|d['’]|di\s)?(?P<word>[^\W\d_]+)")
LOCAL_DOLLAR = "currency_of_dollar_sign"


@dataclass(frozen=True, slots=True)
class LocalMoney:
    """What currency words mean in one document.

    Attributes:
        words: currency words without a country, in lower case, to ISO 4217.
        facts: what the document's bare dollar sign is taken for, with the area it rests on; empty where that is USD.
    """

    words: Mapping[str, str]
    facts: tuple[Fact, ...] = ()


def local_money(text: str, area: Area, grammar: Grammar) -> LocalMoney:
    """The currencies that a document about one country leaves to its readers.

    A bare dollar is the country's own only where nothing points abroad: the text never prints another dollar and states no
    compound growth rate, as pages of research houses do, which count in US dollars wherever the market is.

    Args:
        text: canonical text.
        area: the area that the whole document is about.
        grammar: its language.
    """
    words = {word: by_area[area.code] for word, by_area in local_currencies().items() if area.code in by_area}
    sign = _BARE_DOLLAR.search(text)
    is_foreign = _US_DOLLAR.search(text) or grammar.pattern("metrics.cagr").search(text)
    if "$" not in words or is_foreign or sign is None:
        return LocalMoney({word: code for word, code in words.items() if word not in _BARE})
    named = next((m for m in area_marks(text, 0, len(text)) if m.area == area), None)
    start, end = (named.start, named.end) if named else sign.span()
    return LocalMoney(words, (Fact(LOCAL_DOLLAR, words["$"], start, end),))


def in_local_money(q: Quantity, text: str, local: LocalMoney) -> Quantity:
    """The quantity as money of the document's country, where its currency word is one that countries share."""
    if not local.words:
        return q
    if q.kind == "money":
        printed = text[q.start : q.end]
        if q.unit == "USD" and "$" in local.words and ("$" in printed or printed.endswith(_LISTS["dollar_words"])):
            return replace(q, unit=local.words["$"])
        last = printed.rpartition(" ")[2].lower()
        return replace(q, unit=local.words[last]) if last in local.words and last not in _BARE else q
    if q.kind != "count" or not q.scaled:
        return q
    behind = _BEHIND.match(text, _end_of_number(q, text))
    if behind is None or behind["word"].lower() not in local.words:
        return q
    return replace(q, kind="money", unit=local.words[behind["word"].lower()], noun="", end=behind.end())


def _end_of_number(q: Quantity, text: str) -> int:
    """Where the number with its scale word ends: before the noun, where that is part of the quantity."""
    printed = text[q.start : q.end]
    return q.start + printed.rindex(q.noun) - 1 if q.noun and printed.endswith(q.noun) else q.end
