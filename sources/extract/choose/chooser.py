"""Chooses metric, part and area of every figure of a page, with how sure the choice is. What becomes of a choice is decided in `decide`."""

from __future__ import annotations

from sources.extract.candidates.page import Page
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.passes import choices, first_rows, second_rows
from sources.extract.choose.rows import page_rows
from sources.extract.choose.rule_precedence import with_rules_preferred
from sources.extract.choose.weights import Weights


def choose(page: Page, weights: Weights) -> tuple[FigureChoice, ...]:
    """Chooses for every figure of a page.

    Args:
        page: as `page_of` lays it out.
        weights: of both passes.
    """
    if not page.figures:
        return ()
    rows = page_rows(page, [figure.mention for figure in page.figures])
    first = choices(rows, first_rows(rows), weights.first)
    second = choices(rows, second_rows(page, rows, first), weights.second)
    return with_rules_preferred(page.figures, second)
