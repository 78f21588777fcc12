"""Quantities: numbers with their currency, scale, unit, hedge and range. What they measure is not decided here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from sources.extract.figures.numerals import Numeral, numeric_value
from sources.extract.figures.years import YearMark
from sources.grammar.comparison_signs import comparison_sign
from sources.grammar.currencies import CurrencyMark, currency_after, currency_before
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Comparator

_WORDS = pattern_words("figures")
_LISTS = word_lists("figures")
Kind = Literal["money", "percent", "points", "basis_points", "times", "count"]

_SIGN = re.compile(r"(?:(?<=[\s(|:\[])|(?<![\s\S]))[-−–+±]\Z")
# A blank behind the sign: "+ 7 %" anywhere, "- 7 %" where it opens a bracket or stands behind a small word.
_SPACED_SIGN = re.compile(
    rf"(?:(?<=[(\[:|])|(?<=[(\[:|]\s)|(?<=\s(?:of|at|by|{_WORDS['before_signs_mul']})\s)|(?<=\s[àa]\s))[-−–][\s\u00a0\u202f]\Z|(?<=[\s(])[+][\s\u00a0\u202f]\Z"
)
_GLUED_PERCENT = re.compile(rf"{_WORDS['percent_letters']}(?![\w-])")
_OVERS = frozenset("+多餘余")  # behind digits and before their scale word: "and more"
_SIGN_MARKS = frozenset("-−–+±")
# "services -31 % of sales- come first": a pair of dashes and no minus.
_DASHED_IN = re.compile(r"[0-9][0-9.,]*\s?%[^-\n]{0,40}-(?=[\s.,;])")
_NOUN = re.compile(
    r"[\s\u00a0\u202f-]{0,2}(?P<unit>(?:[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9²³&'’.]*(?:[/·-][A-Za-zÀ-ÿ0-9²³]+)*)"
    r"(?:[ \u00a0-][A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9²³&'’.-]*){0,4})"
)
_NO_NOUN = frozenset((*_LISTS["no_nouns"], *_LISTS["no_nouns_mul"]))
_UNIT_REACH = 48
_RATES = ("percentage_points", "basis_points", "percent", "times")
_COMPARATORS: tuple[Comparator, ...] = (">=", "<=", ">", "<", "~")
_COMPARATORS_AFTER: tuple[Comparator, ...] = (">=", "<=")
_HEDGES = tuple(f"comparators.{c}" for c in _COMPARATORS)
_SIGN_REACH = 48
_RANGE_MARK = re.compile(r"\s?[-–—‑−~〜～]\s?$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure with its unit. Values are in base units; `start` to `end` is its surface, hedges left out."""

    start: int
    end: int
    kind: Kind
    value: Decimal
    value_high: Decimal | None
    unit: str | None  # ISO 4217, "percent", "percentage points", "basis points", "times", or the noun as printed
    comparator: Comparator
    scaled: bool  # a scale word or currency stands with it: too much of a figure to be an ordinal
    hedge_start: int  # where its hedge begins; = start where there is none
    noun: str = ""  # words behind a bare count
    numerals: tuple[tuple[int, int], ...] = ()


def quantities(
    text: str, start: int, end: int, found: Sequence[Numeral], years: Sequence[YearMark], grammar: Grammar
) -> list[Quantity]:
    """Grow numerals of one sentence into quantities, ranges joined.

    Args:
        text: canonical text.
        start: the sentence's first offset.
        end: the sentence's end.
        found: numerals of the sentence; those inside a year mark are passed over.
        years: year marks of the sentence.
        grammar: scale, percent, hedge and range words.

    Returns:
        Quantities in order; every numeral outside year marks is part of exactly one.
    """
    grown = []
    floor = start
    n_passed = 0
    for i, numeral in enumerate(found):
        while n_passed < len(years) and years[n_passed].end <= numeral.start:
            n_passed += 1
        if n_passed < len(years) and years[n_passed].start <= numeral.start:
            floor = numeral.end
            continue
        ceiling = found[i + 1].start if i + 1 < len(found) else end
        grown.append(_grow(text, numeral, floor, end, ceiling, grammar))
        floor = grown[-1].end
    return _joined(text, start, grown, grammar)


