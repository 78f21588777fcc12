"""What code reads of a page as a whole, as the model gets it: names for PAGE, and the lines that are carried."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.document.context import context_of
from sources.extract.resolve.mention import PageValues
from sources.extract.scan.scan import Scan
from sources.extract.window.outline import fact_lines
from sources.extract.window.sight import Line


@dataclass(frozen=True)
class PageFacts:
    """What PAGE stands for, and where the page says it."""

    page: PageValues
    lines: tuple[Line, ...]


def page_facts(scanned: Scan) -> PageFacts:
    """The facts of a page, as the program finds them and never as a label has them."""
    context = context_of(scanned)
    return PageFacts(PageValues(context.market, context.area, context.parts), fact_lines(context.facts))
