"""When the rules' reading counts although the chooser finds another candidate likelier.

Weights are fitted on first readings: texts that no rule was mended on. On forms that rules were written for, the rules are better than
these weights know. So the rules' reading counts until another is several times as likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.choice import Choice
from sources.extract.candidates.page import PlacedFigure
from sources.extract.candidates.parts import PartCandidate
from sources.extract.candidates.times import TimeCandidate
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.passes import Choices
from sources.extract.text.name_keys import part_words
from sources.records import Mention, Metric

C = TypeVar("C")

# How many times as likely another reading has to be. Of the values tried, these lose nothing on texts that rules were mended on.
_TIMES = {"metric": 10.0, "part": 3.0, "area": 3.0, "time": 3.0, "status": 3.0}
# A part that a segmentation of the page lists is a sure reading of the rules: .875 of 56 such claims that count are right.
_LISTED_PART = 10.0
# A cell with several labels, or several headers, names its part itself. The weights saw one of each: they cannot outvote it.
_PART_OF_GRID = 1_000.0
_ONE_OF_EACH = 2


def precedence(attribute: str, figure: PlacedFigure) -> float:
    """How many times as likely as the rules' reading another has to be.

    Args:
        attribute: metric, part, area, time or status.
        figure: with what the rules read of it.
    """
    if attribute != "part":
        return _TIMES[attribute]
    block = figure.scene.block
    if figure.mention.segment and len(block.header_path) + len(block.row_labels) > _ONE_OF_EACH:
        return _PART_OF_GRID
    return _LISTED_PART if figure.mention.dimension else _TIMES[attribute]


def with_rules_preferred(figures: tuple[PlacedFigure, ...], second: Choices) -> tuple[FigureChoice, ...]:
    """Choices for the figures of a page, with the rules' reading where it takes precedence.

    Args:
        figures: of the page, in order.
        second: what the second pass made of them.
    """
    return tuple(
        FigureChoice(
            figure,
            _preferred(metric, _rules_metric(figure.mention, metric), precedence("metric", figure)),
            _preferred_part(figure, part),
            _preferred(area, _rules_area(figure.mention, area), precedence("area", figure)),
            _preferred(time, _rules_time(figure.mention, time), precedence("time", figure)),
            _preferred(status, [list(status.candidates).index(figure.mention.status)], precedence("status", figure)),
        )
        for figure, metric, part, area, time, status in zip(
            figures, second.metrics, second.parts, second.areas, second.times, second.statuses, strict=True
        )
    )


def _preferred_part(figure: PlacedFigure, choice: Choice[PartCandidate]) -> Choice[PartCandidate]:
    """A phrase that is a piece of a listed part's name means that part, so its chance is the listed part's."""
    m = figure.mention
    key = part_words(m.segment) if m.segment else frozenset()
    rules = [i for i, part in enumerate(choice.candidates) if part.key == key]
    if not m.dimension:
        return _preferred(choice, rules, precedence("part", figure))
    pieces = {i for i, part in enumerate(choice.candidates) if part.key < key and 2 * len(part.key) >= len(key)}
    chances = [0.0 if i in pieces else chance for i, chance in enumerate(choice.chances)]
    chances[rules[0]] += sum(choice.chances[i] for i in pieces)
    return _preferred(replace(choice, chances=chances), rules, precedence("part", figure))


def _preferred(choice: Choice[C], rules: Sequence[int], times: float) -> Choice[C]:
    """The choice, with the rules' reading preferred unless another is so many times as likely.

    Args:
        choice: as the second pass has it.
        rules: candidates that mean what the rules read; their chances add up.
        times: how many.
    """
    if choice.best in rules or choice.chances[choice.best] >= times * sum(choice.chances[i] for i in rules):
        return choice
    return replace(choice, preferred=max(rules, key=choice.chances.__getitem__))


def _rules_metric(m: Mention, choice: Choice[Metric]) -> list[int]:
    return [i for i, metric in enumerate(choice.candidates) if metric == m.metric]


def _rules_area(m: Mention, choice: Choice[AreaCandidate]) -> list[int]:
    return [i for i, area in enumerate(choice.candidates) if area.area.name == m.geography]


def _rules_time(m: Mention, choice: Choice[TimeCandidate]) -> list[int]:
    key = (m.year, m.period_start, m.period_end)
    return [i for i, time in enumerate(choice.candidates) if time.key == key]