def _grow(text: str, numeral: Numeral, floor: int, end: int, ceiling: int, grammar: Grammar) -> Quantity:
    """One numeral with its currency, scale, unit and sign; what is counted ends before `ceiling`."""
    currency = _currency_at(text, numeral, floor, grammar)
    begin = numeral.start - (currency.length if currency else 0)
    sign = _sign_before(text, begin, floor, end)
    scaled = _scaled(text, numeral, end, has_currency=currency is not None, grammar=grammar)
    value, position, comparator = scaled.value, scaled.end, scaled.comparator
    has_scale, noun, unit = scaled.has_scale, "", None
    after = None if currency else currency_after(text, position, end)
    rate = None if currency or after else _rate_at(text, position, end, grammar)
    kind: Kind
    if currency:
        kind, unit = "money", currency.code
    elif after:
        kind, unit = "money", after.code
        position += after.length
        behind = None if has_scale else grammar.scale_pattern().match(text, position, end)
        if behind and len(behind.group(1)) > 1:  # "6.41 USD billion"
            value *= Decimal(10) ** _power(text[numeral.start : numeral.end], behind.group(1).lower(), grammar)
            position, has_scale = behind.end(1), True
    elif rate:
        kind, unit, position = rate.kind, rate.unit, position + rate.length
        value = value * 10 if rate.is_in_tenths else value
        if sign and rate.is_signed:
            value, begin = _signed(value, sign, begin, text)
    else:
        kind = "count"
        noun, position = _counted(text, numeral, position, min(end, ceiling), grammar, has_scale=has_scale)
    if kind != "count" and _is_plus(text, position):
        position += 1
        comparator = ">="
    if kind == "money" and sign and text[begin - 1] in "-−" and not text[begin - 2 : begin - 1].isspace():
        value, begin = _signed(value, sign, begin, text)
    quantity = Quantity(begin, position, kind, value, None, unit, comparator, has_scale or kind == "money", begin, noun,
                        ((numeral.start, numeral.end),))  # fmt: skip
    return hedged(text, floor, end, quantity, grammar)


def _currency_at(text: str, numeral: Numeral, floor: int, grammar: Grammar) -> CurrencyMark | None:
    """The currency printed before the number; "in the US 7 %" is a country."""
    left = text[max(floor, numeral.start - 24) : numeral.start]
    currency = currency_before(left)
    if currency and left.endswith("US ") and grammar.starting("percent").match(text, numeral.end):
        return None
    return currency


def _sign_before(text: str, begin: int, floor: int, end: int) -> re.Match[str] | None:
    """The sign in front of a number; None for a dash that opens an aside or belongs to the figure before."""
    sign = None
    if text[begin - 1 : begin] in _SIGN_MARKS:
        sign = _SIGN.search(text, max(0, begin - 3), begin)
    if sign is None and text[begin - 1 : begin].isspace() and text[begin - 2 : begin - 1] in _SIGN_MARKS:
        sign = _SPACED_SIGN.search(text, max(0, begin - 6), begin)
    if sign and (sign.start() < floor or (text[begin - 1] == "-" and _DASHED_IN.match(text, begin, end))):
        return None
    return sign


class _Scaled(NamedTuple):
    """A number with its scale words; `end` is behind them and behind a "+"."""

    value: Decimal
    end: int
    has_scale: bool
    comparator: Comparator


def _scaled(text: str, numeral: Numeral, end: int, *, has_currency: bool, grammar: Grammar) -> _Scaled:
    value, position, has_scale = numeral.value, numeral.end, False
    over = text[position : position + 1] in _OVERS  # "33+ million", "1630多亿"
    scale = grammar.scale_pattern().match(text, position + (1 if over else 0), end)
    if scale:
        word = scale.group(1)
        marked = has_currency or bool(currency_after(text, scale.end(1), end))
        has_scale = _is_scale(text, numeral, scale, word, marked)
    if scale and has_scale:
        value *= Decimal(10) ** _power(text[numeral.start : numeral.end], word.lower(), grammar)
        position = scale.end(1)
        if nested := _nested_scale(text, position, end, grammar):
            value *= nested[0]
            position = nested[1]
    has_plus = _is_plus(text, position)
    comparator: Comparator = ">=" if has_plus or (over and has_scale) else "="
    return _Scaled(value, position + (1 if has_plus else 0), has_scale, comparator)


