"""One choice about one figure as a mention, if our own code finds all of it in the text."""

from __future__ import annotations

from typing import Literal

from sources.extract.parts.named_subjects import known_part
from sources.extract.read.figure_fields import figure_fields
from sources.extract.scan.figure import Figure
from sources.metrics import facts_of
from sources.records import Mention, Metric
from sources.second_reader.answer import Choice
from sources.second_reader.areas import area_of
from sources.second_reader.hedges import comparator_of
from sources.second_reader.names import name_of
from sources.second_reader.page import Page
from sources.second_reader.pointers import NotInText, Pointers
from sources.second_reader.refused import RULE, Refused
from sources.second_reader.signs import signed
from sources.second_reader.times import NoTime, time_of


def mention_of(page: Page, at: int, choice: Choice, pointers: Pointers) -> Mention:
    """A mention without claim id: value, unit and range from the scanner, the rest from words that the choice points to.

    Args:
        page: the document.
        at: index of the quantity.
        choice: what was answered about it.
        pointers: what may be pointed to.

    Raises:
        Refused: something in the choice is not in the text, or does not fit the figure.
    """
    q, context = page.scan.figures[at], page.context
    metric = choice.metric
    if metric is None:
        raise Refused("no_metric", "")
    if q.kind not in facts_of(metric).figures:
        raise Refused("unit_does_not_fit", f"{metric} of {q.unit or q.noun or 'a bare number'}")
    stating_words = page.scan.stating_words(at)
    try:
        timing = time_of(choice, metric, stating_words, pointers, page)
    except NoTime as refused:
        said = " ".join(filter(None, (choice.year, choice.year_words, choice.period_start, choice.period_end)))
        raise Refused(refused.args[0], said) from None
    status = _status(choice, timing.period_end if metric == "cagr" else timing.year, page)
    area = area_of(choice, pointers, page)
    segment, dimension = _part(choice, pointers, page)
    market = name_of(choice.market, pointers, within_words=True) or context.market
    q = signed(page, at, choice, pointers, metric)
    return Mention(
        **figure_fields(page.scan.printed, q, timing),
        metric=metric,
        unit=_unit(q, metric),
        unit_per=None,
        comparator=comparator_of(page, at, choice, pointers),
        year=None if metric == "cagr" else timing.year,
        status=status,
        publisher=name_of(choice.speaker, pointers),
        market=market,
        dimension=dimension,
        segment=segment,
        geography=area.name,
        ref_area=area.code,
        subject=name_of(choice.subject, pointers, within_words=True),
        rule=f"{RULE}{metric}",
    )


def _status(choice: Choice, year: int | None, page: Page) -> Literal["historical", "forecast"]:
    """What is still to come is no history, and what is over is no forecast; one year of grace, for reports on the year before."""
    dated = page.context.window.dated
    if year is None or dated is None:
        return choice.status or "historical"
    status = choice.status or ("forecast" if year > dated else "historical")
    if (status == "historical" and year > dated) or (status == "forecast" and year < dated - 1):
        raise Refused("status_against_date", f"{status} {year}, dated {dated}")
    return status


def _part(choice: Choice, pointers: Pointers, page: Page) -> tuple[str | None, str | None]:
    """Segment and dimension, by the name under which the document lists the part."""
    words = name_of(choice.part, pointers, within_words=True)
    if words is None or choice.metric == "other_numeric":
        return None, None
    listed = known_part(words, page.context.parts)
    if listed:
        return listed.name, listed.dimension
    dimension = choice.dimension
    try:
        return words, pointers.words(dimension) if dimension else None
    except NotInText:
        return words, None  # the name of a dimension is a label, and no statement


def _unit(q: Figure, metric: Metric) -> str | None:
    if facts_of(metric).unit == "percentage points":
        return "percentage points"
    return q.unit or q.noun or None
