"""Systems of many pieces as subjects of technical figures: "a hall of 40 such racks draws 5 MW", "each shelf holds four boards"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.phrase_patterns import alternation
from sources.grammar.technical import technical_words

_WORDS = pattern_words("statements")

_REACH = 160  # characters before a figure in which its whole is named
_HEDGE = rf"(?:{_WORDS['hedges']}\s)?"
_CONTRAST = "|".join(rf"(?<=\s(?i:{word})\s)" for word in word_lists("statements")["contrast_words"])
_OPENS = rf"(?:^|(?<=[;:,(]\s)|(?<=\s(?i:and|but)\s)|{_CONTRAST}|(?<=\.\s))"
_SAID = " that "
_NO_OTHER = re.compile(rf"[;:.](?:\s|$)|,?\s(?:and|but|{_WORDS['contrast_words']})\s")


@dataclass(frozen=True, slots=True)
class Whole:
    """Who a figure is said of.

    Attributes:
        start: where its name begins.
        end: where it ends.
        head_end: where the number of its pieces begins, or its end: products named before it are the whole's own.
        basis: "per shelf" where the text speaks of each one of a kind; None elsewhere.
    """

    start: int
    end: int
    head_end: int
    basis: str | None = None


def whole_drawing(text: str, start: int, figure: int) -> Whole | None:
    """The pieces, counted, that a quantity is of: "40 such racks" in "a hall of 40 such racks draws 5 MW".

    Args:
        text: canonical text.
        start: start of the figure's sentence.
        figure: start of the figure, its hedge excluded or not.
    """
    found = _last(_drawing(), text, start, figure)
    if found is None:
        return None
    match, at = found
    return Whole(at + match.start("np"), at + match.end("np"), at + match.start("n"))


def whole_holding(text: str, start: int, figure: int) -> Whole | None:
    """The whole that so many pieces are in: "each shelf" in "each shelf holds four boards".

    Args:
        text: canonical text.
        start: start of the figure's sentence.
        figure: start of the figure.
    """
    found = _last(_holding(), text, start, figure)
    if found is None:
        return None
    match, at = found
    name = match["np"].rpartition(_SAID)[2]  # "X said that its cabinets": the cabinets
    end = at + match.end("np")
    per = _per().match(name)
    return Whole(end - len(name), end, end, f"per {per['kind']}" if per else None)


def _last(pattern: re.Pattern[str], text: str, start: int, figure: int) -> tuple[re.Match[str], int] | None:
    """The last match in whose clause the figure is, and the offset that its positions count from."""
    begin = max(start, figure - _REACH)
    before = text[begin:figure]
    found = [m for m in pattern.finditer(before, begin > start) if not _NO_OTHER.search(before, m.end("verb"))]
    return (found[-1], begin) if found else None


@cache
def _drawing() -> re.Pattern[str]:
    words = technical_words()
    small = alternation([w for w in words.number_words if w != "one"])
    return re.compile(
        rf"{_OPENS}\s*(?P<np>(?:(?i:an?|{_WORDS['whole_determiners']})\s(?:[\w.-]+\s){{1,5}}?{_WORDS['whole_links']}\s)?{_HEDGE}"
        rf"(?P<n>(?!(?:19|20)[0-9]{{2}}\s)[0-9]{{1,3}}(?:,?[0-9]{{3}})*|(?i:{small}))\s(?:of\s)?"
        rf"(?:{_WORDS['piece_determiners']}\s)?(?:[\w.-]+\s){{0,3}}?[\w.-]+)(?:\s{_WORDS['piece_adverbs']})?\s(?:[a-z]+ly\s)?"
        rf"(?P<verb>{alternation(words.drawing)})\s"
    )


@cache
def _holding() -> re.Pattern[str]:
    verbs = alternation(technical_words().holding)
    return re.compile(
        rf"{_OPENS}\s*(?P<np>(?:(?i:an?|{_WORDS['holder_determiners']})|[A-Z][\w.-]*)\s(?:[\w.-]+\s){{0,4}}?[\w.-]+)\s"
        rf"(?:(?:{_WORDS['holder_adverbs']}|[a-z]+ly)\s){{0,2}}(?P<verb>{verbs})\s{_HEDGE}(?:{_WORDS['number_leads']}\s)?\Z"
    )


@cache
def _per() -> re.Pattern[str]:
    kinds = alternation(technical_words().wholes)
    return re.compile(
        rf"(?:(?i:an?(?:\s{_WORDS['single_words']})?|{_WORDS['each_words']}))\s(?:[\w.-]+\s){{0,3}}?(?P<kind>{kinds})\Z"
    )
