"""Where a name or a year that a sentence prints is, seen from a figure."""

from __future__ import annotations

from dataclasses import dataclass

from sources.extract.candidates.page import Figure, Page
from sources.extract.features.figures import between_columns


@dataclass(frozen=True, slots=True)
class Beside:
    """A mark of the figure's sentence.

    Attributes:
        first, last: its tokens; `last` is one behind.
        is_left: whether it is before the figure.
        gap: tokens between the two.
        distance: characters between the two.
        n_nearer: other figures of the sentence that are nearer to it.
        between: what is between the two, as BETWEEN names it.
    """

    first: int
    last: int
    is_left: bool
    gap: int
    distance: int
    n_nearer: int
    between: list[float]


def beside(page: Page, figure: Figure, start: int, end: int) -> Beside:
    """Looks from a figure at a span of its sentence.

    Args:
        page: with the figure.
        figure: one of its figures.
        start: of the span, in the text.
        end: one behind the span.
    """
    q = figure.quantity
    first, last = page.tokens.between(start, end)
    is_left = start < q.start
    distance = gap_of(start, end, q.hedge_start, q.end)
    return Beside(
        first=first,
        last=last,
        is_left=is_left,
        gap=figure.left - last if is_left else first - figure.right,
        distance=distance,
        n_nearer=sum(gap_of(start, end, o.hedge_start, o.end) < distance for o in figure.scene.live if o is not q),
        between=between_columns(page.tokens, *((last, figure.left) if is_left else (figure.right, first))),
    )


def gap_of(start: int, end: int, left: int, right: int) -> int:
    """Characters between a span and a figure; negative where they overlap."""
    return left - end if start < left else start - right
