"""Labelled texts as pages, with the right candidates of each figure. No fitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpus.judge import area_key, same_name
from corpus.labels import Label, LabelledText
from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.page import METRICS, Page, page_of
from sources.extract.candidates.parts import PartCandidate
from sources.extract.candidates.times import TimeCandidate, fits
from sources.extract.choose.rows import PageRows, page_rows
from sources.extract.features.statuses import STATUSES
from sources.extract.read.rules_reading import read_by_rules
from sources.records import Mention, Metric


@dataclass(frozen=True)
class Target:
    """Which candidates of one figure take part in training, and which of them are right."""

    taken: np.ndarray
    right: np.ndarray


@dataclass(frozen=True)
class Targets:
    """Of each figure and attribute; None where the label does not judge, or the candidates are all right or all wrong."""

    metrics: tuple[Target | None, ...]
    parts: tuple[Target | None, ...]
    areas: tuple[Target | None, ...]
    times: tuple[Target | None, ...]
    statuses: tuple[Target | None, ...]


@dataclass(frozen=True)
class Example:
    """One labelled text.

    Attributes:
        name: of the text.
        labels: all of them.
        mentions: all mentions of the reading, with those of the page's figures.
        has_rules: whether `mentions` are a reading of the rules that the second pass may learn from.
        is_first_reading: whether they come from a reader whose rules were not yet changed because of this text: they may score it.
        rows: candidates of its figures.
        targets: the right ones among them.
    """

    name: str
    family: str
    density: str
    labels: tuple[Label, ...]
    mentions: tuple[Mention, ...]
    has_rules: bool
    is_first_reading: bool
    page: Page
    rows: PageRows
    targets: Targets


def example_of(
    text: LabelledText, reading: Sequence[Mention] | None, *, family: str, density: str = "plain", is_first: bool = True
) -> Example | None:
    """Lays a labelled text out; None where it has no figure whose part is chosen, or holds markup inside its sentences.

    Args:
        text: with its labels.
        reading: the rules' reading, for the second pass; None takes today's reading, for the first pass only.
        family: of the text.
        density: where the labels do not say.
        is_first: whether no rule was changed because of the text before this reading.
    """
    laid = read_by_rules(text.document)
    if laid.scan.shown:
        return None
    page, mentions = laid.page, tuple(laid.mentions)
    if reading is not None:
        mentions = tuple(reading)
        page = page_of(laid.scan.parsed, laid.scan.sentences, laid.context, laid.scenes, mentions)
    if not page.figures:
        return None
    read = [None if reading is None else figure.mention for figure in page.figures]
    rows = page_rows(page, read)
    labels = [_label_of(figure.mention, text.labels) for figure in page.figures]
    return Example(
        name=text.name.removeprefix("corpus/"),
        family=family,
        density=text.density or density,
        labels=text.labels,
        mentions=mentions,
        has_rules=reading is not None,
        is_first_reading=reading is not None and is_first,
        page=page,
        rows=rows,
        targets=Targets(
            tuple(_metric_target(label) for label in labels),
            tuple(_part_target(c, label) for c, label in zip(rows.parts.candidates, labels, strict=True)),
            tuple(_area_target(c, label) for c, label in zip(rows.areas.candidates, labels, strict=True)),
            tuple(_time_target(c, label) for c, label in zip(rows.times.candidates, labels, strict=True)),
            tuple(_status_target(label) for label in labels),
        ),
    )


def _label_of(mention: Mention, labels: Sequence[Label]) -> Label | None:
    for label in labels:
        overlaps = label.char_start < mention.char_end and mention.char_start < label.char_end
        if overlaps and abs(abs(label.value) - abs(float(mention.value))) <= 1e-6 * max(1.0, abs(label.value)):
            return label
    return None


def _metric_target(label: Label | None) -> Target | None:
    accepted = label.metrics if label else ("other_numeric",)
    right = np.array([metric in accepted for metric in METRICS])
    return Target(np.ones_like(right), right.astype(float)) if right.any() else None


def _part_target(candidates: Sequence[PartCandidate], label: Label | None) -> Target | None:
    if label is None or label.metrics[0] in ("other_numeric", "impact_on_cagr"):
        return None
    names = [name for name in label.segments if name]
    is_whole = np.array([not c.key for c in candidates])
    similar = np.array([bool(c.key) and any(same_name(name, c.name) for name in names) for c in candidates])
    lower = {name.lower() for name in names}
    exact = np.array([bool(c.name) and c.name.lower() in lower for c in candidates])  # type: ignore[union-attr]
    named = exact if exact.any() else similar
    right = named.copy()
    if None in label.segments:
        right = is_whole | (named if label.segments[0] else np.zeros_like(named))
    taken = right | ~(similar | (is_whole if None in label.segments else np.zeros_like(is_whole)))
    return Target(taken, right[taken].astype(float)) if right.any() and not right[taken].all() else None


def _area_target(candidates: Sequence[AreaCandidate], label: Label | None) -> Target | None:
    if label is None or label.metrics[0] in ("other_numeric", "impact_on_cagr"):
        return None
    accepted = {area_key(name) for name in label.areas}
    right = np.array([area_key(c.area.name) in accepted for c in candidates])
    return Target(np.ones_like(right), right.astype(float)) if right.any() and not right.all() else None


def _time_target(candidates: Sequence[TimeCandidate], label: Label | None) -> Target | None:
    if label is None or label.metrics[0] in ("other_numeric", "impact_on_cagr"):
        return None
    if not (label.years or label.period_starts or label.period_ends):
        return None
    metric: Metric = label.metrics[0]  # type: ignore[assignment]
    possible = np.array([fits(metric, c) for c in candidates])
    right = possible & np.array([_is_time(label, c) for c in candidates])
    return Target(possible, right[possible].astype(float)) if right.any() and not right[possible].all() else None


def _is_time(label: Label, c: TimeCandidate) -> bool:
    times = ((label.years, c.year), (label.period_starts, c.start), (label.period_ends, c.end))
    return all(not accepted or read in accepted for accepted, read in times)


def _status_target(label: Label | None) -> Target | None:
    if label is None or len(label.statuses) != 1 or label.metrics[0] in ("other_numeric", "impact_on_cagr"):
        return None
    right = np.array([status in label.statuses for status in STATUSES])
    return Target(np.ones_like(right), right.astype(float))
