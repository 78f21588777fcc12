"""Proposes lists of fields: a label and its value on each line, as in the snapshot of a market. The values may be of many kinds."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from sources.parse.cell_kinds import is_figure, is_label, is_time, is_value
from sources.parse.number_pattern import NUMBER
from sources.parse.text.cells import MARK, Line, Piece, may_be_row, pieces_of
from sources.parse.text.grid import Grid, Row
from sources.parse.text.score import Proposal

_MAX_VALUE, _MAX_LINE = 90, 600
_MIN_FIELDS = 3  # lines of label and value that stand below each other without being aligned
_MAX_WORDS = 9
_SAMPLE = 12
# "Gouda: 812", "1. Michelon – 29.4": a name and a bare number, whose unit can only stand above.
_BARE = re.compile(
    r"\s*(?:[-*+•‣▪◦·–—▶►]\s+|[0-9]{1,2}[.)]\s+)?(?P<label>[^\W\d_][^:：|\n=]{0,58}?)(?P<gap>\s?[:：=]\s*|\s[-–—→]\s)"
    r"(?P<value>[~≈]?[-–−]?[0-9][0-9.,]{0,11}[0-9]|[-–−]?[0-9])\s*"
)
_DATED = re.compile(
    rf"\s*(?P<label>(?:19|20)[0-9]{{2}}(?:[年년][度도]?)?\s?\(?(?:[EFPAef])?\)?)(?:\s|:\s|\s[-–—]\s|\s?=\s?)\s?(?P<value>(?:US\$|[$€£¥₹])?{NUMBER}\s?(?:[%％]|[mMbB]n?)?)"
)
# What the line above must hold: a unit in brackets or behind "in", or a colon.
_GIVES_UNIT = re.compile(
    r"[(（][^()（）]+[)）]\s?:?$|,\s[^,]{2,28}:?$|\b(?:in|en|em|im)\s[^,]{2,24}:?$|[:：]$|単位|单位"
)
# Where blanks were lost between a label and its value, or a value and the next label.
_SEAM = re.compile(
    r"(?<=[a-zà-ÿ)0-9])(?=(?:US\$|USD|EUR|GBP|INR|JPY|CNY|Rs|R\$|[$€£¥₹])\s?[0-9]|(?:CAGR|TCAC|TCCA)\s?[0-9od])"
    r"|(?<=[a-zà-ÿ)])(?=[0-9])|(?<=CAGR)(?=[0-9])|(?<=TCAC)(?=[0-9])|(?<=TCCA)(?=[0-9])|(?<=[0-9%a-zà-ÿ])(?=[A-ZÀ-Þ][a-zà-ÿ])|(?<=[0-9%a-zà-ÿ])(?=(?:CAGR|TCAC|TCCA)(?![^\W\d_]))"
)
_MONEY_OR_RATE = re.compile(r"[%％$€£¥₹]|\b[A-Z]{3}\b|TCAC|TCCA")
_SENTENCE = re.compile(r"[a-z]\.\s[A-Z]")
_AMOUNT = re.compile(r"(?:CAGR|TCAC|TCCA)?\s?(?:of\s|de\s|von\s|di\s)?[^\W\d_]{0,3}\s?[$€£¥₹]?\s?[0-9]")


def fields_at(lines: Sequence[Line], i: int) -> Iterator[Proposal]:
    """The lists of fields that may begin at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
    """
    text = lines[i].text
    if may_be_row(text):
        if rows := _rows(lines, i, _pairs):
            yield _proposal(lines, i, _pairs, rows)
        rows = _rows(lines, i, _gapped)
        values = [row.cells[1][1] for row in rows]
        if (
            len(rows) > 1
            and (len(rows) >= _MIN_FIELDS or _are_aligned(values))
            and not are_page_numbers([v.text for v in values])
        ):
            n_figures = sum(any(map(str.isdigit, value.text)) and not is_time(value.text) for value in values)
            if n_figures * 2 >= len(rows):
                yield _proposal(lines, i, _gapped, rows)
    elif text[-1:].isdigit() or is_value(text[-4:].strip()):
        above = next((line.text.strip() for line in reversed(lines[max(0, i - 2) : i]) if line.text.strip()), "")
        if len(rows := _rows(lines, i, _dated)) >= _MIN_FIELDS:
            yield _proposal(lines, i, _dated, rows)
        if _GIVES_UNIT.search(above) and len(rows := _rows(lines, i, _bare)) >= _MIN_FIELDS:
            if not all(is_time(row.cells[1][1].text) for row in rows):
                yield _proposal(lines, i, _bare, rows)
    if rows := _glued(lines[i]):
        yield Proposal(Grid(tuple(rows), 1), "fields", is_drawn=True)


_Split = Callable[[Line], Sequence[Row]]


def _proposal(lines: Sequence[Line], i: int, split: _Split, rows: Sequence[Row]) -> Proposal:
    def whole() -> Grid:
        split_lines = list(itertools.takewhile(bool, map(split, itertools.islice(lines, i, None))))
        return Grid(tuple(itertools.chain(*split_lines)), len(split_lines))

    return Proposal(Grid(tuple(rows), 1), "fields", whole)


def _rows(lines: Sequence[Line], i: int, split: _Split) -> list[Row]:
    """The first rows of a list of fields."""
    return list(itertools.chain(*itertools.takewhile(bool, map(split, lines[i : i + _SAMPLE]))))


def _row(label: Piece, value: Piece) -> Row:
    return Row(label.start, value.end, ((0, label), (1, value)))


def _are_aligned(values: Sequence[Piece]) -> bool:
    lefts, rights = {value.left for value in values}, {value.right for value in values}
    return max(lefts) - min(lefts) <= 1 or max(rights) - min(rights) <= 1


def _gapped(line: Line) -> list[Row]:
    """A label, a gap, a value."""
    if not may_be_row(line.text) or MARK.match(line.text.lstrip()):
        return []
    pieces = pieces_of(line)
    if len(pieces) != 2:
        return []
    label, value = pieces[0].text, pieces[1].text
    starts = label[0].isupper() or label[0].isdigit() or not label[0].isascii()
    is_prose = value[0].islower() and len(value.split()) > 3
    fits = is_label(label) and starts and not is_prose and len(value) <= _MAX_VALUE and len(label.split()) <= _MAX_WORDS
    return [_row(*pieces)] if fits else []


def _bare(line: Line) -> list[Row]:
    return _matched(line, _BARE)


def _dated(line: Line) -> list[Row]:
    return _matched(line, _DATED)


def _matched(line: Line, pattern: re.Pattern[str]) -> list[Row]:
    match = pattern.fullmatch(line.text)
    if match is None or len(match["label"].split()) > _MAX_WORDS:
        return []
    return [_row(*(Piece(line.start + match.start(n), match[n].strip()) for n in ("label", "value")))]


def _pairs(line: Line) -> list[Row]:
    """ "2020 5.1  2021 5.8  2022 6.4": years with a figure each, side by side."""
    pairs = [(piece, piece.text.split(" ")) for piece in pieces_of(line)] if may_be_row(line.text) else []
    if len(pairs) < 2 or not all(len(words) == 2 and is_time(words[0]) and is_figure(words[1]) for _, words in pairs):
        return []
    return [_row(Piece(p.start, time), Piece(p.end - len(value), value)) for p, (time, value) in pairs]


def _glued(line: Line) -> list[Row]:
    """Fields that a page ran together: "Market Size in 2024USD 5.2 BillionMarket Size by 2032USD 9.1 BillionCAGR7.2%"."""
    text = line.text
    if len(text) > _MAX_LINE or "|" in text or may_be_row(text) or _SENTENCE.search(text):
        return []
    seams = [m.start() for m in _SEAM.finditer(text)]
    if not seams:
        return []
    lead = len(text) - len(text.lstrip())
    pieces = [Piece(line.start + a, text[a:b].strip()) for a, b in itertools.pairwise([lead, *seams, len(text)])]
    merged: list[Piece] = []
    for piece in pieces:  # "CAGR of 4.4 % from 2025 to 2035": a seam within a value or a label is none
        if len(merged) % 2 and not _AMOUNT.match(piece.text):
            return []
        merged.append(piece)
    if len(merged) % 2 or not all(
        is_label(label.text) and len(label.text.split()) <= _MAX_WORDS and label.text[0].isupper()
        for label in merged[::2]
    ):
        return []
    values = [value.text for value in merged[1::2]]
    if any(
        len(text) > _MAX_VALUE or text.endswith((".", ",")) or not (is_value(text) or _MONEY_OR_RATE.search(text))
        for text in values
    ):
        return []
    if len(merged) == 2 and is_time(merged[1].text):
        return []
    return [_row(label, value) for label, value in zip(merged[::2], merged[1::2], strict=True)]


def are_page_numbers(values: Sequence[str]) -> bool:
    """Nothing but whole numbers that never fall: the right-hand side of a table of contents."""
    if len(values) < 2 or not all(value.isascii() and value.isdigit() and len(value) <= 4 for value in values):
        return False
    pages = [int(value) for value in values]
    return all(a <= b for a, b in itertools.pairwise(pages))
