"""The facts of a document, read before its figures: publisher, title, market, area, years and dates, each with its place and chance.

How one is read is up to its own module; what figures say of them is asked later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from sources.extract.facts.forecast_window import window_of
from sources.extract.facts.page_dates import without_datelines
from sources.extract.facts.scope import area_of, market_of
from sources.extract.publisher.chosen import publisher_of
from sources.extract.scan.headings import titles_of
from sources.extract.scan.scan import Scan
from sources.extract.text.literals import lowered
from sources.extract.time.timing import Window
from sources.grammar.areas import Area, area_named
from sources.grammar.language import Grammar
from sources.records import Fact

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said(Generic[T]):
    """A fact with the span that says it; `chance` is None where it was not measured."""

    value: T
    char_start: int
    char_end: int
    chance: float | None = None


@dataclass(frozen=True)
class DocumentFacts:
    """What a document says of itself; None is what it does not say, or what is not sure."""

    grammar: Grammar
    titles: tuple[tuple[int, str], ...]  # title and headings with their offsets; the first is the title
    publisher: Said[str] | None
    market: str | None
    market_at: tuple[int, int] | None  # None where the text does not print the market's name as one phrase
    area: Area  # the world where nothing names one
    window: Window  # base year, forecast period, year of publication
    dates: tuple[Fact, ...]  # forecast period, base year, and every date of the document itself

    @property
    def title(self) -> Said[str] | None:
        """The document's title."""
        if not self.titles:
            return None
        at, title = self.titles[0]
        return Said(title, at, at + len(title))

    def as_facts(self) -> tuple[Fact, ...]:
        """The facts as records, in no order."""
        facts = list(self.dates)
        if self.title:
            facts.append(Fact("title", self.title.value, self.title.char_start, self.title.char_end))
        if self.market and self.market_at:
            facts.append(Fact("market", self.market, *self.market_at))
        if self.publisher:
            facts.append(Fact("publisher", self.publisher.value, self.publisher.char_start, self.publisher.char_end))
        return tuple(facts)


def document_facts(scan: Scan) -> DocumentFacts:
    """Read what a document says of itself; needs its text, blocks and sentences, and none of its figures."""
    text, blocks, words = scan.parsed.text, scan.blocks, scan.grammar
    titles = titles_of(text, blocks)
    headings = [(block.char_start, block.char_end) for block in blocks if block.kind == "heading"]
    found = publisher_of(text, headings)
    publisher = Said(found.name, found.start, found.end, round(found.chance, 2)) if found else None
    market, market_at = market_of(text, titles, scan.sentences, words, publisher.value if publisher else None)
    area = area_of(without_datelines(text), titles, market, scan.sentences, words)
    window, dates = window_of(text, lowered(text), titles, scan.sentences, words)
    if len(titles) > 1 and publisher and titles[0][1].strip().casefold() == publisher.value.casefold():
        titles = [t for t in titles[1:] if not area_named(t[1].strip())] or titles
    return DocumentFacts(words, tuple(titles), publisher, market, market_at, area, window, tuple(dates))
