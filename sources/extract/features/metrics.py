"""Columns of a figure and one reading of its metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

import numpy as np

from sources.extract.candidates.page import METRICS, Page, PlacedFigure
from sources.extract.candidates.tokens import BIT, FIGURE
from sources.extract.features.page_columns import FAR, Floats, PageColumns
from sources.extract.features.parts import classes_of
from sources.extract.features.rules import UNREAD
from sources.extract.scan.figure import Kind
from sources.records import Mention, Metric

# Words that name a metric, those that often stand with it, and those that speak of its market.
_WORDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "market_size": (("metrics.market_size",), ("market_words",), ("value_nouns", "measure_nouns")),
    "cagr": (("metrics.cagr",), ("metrics.growth",), ("status.forecast",)),
    "share": (("metrics.share", "share_words"), ("metrics.share_of", "of_words"), ("segment_words", "region_words")),
    "growth_rate": (("metrics.growth",), ("rise_verbs", "fall_verbs", "motion_verbs"), ("rise_nouns", "fall_nouns", "year_compares")),
    "volume": (("metrics.volume",), ("counted_nouns",), ("measured_units",)),
    "price": (("metrics.price",), ("per_words",), ("measured_units", "product_words")),
    "margin": (("metrics.margin",), ("own_accounts",), ("company_words",)),
    "other_numeric": (("metrics.other_money", "metrics.other_percent"), ("own_accounts", "company_verbs", "deal_words"), ("people_nouns", "agent_nouns", "trade_verbs")),
}  # fmt: skip
_BITS = {metric: tuple(sum(BIT[name] for name in names) for names in _WORDS[metric]) for metric in METRICS}
_PLACES = ("header", "row", "label", "above", "heading", "title")
_KINDS = {
    "market_size": ("money",), "cagr": ("percent",), "share": ("percent",), "growth_rate": ("percent", "times"), "volume": ("count",), "price": ("money",), "margin": ("percent",),
    "other_numeric": ("money", "percent", "points", "basis_points", "times", "count"),
}  # fmt: skip

COLUMNS = (
    "metric_read_as", "fits_kind",
    *(f"{side}_{name}" for name in ("named", "usual", "about") for side in ("left", "right", "left_own", "right_own")),
    *(f"named_in_{place}" for place in _PLACES), *(f"usual_in_{place}" for place in _PLACES),
)  # fmt: skip


def metric_columns(page: Page, columns: PageColumns) -> Floats:
    """One row for each figure and metric, shape (figures, METRICS, COLUMNS); "own" words are those that no other figure is between."""
    n, n_metrics = len(page.figures), len(METRICS)
    kinds = [figure.quantity.kind for figure in page.figures]
    fits = np.array([[kind in _KINDS[metric] for metric in METRICS] for kind in kinds], dtype=float)
    held = [
        _held(words, page.context.grammar.language) for figure in page.figures for words in _surroundings(page, figure)
    ]
    named_in, usual_in = (
        np.array([[bool(held_by & bits[group]) for held_by in held] for bits in _BITS.values()], dtype=float)
        .reshape(n_metrics, n, len(_PLACES))
        .swapaxes(0, 1)
        for group in (0, 1)
    )
    return np.concatenate(
        [
            np.broadcast_to(np.arange(float(n_metrics))[:, None], (n, n_metrics, 1)),
            fits[:, :, None],
            _distances(columns).reshape(n, n_metrics, -1),
            named_in,
            usual_in,
        ],
        axis=2,
    )


def _distances(columns: PageColumns) -> Floats:
    """Of each figure, metric and group of words: tokens to the nearest one on either side, and to the nearest own one, as COLUMNS has them."""
    before, behind = columns.nearest([bits for groups in _BITS.values() for bits in groups])
    figure_before, figure_behind = columns.nearest([FIGURE])
    left, right = columns.distances(before, behind, from_one=True)
    left_nearest = np.where(figure_before > before, FAR, left)
    right_nearest = np.where((figure_behind >= 0) & (figure_behind < behind), FAR, right)
    return np.stack([left, right, left_nearest, right_nearest], axis=2)


def _surroundings(page: Page, figure: PlacedFigure) -> tuple[str, ...]:
    scene, block = figure.scene, figure.scene.block
    return (
        " ".join(block.header_path),
        " ".join(block.row_labels),
        scene.label[0] if scene.label else "",
        scene.above,
        page.context.headings.get(scene.sentence.block, ""),
        page.context.title or "",
    )


@lru_cache(maxsize=4096)
def _held(words: str, language: str) -> int:
    """All classes that a heading or a header has words of."""
    return reduce(or_, classes_of(words, language), 0)


RULE_COLUMNS = ("rules_read_metric", "rules_same_metric", "rules_part", "rules_area", "rules_previous_same", "rules_next_same", "rules_share_same")  # fmt: skip


def metrics_by_kind(figures: Sequence[PlacedFigure], read: Sequence[Mention | None]) -> dict[Kind, Counter[Metric]]:
    """How often the rules read each metric of the figures of one kind. Counted once for a page, so that its time grows with the page."""
    counts: dict[Kind, Counter[Metric]] = {}
    for figure, mention in zip(figures, read, strict=True):
        if mention:
            counts.setdefault(figure.quantity.kind, Counter())[mention.metric] += 1
    return counts


def metric_rule_columns(alike: Counter[Metric] | None, at: int, read: Sequence[Mention | None], metric: Metric) -> list[float]:  # fmt: skip
    """One value for each of RULE_COLUMNS; UNREAD where no first reading is known.

    Args:
        alike: metrics that the rules read of the page's figures of this kind (`metrics_by_kind`).
        at: index of the figure.
        read: what the rules read of each figure of the page.
        metric: the reading.
    """
    mention = read[at]
    if mention is None or alike is None:
        return [UNREAD] * len(RULE_COLUMNS)
    before = read[at - 1] if at else None
    after = read[at + 1] if at + 1 < len(read) else None
    return [
        float(METRICS.index(mention.metric)), float(mention.metric == metric), float(mention.segment is not None), float(mention.geography != "Global"),
        float(before.metric == metric) if before else -1.0, float(after.metric == metric) if after else -1.0, alike[metric] / alike.total(),
    ]  # fmt: skip
