"""Names that an answer may point to: years, areas, parts, markets and speakers, as our own code finds them in a passage and its lead."""

from __future__ import annotations

from collections.abc import Iterator

from sources.extract.markets.markets import market_marks
from sources.extract.scan.years import year_marks
from sources.grammar.areas import WORLD, area_marks
from sources.second_reader.page import Page
from sources.second_reader.passages import Passage
from sources.second_reader.records import Name, NameKind

_KEYS: dict[NameKind, str] = {"year": "Y", "area": "A", "part": "P", "market": "M", "speaker": "S"}
_MOST = 40  # of one kind; what is left out can still be quoted


def names_of(page: Page, passage: Passage) -> tuple[Name, ...]:
    """Candidates of one passage, by kind, each surface once, in order of the text.

    Args:
        page: the document.
        passage: its span and the lines carried to it.
    """
    names: dict[NameKind, list[str]] = {kind: [] for kind in _KEYS}
    for kind, surface in _surfaces(page, passage):
        if surface not in names[kind] and len(names[kind]) < _MOST:
            names[kind].append(surface)
    return tuple(
        Name(f"{_KEYS[kind]}{number}", kind, surface)
        for kind, surfaces in names.items()
        for number, surface in enumerate(surfaces, 1)
    )


def _surfaces(page: Page, passage: Passage) -> Iterator[tuple[NameKind, str]]:
    text, start, end = page.scan.parsed.text, passage.start, passage.end
    for mark in year_marks(text, start, end):
        if mark.kind != "date":
            yield "year", text[mark.start : mark.end].strip()
    for area in area_marks(text, start, end):
        if area.area != WORLD:
            yield "area", text[area.start : area.end]
    words = text[start:end]
    for segment in page.context.segments:
        if segment.name and segment.name in words:
            yield "part", segment.name
    if page.context.market:
        yield "market", page.context.market
    for market in market_marks(text, start, end):
        yield "market", market.name
    if page.context.publisher:
        yield "speaker", page.context.publisher
