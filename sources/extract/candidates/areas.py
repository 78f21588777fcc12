"""Candidates for the area of a figure: areas in and above its sentence, the document's own, the world, and the rules' reading."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from sources.extract.candidates.page import Page, PlacedFigure
from sources.grammar.areas import WORLD, Area, AreaMark, area_marks

AreaSource = Literal[
    "sentence", "cell", "row", "header", "label", "above", "heading", "before", "document", "title", "often", "first", "world", "rule"
]  # fmt: skip
AREA_SOURCES: tuple[AreaSource, ...] = (
    "sentence", "cell", "row", "header", "label", "above", "heading", "before", "document", "title", "often", "first", "world", "rule",
)  # fmt: skip
_BACK = 3


class AreaCandidate(NamedTuple):
    """One reading of a figure's area.

    Attributes:
        area: the area.
        source: the nearest place that offers it.
        mark: where the sentence names it; None elsewhere.
        distance: sentences or headers away.
        order: its place among the areas of that place, from 0.
        n_places: how often it is offered; twice where one place names it twice.
    """

    area: Area
    source: AreaSource
    mark: AreaMark | None = None
    distance: int = 0
    order: int = 0
    n_places: int = 1


def area_candidates(page: Page, figure: PlacedFigure) -> tuple[AreaCandidate, ...]:
    """Every reading of a figure's area, each area once with the nearest place that offers it, nearest place first (the order of AREA_SOURCES)."""
    by_area: dict[str, AreaCandidate] = {}
    n_places: dict[str, int] = {}
    for candidate in _offered(page, figure):
        n_places[candidate.area.name] = n_places.get(candidate.area.name, 0) + 1
        by_area.setdefault(candidate.area.name, candidate)
    return tuple(
        AreaCandidate(c.area, c.source, c.mark, c.distance, c.order, n_places[name]) for name, c in by_area.items()
    )


def _offered(page: Page, figure: PlacedFigure) -> Iterator[AreaCandidate]:
    scene, block = figure.scene, figure.scene.block
    inside = sentence_areas(page, figure)
    nearest = sorted(inside, key=lambda mark: _gap(mark, figure))
    yield from (AreaCandidate(mark.area, "sentence", mark, order=n) for n, mark in enumerate(nearest))
    if scene.cell and scene.cell.area:
        yield AreaCandidate(scene.cell.area, "cell")
    for distance, label in enumerate(reversed(block.row_labels)):
        yield from _named(label, "row", distance)
    for distance, header in enumerate(reversed(block.header_path)):
        yield from _named(header, "header", distance)
    yield from _named(scene.label[0] if scene.label else "", "label", 0)
    yield from _named(scene.above, "above", 0)
    yield from _named(page.context.headings.get(scene.sentence.block, ""), "heading", 0)
    for distance in range(_BACK):
        at = figure.sentence - 1 - distance
        if at >= 0:
            sentence = page.sentences[at]
            before = page.areas_between(sentence.start, sentence.end)
            yield from (
                AreaCandidate(mark.area, "before", None, distance, n) for n, mark in enumerate(reversed(before))
            )
    yield AreaCandidate(page.context.area, "document")
    yield from _named(page.context.title or "", "title", 0)
    yield from (AreaCandidate(area, "often", order=n) for n, area in enumerate(page.often_named))
    if page.first_named:
        yield AreaCandidate(page.first_named, "first")
    yield AreaCandidate(WORLD, "world")
    yield AreaCandidate(Area(figure.mention.ref_area, figure.mention.geography), "rule")


def sentence_areas(page: Page, figure: PlacedFigure) -> tuple[AreaMark, ...]:
    """Areas that the figure's sentence names."""
    return page.areas_between(figure.scene.sentence.start, figure.scene.sentence.end)


def _gap(mark: AreaMark, figure: PlacedFigure) -> int:
    q = figure.quantity
    return q.hedge_start - mark.end if mark.start < q.start else mark.start - q.end


def _named(words: str, source: AreaSource, distance: int) -> Iterator[AreaCandidate]:
    yield from (AreaCandidate(area, source, None, distance, n) for n, area in enumerate(areas_in(words)))


@lru_cache(maxsize=1024)
def areas_in(words: str) -> tuple[Area, ...]:
    """Areas that a heading, a header or a title names, each once."""
    return tuple(dict.fromkeys(mark.area for mark in area_marks(words, 0, len(words)))) if words else ()
