"""Reasons for a figure's metric, part, area, time and status: the choice, the runner-up, and the features that decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.passes import choices, first_rows, second_rows
from sources.extract.choose.rows import Rows, page_rows
from sources.extract.choose.rule_precedence import precedence, with_rules_preferred
from sources.extract.choose.trees import Floats
from sources.extract.choose.weights import Weights
from sources.extract.features.labels import column_in_words
from sources.records import Mention

ATTRIBUTES = ("metric", "part", "area", "time", "status")
_MOST = 3
_WHOLE = "whole market"
_ALONE = "no other reading is on offer"
_RULES = "the rules read it so"  # as `labels.yml` has it of rules_same


@dataclass(frozen=True, slots=True)
class Reason:
    """One attribute of one figure.

    Attributes:
        attribute: metric, part, area, time or status.
        rules: what the rules read; "whole market" for no part.
        chosen: the reading that counts; the rules' own where it takes precedence.
        chance: of the choice; None where nothing was weighed.
        source: where the candidate comes from; None for metric and status.
        runner_up, runner_up_chance: the next candidate that reads differently; None where there is none.
        decided_by: up to three columns that speak most for the choice over the runner-up, with the log odds that each adds.
        because: why it counts, in words, at least one and at most three: the rules' precedence where that decided, then what the columns say.
    """

    attribute: str
    rules: str
    chosen: str
    chance: float | None
    source: str | None
    runner_up: str | None
    runner_up_chance: float | None
    decided_by: tuple[tuple[str, float], ...]
    because: tuple[str, ...]


def readings_of(m: Mention) -> dict[str, str]:
    """What a mention says, in words, for each of ATTRIBUTES."""
    time = _time(m.year, m.period_start, m.period_end)
    return {"metric": m.metric, "part": m.segment or _WHOLE, "area": m.geography, "time": time, "status": m.status}


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
    chosen = with_rules_preferred(page.figures, choices(rows, seen, weights.second))
    by_attribute = [
        _reasons(how, page.figures, chosen, getattr(rows, how.rows), getattr(seen, how.rows), weights)
        for how in _ATTRIBUTES
    ]
    return {_span(figure): reasons for figure, *reasons in zip(page.figures, *by_attribute, strict=True)}  # type: ignore[misc]


def _time(year: int | None, start: int | None, end: int | None) -> str:
    if year is not None:
        return str(year)
    return f"{start or '?'} to {end}" if end is not None else "undated"


def _span(figure: PlacedFigure) -> tuple[int, int]:
    return figure.mention.char_start, figure.mention.char_end


class _Attribute(NamedTuple):
    name: str
    rows: str  # field of rows, choices of a pass and weights
    called: Callable[[Any], str]  # a candidate in words
    source: Callable[[Any], str | None]


_ATTRIBUTES = (
    _Attribute("metric", "metrics", str, lambda _: None),
    _Attribute("part", "parts", lambda part: part.name or _WHOLE, lambda part: part.source),
    _Attribute("area", "areas", lambda area: area.area.name, lambda area: area.source),
    _Attribute("time", "times", lambda time: _time(*time.key), lambda time: time.source),
    _Attribute("status", "statuses", str, lambda _: None),
)


def _reasons(
    how: _Attribute,
    figures: Sequence[PlacedFigure],
    chosen: Sequence[FigureChoice],
    rows: Rows[Any],
    seen: Floats,
    weights: Weights,
) -> list[Reason]:
    columns = getattr(weights.names, how.rows).names
    starts = [0, *np.cumsum(rows.sizes).tolist()]
    out = []
    for figure, start, of_figure in zip(figures, starts, chosen, strict=False):
        choice: Choice[Any] = getattr(of_figure, how.name)
        best, names = choice.best, [how.called(candidate) for candidate in choice.candidates]
        reason = Reason(
            attribute=how.name,
            rules=readings_of(figure.mention)[how.name],
            chosen=names[best],
            chance=round(choice.chances[best], 3),
            source=how.source(choice.candidates[best]),
            runner_up=None,
            runner_up_chance=None,
            decided_by=(),
            because=(_ALONE,),
        )
        others = [c for c, name in enumerate(names) if name != names[best]]
        if others:
            after = max(others, key=choice.chances.__getitem__)
            decided = _decided_by(_shares(rows, seen, weights, how.rows, start + best), _shares(rows, seen, weights, how.rows, start + after))  # fmt: skip
            winner, other = (dict(zip(columns, seen[start + c].tolist(), strict=True)) for c in (best, after))
            words = [column_in_words(how.name, c, winner[c], other[c]) for c, _ in decided]
            if choice.preferred is not None:
                words = [_held(how.name, figure, names[after]), *(one for one in words if one != _RULES)]
            reason = replace(
                reason,
                runner_up=names[after],
                runner_up_chance=round(choice.chances[after], 3),
                decided_by=decided,
                because=tuple(dict.fromkeys(words))[:_MOST],
            )
        out.append(reason)
    return out


def _held(attribute: str, figure: PlacedFigure, runner_up: str) -> str:
    return f"{_RULES}, and {runner_up} is less than {precedence(attribute, figure):g} times as likely"


def _decided_by(winner: dict[str, float], other: dict[str, float]) -> tuple[tuple[str, float], ...]:
    """The columns that add most to the one beyond what they add to the other."""
    more = {column: winner[column] - other[column] for column in winner}
    strongest = sorted(more, key=lambda column: (-more[column], column))[:_MOST]
    return tuple((column, round(more[column], 2)) for column in strongest if more[column] > 0)


def _shares(rows: Rows[Any], seen: Floats, weights: Weights, of: str, at: int) -> dict[str, float]:
    """What each column adds to a candidate in both passes; what the second pass took from the first counts as the columns of the first."""
    first, second = getattr(weights.first, of), getattr(weights.second, of)
    names = getattr(weights.names, of).names
    added = dict(zip(names, second.shares(seen[at]).tolist(), strict=True))
    for derived in ("first_pass", "first_pass_rank"):
        added.pop(derived)
    first_shares = first.shares(rows.first[at]).tolist()
    for column, value in zip(names[: len(first_shares)], first_shares, strict=True):
        added[column] += value
    return added