def _is_plus(text: str, position: int) -> bool:
    """A "+" behind a number that opens no further one."""
    return text.startswith("+", position) and not text[position + 1 : position + 2].isdigit()


class _RateUnit(NamedTuple):
    """The unit of a rate behind a number, and how many characters it takes."""

    kind: Kind
    unit: str
    length: int
    is_signed: bool = False
    is_in_tenths: bool = False


_RATE_KINDS: tuple[tuple[str, Kind, str], ...] = (
    ("percentage_points", "points", "percentage points"),
    ("basis_points", "basis_points", "basis points"),
)


def _rate_at(text: str, position: int, end: int, grammar: Grammar) -> _RateUnit | None:
    """The percent sign, points or multiple at `position`; None where the number counts something."""
    tail = text[position : min(end, position + _UNIT_REACH)]
    has_rate = grammar.starting(*_RATES).match(tail) is not None
    for name, kind, unit in _RATE_KINDS if has_rate else ():
        if match := grammar.starting(name).match(tail):
            return _RateUnit(kind, unit, match.end())
    if _GLUED_PERCENT.match(tail):  # "4.2pc"
        return _RateUnit("percent", "percent", len("pc"))
    if has_rate and (match := grammar.starting("percent").match(tail)):
        return _RateUnit("percent", "percent", match.end(), is_signed=True)
    if (match := grammar.starting("tenths").match(tail)) and not grammar.starting("not_tenths").match(tail):
        return _RateUnit("percent", "percent", match.end(), is_in_tenths=True)
    if has_rate and (match := grammar.starting("times").match(tail)):
        return _RateUnit("times", "times", match.end())
    return None


def _counted(
    text: str, numeral: Numeral, position: int, stop: int, grammar: Grammar, *, has_scale: bool
) -> tuple[str, int]:
    """The words for what a bare number counts, "" where there are none, and where the figure ends."""
    is_bare = has_scale and _is_bare_scale(text, numeral.end, position, grammar)
    if has_scale and grammar.language != "en" and (linked := _OF_NOUN.match(text, position, stop)):
        if grammar.pattern("measured_units", "counted_nouns").match(text, linked.end(), stop):
            position = linked.end() - 1 if text[linked.end() - 1] == " " else linked.end()
    match = None if is_bare else _NOUN.match(text, position, stop)
    if match and not _ELIDED.match(match["unit"]) and not _is_no_noun(match["unit"].split()[0].lower(), grammar):
        noun = match["unit"]
        unit_words = grammar.pattern("measured_units").match(noun) or grammar.pattern("counted_nouns").match(noun)
        return noun, match.start("unit") + unit_words.end() if unit_words else position
    if grammar.is_wide and (counted := grammar.starting("counted_nouns").match(text, position, stop)):
        return counted.group().strip(" -"), counted.end()
    return "", position


_ELIDED = re.compile(r"[lnscj]['’]|qu['’]", re.IGNORECASE)  # "71 millions l'an dernier" counts no litres
_OF_NOUN = re.compile(r"\s(?:de\s|d['’]|di\s)")


_NOUN_SCALES = re.compile(rf"\s?(?:{_WORDS['thousand_mul']}\s)?{_WORDS['scale_beginnings_mul']}", re.IGNORECASE)


def _is_bare_scale(text: str, start: int, end: int, grammar: Grammar) -> bool:
    """Behind "millones", "millions", "milioni" what is counted follows with "de" or "di"; other words are an adverb or a title."""
    if grammar.language not in _NOUNS_WITH_OF or not _NOUN_SCALES.match(text, start, end):
        return False
    return not (_OF_NOUN.match(text, end) or grammar.starting("measured_units").match(text, end))


