"""Columns of a figure and one reading of its area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sources.extract.candidates.areas import AREA_SOURCES, AreaCandidate, areas_in, sentence_areas
from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.candidates.tokens import BIT, VERBS
from sources.extract.features.beside import beside
from sources.extract.features.page_columns import BETWEEN, Floats, PageColumns
from sources.grammar.areas import WORLD_CODE, area_of_currency

COLUMNS = (
    "source", "distance", "order", "n_places", "is_world", "is_country", "is_vendors_region",
    "is_left", "gap", "figures_nearer", "areas_nearer", "before_1", "behind_1", "behind_2", "from_start", "verb_behind", "market_word_behind", "is_possessive", *BETWEEN,
    "in_title", "in_heading", "n_named", "share_named", "is_document_area", "n_areas", "title_names_areas", "heading_names_area", "other_in_sentence", "is_home_of_currency", "n_figures_in_sentences", "world_named",
)  # fmt: skip
_NAMING = 12  # columns behind those of the place


def area_columns(page: Page, columns: PageColumns, candidates: Sequence[Sequence[AreaCandidate]]) -> Floats:
    """One row for each figure and candidate, figure after figure, shape (candidates of all figures, COLUMNS).

    Args:
        page: with at least one figure.
        columns: of the page.
        candidates: of each of its figures.
    """
    rows = [row for figure, offered in zip(page.figures, candidates, strict=True) for row in _rows(page, figure, offered)]  # fmt: skip
    values = np.array(rows, dtype=float)
    return np.hstack([values[:, :-_NAMING], _place(page, columns, candidates), values[:, -_NAMING:]])


def _rows(page: Page, figure: PlacedFigure, offered: Sequence[AreaCandidate]) -> Iterator[list[float]]:
    """All columns but those of the place."""
    heading = {area.name for area in areas_in(page.context.headings.get(figure.scene.sentence.block, ""))}
    inside = {mark.area.name for mark in sentence_areas(page, figure)}
    home = area_of_currency(figure.mention.unit or "")
    total = len(page.areas)
    for c in offered:
        code, name = c.area.code, c.area.name
        yield [
            AREA_SOURCES.index(c.source), c.distance, c.order, c.n_places, code == WORLD_CODE, code.isalpha() and len(code) == 3, code.startswith("vendor:"),
            name in page.title_areas, name in heading, page.n_areas[name], page.n_areas[name] / total if total else 0.0, page.context.area.name == name, len(page.n_areas),
            len(page.title_areas), bool(heading), bool(inside - {name}), home is not None and home.name == name,
            len(figure.scene.live), page.names_world,
        ]  # fmt: skip


def _place(page: Page, columns: PageColumns, candidates: Sequence[Sequence[AreaCandidate]]) -> Floats:
    """Where the sentence names each area; -1 where it does not."""
    marks = [(i, c.order, c.mark) for i, offered in enumerate(candidates) for c in offered]
    values = np.full((len(marks), 11 + len(BETWEEN)), -1.0)
    named = [(i, order, mark) for i, order, mark in marks if mark]
    at = np.array([i for i, _, _ in named], dtype=np.intp)
    seen = beside(page, columns, at, [(mark.start, mark.end) for _, _, mark in named])
    first, last = columns.first[at], columns.last[at]
    classes = np.vstack([columns.holds((VERBS, BIT["market_words"])), np.zeros((2, 2), dtype=bool)])
    behind = np.where(seen.last < last, seen.last, len(columns.kind))
    after = np.where(seen.last + 1 < last, seen.last + 1, len(columns.kind))
    values[[mark is not None for _, _, mark in marks]] = np.column_stack([
        seen.is_left, seen.gap, seen.n_nearer, [order for _, order, _ in named],
        *(columns.code(place, first, last) for place in (seen.first - 1, seen.last, seen.last + 1)), seen.first - first,
        classes[behind, 0], classes[behind, 1] | classes[after, 1], [page.parsed.text[mark.end : mark.end + 2] in ("'s", "’s") for _, _, mark in named], seen.between,
    ])  # fmt: skip
    return values
