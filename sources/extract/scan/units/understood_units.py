"""Units that a figure leaves out because its sentence or its block prints them once. Units of headers belong to `layout.header_units`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from sources.extract.scan.figure import Figure, Given
from sources.grammar.currencies import currency_after, currency_before, is_code
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("scan")

_COMMA = re.compile(rf",\s|,?\s(?:and|{_WORDS['and_words_mul']})\s")


def with_shared_units(text: str, figures: list[Figure]) -> list[Figure]:
    """ "21, 6 and 3 percent", "from 73 to 107 billion": bare numbers have the unit of the figure that they lead to."""
    out = list(figures)
    for i in range(len(out) - 2, -1, -1):
        q, behind = out[i], out[i + 1]
        if q.kind != "count" or q.noun or q.scaled or q.value_high is not None:
            continue
        gap = text[q.end : behind.start]
        from_to = bool(_LEVEL.fullmatch(gap)) and bool(_ORIGIN.search(text, max(0, q.hedge_start - 8), q.start))
        linked = behind.kind == "percent" and behind.start == behind.hedge_start
        if q.value <= 100 and linked and (_COMMA.fullmatch(gap) or _EACH.fullmatch(gap) or from_to):
            out[i] = replace(q, kind="percent", unit="percent").given_by(_of(behind), q)
        elif from_to and behind.scaled and behind.value_high is None and (value := _scaled_as(q, behind)):
            like = replace(q, kind=behind.kind, unit=behind.unit, noun=behind.noun, value=value, scaled=True)
            out[i] = like.given_by(_of(behind), q)
    return out


def _of(q: Figure) -> Given:
    return Given("figure", (q.start, q.end))


# "10,5 bzw. 10,1 Prozent"; "from 28 to 29%", "von 73 auf 107 Milliarden", "de 600 para 700 milhões".
_EACH = re.compile(rf",?\s(?:{_WORDS['respectively_words']}|{_WORDS['respectively_words_mul']})\s")
_LEVEL = re.compile(r"\s(?:to|auf|para)\s")
_ORIGIN = re.compile(r"(?<![^\W_])(?:from|von|de)\s\Z", re.IGNORECASE)
_MOST_STEP = 5  # times that a measure grows from one end of such a step to the other


def _scaled_as(q: Figure, behind: Figure) -> Decimal | None:
    """A bare number with the scale of the amount that it moves to; None where the two would be too far apart."""
    if not behind.value:
        return None
    value = q.value * behind.factor
    return value if 1 <= _MOST_STEP * value / behind.value <= _MOST_STEP**2 else None


_AN_AMOUNT = 1_000_000


def _is_counted(q: Figure, g: Grammar) -> bool:
    """The words behind a number are what it counts: a listed noun or unit, or any noun behind a scale word."""
    if q.kind != "count" or not q.noun:
        return False
    return q.scaled or bool(g.starting("counted_nouns", "measured_units").match(q.noun))


def nearby_currency(text: str, begin: int, start: int, figures: Sequence[Figure]) -> str | None:
    """The one currency of the sentence's other amounts, else that of its block so far."""
    printed = {q.unit for q in figures if q.kind == "money" and is_code(q.unit)}
    if not printed:
        bare = [q for q in figures if q.kind == "count" and q.scaled and not q.noun]
        printed = set(_printed_currencies(text, begin, start)) if bare else set()
    return next(iter(printed)) if len(printed) == 1 else None


_SCALED = re.compile(rf"[0-9][0-9.,]*(?:\s{_WORDS['scale_words_mul']}){{0,2}}")


def _printed_currencies(text: str, begin: int, start: int) -> Iterator[str]:
    for m in _SCALED.finditer(text, begin, start):
        mark = currency_before(text[max(begin, m.start() - 12) : m.start()]) or currency_after(text, m.end(), start)
        if mark and is_code(mark.code):
            yield mark.code


def with_understood_currency(figures: list[Figure], sentence: str, currency: str, g: Grammar) -> list[Figure]:
    """ "2,84 miliardi di euro ... (2,73 mld)": an amount whose currency the text has named once and leaves out."""
    if g.pattern("metrics.volume").search(sentence) or any(_is_counted(q, g) for q in figures):
        return figures
    return [
        replace(q, kind="money", unit=currency).given_by(Given("text"), q)
        if q.kind == "count" and q.scaled and not q.noun and q.value >= _AN_AMOUNT
        else q
        for q in figures
    ]
