"""Columns of a figure, the same for all its candidates: its kind, its place, and how near the words are that name markets and parts."""

from __future__ import annotations

from math import log10

import numpy as np

from sources.extract.candidates.page import METRICS, Page, PlacedFigure
from sources.extract.candidates.tokens import BIT
from sources.extract.features.page_columns import Floats, PageColumns

KINDS = ("money", "percent", "points", "basis_points", "times", "count")
_NEAR = ("market_words", "segment_words", "share_words", "metrics.share_of", "region_words", "company_verbs", "agent_nouns", "rest_words", "contrast_words")  # fmt: skip

COLUMNS = (
    "metric", "kind", "figures_in_sentence", "figure_number", "is_cell", "has_header", "has_row_label", "has_label", "has_above", "n_listed_parts", "is_list_item", "is_heading", "opens_block",
    "adds_up_to_whole", "magnitude", "tokens_before", "tokens_behind", "word_before", "word_behind", "is_wide", "has_heading", "areas_in_sentence",
    *(f"{side}_to_{name}" for name in _NEAR for side in ("left", "right")),
)  # fmt: skip


def figure_columns(page: Page, columns: PageColumns) -> Floats:
    """One row for each figure, shape (figures, COLUMNS)."""
    first, last, left, right = columns.first, columns.last, columns.left, columns.right
    edges = zip(
        (left - first).tolist(), (last - right).tolist(),
        columns.code(left - 1, first, last).tolist(), columns.code(right, first, last).tolist(),
        strict=True,
    )  # fmt: skip
    values = np.array([_of_figure(page, figure, edge) for figure, edge in zip(page.figures, edges, strict=True)])
    near = columns.distances(*columns.nearest([BIT[name] for name in _NEAR]), from_one=False)
    return np.hstack([values, np.dstack(near).reshape(len(values), -1)])


def _of_figure(page: Page, figure: PlacedFigure, edge: tuple[float, ...]) -> list[float]:
    scene, q, block = figure.scene, figure.quantity, figure.scene.block
    return [
        float(METRICS.index(figure.mention.metric)), float(KINDS.index(q.kind)), float(len(scene.live)), float(figure.number), float(scene.cell is not None), float(bool(block.header_path)),
        float(bool(block.row_labels)), float(bool(scene.label and scene.label[0])), float(bool(scene.above)), float(len(page.part_keys)), float(block.kind == "list_item"), float(block.kind == "heading"),
        float(scene.sentence.first), float(_adds_up(figure)), log10(abs(float(q.value)) + 1.0), *edge, float(scene.is_wide),
        float(bool(page.context.headings.get(scene.sentence.block))), float(len(page.areas_between(scene.sentence.start, scene.sentence.end))),
    ]  # fmt: skip


def _adds_up(figure: PlacedFigure) -> bool:
    parts = [q.value for q in figure.scene.live if q.kind == "percent" and q.value_high is None]
    return len(parts) >= 3 and 97 <= sum(parts) <= 103
