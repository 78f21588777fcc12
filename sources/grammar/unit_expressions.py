"""Unit expressions as a person reads them: [currency] × [scale] × [measure], in any order, "(USD Mil.)", "'000 units", "T€", "10^3 USD", "€/t".

One grammar for column headers, unit columns, unit lines and captions. An expression is a run of unit words with small words, brackets and
commas between them. What it is worth depends on whether it has a place to itself: a bracket, what stands behind a comma, a colon or
"in", or the whole line. Which header holds for which figure is decided in `extract`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache
from typing import Literal

from sources.grammar.currencies import currency_file
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_tokens import Token, printed_tokens, unit_tokens
from sources.grammar.unit_words import Meaning, unit_file

UnitKind = Literal["money", "percent", "points", "basis_points", "count"]
_RATES: dict[Literal["percent", "points", "basis_points"], str] = {
    "percent": "percent",
    "points": "percentage points",
    "basis_points": "basis points",
}
_UNSPACED = "\u2e80"  # scripts without blanks between words begin here
_SOFT = frozenset("(),[]./'’‘-–&")  # do not end an expression
_BOUNDS = frozenset("()[],:;|–—-")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Unit:
    """What a header says a bare number under it counts; `multiplier` takes it to base units.

    `unit` is an ISO 4217 code, a currency word that countries share, or the noun counted; None where only a scale is given.
    """

    kind: UnitKind
    unit: str | None
    multiplier: Decimal
    per: str | None = None  # what a price is per
    word: str = ""  # the currency word, where its country decides what it means


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run stands: how many other words are in its bracket, behind its comma or in its line."""

    n_beside: int
    is_whole: bool  # the header holds nothing else, no bracket and no "in" either

    @property
    def fills(self) -> bool:
        """The run has its place to itself."""
        return self.n_beside == 0


@dataclass(frozen=True, slots=True)
class Expression:
    """One run of unit words."""

    unit: Unit
    place: Place
    has_scale: bool = False
    is_foreign: bool = False  # a measure of another language without a scale
    letters: str = ""  # its scales of one letter

    @property
    def is_bare_scale(self) -> bool:
        """Neither money nor measure: "in thousands"."""
        return self.unit.kind == "count" and self.unit.unit is None


@lru_cache(maxsize=8192)
def expressions(line: str, language: str) -> tuple[Expression, ...]:
    """All unit expressions of a line, left to right.

    Args:
        line: a header, a unit line, a cell of a unit column or a caption.
        language: of its document; its own words come first, those of other languages count where they contradict none.
    """
    if not line or len(line) > _LONGEST:
        return ()
    tokens = unit_tokens(line, language)
    found = []
    at = 0
    while at < len(tokens):
        stop = at
        while stop < len(tokens) and _is_of_unit(tokens[stop]):
            stop += 1
        stop = _first_of_two(tokens, at, stop)
        run = tokens[at:stop]
        if any(t.meanings and not _is_small(t) for t in run) and (one := _expression(tokens, at, stop)):
            found.append(one)
        at = max(stop, at + 1)
    return tuple(found)


def _first_of_two(tokens: Sequence[Token], at: int, stop: int) -> int:
    """Where the first of two units that a comma parts ends: "USD million, thousand tonnes". "units, million" is one."""
    for comma in range(at + 1, stop - 1):
        if tokens[comma].text == ",":
            before, behind = (_bases(tokens[a:b]) for a, b in ((at, comma), (comma + 1, stop)))
            if before and behind and before.isdisjoint(behind):
                return comma
    return stop


def _bases(tokens: Sequence[Token]) -> set[str]:
    """What a run counts: money, a measure, a rate; a word that may be a scale is none."""
    roles = ("currency", "measure", *_RATES)
    return {role for token in tokens for role in roles if token.find(role) and not token.find("scale")}


def _is_of_unit(token: Token) -> bool:
    return bool(token.meanings) or token.text in _SOFT


def _is_small(token: Token) -> bool:
    return all(m.role in ("link", "lead", "per", "time") for m in token.meanings)


