"""Every figure and every mark of a text, with their places and units, without knowing what they mean. The verb of the room.

What the document as a whole says (its area, its market, lines that label other lines) is read from a scan by others; they call `in_units`
once more with what they know.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from sources.extract.scan.captions import NO_FACTS, TableFacts, table_facts
from sources.extract.scan.figure import Figure, Given
from sources.extract.scan.headings import headings_above
from sources.extract.scan.list_marks import list_marks
from sources.extract.scan.marks import Mark, marks_of
from sources.extract.scan.numbers.number_style import NumberStyles, number_styles
from sources.extract.scan.sentence_figures import Printed, has_figures, in_units, printed_figures
from sources.extract.scan.units.cell_units import CellUnit, cell_unit
from sources.extract.scan.units.given_spans import GivenSpans
from sources.extract.scan.units.local_money import LocalMoney, in_money_of, local_money
from sources.extract.scan.units.printed_currencies import only_currency
from sources.extract.text.languages import language_of
from sources.extract.text.sentences import Sentence, sentences
from sources.extract.text.unmarked import unmarked
from sources.extract.text.widths import narrowed
from sources.grammar.areas import WORLD, area_marks
from sources.grammar.language import Grammar, grammar
from sources.grammar.unit_expressions import Unit
from sources.parse.shown import Shown
from sources.records import Block, ParsedDocument, Rejection


@dataclass(frozen=True, slots=True)
class Found:
    """One sentence that prints numbers.

    Attributes:
        printed: its figures as printed.
        unit: what headers give to its bare numbers, where it is a cell.
        given: who gives that unit.
    """

    printed: Printed
    unit: Unit | None
    given: Given


InTheirUnits = Callable[[Found], tuple[tuple[Figure, ...], tuple[Rejection, ...]]]


@dataclass(frozen=True)
class Scan:
    """A document as it shows, without its markup, with its figures. All spans are of `parsed.text`.

    Attributes:
        source: the document as it was given.
        parsed: its text without markup, in narrow forms of letters and digits.
        printed: the same text as printed; both have the same offsets.
        shown: the way back to offsets of the source; None where they are the same.
        grammar: words of its language.
        sentences: in order.
        headings: block → the heading above it.
        tables: by number.
        numbers: how it prints numbers.
        currency: the one currency of all its amounts, in texts that are not English.
        found: sentence → what it prints, for those that print numbers.
        figures: in order, disjoint.
        homes: the sentence of each figure.
        aside: tokens that are no figures: years and dates, list numbers, inexact fractions, money of an unknown country.
    """

    source: ParsedDocument
    parsed: ParsedDocument
    printed: str
    shown: Shown | None
    grammar: Grammar
    sentences: tuple[Sentence, ...]
    headings: Mapping[int, str]
    tables: Mapping[int, TableFacts]
    numbers: NumberStyles
    currency: str | None
    found: Mapping[int, Found]
    figures: tuple[Figure, ...] = ()
    homes: tuple[Sentence, ...] = ()
    aside: tuple[Rejection, ...] = ()

    @property
    def language(self) -> str:
        """ISO 639-1 code of its language."""
        return self.grammar.language

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks."""
        return self.parsed.blocks

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Times, areas and units that a figure may point to, in order."""
        cells = {
            found.printed.sentence.block: found.printed.years
            for found in self.found.values()
            if self.blocks[found.printed.sentence.block].kind == "table_cell"
        }
        return marks_of(self.parsed, cells, [(q.start, q.end) for q in self.figures], self.grammar)

    def in_units(
        self, found: Found, money: LocalMoney, unit: Unit | None, given: Given
    ) -> tuple[tuple[Figure, ...], tuple[Rejection, ...]]:
        """The figures of a sentence, by what is known of the document; see `sentence_figures.in_units`."""
        block = self.blocks[found.printed.sentence.block]
        return in_units(found.printed, self.parsed.text, block, money, self.currency, unit, given, self.grammar)

    def with_figures(self, in_their_units: InTheirUnits) -> Scan:
        """The scan with the figures of each sentence as a caller knows them.

        Args:
            in_their_units: figures and rejections of one sentence.
        """
        read = [(found.printed, *in_their_units(found)) for found in self.found.values()]
        placed = [(q, printed.sentence) for printed, figures, _ in read for q in figures]
        placed.sort(key=lambda pair: (pair[0].start, pair[0].end))
        aside = [r for printed, _, unknown in read for r in (*printed.aside, *unknown)]
        return replace(
            self,
            figures=tuple(q for q, _ in placed),
            homes=tuple(sentence for _, sentence in placed),
            aside=tuple(sorted(aside, key=lambda r: (r.char_start, r.char_end))),
        )

    def overlapping(self, start: int, end: int) -> int | None:
        """Index of the figure that shares characters with a span; the first where there are several."""
        at = bisect_left(self.figures, start, key=lambda q: q.end - 1)
        return at if at < len(self.figures) and self.figures[at].start < end else None

    def stating_words(self, at: int) -> str:
        """The words that state a figure: its sentence, and the header and label of its cell."""
        sentence = self.homes[at]
        block = self.blocks[sentence.block]
        words = [self.parsed.text[sentence.start : sentence.end], *block.header_path, *block.row_labels]
        return " ".join(" ".join(words).split())

    def around(self, at: int) -> tuple[str, str]:
        """The text between a figure and its neighbours in its sentence, before and after it, blanks made one."""
        q, home, text = self.figures[at], self.homes[at], self.parsed.text
        start, end = home.start, home.end
        if at and self.homes[at - 1] == home:
            start = max(start, self.figures[at - 1].end)
        if at + 1 < len(self.homes) and self.homes[at + 1] == home:
            end = min(end, self.figures[at + 1].start)
        return " ".join(text[start : q.start].split()), " ".join(text[q.end : end].split())


def scan(parsed: ParsedDocument) -> Scan:
    """Scan a document.

    Args:
        parsed: canonical text with blocks.

    Returns:
        Its figures in the units that the page prints with them or around them. Where a currency word is that of several countries, only
        the text's own print says whose it is: what a reader knows of the document's area comes later.
    """
    without, shown = unmarked(parsed)
    plain = narrowed(without)
    text, blocks = plain.text, plain.blocks
    g = grammar(language_of(text))
    headings = headings_above(text, blocks)
    tables = table_facts(text, blocks, headings)
    numbers = number_styles(text, blocks, g)
    cuts = list_marks(text, blocks)
    spans = GivenSpans(plain)
    all_sentences = tuple(sentences(text, blocks))
    found: dict[int, Found] = {}
    for at, sentence in enumerate(all_sentences):
        if not has_figures(text, sentence, g):
            continue
        unit = _cell_unit(plain, sentence.block, tables, g)
        printed = printed_figures(plain, sentence, unit.unit if unit else None, numbers, cuts, g)
        given = Given(unit.by, spans.of(sentence.block, unit.by, unit.words)) if unit else Given("text")
        found[at] = Found(printed, unit.unit if unit else None, given)
    bare = Scan(
        source=parsed,
        parsed=plain,
        printed=without.text,
        shown=shown,
        grammar=g,
        sentences=all_sentences,
        headings=headings,
        tables=tables,
        numbers=numbers,
        currency=only_currency(text, g) if g.language != "en" else None,
        found=found,
    )
    money = local_money(text, WORLD, g)
    return bare.with_figures(lambda one: bare.in_units(one, money, _paid(bare, one, money), one.given))


def _cell_unit(parsed: ParsedDocument, index: int, tables: Mapping[int, TableFacts], g: Grammar) -> CellUnit | None:
    block = parsed.blocks[index]
    if block.kind != "table_cell":
        return None
    return cell_unit(parsed, index, tables[block.table] if block.table is not None else NO_FACTS, g)


def _paid(bare: Scan, one: Found, money: LocalMoney) -> Unit | None:
    """The unit of a cell in the money of the areas that its headers and labels name."""
    if one.unit is None or one.unit.kind != "money":
        return one.unit
    block = bare.blocks[one.printed.sentence.block]
    names = (*block.header_path, *block.row_labels)
    return in_money_of(one.unit, [m.area for name in names for m in area_marks(name, 0, len(name))], money)
