"""A document as the rules read it, laid out for choosing. What is chosen does not belong here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sources.extract.candidates.page import Page, page_of
from sources.extract.document.context import Context, context_of
from sources.extract.read.read import read_figures
from sources.extract.scenes.scene import Scene
from sources.extract.text.sentences import Sentence, sentences
from sources.extract.text.unmarked import unmarked
from sources.extract.text.widths import narrowed
from sources.parse.shown import Shown
from sources.records import Mention, ParsedDocument, Rejection


@dataclass(frozen=True)
class RulesReading:
    """One document before anything is chosen.

    Attributes:
        parsed: its text without markup, in narrow forms of letters and digits; spans below are slices of it.
        printed: the same text as printed.
        plain: where the text without markup comes from; None where it has none.
        scenes: sentences with figures.
        mentions, rejections: as the rules read them.
    """

    parsed: ParsedDocument
    printed: str
    plain: Shown | None
    sentences: list[Sentence]
    context: Context
    scenes: list[Scene]
    mentions: list[Mention]
    rejections: list[Rejection]

    @cached_property
    def page(self) -> Page:
        """Its figures laid out for choosing."""
        return page_of(self.parsed, self.sentences, self.context, self.scenes, self.mentions)


def read_by_rules(parsed: ParsedDocument) -> RulesReading:
    """Reads a document by rules and lays out its figures.

    Args:
        parsed: canonical text with blocks.
    """
    parsed, plain = unmarked(parsed)
    printed, parsed = parsed.text, narrowed(parsed)
    all_sentences = sentences(parsed.text, parsed.blocks)
    context = context_of(parsed, all_sentences)
    mentions, rejections, scenes = read_figures(parsed, all_sentences, context)
    return RulesReading(parsed, printed, plain, all_sentences, context, scenes, mentions, rejections)
