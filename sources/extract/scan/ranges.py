"""Neighbouring figures that state one quantity: ranges ("A to B"), margins ("A ± B") and numbers in two steps. Rows of separate figures are not joined."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import cache

from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.records import Comparator

_RANGE_MARK = re.compile(r"\s?[-–—‑−~〜～]\s?$")


def joined(text: str, floor: int, grown: list[Figure], grammar: Grammar) -> list[Figure]:
    """Join "A to B", "A-B", "between A and B" into one quantity with both ends."""
    out: list[Figure] = []
    for q in grown:
        if out and (
            one := _as_compound(text, out[-1], q)
            or _with_margin(text, out[-1], q)
            or _as_range(text, floor, out[-1], q, grammar)
        ):
            out[-1] = one
        else:
            out.append(q)
    return out


_MYRIADS = "兆億亿万萬千조억만천"


def _parts_steps(text: str, a: Figure, b: Figure) -> bool:
    """Whether a blank parts two steps of one number: "1조 2,000억 원", and "6 億 8,100 万円" where all signs have blanks."""
    if text[a.end - 1] in "조억만":
        return True
    return text[a.numerals[-1][1]] == " " and _has_scale(text, b)


def _as_compound(text: str, a: Figure, b: Figure) -> Figure | None:
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


def _with_margin(text: str, a: Figure, b: Figure) -> Figure | None:
    """ "12.9 +/- 0.4 billion", "5.2% ± 0.3%": one approximate value; the margin is kept in its print and is no figure of its own."""
    if a.value_high is not None or b.value_high is not None or not _MARGIN.fullmatch(text, a.end, b.numerals[0][0]):
        return None
    is_bare = a.kind == "count" and not a.noun
    if not is_bare and a.kind != b.kind and b.kind not in ("count", "points"):
        return None
    takes_scale = b.kind in ("money", "count") and not _has_scale(text, a)
    value = a.value * b.factor if takes_scale else a.value
    if abs(b.value) >= value:
        return None
    kind, unit = (b.kind, b.unit) if is_bare else (a.kind, a.unit)
    comparator: Comparator = "~" if a.comparator == "=" else a.comparator
    return replace(a, end=b.end, kind=kind, unit=unit, value=value, comparator=comparator, scaled=a.scaled or b.scaled,
                   noun=b.noun or a.noun, numerals=a.numerals + b.numerals)  # fmt: skip


def _as_range(text: str, floor: int, a: Figure, b: Figure, grammar: Grammar) -> Figure | None:
    """ "2 to 3 billion", "between 4% and 5%": both ends of one value."""
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
        low = _scaled_like(a, b)
    high = b.value
    if currency_spread and _has_scale(text, b) and not _has_scale(text, a):
        low = _scaled_like(a, b)
    if high < low:
        return None
    kind = b.kind if bare or scaled_spread else a.kind
    unit = b.unit if bare or scaled_spread else (a.unit or b.unit)
    comparator: Comparator = a.comparator if a.comparator != "=" else b.comparator
    return Figure(a.start, b.end, kind, low, high, unit, comparator, a.scaled or b.scaled, a.hedge_start,
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


def _has_scale(text: str, q: Figure) -> bool:
    last = q.numerals[-1][1]
    named = q.factor != 1 or (q.end > last and any(c.isalpha() for c in text[last : q.end]))
    return named and q.kind in ("money", "count")


def _scaled_like(a: Figure, b: Figure) -> Decimal:
    """The lower end under the upper end's scale: "10-12 billion"; kept where it has its own size already."""
    candidate = a.value * b.factor
    return candidate if candidate <= b.value else a.value
