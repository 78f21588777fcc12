"""The decimal and grouping marks of a document's numbers, decided once: by each table column, then by the whole document, then by its language.

What a single printed number shows of them is said in `numerals`; where a number ends, too.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sources.extract.scan.numbers.numerals import fitting_style
from sources.grammar.currencies import currency_after, currency_before
from sources.grammar.language import Grammar
from sources.grammar.language_file import NumberStyle
from sources.records import Block

_NUMBER = re.compile(r"(?<![\w.,/:-])[0-9]++(?:[.,][0-9]++)++(?![\w/:-]|[.,][0-9])")
_SPACED = re.compile(r"(?<![\w.,/:-])[0-9]{1,3}(?: [0-9]{3})+(?![\w.,/:-])")
# All digits of a cell with the marks and blanks between them: a cell that holds two such runs shows nothing.
_DIGITS = re.compile(r"[0-9]++(?:[.,'’_ \u00a0\u202f\u2009][0-9]++)*+")
_GROUPED = re.compile(r"[0-9]{1,3}(?: [0-9]{3})++(?P<rest>[.,][0-9]++)?")
_OTHER = {".": ",", ",": "."}
_LEAST = 2  # figures that show a style which nothing else does


@dataclass(slots=True)
class _Shown:
    """By mark: numbers with it as decimal mark, with groups of three behind it, and with groups of "000"."""

    decimals: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)
    thousands: Counter[str] = field(default_factory=Counter)

    def enter(self, printed: str, *, is_figure: bool, is_certain: bool) -> None:
        """Counts what one number shows; `is_certain` leaves out a group that may as well be decimals."""
        style = fitting_style(printed)
        if style is None:
            return
        if style.decimal and is_figure:
            self.decimals[style.decimal] += 1
        if style.grouping and (style.decimal or not is_certain or printed.count(style.grouping) > 1):
            self.groups[style.grouping] += 1
            self.thousands[style.grouping] += printed.endswith("000")

    def points(self, mark: str) -> int:
        """Numbers by which `mark` is the decimal one."""
        return self.decimals[mark] + self.groups[_OTHER[mark]]


@dataclass(frozen=True, slots=True)
class NumberStyles:
    """The style of a document's numbers, and those of its table columns that show another one."""

    of_document: NumberStyle
    of_columns: Mapping[tuple[int, int], NumberStyle]

    def of(self, block: Block) -> NumberStyle:
        """The style in which the numbers of a block are printed."""
        if block.table is None or block.column is None:
            return self.of_document
        return self.of_columns.get((block.table, block.column), self.of_document)


def number_styles(text: str, blocks: Sequence[Block], grammar: Grammar) -> NumberStyles:
    """The marks of a document's numbers.

    A column is decided by its own cells where they prove a mark: "1.234.567" and "1.234,5" prove that the point groups, "12,5" that the
    comma is the decimal mark; "1.234" proves nothing. A column without proof has the document's style, which its prose and all its cells
    show together; where they show none, or both, the language decides. Blanks group within a cell that holds one number.

    Args:
        text: canonical text.
        blocks: its blocks.
        grammar: of the text's language.
    """
    columns: dict[tuple[int, int], _Shown] = defaultdict(_Shown)
    for block in blocks:
        if block.kind != "table_cell" or block.table is None or block.column is None:
            continue
        runs = _DIGITS.findall(text, block.char_start, block.char_end)
        if len(runs) != 1:
            continue
        shown = columns[block.table, block.column]
        if grouped := _GROUPED.fullmatch(runs[0]):
            shown.groups[" "] += 1
            shown.decimals.update((grouped["rest"] or "")[:1])
        else:
            shown.enter(runs[0], is_figure=True, is_certain=True)
    of_document = _of_document(text, grammar, columns.values())
    styles = {place: _of_column(shown, of_document) for place, shown in columns.items()}
    return NumberStyles(of_document, {place: style for place, style in styles.items() if style != of_document})


def _of_column(shown: _Shown, document: NumberStyle) -> NumberStyle:
    """What a column proves; the document's style where it proves nothing or both marks."""
    by_point, by_comma = shown.points("."), shown.points(",")
    decimal = document.decimal if bool(by_point) == bool(by_comma) else "." if by_point else ","
    if shown.groups[" "]:
        return NumberStyle(decimal=decimal, grouping=" ")
    return document if decimal == document.decimal else NumberStyle(decimal=decimal, grouping=_OTHER[decimal])


def _of_document(text: str, grammar: Grammar, columns: Iterable[_Shown]) -> NumberStyle:
    """What the figures of prose and the cells of all columns show together; the language's style where both marks are shown.

    Only figures with a currency, a scale word or a percent sign show a decimal mark in prose: chapter numbers and dates do not. A mark
    groups where three digits follow it wherever it is and the other mark is the decimal one.
    """
    style = grammar.numbers
    other = _OTHER[style.decimal]
    prose = _Shown()
    for m in _NUMBER.finditer(text):
        prose.enter(m.group(), is_figure=_is_figure(text, *m.span(), grammar), is_certain=False)
    cells = _Shown()
    for shown in columns:
        cells.decimals.update(shown.decimals)
        cells.groups.update(shown.groups)
    decimals, groups = prose.decimals + cells.decimals, prose.groups + cells.groups
    if decimals[style.decimal] == 0 and groups[other] == 0:
        shown_both = decimals[other] and groups[style.decimal]
        if shown_both or cells.groups[style.decimal] or prose.thousands[style.decimal] >= _LEAST:
            return NumberStyle(decimal=other, grouping=style.decimal)
    if style.grouping not in _OTHER and decimals[style.decimal] and not decimals[other] and groups[other]:
        return NumberStyle(decimal=style.decimal, grouping=other)
    if style.grouping in _OTHER and not groups[style.grouping] and _groups_with_blanks(text, grammar):
        return NumberStyle(decimal=style.decimal, grouping=" ")
    return style


def _is_figure(text: str, start: int, end: int, grammar: Grammar) -> bool:
    if grammar.starting("percent").match(text, end) or grammar.scale_pattern().match(text, end):
        return True
    return bool(currency_before(text[max(0, start - 12) : start]) or currency_after(text, end, len(text)))


def _groups_with_blanks(text: str, grammar: Grammar) -> bool:
    """Two figures or more have blanks between their groups, each with a unit, a scale or a currency beside it."""
    units = (grammar.starting("counted_nouns"), grammar.starting("measured_units"))
    count = 0
    for m in _SPACED.finditer(text):
        beside = _is_figure(text, m.start(), m.end(), grammar) or any(u.match(text, m.end()) for u in units)
        count += beside or m.group().endswith("000")
    return count >= _LEAST
