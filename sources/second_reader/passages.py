"""Passages of a document that fit a model's context: runs of whole sentences with the text before them as a lead.

Every figure is asked about in exactly one passage; the lead repeats the end of the passage before, as context.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sources.second_reader.page import Page

_TITLE_LENGTH = 200  # a longer heading is no heading


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of the canonical text: context from `start`, questions from `asked_from` to `end`."""

    start: int
    asked_from: int
    end: int
    carried: tuple[str, ...]


def passages(page: Page, longest: int, overlap: int) -> tuple[Passage, ...]:
    """Cut a document at ends of sentences.

    Args:
        page: the document.
        longest: characters of a passage, its lead left out; a longer sentence is cut between words, never within a figure.
        overlap: characters of the lead, at least; it begins where a sentence does.

    Returns:
        Passages in order; together they hold every sentence.
    """
    cut: list[tuple[int, int]] = []
    start: int | None = None
    pieces = [
        piece for sentence in page.scan.sentences for piece in _pieces(page, sentence.start, sentence.end, longest)
    ]
    for number, piece in enumerate(pieces):
        start = piece[0] if start is None else start
        following = pieces[number + 1] if number + 1 < len(pieces) else None
        if following is None or following[1] - start > longest:
            cut.append((start, piece[1]))
            start = None
    starts = [begin for begin, _ in pieces]
    return tuple(_passage(page, begin, end, starts, overlap) for begin, end in cut)


def _pieces(page: Page, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """A sentence; where it is too long, stretches of it that end at blanks, or anywhere where there are none."""
    while end - start > longest:
        at = page.scan.parsed.text.rfind(" ", start + longest // 2, start + longest) + 1 or start + longest
        over = page.scan.overlapping(at - 1, at + 1)
        if over is not None and page.scan.figures[over].start < at < page.scan.figures[over].end:
            at = min(end, page.scan.figures[over].end)
        yield start, at
        start = at
    if start < end:
        yield start, end


def _passage(page: Page, begin: int, end: int, starts: Sequence[int], overlap: int) -> Passage:
    lead = starts[bisect_left(starts, begin - overlap)]
    return Passage(lead, begin, end, _carried(page, lead))


def _carried(page: Page, start: int) -> tuple[str, ...]:
    """The title, the headings that are open where the passage begins, and the header of a table that it begins within."""
    text, blocks = page.scan.parsed.text, page.scan.parsed.blocks
    open_headings: dict[int, str] = {}
    last = None
    for block in blocks:
        if block.char_start >= start:
            break
        if block.kind == "heading" and block.char_end - block.char_start <= _TITLE_LENGTH:
            open_headings = {level: words for level, words in open_headings.items() if level < block.level}
            open_headings[block.level] = text[block.char_start : block.char_end].strip()
        last = block
    lines = [open_headings[level] for level in sorted(open_headings)]
    title = page.context.title
    if title and title not in lines and text.find(title, start) < 0:
        lines.insert(0, title)
    if last and last.kind in ("table_row", "table_cell") and last.table is not None:
        inside = next((b for b in blocks if b.char_start >= start), None)
        if inside and inside.table == last.table:
            header = [b for b in blocks if b.table == last.table and b.kind == "table_row" and b.row == 0]
            lines += [text[b.char_start : b.char_end] for b in header]
    return tuple(line for line in lines if line)
