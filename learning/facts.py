"""What code reads of a page as a whole, as the model gets it: names for PAGE, and the lines that are carried."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.document.context import context_of
from sources.extract.parts.named_subjects import Part
from sources.extract.scan.scan import Scan
from sources.extract.window.sight import Line, Role
from sources.grammar.areas import Area
from sources.records import ParsedDocument

_ROLES = {"base_year": Role.base_year, "forecast_period": Role.forecast_period, "forecast_window": Role.forecast_period,
          "market": Role.page_market, "publisher": Role.publisher, "title": Role.title}  # fmt: skip


@dataclass(frozen=True)
class PageFacts:
    """The publisher, market, area and parts of a page; None where code is not sure."""

    publisher: str | None
    market: str | None
    area: Area
    parts: tuple[Part, ...]
    lines: tuple[Line, ...]


def page_facts(document: ParsedDocument, scanned: Scan) -> PageFacts:
    """The facts of a page."""
    context = context_of(scanned)
    lines = tuple(
        Line(fact.char_start, fact.char_end, _ROLES[fact.name])
        for fact in context.facts
        if fact.name in _ROLES and fact.char_end > fact.char_start
    )
    return PageFacts(context.publisher, context.market, context.area, context.parts, lines)
