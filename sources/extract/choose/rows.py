"""Rows of numbers for all candidates of a page, one matrix for each attribute. No weights here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from sources.extract.candidates.areas import AreaCandidate, area_candidates
from sources.extract.candidates.page import METRICS, Page, PlacedFigure
from sources.extract.candidates.parts import PartCandidate, part_candidates
from sources.extract.candidates.times import TimeCandidate, time_candidates
from sources.extract.choose.trees import Floats, Ints
from sources.extract.features.areas import area_columns
from sources.extract.features.figures import figure_columns
from sources.extract.features.metrics import metric_columns, metric_rule_columns, metrics_by_kind
from sources.extract.features.page_columns import PageColumns, columns_of
from sources.extract.features.parts import part_columns
from sources.extract.features.rules import area_rule_columns, part_rule_columns
from sources.extract.features.statuses import STATUSES, status_columns, status_rule_columns
from sources.extract.features.times import time_columns, time_rule_columns
from sources.records import Mention, Metric

C = TypeVar("C")


@dataclass(frozen=True)
class Rows(Generic[C]):
    """Candidates of all figures of a page for one attribute.

    Attributes:
        candidates: of each figure.
        first: rows of the first pass, shape (candidates of all figures, columns), figure after figure.
        rules: columns of what the rules read, row by row.
    """

    candidates: tuple[tuple[C, ...], ...]
    first: Floats
    rules: Floats

    @property
    def sizes(self) -> Ints:
        """Candidates of each figure."""
        return np.array([len(c) for c in self.candidates], dtype=np.int32)


@dataclass(frozen=True)
class PageRows:
    """Rows of a page for each attribute."""

    metrics: Rows[Metric]
    parts: Rows[PartCandidate]
    areas: Rows[AreaCandidate]
    times: Rows[TimeCandidate]
    statuses: Rows[str]


def page_rows(page: Page, read: Sequence[Mention | None]) -> PageRows:
    """Candidates of a page's figures with their columns.

    Args:
        page: with at least one figure.
        read: what the rules read of each figure; None where that is not known.
    """
    columns = columns_of(page)
    shared = figure_columns(page, columns)
    return PageRows(
        _metrics(page, columns, read, shared),
        _rows(page, columns, read, shared, part_candidates, part_columns, part_rule_columns),
        _rows(page, columns, read, shared, area_candidates, area_columns, area_rule_columns),
        _rows(page, columns, read, shared, time_candidates, time_columns, time_rule_columns),
        _statuses(page, columns, read, shared),
    )


def _metrics(page: Page, columns: PageColumns, read: Sequence[Mention | None], shared: Floats) -> Rows[Metric]:
    alike = metrics_by_kind(page.figures, read)
    rules = [
        metric_rule_columns(alike.get(figure.quantity.kind), at, read, metric)
        for at, figure in enumerate(page.figures)
        for metric in METRICS
    ]
    rest = shared[:, 1:]  # but not the metric that the rules read
    return Rows(tuple(METRICS for _ in page.figures), _joined(metric_columns(page, columns), rest), np.array(rules))


def _statuses(page: Page, columns: PageColumns, read: Sequence[Mention | None], shared: Floats) -> Rows[str]:
    share = sum(figure.mention.status == "forecast" for figure in page.figures) / len(page.figures)
    rules = [status_rule_columns(mention, status, share) for mention in read for status in range(len(STATUSES))]
    return Rows(tuple(STATUSES for _ in page.figures), _joined(status_columns(page, columns), shared), np.array(rules))


def _joined(pairs: Floats, shared: Floats) -> Floats:
    """Rows of pairs, shape (figures, readings, columns), each beside the row of its figure."""
    n, n_readings, _ = pairs.shape
    return np.hstack([pairs.reshape(n * n_readings, -1), np.repeat(shared, n_readings, axis=0)])


def _rows(
    page: Page,
    columns: PageColumns,
    read: Sequence[Mention | None],
    shared: Floats,
    offered_to: Callable[[Page, PlacedFigure], tuple[C, ...]],
    pair_columns: Callable[[Page, PageColumns, Sequence[Sequence[C]]], Floats],
    rule_columns: Callable[[Mention | None, C], list[float]],
) -> Rows[C]:
    """Rows of an attribute whose candidates differ from figure to figure."""
    candidates = tuple(offered_to(page, figure) for figure in page.figures)
    sizes = [len(offered) for offered in candidates]
    first = np.hstack([pair_columns(page, columns, candidates), np.repeat(shared, sizes, axis=0)])
    rules = [rule_columns(mention, c) for mention, offered in zip(read, candidates, strict=True) for c in offered]
    return Rows(candidates, first, np.array(rules))
