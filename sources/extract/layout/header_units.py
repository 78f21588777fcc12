"""The unit that a header, a row label or a caption gives to the bare figures under it: currency, percent, tonnes, '000 units.

Reads the words of one header. Which header holds for which cell is decided in `tables`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache

from sources.extract.figures.quantity import Kind, Quantity
from sources.grammar.currencies import currency_after, currency_before, currency_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.grammar.table_words import table_pattern, table_words

_WORDS = pattern_words("layout")
_ANY = words_of_languages("layout")

_TENFOLD = re.compile(r"(?<![0-9.,])(10{0,3})(?=[億亿万])")
_AMOUNT = re.compile(
    rf"(?:[A-Z]{{0,3}}[$€£¥₹]|\b{_WORDS['amount_currencies']})\s?(?!(?:19|20)[0-9]{{2}}\b)[0-9][0-9.,]{{0,12}}(?:\s?[-–—]\s?[0-9.,]{{1,12}})?"
)
_PERCENT = re.compile(r"(?<![0-9])(?<![0-9]\s)[%％]")
_PER = re.compile(rf"\s?(?:/|{_ANY['per_words']}\s)\s?(?P<noun>(?!{_ANY['time_nouns']}|an\b)[A-Za-zÀ-ÿ][\w²³]{{0,14}})")
_SPOT = re.compile(
    r"[(\[（](?:in\s|In\s)?(?P<bracketed>[^()\[\]（）]{1,40})[)\]）]|(?:,|\s[–—-]|\b[iI]n|:|：)\s(?P<behind>[^,;:()]{1,40})$|^(?P<whole>[^,;:()]{1,40})$"
)
_LETTERS = {"K": 3, "M": 6, "B": 9, "T": 12}
_SHORT = 3
_WIDE = 0x2E7F  # characters above need no blanks between words
_MAX_HEADER = 200
_RUPEES = re.compile(rf"(?<![A-Za-z]){_WORDS['rupee_sign']}\.?(?![A-Za-z])")
_GLUED_SCALE = re.compile(rf"(?<![A-Za-z])([A-Z]{{3}})(?={_WORDS['glued_scales']}(?![A-Za-z]))")


@dataclass(frozen=True, slots=True)
class HeaderUnit:
    """What a header says a bare number under it counts; `multiplier` takes it to base units."""

    kind: Kind
    unit: str | None  # ISO 4217 code, the noun counted, or None where only a scale is given
    multiplier: Decimal
    per: str | None = None  # what a price is per


@lru_cache(maxsize=4096)
def unit_in(header: str, grammar: Grammar) -> HeaderUnit | None:
    """The unit that a header gives: "2025 (US$ million)", "CAGR, %", "Shipments ('000 units)"; None where it gives none.

    Args:
        header: a column header, row label or caption.
        grammar: scale words and units of the document's language.
    """
    if not header or len(header) > _MAX_HEADER:
        return None
    plain = _RUPEES.sub("INR", _GLUED_SCALE.sub(r"\1 ", _AMOUNT.sub(" ", header)))
    if marks := currency_marks(plain):
        return _money(plain, marks[0], grammar)
    if _PERCENT.search(plain) or grammar.pattern("percent").search(_words_only(plain)):
        return HeaderUnit("percent", "percent", Decimal(1))
    if grammar.pattern("percentage_points").search(plain):
        return HeaderUnit("points", "percentage points", Decimal(1))
    if grammar.pattern("basis_points").search(plain):
        return HeaderUnit("basis_points", "basis points", Decimal(1))
    return _counted(plain, grammar)


def _words_only(header: str) -> str:
    return re.sub(r"[^\w\s]", " ", header)


def _money(header: str, currency: str, g: Grammar) -> HeaderUnit:
    scale = Decimal(1)
    for word, start, end in _scales(header, g):
        beside = currency_before(header[:start].rstrip(" ([/")) or currency_after(header, end, len(header))
        if len(word) > 1 or beside:
            scale = Decimal(10) ** (g.scales.get(word, 3))
            if tenfold := _TENFOLD.search(header, max(0, start - 4), start + 1):
                scale *= Decimal(tenfold[1])
            break
    at = max((m.end() for m in re.finditer(r"[$€£¥₹]|\b[A-Z]{3}\b", header)), default=0)
    per = _PER.match(header, at)
    return HeaderUnit("money", currency, scale, per["noun"] if per else None)


def _scales(header: str, g: Grammar) -> list[tuple[str, int, int]]:
    return [(m.group(1).lower(), m.start(1), m.end(1)) for m in _scale_words(g).finditer(header)]


@cache
def _scale_words(g: Grammar) -> re.Pattern[str]:
    words = sorted({*g.scales, *(w.lower() for w in table_words().thousand)}, key=lambda w: (-len(w), w))
    wide = [w for w in words if ord(w[0]) > 0x2E7F]
    latin = [w for w in words if w not in wide]
    narrow = rf"(?<![^\W_])(?:{'|'.join(map(re.escape, latin))})(?![^\W\d_])"
    return re.compile(f"({narrow}{''.join('|' + re.escape(w) for w in wide)})", re.IGNORECASE)


@cache
def _scaled_noun(g: Grammar) -> re.Pattern[str]:
    """ "thousand tonnes", "'000 units", "million m2"."""
    words = sorted({*g.scales, *(w.lower() for w in table_words().thousand)}, key=lambda w: (-len(w), w))
    body = "|".join(map(re.escape, (w for w in words if len(w) > 1 or ord(w) > _WIDE)))
    return re.compile(
        rf"(?<![^\W_])(?<![0-9][,.])(?P<scale>{body}|k(?=\s))\.?(?:\s|(?<=[\u3000-\u9fff]))(?:{_ANY['noun_links']}\s|d['’])?(?P<noun>{_nouns(g)})",
        re.IGNORECASE,
    )


@cache
def _noun_scaled(g: Grammar) -> re.Pattern[str]:
    """ "Units '000", "tonnes, thousands", "units (million)"."""
    words = sorted({*g.scales, *(w.lower() for w in table_words().thousand)}, key=lambda w: (-len(w), w))
    body = "|".join(map(re.escape, (w for w in words if len(w) > 1)))
    return re.compile(
        rf"(?<![^\W_])(?P<noun>{_nouns(g)})[\s,(]{{1,3}}(?:in\s)?(?P<scale>{body})(?![^\W\d_])", re.IGNORECASE
    )


@cache
def _nouns(g: Grammar) -> str:
    return g.source("counted_nouns", "measured_units")


@cache
def _noun_alone(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:{_ANY['unit_leads']}\s)?(?P<noun>{_nouns(g)})(?:\s{_WORDS['unit_tails']})?", re.IGNORECASE)


def _counted(header: str, g: Grammar) -> HeaderUnit | None:
    for pattern in (_scaled_noun(g), _noun_scaled(g)):
        if m := pattern.search(header):
            return _in_base(m["noun"], _ten(m["scale"], g), g)
    for spot in _SPOT.finditer(header):
        words = next(w for w in spot.groups() if w is not None).strip(" .")
        if m := _noun_alone(g).fullmatch(words):
            if spot["whole"] and len(m["noun"]) <= _SHORT:
                continue
            return _in_base(m["noun"], Decimal(1), g)
        plain = re.sub(r"^(?:in|In)\s", "", words).lower()
        counts = len(plain) > 1 or (plain in ("k", "m") and bool(table_pattern("sold").search(header)))
        if not spot["whole"] and counts and (plain in g.scales or plain in table_words().thousand):
            named = g.pattern("counted_nouns").search(header)
            return HeaderUnit("count", named.group().lower() if named else None, _ten(plain, g))
    return None


def _in_base(noun: str, factor: Decimal, g: Grammar) -> HeaderUnit:
    """Kilotons are thousands of tonnes."""
    power, plain = g.unit_scales.get(noun, (0, noun.lower() if noun.lower() in g.phrases("counted_nouns") else noun))
    return HeaderUnit("count", plain, factor * Decimal(10) ** power)


def _ten(word: str, g: Grammar) -> Decimal:
    lower = word.lower()
    return Decimal(10) ** (g.scales.get(lower, 3))


def with_unit(q: Quantity, text: str, unit: HeaderUnit) -> Quantity:
    """A bare number takes the header's unit; an amount without a scale takes its scale; the rest stays as printed.

    Args:
        q: a figure of a cell.
        text: canonical text.
        unit: what the header says.
    """
    if q.kind == "money" and unit.kind == "money" and q.unit == unit.unit and not _is_scaled(text, q):
        return _times(q, unit.multiplier)
    if (
        unit.kind == "money" and q.kind == "count" and q.noun in _LETTERS and not q.scaled
    ):  # "842.6 M", "Market size (USD)"
        last = q.numerals[-1][1]
        end = last + len(text[last : last + 3].split(q.noun, 1)[0]) + 1 if q.noun in text[last : last + 3] else q.end
        grown = _times(q, Decimal(10) ** _LETTERS[q.noun])
        return replace(grown, end=end, kind="money", unit=unit.unit, noun="", scaled=True)
    if q.kind != "count" or (q.noun and q.noun != unit.unit) or (q.unit and q.unit != unit.unit):
        return q
    own_scale = q.scaled or _is_scaled(text, q)
    if own_scale and unit.kind != "money":
        return q
    negative = text[max(0, q.start - 1) : q.start] in ("-", "−", "–") or (
        unit.kind != "money" and text[max(0, q.start - 1) : q.start] == "(" and text[q.end : q.end + 1] == ")"
    )
    grown = q if own_scale else _times(q, unit.multiplier)
    if negative and q.value_high is None:
        grown = replace(grown, value=-grown.value, start=q.start - 1 if text[q.start - 1] != "(" else q.start)
    noun = (unit.unit or "") if unit.kind == "count" else ""
    return replace(grown, kind=unit.kind, unit=unit.unit, noun=noun, scaled=True)


# "(単位:百万ドル)", "(단위: 억 원)", "（单位：亿元）": said once for all amounts of a paragraph.
_NOTE = re.compile(rf"[(（]{_ANY['unit_labels']}\s?[:：]?\s?(?P<unit>[^()（）]{{1,16}})[)）]")


def in_noted_unit(found: Sequence[Quantity], text: str, start: int, end: int, g: Grammar) -> list[Quantity]:
    """Amounts of money in the scale that their paragraph `text[start:end]` notes in brackets, where they have none."""
    note = _NOTE.search(text, start, end) if g.is_cjk else None
    unit = unit_in(note["unit"], g) if note else None
    if unit is None or unit.kind != "money":
        return list(found)
    return [with_unit(q, text, unit) if q.kind == "money" else q for q in found]


def is_bare_value(words: str, unit: HeaderUnit | None) -> bool:
    """ "2060" under "Shipments (10,000 units)": four digits are no year where the headers give them a unit."""
    return unit is not None and unit.kind in ("count", "money") and len(words) == _YEAR_DIGITS and words.isdigit()


_YEAR_DIGITS = 4


def _times(q: Quantity, factor: Decimal) -> Quantity:
    return replace(q, value=q.value * factor, value_high=q.value_high * factor if q.value_high is not None else None)


def _is_scaled(text: str, q: Quantity) -> bool:
    """A scale word is with the number itself."""
    return bool(re.search(r"[^\W\d_]", text[q.numerals[-1][1] : q.end])) and not _is_currency_tail(text, q)


def _is_currency_tail(text: str, q: Quantity) -> bool:
    tail = text[q.numerals[-1][1] : q.end].strip()
    return bool(tail) and bool(currency_after(f" {tail}", 0, len(tail) + 1)) and len(tail) <= 4