_NOUNS_WITH_OF = frozenset({"es", "fr", "it", "pt"})


def _is_no_noun(word: str, grammar: Grammar) -> bool:
    """The word behind a number is a preposition or "and": the number counts nothing by name."""
    own = word.rstrip("’'") if word.endswith(("’", "'")) else word
    return word in _NO_NOUN or (grammar.language != "en" and own in _small_words(grammar))


@cache
def _small_words(g: Grammar) -> frozenset[str]:
    lists = (
        "name_cuts",
        "year_leads",
        "and_words",
        "range_words",
        "contrast_words",
        "span_openers",
        "moved_words",
        "respectively",
    )
    return frozenset(p.split()[0].rstrip("'") for name in lists for p in g.phrases(name))


def _signed(value: Decimal, sign: re.Match[str], begin: int, text: str) -> tuple[Decimal, int]:
    mark = sign.group().strip()
    if mark == "±":
        return value, begin
    return (-value if mark in "-−–" else value), begin - len(sign.group())


_SIGNS_BEHIND = ("€", "£", "₹")  # "3,6 Md€", "85 M €"; "$" opens the next amount as often as it closes one


def _is_scale(text: str, numeral: Numeral, scale: re.Match[str], word: str, has_currency: bool) -> bool:
    """A lone letter is a scale only where glued to the number or where a currency stands before it."""
    if len(word) > 2 or ord(word[0]) > 0x2E7F:
        return True
    glued = scale.start(1) == numeral.end
    if text[scale.end(1) : scale.end(1) + 2].lstrip("\u00a0\u202f ")[:1] in _SIGNS_BEHIND:
        return True
    if word in _LISTS["scale_letters"] or len(word) == 1:
        if word == "t":
            return False
        return has_currency or (glued and (word != "m" or not text[scale.end(1) : scale.end(1) + 1].isalnum()))
    if word in ("MM", "mm"):
        return has_currency
    return glued or has_currency or word.lower() in _LISTS["scale_abbreviations"]


def _power(printed: str, word: str, grammar: Grammar) -> int:
    """ "18.2 billion" on a German page is an English billion: the number is printed the English way."""
    english = grammar.english_scales.get(word)
    is_english = "." in printed and "," not in printed and len(printed.rpartition(".")[2]) != 3
    return english if english is not None and is_english else grammar.scales[word]


def _nested_scale(text: str, position: int, end: int, grammar: Grammar) -> tuple[Decimal, int] | None:
    """A second scale word: "lakh crore", "thousand million", "mil millones"."""
    if (again := grammar.scale_pattern().match(text, position, end)) and len(again.group(1)) > 2:
        return Decimal(10) ** grammar.scales[again.group(1).lower()], again.end(1)
    return None


def hedged(text: str, floor: int, end: int, q: Quantity, grammar: Grammar) -> Quantity:
    """The quantity with the comparator of the words before or behind it ("about", "over", "or more")."""
    left = text[max(floor, q.start - 48) : q.start]
    if sign := comparison_sign(text, max(floor, q.start - _SIGN_REACH), q.start, q.end):
        return replace(q, comparator=sign.comparator, hedge_start=sign.start)
    best: tuple[int, Comparator] | None = None
    for comparator in _COMPARATORS if grammar.ending(*_HEDGES, english_articles=True).search(left) else ():
        m = grammar.ending(f"comparators.{comparator}").search(left)
        if m and comparator == "<=" and _is_reached(m.group().lower(), left[: m.start()], grammar):
            continue  # "should edge up to USD 3 billion" states the value reached
        if m and (best is None or m.start() < best[0]):
            best = (m.start(), comparator)
    if best and q.comparator == "=":
        return replace(q, comparator=best[1], hedge_start=q.start - (len(left) - best[0]))
    if q.comparator == "=" and (grammar.is_wide or text[q.end : q.end + 1].isspace()):
        behind = text[q.end : min(end, q.end + 16)]
        for comparator in _COMPARATORS if grammar.is_wide else _COMPARATORS_AFTER:
            if _behind(grammar, comparator).match(behind):
                return replace(q, comparator=comparator)
    return q


