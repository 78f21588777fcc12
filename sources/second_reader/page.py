"""A document as both readers see it: sentences, its own facts, and every quantity that the scanner finds. Nothing is chosen here."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from sources.extract.document.context import Context, context_of
from sources.extract.figures.decoys import list_marks
from sources.extract.figures.quantity import Quantity
from sources.extract.scenes.sentence_quantities import quantities_of
from sources.extract.text.sentences import Sentence, sentences
from sources.extract.text.unmarked import unmarked
from sources.extract.text.widths import narrowed
from sources.parse.shown import Shown
from sources.records import ParsedDocument


@dataclass(frozen=True, slots=True)
class Page:
    """One document as it shows, without its markup. `quantities` are in order; `homes[i]` is the sentence of quantity i."""

    parsed: ParsedDocument
    printed: str  # as printed; `parsed.text` has digits of full width in plain print at the same offsets
    source: str  # the canonical text
    shown: Shown | None  # the way from offsets here to those of the source; None where they are the same
    sentences: tuple[Sentence, ...]
    context: Context
    quantities: tuple[Quantity, ...]
    homes: tuple[Sentence, ...]

    def overlapping(self, start: int, end: int) -> int | None:
        """Index of the quantity that shares characters with a span; the first where there are several."""
        at = bisect_left(self.quantities, start, key=lambda q: q.end - 1)
        return at if at < len(self.quantities) and self.quantities[at].start < end else None

    def stating_words(self, at: int) -> str:
        """The words that state a figure: its sentence, and the header and label of its cell."""
        sentence = self.homes[at]
        block = self.parsed.blocks[sentence.block]
        words = [self.parsed.text[sentence.start : sentence.end], *block.header_path, *block.row_labels]
        return " ".join(" ".join(words).split())

    def around(self, at: int) -> tuple[str, str]:
        """The text between a figure and its neighbours in its sentence, before and after it, blanks made one."""
        q, home, text = self.quantities[at], self.homes[at], self.parsed.text
        start, end = home.start, home.end
        if at and self.homes[at - 1] == home:
            start = max(start, self.quantities[at - 1].end)
        if at + 1 < len(self.homes) and self.homes[at + 1] == home:
            end = min(end, self.quantities[at + 1].start)
        return " ".join(text[start : q.start].split()), " ".join(text[q.end : end].split())


def page_of(parsed: ParsedDocument) -> Page:
    """Scan a document.

    Args:
        parsed: canonical text with blocks.
    """
    without, shown = unmarked(parsed)
    plain = narrowed(without)
    all_sentences = sentences(plain.text, plain.blocks)
    context = context_of(plain, all_sentences)
    cuts = list_marks(plain.text, plain.blocks)
    pairs = [
        (quantity, seen.sentence)
        for sentence in all_sentences
        for seen in (quantities_of(plain, sentence, context, cuts),)
        for quantity in seen.figures
    ]
    pairs.sort(key=lambda pair: (pair[0].start, pair[0].end))
    return Page(
        plain,
        without.text,
        parsed.text,
        shown,
        tuple(all_sentences),
        context,
        tuple(q for q, _ in pairs),
        tuple(sentence for _, sentence in pairs),
    )
