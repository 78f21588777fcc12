"""The context of a document, gathered once: all facts from elsewhere in the document that the reading of one figure may need.

Each fact is read in a module of its own; what is read of a figure does not belong here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sources.extract.facts.document_facts import document_facts
from sources.extract.layout.entries import Listing
from sources.extract.layout.listings import listings
from sources.extract.layout.stacked import StackedLabel, stacked_labels
from sources.extract.parts.named_subjects import Part, part_of
from sources.extract.parts.segment_members import named_members
from sources.extract.parts.segments import segments_of
from sources.extract.scan.captions import TableFacts
from sources.extract.scan.headings import dimensions_above
from sources.extract.scan.numbers.number_style import NumberStyles
from sources.extract.scan.scan import Scan
from sources.extract.scan.units.local_money import LocalMoney, local_money
from sources.extract.time.timing import Window
from sources.grammar.areas import Area
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Fact, Segment

_LISTS = word_lists("document")
_WORDS = pattern_words("document")
_REPORT_ID = re.compile(rf"{_WORDS['report_number_labels']}\s?[:：]\s?([A-Z0-9][A-Z0-9-]{{3,24}})")
_NO_DIGITS = re.compile(r"[^0-9]+")
_URL = re.compile(r"https?://[^\s)>\]】]+")
_OF_REPORT = re.compile(rf"{_WORDS['report_address_words']}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Context:
    """Read-only facts of one document, shared by all its figures."""

    grammar: Grammar
    numbers: NumberStyles
    title: str | None
    market: str | None
    publisher: str | None
    money: LocalMoney  # currencies that the text leaves to its readers
    currency: str | None  # the one currency that all amounts of the text are printed in
    area: Area  # the area the whole document is about
    window: Window
    parts: tuple[Part, ...]
    segments: tuple[Segment, ...]
    headings: Mapping[int, str]  # block index → the heading above it
    dimensions: dict[int, str]  # block index → the dimension that a heading "By Type" above its own heading opens
    facts: tuple[Fact, ...]
    tables: Mapping[int, TableFacts] = field(default_factory=dict)  # by number
    listings: dict[int, Listing] = field(default_factory=dict)  # by block
    stacks: Mapping[int, StackedLabel] = field(default_factory=dict)  # values with their label below, by block
    part_digits: frozenset[str] = frozenset()  # digits of the parts' names ("above 16,384 units")


def context_of(page: Scan) -> Context:
    """Gather a document's own facts."""
    text, blocks, headings = page.parsed.text, page.blocks, page.headings
    said = document_facts(page)
    words, market = said.grammar, said.market
    segments = named_members(segments_of(text, blocks, market))
    facts = [*said.as_facts(), *_identity(text)]
    parts: dict[tuple[str, frozenset[str]], Part] = {}
    for s in segments:
        part = part_of(s.dimension, s.name)
        if s.dimension.lower() not in _LISTS["area_dimensions"] and part.words:
            parts.setdefault((s.dimension, part.words), part)
    money = local_money(text, said.area, words)
    facts += money.facts
    return Context(words, page.numbers, said.title.value if said.title else None, market, said.publisher.value if said.publisher else None, money,
                   page.currency, said.area, said.window, tuple(parts.values()), tuple(segments), headings, dimensions_above(text, blocks),
                   tuple(sorted(facts, key=lambda f: (f.char_start, f.name))),
                   page.tables, listings(text, blocks, headings, words),
                   stacked_labels(text, blocks, words),
                   frozenset(digits for p in parts.values() if len(digits := _NO_DIGITS.sub("", p.name)) > 1))  # fmt: skip


def _identity(text: str) -> list[Fact]:
    facts = []
    if m := _REPORT_ID.search(text):
        facts.append(Fact("report_id", m[1], *m.span(1)))
    for m in _URL.finditer(text) if "http" in text else ():
        if _OF_REPORT.search(m.group()):
            facts.append(Fact("report_url", m.group().rstrip(".,"), m.start(), m.start() + len(m.group().rstrip(".,"))))
            break
    return facts