_REACHED = (*_LISTS["reached_words"], *_LISTS["reached_words_mul"])


def _is_reached(hedge: str, left: str, grammar: Grammar) -> bool:
    if not hedge.startswith(_REACHED):
        return False
    moves = ("motion_verbs",) if grammar.language == "en" else ("motion_verbs", "metrics.growth")
    return bool(grammar.ending(*moves, english_articles=True).search(left))


@cache
def _behind(grammar: Grammar, comparator: str) -> re.Pattern[str]:
    words = [w for w in grammar.phrases(f"comparators_after.{comparator}") if w != "+"]
    wide = [w for w in words if ord(w[0]) > 0x2E7F]
    plain = [w for w in words if w not in wide]
    body = [r"\s(?:" + "|".join(map(re.escape, plain)) + r")\b"] * bool(plain)
    body += ["(?:" + "|".join(map(re.escape, wide)) + ")"] * bool(wide)
    return re.compile("|".join(body) or "(?!)")


def _joined(text: str, floor: int, grown: list[Quantity], grammar: Grammar) -> list[Quantity]:
    """Join "A to B", "A-B", "between A and B" into one quantity with both ends."""
    out: list[Quantity] = []
    for q in grown:
        if out and (
            joined := _as_compound(text, out[-1], q)
            or _with_margin(text, out[-1], q, grammar)
            or _as_range(text, floor, out[-1], q, grammar)
        ):
            out[-1] = joined
        else:
            out.append(q)
    return out


_MYRIADS = "兆億亿万萬千조억만천"


def _parts_steps(text: str, a: Quantity, b: Quantity) -> bool:
    """Whether a blank parts two steps of one number: "1조 2,000억 원", and "6 億 8,100 万円" where all signs have blanks."""
    if text[a.end - 1] in "조억만":
        return True
    return text[a.numerals[-1][1]] == " " and _has_scale(text, b)


def _as_compound(text: str, a: Quantity, b: Quantity) -> Quantity | None:
    """ "38億5,000万米ドル": a number in two steps of ten thousand is one value."""
    gap = text[a.end : b.start]
    if (
        (gap and (gap != " " or not _parts_steps(text, a, b)))
        or b.kind not in ("count", "money")
        or text[a.end - 1] not in _MYRIADS
        or a.value_high is not None
        or b.value >= a.value
    ):
        return None
    if a.kind != "count" and a.unit != b.unit and b.kind != "count":
        return None
    kind, unit = (b.kind, b.unit) if a.kind == "count" else (a.kind, a.unit)
    return replace(
        a, end=b.end, kind=kind, unit=unit, value=a.value + b.value, noun=b.noun, numerals=a.numerals + b.numerals
    )


_MARGIN = re.compile(r"\s?(?:±|\+\s?/\s?[-−–])\s?")


def _with_margin(text: str, a: Quantity, b: Quantity, grammar: Grammar) -> Quantity | None:
    """ "12.9 +/- 0.4 billion", "5.2% ± 0.3%": one approximate value; the margin is kept in its print and is no figure of its own."""
    if a.value_high is not None or b.value_high is not None or not _MARGIN.fullmatch(text, a.end, b.numerals[0][0]):
        return None
    is_bare = a.kind == "count" and not a.noun
    if not is_bare and a.kind != b.kind and b.kind not in ("count", "points"):
        return None
    printed = _printed_value(text, b, grammar)
    takes_scale = printed and b.kind in ("money", "count") and not _has_scale(text, a)
    value = a.value * abs(b.value) / printed if takes_scale else a.value
    if abs(b.value) >= value:
        return None
    kind, unit = (b.kind, b.unit) if is_bare else (a.kind, a.unit)
    comparator: Comparator = "~" if a.comparator == "=" else a.comparator
    return replace(a, end=b.end, kind=kind, unit=unit, value=value, comparator=comparator, scaled=a.scaled or b.scaled,
                   noun=b.noun or a.noun, numerals=a.numerals + b.numerals)  # fmt: skip


