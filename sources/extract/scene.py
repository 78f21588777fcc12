"""One sentence with all that its figures share: quantities, years, label, table headers. What they mean is read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sources.extract.attribution import Subject
from sources.extract.clauses import label_of
from sources.extract.context import Context
from sources.extract.decoys import address_spans, decoy_rule
from sources.extract.numerals import numerals
from sources.extract.quantities import Quantity, quantities
from sources.extract.sentences import Sentence
from sources.extract.tables import CellContext, cell_context, with_header_unit
from sources.extract.years import YearMark, year_marks
from sources.grammar.language import Grammar
from sources.records import Block, Metric, ParsedDocument, Rejection

_NO_DIGITS = re.compile(r"[^0-9]+")
LINK = re.compile(r"[\s,&/(\[·]*(?:and|und|y|et|or|to|bzw\.)?[\s,]*(?:(?:eds|ca|approx)[.:]?\s?)?[~≈]?\s?$")


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence and its figures. `live` holds the quantities that may be claims, in order."""

    parsed: ParsedDocument
    context: Context
    sentence: Sentence
    block: Block
    marks: tuple[YearMark, ...]
    live: tuple[Quantity, ...]
    label: tuple[str, int] | None  # "Cloud-based:" at the start of the block, and where the rest begins
    cell: CellContext | None  # where the sentence is a table cell

    @property
    def text(self) -> str:
        """The whole canonical text."""
        return self.parsed.text

    @property
    def grammar(self) -> Grammar:
        """The document's words."""
        return self.context.grammar

    @property
    def words(self) -> str:
        """The sentence itself."""
        return self.text[self.sentence.start : self.sentence.end]

    def begin(self, q: Quantity) -> int:
        """Where the words that may speak of the quantity begin: behind the block's label, if it has one."""
        return self.label[1] if self.label and self.label[1] <= q.start else self.sentence.start

    def right_of(self, q: Quantity) -> str:
        """The words behind a figure up to its neighbour; in "17 %, 15 % and 13 % of revenue" those behind the last of the row."""
        last = q
        for other in self.live:
            if other.start < q.end:
                continue
            if other.kind == last.kind and LINK.fullmatch(self.text[last.end : other.hedge_start]):
                last = other
                continue
            return self.text[last.end : other.start]
        return self.text[last.end : self.sentence.end]


@dataclass(slots=True)
class Memory:
    """What carries over from one sentence of a document to the next."""

    block: int = -1
    subject: Subject | None = None  # whom the sentence before spoke of
    sized: bool = False  # it spoke of a market's size
    metric: Metric | None = None  # metric of its last figure
    headed: bool = False  # a heading of this document has named a segment ("this segment" stood under it)
    parts: set[str] = field(default_factory=set)  # unlisted phrases that have carried a share or a growth rate

    def enter(self, block: int, *, keeps_metric: bool) -> None:
        """Forget what does not reach across blocks; items of one list keep the metric they tell of."""
        if block != self.block:
            self.block, self.subject = block, None
            self.metric = self.metric if keeps_metric else None


def survey(
    parsed: ParsedDocument,
    sentence: Sentence,
    context: Context,
    cuts: frozenset[int],
    bounds: Sequence[tuple[int, int]],
) -> tuple[Scene, list[Rejection]]:
    """Find a sentence's quantities and set aside the tokens that are no figures.

    Args:
        parsed: the document.
        sentence: the sentence.
        context: the document's own facts.
        cuts: offsets behind glued list numbers.
        bounds: spans of segment names that hold numbers.

    Returns:
        The scene, and a rejection for each year, list number and decoy.
    """
    text, g = parsed.text, context.grammar
    rejections = []
    opening = range(sentence.start + 1, sentence.start + 4) if cuts and sentence.first else ()
    glued = next((c for c in opening if c in cuts), None)
    if glued is not None:
        rejections.append(Rejection(sentence.start, glued, text[sentence.start : glued], "list_number"))
        sentence = Sentence(glued, sentence.end, sentence.block, sentence.first)
    start, end, block = sentence.start, sentence.end, parsed.blocks[sentence.block]
    marks = year_marks(text, start, end)
    rejections += [Rejection(m.start, m.end, text[m.start : m.end], "year_or_date") for m in marks]
    digits = numerals(text, start, end, g, cuts)
    found = quantities(text, start, end, digits, marks, g)
    cell = cell_context(parsed, sentence.block, context) if block.kind == "table_cell" else None
    if cell:
        found = [with_header_unit(q, cell, g) for q in found]
    addresses = address_spans(text, start, end)
    near = [b for b in bounds if b[0] < end and start < b[1]] if found else []
    live = []
    for q in found:
        rule = decoy_rule(text, q, start, end, block, addresses, [*near, *_part_span(text, q, context)], g)
        if rule:
            rejections.append(rejection(text, q, rule))
        else:
            live.append(q)
    opens = sentence.first and block.kind in ("list_item", "paragraph", "heading")
    label = label_of(text, block.char_start, block.char_end, g) if opens else None
    return Scene(parsed, context, sentence, block, tuple(marks), tuple(live), label, cell), rejections


def rejection(text: str, q: Quantity, rule: str) -> Rejection:
    """A quantity set aside by a named rule."""
    first, last = q.numerals[0][0], q.numerals[-1][1]
    return Rejection(first, last, text[first:last], rule)


def _part_span(text: str, q: Quantity, context: Context) -> list[tuple[int, int]]:
    """The number's own span where it is part of a listed member's name ("above 16,384 units")."""
    if q.kind != "count" or not context.part_digits:
        return []
    span = (q.numerals[0][0], q.numerals[-1][1])
    digits = _NO_DIGITS.sub("", text[span[0] : span[1]])
    return [span] if len(digits) > 1 and any(digits in other for other in context.part_digits) else []
