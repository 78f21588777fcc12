"""A document as the second reader asks about it: its scan, with its figures by its own facts. Nothing is chosen here."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.document.context import Context, context_of
from sources.extract.scan.scan import Scan, scan
from sources.extract.scenes.sentence_quantities import in_document
from sources.records import ParsedDocument


@dataclass(frozen=True, slots=True)
class Page:
    """One document: what it prints, and its own facts."""

    scan: Scan
    context: Context


def page_of(parsed: ParsedDocument) -> Page:
    """Scan a document.

    Args:
        parsed: canonical text with blocks.
    """
    found = scan(parsed)
    context = context_of(found)
    return Page(in_document(found, context), context)
