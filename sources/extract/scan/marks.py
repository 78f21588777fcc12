"""Marks."""

from __future__ import annotations

from dataclasses import dataclass

from sources.grammar.language import Grammar
from sources.records import ParsedDocument


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark."""

    start: int
    end: int


def marks_of(parsed: ParsedDocument, g: Grammar) -> tuple[Mark, ...]:
    """Marks."""
    return ()
