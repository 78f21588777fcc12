"""What a figure may point to: times, areas and units, with the value that code reads from each. Which figure has which mark is not decided here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sources.extract.scan.periods import Period, periods
from sources.extract.scan.units.printed_currencies import local_currency_area, printed_currencies
from sources.extract.scan.units.unit_marks import unit_marks
from sources.extract.scan.years import YearMark, year_marks
from sources.grammar.areas import Area, area_marks, area_of_adjective, area_of_currency, area_with_code
from sources.grammar.language import Grammar
from sources.grammar.unit_expressions import Unit
from sources.records import ParsedDocument

_WORD = re.compile(r"[^\W\d_][\w.'’-]*")
_CAPITALS = re.compile(r"(?<![^\W_])[A-ZÀ-Þ]{4,}(?![^\W_])")  # "SPAIN"; shorter ones are acronyms
_LONGEST = 2_000  # characters, as of a sentence
_LINE = re.compile(r"[^\n]+")
_OWNER = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of the text that code can read: a year, a part of a year, a span of years, an area, or a unit of figures elsewhere."""

    start: int
    end: int
    value: Period | Area | Unit


def marks_of(
    parsed: ParsedDocument, cells: Mapping[int, Sequence[YearMark]], figures: Sequence[tuple[int, int]], g: Grammar
) -> tuple[Mark, ...]:
    """The marks of a document, in order; those of one kind are disjoint.

    Args:
        parsed: the document.
        cells: the years of the cells that print a number, by block: four digits under a unit are no year.
        figures: spans of its figures, in order: a unit that is printed with a figure is no mark.
        g: of the document's language.
    """
    found = [*_times(parsed, cells, g), *_areas(parsed.text, g)]
    found += [Mark(start, end, unit) for start, end, unit in unit_marks(parsed, figures, g)]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end)))


def _times(parsed: ParsedDocument, cells: Mapping[int, Sequence[YearMark]], g: Grammar) -> Iterator[Mark]:
    """Line by line: a sentence may end within a date, "am 14. März"."""
    for index, block in enumerate(parsed.blocks):
        if block.kind == "table_row":
            continue
        for start, end in _stretches(parsed.text, block.char_start, block.char_end):
            years = cells[index] if index in cells else year_marks(parsed.text, start, end)
            inside = [mark for mark in years if start <= mark.start < end]
            for at, stop, period in periods(parsed.text, start, end, inside, g):
                yield Mark(at, stop, period)


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Lines, the longest of them in pieces: periods are held against each other, and the cost grows with their square."""
    for line in _LINE.finditer(text, start, end):
        at, stop = line.span()
        while stop - at > _LONGEST:
            cut = text.rfind(" ", at + _LONGEST // 2, at + _LONGEST) + 1 or at + _LONGEST
            yield at, cut
            at = cut
        yield at, stop


def _areas(text: str, g: Grammar) -> Iterator[Mark]:
    """Areas by their names, also in capitals; elsewhere adjectives ("Chinese", "europäischen") and words for the text's own country."""
    taken = bytearray(len(text))
    recased = _CAPITALS.sub(lambda m: m.group().capitalize(), text)
    for named in (text, recased):
        for mark in area_marks(named, 0, len(text)):
            if not any(taken[mark.start : mark.end]):
                taken[mark.start : mark.end] = b"\1" * (mark.end - mark.start)
                yield Mark(mark.start, mark.end, mark.area)
    home = _home(text, g) if g.phrases("home_words") else None
    if home:
        for match in g.pattern("home_words").finditer(text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = b"\1" * len(match.group())
                yield Mark(match.start(), match.end(), home)
    for match in _WORD.finditer(recased):
        if any(taken[match.start() : match.end()]):
            continue
        whole = match.group().rstrip(".'’-")
        for word in dict.fromkeys((match.group(), whole, _OWNER.sub("", whole))):
            if area := area_of_adjective(word):
                yield Mark(match.start(), match.start() + len(word), area)
                break


def _home(text: str, g: Grammar) -> Area | None:
    """The country that "国内", "hierzulande" speak of: that of the text's money, else of its language."""
    if g.home_area is None:
        return None
    if paid := local_currency_area(text, g):
        return paid
    is_abroad = any(area_of_currency(code) for code in printed_currencies(text, g))
    return None if is_abroad else area_with_code(g.home_area)