def _as_range(text: str, floor: int, a: Quantity, b: Quantity, grammar: Grammar) -> Quantity | None:
    if a.value_high is not None:
        return None
    gap = text[a.end : b.start]
    mark = bool(_RANGE_MARK.fullmatch(gap) or gap in ("-", "–", "—"))
    word = _without_article(gap.strip().lower(), grammar) if not mark else ""
    if not mark and word not in grammar.phrases("range_words"):
        return None
    before = text[max(floor, a.hedge_start - 40) : a.hedge_start]
    opened = bool(grammar.ending("range_openers").search(before))
    moved = opened and grammar.language != "en" and grammar.pattern("motion_verbs").search(before)
    if word in grammar.phrases("and_words"):
        if not opened or _is_of_each(text, b.end, grammar):
            return None
    elif word and (not opened or moved) and grammar.ending("growth_openers").search(before):
        return None
    bare = a.kind == "count" and not a.noun and not _has_scale(text, a)
    same_kind = a.kind == b.kind and (a.unit == b.unit or a.unit is None or b.unit is None)
    scaled_spread = (
        a.kind == "count" and not a.noun and b.kind == "money" and _has_scale(text, b)
    )  # "2,300億~2,500億円"
    currency_spread = a.kind == "money" and b.kind == "count" and not b.noun
    if not (same_kind or bare or currency_spread or scaled_spread):
        return None
    low = a.value
    if (a.kind in ("money", "count") and b.scaled and not _has_scale(text, a)) or (
        a.kind == "count"
        and bare
        and b.kind == "count"
        and a.value < b.value
        and _has_scale(text, b)
        and not _has_scale(text, a)
    ):
        low = _scaled_like(text, a, b, grammar)
    high = b.value
    if currency_spread and _has_scale(text, b) and not _has_scale(text, a):
        low = _scaled_like(text, a, b, grammar)
    if high < low:
        return None
    kind = b.kind if bare or scaled_spread else a.kind
    unit = b.unit if bare or scaled_spread else (a.unit or b.unit)
    comparator: Comparator = a.comparator if a.comparator != "=" else b.comparator
    return Quantity(a.start, b.end, kind, low, high, unit, comparator, a.scaled or b.scaled, a.hedge_start,
                    b.noun or a.noun, a.numerals + b.numerals)  # fmt: skip


def _is_of_each(text: str, end: int, grammar: Grammar) -> bool:
    """ "rises of 0.7 % and 2.3 %, respectively": two figures."""
    return bool(_each(grammar).match(text, end))


@cache
def _each(g: Grammar) -> re.Pattern[str]:
    return re.compile(r",?\s?" + g.source("respectively"), re.IGNORECASE)


def _without_article(word: str, grammar: Grammar) -> str:
    """ "9 e l'11%", "entre el 9% y el 11%": the article belongs to the second figure."""
    head, blank, rest = word.partition(" ")
    return head if blank and rest.replace("’", "'") in grammar.phrases("articles") else word


def _printed_value(text: str, q: Quantity, grammar: Grammar) -> Decimal:
    printed = text[q.numerals[0][0] : q.numerals[0][1]]
    return numeric_value(printed, grammar) if printed[:1].isdigit() or printed[:1] == "." else Decimal(1)


def _has_scale(text: str, q: Quantity) -> bool:
    last = q.numerals[-1][1]
    return q.end > last and any(c.isalpha() for c in text[last : q.end]) and q.kind in ("money", "count")


def _scaled_like(text: str, a: Quantity, b: Quantity, grammar: Grammar) -> Decimal:
    """The lower end under the upper end's scale: "10-12 billion"; kept where it has its own size already."""
    printed = _printed_value(text, b, grammar)
    if printed == 0:
        return a.value
    factor = abs(b.value) / printed
    candidate = a.value * factor
    return candidate if candidate <= b.value else a.value
