"""Positions of the names and years of a sentence, relative to its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sources.extract.candidates.page import Page
from sources.extract.features.page_columns import Floats, Ints, PageColumns


@dataclass(frozen=True, slots=True)
class Beside:
    """Marks of the figures' sentences, as columns of equal length.

    Attributes:
        first, last: their tokens; `last` is one behind.
        is_left: whether they are before the figure.
        gap: tokens between the two.
        distance: characters between the two.
        n_nearer: other figures of the sentence that are nearer to them.
        between: what is between the two, as BETWEEN names it.
    """

    first: Ints
    last: Ints
    is_left: NDArray[np.bool_]
    gap: Ints
    distance: list[int]
    n_nearer: list[int]
    between: Floats


def beside(page: Page, columns: PageColumns, at: Ints, spans: Sequence[tuple[int, int]]) -> Beside:
    """Looks from figures at spans of their sentences.

    Args:
        page: with the figures.
        columns: of the page.
        at: the figure of each span.
        spans: in the text, one behind the end.
    """
    starts, ends = np.array(spans, dtype=np.intp).reshape(-1, 2).T
    first, last = columns.ends.searchsorted(starts, "right"), columns.starts.searchsorted(ends)
    left, right = columns.left[at], columns.right[at]
    figures = [page.figures[i] for i in at.tolist()]
    is_left = starts < np.array([f.quantity.start for f in figures], dtype=np.intp)
    distance = [gap_of(*span, f.quantity.hedge_start, f.quantity.end) for span, f in zip(spans, figures, strict=True)]
    n_nearer = [
        sum(gap_of(*span, o.hedge_start, o.end) < gap for o in f.scene.live if o is not f.quantity)
        for span, f, gap in zip(spans, figures, distance, strict=True)
    ]
    return Beside(
        first=first,
        last=last,
        is_left=is_left,
        gap=np.where(is_left, left - last, first - right),
        distance=distance,
        n_nearer=n_nearer,
        between=columns.between(np.where(is_left, last, right), np.where(is_left, left, first)),
    )


def gap_of(start: int, end: int, left: int, right: int) -> int:
    """Characters between a span and a figure; negative where they overlap."""
    return left - end if start < left else start - right
