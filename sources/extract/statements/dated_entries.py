"""Entries that begin with their date ("May 2026: ...") and rows of tables that hold one: the date of an entry in a list of developments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sources.extract.document.context import Context
from sources.extract.figures.printed_dates import PrintedDate, joined_date, printed_dates
from sources.extract.text.sentences import Sentence
from sources.grammar.pattern_words import words_of_languages
from sources.records import Block, ParsedDocument

_ANY = words_of_languages("statements")

_LEAD = re.compile(rf"[\s*•\-–(\[]*(?:{_ANY['date_leads']}\s)?")
_LEAD_END = re.compile(r"\s?[)\]]?\s?(?:[:：|–—]|-\s)\s*")
_LEAD_REACH = 36
_SEPARATES = re.compile(r"[0-9日月年]\s?[)\]]?\s?(?:[:：|–—]|-\s)")
_DIGIT = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class DatedRow:
    """A row of a table with the date of one of its cells; the other cells say what happened."""

    row: Block
    date: PrintedDate
    cells: tuple[Block, ...]  # the others
    is_listed: bool  # a header says that the column holds developments


def leading_date(parsed: ParsedDocument, sentence: Sentence, context: Context) -> tuple[PrintedDate, int] | None:
    """The date that an entry begins with, and where the entry goes on; a bare year only dates entries of a list."""
    text, grammar = parsed.text, context.grammar
    if parsed.blocks[sentence.block].kind == "heading":
        return None
    opening_words = text[sentence.start : min(sentence.end, sentence.start + _LEAD_REACH)]
    if not _SEPARATES.search(opening_words):
        return None
    opening = _LEAD.match(text, sentence.start, sentence.end)
    at = opening.end() if opening else sentence.start
    end = min(sentence.end, at + _LEAD_REACH)
    first = next(iter(printed_dates(text, at, end, grammar)), None)
    if first is None or first.start != at:
        first = joined_date(text, at, grammar)
    if first is None or first.precision == "interval":
        return None
    if first.precision == "year" and parsed.blocks[sentence.block].kind != "list_item":
        return None
    separator = _LEAD_END.match(text, first.end, sentence.end)
    if separator is None or not text[separator.end() : sentence.end].strip():
        return None
    return first, separator.end()


def under_news(context: Context, sentence: Sentence) -> bool:
    """Whether the heading above announces developments."""
    heading = context.headings.get(sentence.block, "")
    return bool(heading and context.grammar.pattern("event_words.headings").search(heading))


def dated_rows(parsed: ParsedDocument, context: Context) -> Iterator[DatedRow]:
    """Body rows of tables in which one cell is a date and nothing else."""
    text, grammar = parsed.text, context.grammar
    columns = grammar.pattern("event_words.columns")
    for index, block in enumerate(parsed.blocks):
        if block.kind != "table_row" or not _DIGIT.search(text, block.char_start, block.char_end):
            continue
        cells = []
        for cell in parsed.blocks[index + 1 :]:
            if cell.kind != "table_cell" or cell.row != block.row or cell.table != block.table:
                break
            cells.append(cell)
        dated = [(cell, date) for cell in cells if (date := _only_date(text, cell, context))]
        if len(dated) == 1 and len(cells) > 1:
            others = tuple(cell for cell in cells if cell is not dated[0][0])
            listed = any(columns.search(title) for cell in others for title in cell.header_path)
            yield DatedRow(block, dated[0][1], others, listed)


def _only_date(text: str, cell: Block, context: Context) -> PrintedDate | None:
    if cell.char_end - cell.char_start > 24 or not _DIGIT.search(text, cell.char_start, cell.char_end):
        return None
    found = printed_dates(text, cell.char_start, cell.char_end, context.grammar)
    date = found[0] if len(found) == 1 else joined_date(text, cell.char_start, context.grammar)
    if date is None or date.precision in ("year", "interval"):
        return None
    rest = text[cell.char_start : date.start] + text[date.end : cell.char_end]
    return None if rest.strip(" .,") else date
