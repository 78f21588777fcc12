"""Rows of numbers for all candidates of a page, one matrix for each attribute. No weights here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from sources.extract.candidates.areas import AreaCandidate, area_candidates
from sources.extract.candidates.page import METRICS, Figure, Page
from sources.extract.candidates.parts import PartCandidate, part_candidates
from sources.extract.candidates.times import TimeCandidate, time_candidates
from sources.extract.choose.trees import Floats, Ints
from sources.extract.features.areas import area_columns
from sources.extract.features.figures import figure_columns
from sources.extract.features.metrics import metric_columns, metric_rule_columns, metrics_by_kind
from sources.extract.features.parts import part_columns
from sources.extract.features.rules import area_rule_columns, part_rule_columns
from sources.extract.features.statuses import STATUSES, latest_year, status_columns, status_rule_columns
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
    shared = [figure_columns(page, figure) for figure in page.figures]
    return PageRows(
        _metrics(page, read, shared),
        _parts(page, read, shared),
        _rows(page, read, shared, area_candidates, area_columns, area_rule_columns),
        _rows(page, read, shared, time_candidates, time_columns, time_rule_columns),
        _statuses(page, read, shared),
    )


def _metrics(page: Page, read: Sequence[Mention | None], shared: Sequence[list[float]]) -> Rows[Metric]:
    first, rules = [], []
    alike = metrics_by_kind(page.figures, read)
    for at, (figure, own) in enumerate(zip(page.figures, shared, strict=True)):
        for metric in METRICS:
            first.append([*metric_columns(page, figure, metric), *own[1:]])  # but not the metric that the rules read
            rules.append(metric_rule_columns(alike.get(figure.quantity.kind), at, read, metric))
    return Rows(tuple(METRICS for _ in page.figures), np.array(first), np.array(rules))


def _parts(page: Page, read: Sequence[Mention | None], shared: Sequence[list[float]]) -> Rows[PartCandidate]:
    candidates = tuple(part_candidates(page, figure) for figure in page.figures)
    first, rules = [], []
    for figure, offered, mention, own in zip(page.figures, candidates, read, shared, strict=True):
        ends = {c.last for c in offered if c.source == "sentence" and c.last <= figure.left}
        starts = {c.first for c in offered if c.source == "sentence" and c.first >= figure.right}
        for c in offered:
            first.append([*part_columns(page, figure, c, _nearer(c, figure, ends, starts)), *own])
            rules.append(part_rule_columns(mention, c))
    return Rows(candidates, np.array(first), np.array(rules))


def _nearer(c: PartCandidate, figure: Figure, ends: set[int], starts: set[int]) -> int:
    if c.source != "sentence":
        return 0
    if c.last <= figure.left:
        return sum(end > c.last for end in ends)
    return sum(start < c.first for start in starts)


def _rows(
    page: Page,
    read: Sequence[Mention | None],
    shared: Sequence[list[float]],
    offered_to: Callable[[Page, Figure], tuple[C, ...]],
    columns: Callable[[Page, Figure, C], list[float]],
    rule_columns: Callable[[Mention | None, C], list[float]],
) -> Rows[C]:
    """Rows of an attribute whose candidates are described one by one."""
    candidates = tuple(offered_to(page, figure) for figure in page.figures)
    first, rules = [], []
    for figure, offered, mention, own in zip(page.figures, candidates, read, shared, strict=True):
        for c in offered:
            first.append([*columns(page, figure, c), *own])
            rules.append(rule_columns(mention, c))
    return Rows(candidates, np.array(first), np.array(rules))


def _statuses(page: Page, read: Sequence[Mention | None], shared: Sequence[list[float]]) -> Rows[str]:
    share = sum(figure.mention.status == "forecast" for figure in page.figures) / len(page.figures)
    latest = latest_year(page.figures)
    first, rules = [], []
    for figure, mention, own in zip(page.figures, read, shared, strict=True):
        for status in range(len(STATUSES)):
            first.append([*status_columns(page, figure, status, latest), *own])
            rules.append(status_rule_columns(mention, status, share))
    return Rows(tuple(STATUSES for _ in page.figures), np.array(first), np.array(rules))
