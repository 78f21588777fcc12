"""Questions about a document: its passages with their figures numbered and candidates listed. Which model answers is not known here."""

from __future__ import annotations

from sources.second_reader.candidates import names_of
from sources.second_reader.page import Page
from sources.second_reader.passages import Passage, passages
from sources.second_reader.records import Figure, Question

LONGEST = 6_000  # characters asked about in one call
OVERLAP = 600


def questions(page: Page, longest: int = LONGEST, overlap: int = OVERLAP) -> tuple[Question, ...]:
    """All that is asked about a document; every quantity of it is numbered in exactly one question.

    Args:
        page: the document.
        longest: characters of a passage.
        overlap: characters of the text before it that are sent along.

    Returns:
        Questions in order of the text; passages without a figure make none.
    """
    return tuple(q for passage in passages(page, longest, overlap) if (q := _question(page, passage)).figures)


def _question(page: Page, passage: Passage) -> Question:
    inside = [q for q in page.scan.figures if passage.asked_from <= q.start < passage.end]
    figures = tuple(
        Figure(number, q.start - passage.start, q.end - passage.start, page.scan.parsed.text[q.start : q.end])
        for number, q in enumerate(inside, 1)
    )
    return Question(
        page.scan.parsed.document_id,
        page.scan.parsed.text[passage.start : passage.end],
        passage.start,
        passage.asked_from - passage.start,
        passage.carried,
        figures,
        names_of(page, passage),
    )
