"""The figures of a sentence by what its document says: its own money, its cells and the labels of its lines. Which of them are claims is decided in `survey`."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.document.context import Context
from sources.extract.scan.figure import Figure, Given
from sources.extract.scan.scan import Found, Scan
from sources.extract.scenes.tables import CellContext, cell_context, signed_as_cell, stacked_cell
from sources.records import Rejection


@dataclass(frozen=True, slots=True)
class Seen:
    """All figures of a sentence, in order, before it is decided which of them are claims."""

    cell: CellContext | None
    figures: tuple[Figure, ...]
    unknown: tuple[Rejection, ...]  # amounts of which nothing says whose money they are


def quantities_of(page: Scan, found: Found, context: Context) -> Seen:
    """A sentence's figures, with the units that a header, a label, a row or the document gives them.

    Args:
        page: the document's scan.
        found: one of its sentences.
        context: the document's own facts.
    """
    sentence = found.printed.sentence
    block, given = page.blocks[sentence.block], found.given
    cell = cell_context(page, found, context) if block.kind == "table_cell" else None
    listed = context.listings.get(sentence.block)  # its name is above, and no line below replaces it
    if cell is None and not (listed and listed.is_whole) and (stack := context.stacks.get(sentence.block)):
        cell, given = stacked_cell(stack, context), Given("label")
    figures, unknown = page.in_units(found, context.money, cell.unit if cell else None, given)
    if cell:
        start, end, text = sentence.start, sentence.end, page.parsed.text
        figures = tuple(signed_as_cell(q, text, start, end, cell, context.grammar) for q in figures)
    return Seen(cell, figures, unknown)


def in_document(page: Scan, context: Context) -> Scan:
    """The scan with its figures by what the document says."""

    def of(found: Found) -> tuple[tuple[Figure, ...], tuple[Rejection, ...]]:
        seen = quantities_of(page, found, context)
        return seen.figures, seen.unknown

    return page.with_figures(of)
