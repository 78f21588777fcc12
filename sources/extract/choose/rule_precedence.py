"""When the rules' reading counts although the chooser finds another candidate likelier.

Weights are fitted on first readings: texts that no rule was mended on. On forms that rules were written for, the rules are better than
these weights know. So the rules' reading counts until another is several times as likely.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import Figure
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.passes import Choices
from sources.extract.named_subjects import part_words
from sources.records import Mention

C = TypeVar("C")

# How many times as likely another reading has to be. Of the values tried, these lose nothing on texts that rules were mended on.
METRIC, PART, AREA, TIME, STATUS = 10.0, 3.0, 3.0, 3.0, 3.0


def with_rules_preferred(figures: tuple[Figure, ...], second: Choices) -> tuple[FigureChoice, ...]:
    """Choices for the figures of a page, with the rules' reading where it takes precedence.

    Args:
        figures: of the page, in order.
        second: what the second pass made of them.
    """
    return tuple(
        FigureChoice(
            figure,
            _preferred(metric, _rules_metric(figure.mention, metric), METRIC),
            _preferred(part, _rules_part(figure.mention, part), PART),
            _preferred(area, _rules_area(figure.mention, area), AREA),
            _preferred(time, _rules_time(figure.mention, time), TIME),
            _preferred(status, list(status.candidates).index(figure.mention.status), STATUS),
        )
        for figure, metric, part, area, time, status in zip(
            figures, second.metrics, second.parts, second.areas, second.times, second.statuses, strict=True
        )
    )


def _preferred(choice: Choice[C], rules: int | None, times: float) -> Choice[C]:
    if rules is None or choice.chances[choice.best] >= times * choice.chances[rules]:
        return choice
    return replace(choice, preferred=rules)


def _rules_metric(m: Mention, choice: Choice[Any]) -> int | None:
    return next((i for i, metric in enumerate(choice.candidates) if metric == m.metric), None)


def _rules_part(m: Mention, choice: Choice[Any]) -> int | None:
    key = part_words(m.segment) if m.segment else frozenset()
    return next((i for i, part in enumerate(choice.candidates) if part.key == key), None)


def _rules_area(m: Mention, choice: Choice[Any]) -> int | None:
    return next((i for i, area in enumerate(choice.candidates) if area.area.name == m.geography), None)


def _rules_time(m: Mention, choice: Choice[Any]) -> int | None:
    key = (m.year, m.period_start, m.period_end)
    return next((i for i, time in enumerate(choice.candidates) if time.key == key), None)