def _expression(tokens: Sequence[Token], at: int, stop: int) -> Expression | None:
    """What the run `tokens[at:stop]` says; None where its words are no unit here."""
    place = _place(tokens, at, stop)
    kept, per = _without_per(tokens, at, stop)
    currencies = [m for t in kept if (m := t.find("currency"))]
    scales = _scales(kept, currencies[0].value if currencies else "")
    multiplier = Decimal(10) ** sum(scales.values())
    letters = "".join(kept[i].text for i in scales if len(kept[i].text) == 1 and kept[i].text < _UNSPACED)
    strong = [m for m in currencies if not m.is_weak]
    if currencies and (strong or scales or (place.fills and not place.is_whole and not _is_letters(currencies[0]))):
        currency = (strong or currencies)[0]
        word = next(t.text for t in kept if t.find("currency") == currency)
        return Expression(Unit("money", currency.value, multiplier, per, word), place, letters=letters)
    for kind, name in _RATES.items():
        if any(t.find(kind) for t in kept):
            return Expression(Unit(kind, name, Decimal(1)), place)
    measures = [m for i, t in enumerate(kept) if i not in scales and (m := t.find("measure"))]
    is_worded = any(not kept[i].is_digits for i in scales)
    if measures and (is_worded or place.fills):
        measure = next((m for m in reversed(measures) if not m.is_foreign), measures[-1])
        unit = Unit("count", measure.value, multiplier * Decimal(10) ** measure.power)
        return Expression(unit, place, bool(scales), measure.is_foreign and not scales, letters=letters)
    if scales and place.fills and not measures:
        return Expression(Unit("count", None, multiplier), place, has_scale=True, letters=letters)
    return None


def _is_letters(currency: Meaning) -> bool:
    return currency.value in currency_file().of_countries


def _place(tokens: Sequence[Token], at: int, stop: int) -> Place:
    """Whether anything else is beside a run: left of it up to a comma, a bracket or "in", right of it likewise."""
    inner = range(at, stop)
    opening = next((i for i in inner if not _is_small(tokens[i])), stop)
    closing = next((i for i in reversed(inner) if not _is_small(tokens[i])), at)
    has_bracket = any(
        tokens[i].text in "([" for i in range(opening, closing)
    )  # it has a place of its own within the run
    is_led = has_bracket or any(tokens[i].text in _BOUNDS or tokens[i].find("lead") for i in range(at, opening))
    is_closed = any(tokens[i].text in _BOUNDS for i in range(closing + 1, stop))
    n_left = 0 if is_led else _n_words(tokens, range(at - 1, -1, -1))
    n_right = 0 if is_closed else _n_words(tokens, range(stop, len(tokens)))
    return Place(n_left + n_right, is_whole=len(tokens) == stop - at and not is_led and not is_closed)


def _n_words(tokens: Sequence[Token], places: range) -> int:
    n = 0
    for i in places:
        if tokens[i].text in _BOUNDS and not (tokens[i].is_glued and tokens[i].text == "-"):
            break
        n += tokens[i].text[0].isalnum()
    return n


def _without_per(tokens: Sequence[Token], at: int, stop: int) -> tuple[list[Token], str | None]:
    """The words of a run but for what a sum is per, and that: "USD per thousand pieces" is no amount in thousands."""
    kept: list[Token] = []
    per: str | None = None
    i = at
    while i < stop:
        token = tokens[i]
        is_slash = token.text == "/" and i + 1 < len(tokens) and not tokens[i + 1].find("currency")
        if not (is_slash or token.find("per")) or not kept or not _is_paid(kept[-1]):
            kept += [token] if token.meanings else []
            i += 1
            continue
        first = i = i + 1
        while i < len(tokens) and tokens[i].find("scale") and not tokens[i].find("measure"):
            i += 1
        while i < len(tokens) and tokens[i].text in ("d", "’", "'"):
            i += 1
        good = tokens[i] if i < len(tokens) else None
        i += 1
        if good and good.text[0].isalpha() and not good.find("time") and per is None:
            per = " ".join(t.text for t in tokens[first:i])
    return kept, per


def _is_paid(token: Token) -> bool:
    return any(m.role in ("currency", "scale", "measure") for m in token.meanings)


