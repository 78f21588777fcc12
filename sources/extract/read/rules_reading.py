"""A document as the rules read it, laid out for choosing. What is chosen does not belong here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sources.extract.candidates.page import Page, page_of
from sources.extract.document.context import Context, context_of
from sources.extract.read.read import read_figures
from sources.extract.scan.scan import Scan, scan
from sources.extract.scenes.scene import Scene
from sources.records import Mention, ParsedDocument, Rejection


@dataclass(frozen=True)
class RulesReading:
    """One document before anything is chosen.

    Attributes:
        scan: its figures and its text without markup; spans below are slices of that.
        scenes: sentences with figures.
        mentions, rejections: as the rules read them.
    """

    scan: Scan
    context: Context
    scenes: list[Scene]
    mentions: list[Mention]
    rejections: list[Rejection]

    @cached_property
    def page(self) -> Page:
        """Its figures laid out for choosing."""
        return page_of(self.scan.parsed, self.scan.sentences, self.context, self.scenes, self.mentions)


def read_by_rules(parsed: ParsedDocument) -> RulesReading:
    """Reads a document by rules and lays out its figures.

    Args:
        parsed: canonical text with blocks.
    """
    scanned = scan(parsed)
    context = context_of(scanned)
    mentions, rejections, scenes = read_figures(scanned, context)
    return RulesReading(scanned, context, scenes, mentions, rejections)
