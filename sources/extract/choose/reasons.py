"""Why a figure has its metric, part, area, time and status: the choice, what came next, and the columns that made the difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import Figure, Page
from sources.extract.choose.passes import choices, first_rows, second_rows
from sources.extract.choose.rows import Rows, page_rows
from sources.extract.choose.rule_precedence import with_rules_preferred
from sources.extract.choose.trees import Floats
from sources.extract.choose.weights import Weights

_TOLD = 3
_WHOLE = "whole market"


@dataclass(frozen=True, slots=True)
class Reason:
    """One attribute of one figure.

    Attributes:
        attribute: metric, part, area, time or status.
        rules: what the rules read; "whole market" for no part.
        chosen: the reading that counts; the rules' own where it takes precedence.
        chance: of the choice.
        source: where the candidate comes from; None for metrics.
        runner_up, runner_up_chance: the next candidate that reads differently; None where there is none.
        decided_by: up to three columns that speak most for the choice over the runner-up, with the log odds that each adds.
    """

    attribute: str
    rules: str
    chosen: str
    chance: float
    source: str | None
    runner_up: str | None
    runner_up_chance: float | None
    decided_by: tuple[tuple[str, float], ...]


def reasons_of(page: Page, weights: Weights) -> dict[tuple[int, int], tuple[Reason, ...]]:
    """Reasons of every figure of a page, by its span.

    Args:
        page: as `page_of` lays it out.
        weights: of both passes.
    """
    if not page.figures:
        return {}
    rows = page_rows(page, [figure.mention for figure in page.figures])
    seen = second_rows(page, rows, choices(rows, first_rows(rows), weights.first))
    found = with_rules_preferred(page.figures, choices(rows, seen, weights.second))
    read = [figure.mention for figure in page.figures]
    attributes = (
        _reasons("metric", [m.metric for m in read], rows.metrics, seen.metrics, [c.metric for c in found], weights, "metrics", str, lambda _: None),
        _reasons("part", [m.segment or _WHOLE for m in read], rows.parts, seen.parts, [c.part for c in found], weights, "parts", lambda c: c.name or _WHOLE, lambda c: c.source),
        _reasons("area", [m.geography for m in read], rows.areas, seen.areas, [c.area for c in found], weights, "areas", lambda c: c.area.name, lambda c: c.source),
        _reasons("time", [_time(m.year, m.period_start, m.period_end) for m in read], rows.times, seen.times, [c.time for c in found], weights, "times", lambda c: _time(*c.key), lambda c: c.source),
        _reasons("status", [m.status for m in read], rows.statuses, seen.statuses, [c.status for c in found], weights, "statuses", str, lambda _: None),
    )  # fmt: skip
    return {_span(figure): told for figure, *told in zip(page.figures, *attributes, strict=True)}  # type: ignore[misc]


def _time(year: int | None, start: int | None, end: int | None) -> str:
    if year is not None:
        return str(year)
    return f"{start or ''}-{end}" if end is not None else "undated"


def _span(figure: Figure) -> tuple[int, int]:
    return figure.mention.char_start, figure.mention.char_end


def _reasons(
    attribute: str,
    readings: Sequence[str],
    rows: Rows[Any],
    seen: Floats,
    found: Sequence[Choice[Any]],
    weights: Weights,
    of: str,
    name: Callable[[Any], str],
    source: Callable[[Any], str | None],
) -> list[Reason]:
    bounds = pairwise([0, *np.cumsum(rows.sizes).tolist()])
    out = []
    for rules, choice, (start, _) in zip(readings, found, bounds, strict=True):
        best = choice.best
        chosen = name(choice.candidates[best])
        order = sorted(range(len(choice.chances)), key=lambda c, p=choice.chances: -p[c])  # type: ignore[misc]
        after = next((c for c in order if name(choice.candidates[c]) != chosen), None)
        added = _shares(rows, seen, weights, of, start + best)
        if after is not None:
            for column, value in _shares(rows, seen, weights, of, start + after).items():
                added[column] = added.get(column, 0.0) - value
        strongest = sorted(added, key=lambda column, a=added: (-a[column], column))[:_TOLD]  # type: ignore[misc]
        out.append(
            Reason(
                attribute=attribute,
                rules=rules,
                chosen=chosen,
                chance=round(choice.chances[best], 3),
                source=source(choice.candidates[best]),
                runner_up=name(choice.candidates[after]) if after is not None else None,
                runner_up_chance=round(choice.chances[after], 3) if after is not None else None,
                decided_by=tuple((column, round(added[column], 2)) for column in strongest if added[column] > 0),
            )
        )
    return out


def _shares(rows: Rows[Any], seen: Floats, weights: Weights, of: str, at: int) -> dict[str, float]:
    """What each column adds to a candidate in both passes; what the second pass took from the first is told by the first's own columns."""
    first, second = getattr(weights.first, of), getattr(weights.second, of)
    names = getattr(weights.names, of).names
    added = dict(zip(names, second.shares(seen[at]).tolist(), strict=True))
    for own in ("first_pass", "first_pass_rank"):
        added.pop(own)
    own_shares = first.shares(rows.first[at]).tolist()
    for column, value in zip(names[: len(own_shares)], own_shares, strict=True):
        added[column] += value
    return added
