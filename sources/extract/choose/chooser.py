"""Chooses metric, part and area of every figure of a page, with how sure the choice is. What becomes of a choice is decided in `decide`."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

from sources.extract.candidates.page import Page
from sources.extract.choose.doubts import Doubt
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.holding import held
from sources.extract.choose.passes import choices, first_rows, second_rows
from sources.extract.choose.rows import page_rows
from sources.extract.choose.weights import Weights
from sources.extract.features.neighbours import Choice

_LEAST = 1e-3  # chance below which no doubt grows


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
    return held(page.figures, second)


def doubts_of(chosen: Sequence[FigureChoice]) -> dict[tuple[int, int], Doubt]:
    """How unsure each choice is, by the figure's span: -ln of the chance of what was chosen."""
    return {
        (c.figure.mention.char_start, c.figure.mention.char_end): Doubt(
            _doubt(c.metric), _doubt(c.part), _doubt(c.area)
        )
        for c in chosen
    }


def _doubt(choice: Choice[Any]) -> float:
    return -log(max(choice.chances[choice.best], _LEAST))