def _scales(kept: Sequence[Token], currency: str) -> dict[int, int]:
    """The powers of ten of a run by place: "m" is a million beside money or a counted noun, and metres elsewhere."""
    money = next((i for i, t in enumerate(kept) if t.find("currency")), None)
    found: dict[int, int] = {}
    for i, token in enumerate(kept):
        scale, word = token.find("scale"), token.text.lower()
        if scale is None:
            continue
        only = unit_file().bound.get(word, ())
        is_doubtful = scale.is_weak or token.find("measure") is not None
        is_beside = word not in _NEVER_COUNTED and any(t.find("measure") for t in (*kept[:i], *kept[i + 1 :]))
        if money is not None and (not only or currency in only):
            found[i] = unit_file().prefixes[word] if i < money and word in _BY_SIDE else scale.power
        elif money is None and (not is_doubtful or is_beside):
            found[i] = scale.power
    return found


_BY_SIDE = frozenset("t")  # a thousand before its currency, 10^12 behind it
_NEVER_COUNTED = frozenset("tl")  # tonnes and litres, also beside another measure


def names_currency(words: str) -> bool:
    """Short words name a currency, with a figure or without: "US$ 5 bn", "revenue in euros"."""
    return any(
        meaning.role == "currency" and not meaning.is_weak
        for token in printed_tokens(words, "en")
        for meaning in token.meanings
    )


def unit_of(line: str, language: str) -> Unit | None:
    """The unit that a line or a cell of nothing else says: a unit line, a unit column, a note in brackets.

    Args:
        line: see `expressions`.
        language: likewise.
    """
    found = expressions(line, language)
    return _best([e for e in found if e.unit.kind == "money" or e.place.fills or e.has_scale])


def units_of(line: str, language: str) -> tuple[Unit, ...]:
    """All units that a line says, left to right: "Value: USD million; volume: thousand units"."""
    return tuple(dict.fromkeys(e.unit for e in expressions(line, language) if e.unit.unit and not e.is_foreign))


def says_unit(line: str) -> bool:
    """A line of a page says in which unit figures are: it holds no figure of its own, and its words beside the unit are few or none."""
    if any(t.is_number and not t.find("scale") for t in printed_tokens(line, "en")):
        return False
    return any(
        (e.unit.kind == "money" and (e.place.n_beside <= _FEW or e.place.fills)) or (e.place.fills and not e.letters)
        for e in expressions(line, "en")
    )


_FEW = 2  # words beside a currency: "net sales USD million"


def _best(found: Sequence[Expression]) -> Unit | None:
    money = next((e.unit for e in found if e.unit.kind == "money"), None)
    bare = next((e.unit.multiplier for e in found if e.is_bare_scale), Decimal(1))
    if money:
        return money if money.multiplier != 1 else replace(money, multiplier=bare)
    rate = next((e.unit for e in found if e.unit.kind != "count"), None)
    if rate:
        return rate
    counted = [e for e in found if not e.is_bare_scale]
    one = next((e for e in counted if e.has_scale), counted[0] if counted else None)
    if one:
        return one.unit if one.has_scale else replace(one.unit, multiplier=one.unit.multiplier * bare)
    return next((e.unit for e in found), None)


def unit_in(header: str, language: str) -> Unit | None:
    """The unit that a header gives: "2025 (US$ million)", "CAGR, %", "Shipments ('000 units)"; None where it gives none.

    A short mark that is the whole of a header, such as "MW", says nothing. "(m)" is millions but under words of length; capitals such as "(M)" are a scale under words of sales alone.

    Args:
        header: see `expressions`.
        language: likewise.
    """
    unit = _best([e for e in expressions(header, language) if e.unit.kind != "count" or _counts(e, header)])
    is_million = unit is not None and unit.unit == "m" and not _lengths().search(header)
    return Unit("count", None, _MILLION) if is_million else unit


_MILLION = Decimal(10) ** 6


def _counts(e: Expression, header: str) -> bool:
    if e.is_foreign or _is_too_short(e):
        return False
    if not e.is_bare_scale:
        return True
    is_small = e.letters.islower() or bool(table_pattern("sold").search(header))
    return not e.place.is_whole and (not e.letters or is_small)


@cache
def _lengths() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(unit_file().lengths)})\b", re.IGNORECASE)


def _is_too_short(e: Expression) -> bool:
    return e.place.is_whole and not e.is_bare_scale and not e.has_scale and len(e.unit.unit or "") <= _SHORT


_SHORT = 3
