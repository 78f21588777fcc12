"""Applies a choice: the mention with its chosen metric, part and area, and the consequences. No weighing here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.choice import Choice, in_order
from sources.extract.candidates.parts import PartCandidate
from sources.extract.candidates.times import TimeCandidate, fits
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.parts.named_subjects import Part, known_part
from sources.extract.scenes.scene import Scene
from sources.extract.subjects.placing import unit_of
from sources.extract.text.name_keys import part_words
from sources.metrics import facts_of
from sources.records import Mention, Metric

WITHOUT_PART: frozenset[Metric] = frozenset({"other_numeric", "impact_on_cagr"})


def decided(mentions: Sequence[Mention], chosen: Sequence[FigureChoice]) -> list[Mention]:
    """All mentions of a document in their order, those that were chosen for as the choice has them.

    Args:
        mentions: as the rules read them.
        chosen: of some of them.
    """
    by_span = {(c.figure.mention.char_start, c.figure.mention.char_end): c for c in chosen}
    return [
        _decided(m, by_span[(m.char_start, m.char_end)]) if (m.char_start, m.char_end) in by_span else m
        for m in mentions
    ]


def _decided(m: Mention, choice: FigureChoice) -> Mention:
    metric = _possible_metric(m, choice.metric)
    if metric != m.metric:
        m = _measuring(m, metric, choice)
    if metric in WITHOUT_PART:
        return m
    m = _at_time(m, choice.time, choice.status)
    m = _in_area(m, choice.area.chosen)
    return _of_part(m, choice.part.chosen, choice.figure.scene)


def _possible_metric(m: Mention, choice: Choice[Metric]) -> Metric:
    """The metric that counts, or the likeliest one that can have the value: a share is at most the whole."""
    ordered = in_order(choice)
    return next((metric for metric in ordered if _can_have(metric, m)), ordered[0])


def _can_have(metric: Metric, m: Mention) -> bool:
    facts, values = facts_of(metric), (m.value, m.value if m.value_high is None else m.value_high)
    is_below = facts.lowest is not None and min(values) < facts.lowest
    is_beyond = facts.highest is not None and max(values) > facts.highest
    return not (is_below or is_beyond)


def _measuring(m: Mention, metric: Metric, choice: FigureChoice) -> Mention:
    """The mention as one of another metric, with the unit that goes with it."""
    if metric == "other_numeric":
        return replace(m, metric=metric, subject=m.segment, segment=None, dimension=None, unit_per=None)
    unit = unit_of(choice.figure.scene, choice.figure.quantity, metric) or m.unit
    unit_per = m.unit_per if metric == "price" else None
    return replace(
        m, metric=metric, unit=unit, unit_per=unit_per, subject=None if m.metric == "other_numeric" else m.subject
    )


def _at_time(m: Mention, choice: Choice[TimeCandidate], status: Choice[str]) -> Mention:
    """The time that counts, or the likeliest one that the metric can have."""
    time = next(time for time in in_order(choice) if fits(m.metric, time))
    if status.chosen != m.status:
        m = replace(m, status="forecast" if status.chosen == "forecast" else "historical")
    if time.key == (m.year, m.period_start, m.period_end):
        return m
    is_stated = time.source in ("sentence", "pair", "cell", "header", "row", "label")
    return replace(
        m,
        year=time.year,
        time_period=str(time.year) if is_stated and time.year else None,
        period_start=time.start,
        period_end=time.end,
        period_inferred=not is_stated and time.last is not None,
        inference_basis=None if is_stated or time.last is None else f"chosen: {time.source}",
    )


def _in_area(m: Mention, area: AreaCandidate) -> Mention:
    return m if area.area.name == m.geography else replace(m, geography=area.area.name, ref_area=area.area.code)


def _of_part(m: Mention, part: PartCandidate, scene: Scene) -> Mention:
    if part.name is None:
        return replace(m, segment=None, dimension=None) if m.segment else m
    if m.segment and part.key == part_words(m.segment):
        return m
    listed: Part | None = known_part(part.name, scene.context.parts)
    if listed and listed.words == part.key:
        return replace(m, segment=listed.name, dimension=listed.dimension, subject=None)
    dimension = scene.cell.dimension if scene.cell else None
    return replace(m, segment=part.name, dimension=dimension, subject=None)
