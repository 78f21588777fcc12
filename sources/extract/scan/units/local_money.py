"""Whose money it is where words of several countries name it: "$37 billion" of an Australian bureau, "millones de pesos", "kr 3 bn", "Dh 640 million"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache

from sources.extract.scan.figure import Figure
from sources.grammar.areas import Area, area_marks
from sources.grammar.currencies import SharedMoney, currency_file, marks_after, shared_money
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.unit_expressions import Unit
from sources.records import Fact

_WORDS = pattern_words("scan")
_US_DOLLAR = re.compile(
    rf"US\s?\$|\$\s?US|U\.\s?S\.\s?\$|\b{_WORDS['us_dollar_codes']}|\bU\.?S\.?[ -]{_WORDS['printed_dollars']}|[A-Z]\$"
)
_BARE_DOLLAR = re.compile(r"(?<![A-Za-z.])\$")
_MARK = re.compile(r"\A(?P<first>[^\d\s]+)[\s\u00a0]?[0-9]|[0-9%]\s?(?P<last>[^\d\s]+)\Z|\s(?P<word>\S+)\Z")
_AN_AMOUNT = 1_000
_REACH = 6  # characters beside a figure that hold letters of a currency
LOCAL_DOLLAR = "currency_of_dollar_sign"
UNKNOWN = "currency_of_several_countries"  # nothing says whose money it is


@dataclass(frozen=True, slots=True)
class LocalMoney:
    """What currency words mean in one document.

    Attributes:
        words: currency words that countries share, in lower case, and letters of some countries, to ISO 4217.
        facts: what the document's bare dollar sign is taken for, with the area it rests on; empty where that is USD.
    """

    words: Mapping[str, str]
    facts: tuple[Fact, ...] = ()


def local_money(text: str, area: Area, grammar: Grammar) -> LocalMoney:
    """The currencies that a document leaves to its readers.

    A word that countries share is that of the country which the whole document is about, else of the one country among them whose code or
    name the text prints. A bare dollar is the country's own only where nothing points abroad: the text never prints another dollar and
    states no compound growth rate, as pages of research houses do, which count in US dollars wherever the market is.

    Args:
        text: canonical text.
        area: the area that the whole document is about.
        grammar: its language.
    """
    low = text.lower()
    named = frozenset(m.area.code for m in area_marks(text, 0, len(text))) if _has_word(low) else frozenset()
    words = {}
    for word, money in shared_money().items():
        if word in low and (code := _of_document(money, text, area, named)):
            words[word] = code
    words |= {mark: of[area.code] for mark, of in currency_file().of_countries.items() if area.code in of}
    dollar = shared_money()["$"]
    sign = _BARE_DOLLAR.search(text)
    code = dollar.of.get(area.code)
    if code is None or sign is None or _US_DOLLAR.search(text) or grammar.pattern("metrics.cagr").search(text):
        return LocalMoney(words)
    words |= dict.fromkeys((*dollar.signs, *dollar.words), code)
    mark = next((m for m in area_marks(text, 0, len(text)) if m.area == area), None)
    start, end = (mark.start, mark.end) if mark else sign.span()
    return LocalMoney(words, (Fact(LOCAL_DOLLAR, code, start, end),))


def _has_word(low: str) -> bool:
    return any(word in low for word, money in shared_money().items() if not money.is_of_document)


def _of_document(money: SharedMoney, text: str, area: Area, named: Collection[str]) -> str | None:
    if money.is_of_document:
        return None
    if area.code in money.of:
        return money.of[area.code]
    if money.otherwise:
        return None
    printed = {code for code in money.of.values() if re.search(rf"\b{code}\b", text)}
    candidates = printed or {money.of[code] for code in named if code in money.of}
    return next(iter(candidates)) if len(candidates) == 1 else None


def meant(word: str, near: Collection[Area], local: LocalMoney) -> str | None:
    """The currency that a shared word or the letters of a country mean; None where nothing says whose money it is.

    Args:
        word: as printed.
        near: the areas that the figure's own sentence or cell names.
        local: what the words mean in the document.
    """
    money = shared_money().get(word.lower())
    of = money.of if money else currency_file().of_countries.get(word, {})
    codes = {of[area.code] for area in near if area.code in of}
    if codes and not (money and money.is_of_document):
        return next(iter(codes)) if len(codes) == 1 else None
    return local.words.get(word.lower() if money else word) or (money.otherwise if money else None)


def in_money_of(unit: Unit | None, near: Collection[Area], local: LocalMoney) -> Unit | None:
    """The unit of a header with the currency that its word means for the cell; a word of no known country stays."""
    if (
        unit is None
        or unit.kind != "money"
        or not (unit.word.lower() in shared_money() or unit.word in currency_file().of_countries)
    ):
        return unit
    return replace(unit, unit=meant(unit.word, near, local) or unit.word.lower())


def is_unknown_money(q: Figure) -> bool:
    """Money of which nothing says whose it is."""
    return q.kind == "money" and not re.fullmatch(r"[A-Z]{3}", q.unit or "")


def in_local_money(q: Figure, text: str, local: LocalMoney, near: Collection[Area]) -> Figure:
    """The quantity in the currency that its word means here: that of a country which the sentence names, else the document's.

    Args:
        q: a figure.
        text: canonical text.
        local: what the words mean in the document.
        near: the areas that the figure's sentence names.
    """
    if q.kind == "money":
        word = _shared_word(q, text)
        return replace(q, unit=meant(word, near, local) or q.unit) if word else q
    if q.kind != "count" or not (q.scaled or q.value >= _AN_AMOUNT):
        return q
    before = _letters_before().search(text[max(0, q.start - _REACH) : q.start])
    if before and (code := meant(before["mark"], near, local)):
        return replace(q, kind="money", unit=code, noun="", start=q.start - len(before.group()), scaled=True)
    return q


def _shared_word(q: Figure, text: str) -> str:
    """The word of several countries that a figure is printed with; "" where it is another, or a name such as "Indian rupees"."""
    printed = text[q.start : q.end].lower()
    m = _MARK.search(printed)
    words = [w for w in (m.groupdict().values() if m else ()) if w]
    shared = shared_money()
    word = next((w for w in words if w in shared), "") or next((w for w in _unspaced() if printed.endswith(w)), "")
    money = shared.get(word)
    if money is None or q.unit != (money.otherwise or (*money.signs, *money.words)[0]):
        return ""
    return "" if any(printed.endswith(name) for name in _full_names() if name.endswith(word)) else word


@cache
def _unspaced() -> tuple[str, ...]:
    return tuple(word for word in shared_money() if not word.isascii())


@cache
def _full_names() -> tuple[str, ...]:
    return tuple(mark.lower() for mark in marks_after() if " " in mark and not mark.startswith("de "))


@cache
def _letters_before() -> re.Pattern[str]:
    marks = sorted(currency_file().of_countries, key=lambda m: (-len(m), m))
    return re.compile(rf"(?<![\w.-])(?P<mark>{'|'.join(map(re.escape, marks))})\.?\s?\Z")
