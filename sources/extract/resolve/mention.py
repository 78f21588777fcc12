"""One answer about one figure as a mention, or a rejection with the rule that says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sources.extract.answer import NONE, PAGE, FigureAnswer, Pointer
from sources.extract.parts.named_subjects import Part, known_part
from sources.extract.read.figure_fields import figure_fields
from sources.extract.resolve.area import area_of
from sources.extract.resolve.time import SPANNED, time_of
from sources.extract.scan.figure import Figure
from sources.extract.scan.scan import Scan
from sources.grammar.areas import Area
from sources.metrics import facts_of
from sources.records import Mention, Metric, Rejection

RULE = "model."
_HAS_SUBJECT = ("other_numeric", "impact_on_cagr")


@dataclass(frozen=True, slots=True)
class PageValues:
    """What holds for all figures of a page where an answer points to PAGE."""

    market: str | None
    area: Area
    parts: tuple[Part, ...] = ()  # as its lists name them


def mention_of(scan: Scan, page: PageValues, answer: FigureAnswer) -> Mention | Rejection:
    """A mention without claim id, in offsets of the text without markup.

    Args:
        scan: the document.
        page: its facts.
        answer: about one of its figures.

    Returns:
        A rejection `model.none` where the figure states nothing of a market, `model.unit_does_not_fit` where its unit is none that the
        metric is counted in.
    """
    figure = scan.figures[answer.figure]
    metric = answer.metric.value
    surface = scan.printed[figure.start : figure.end]
    if metric is None:
        return Rejection(figure.start, figure.end, surface, RULE + "none")
    if figure.kind not in facts_of(metric).figures:
        return Rejection(figure.start, figure.end, surface, RULE + "unit_does_not_fit")
    timing = time_of(scan, answer, metric)
    area = area_of(scan, answer.pointers["area"].value, page.area)
    segment, dimension = _part(scan, answer, page.parts)
    figure = _signed(figure, answer, metric)
    return Mention(
        **figure_fields(scan.printed, figure, timing),
        metric=metric,
        unit=_unit(figure, metric),
        unit_per=None,
        comparator=figure.comparator,
        year=timing.year,
        status="forecast" if answer.forecast.value else "historical",
        publisher=_words(scan, answer.pointers["speaker"].value),
        market=_words(scan, answer.pointers["market"].value) or page.market,
        dimension=dimension,
        segment=segment,
        geography=area.name,
        ref_area=area.code,
        subject=_words(scan, answer.pointers["subject"].value) if metric in _HAS_SUBJECT else None,
        rule=RULE + metric,
        assertion=answer.assertion.value,
    )


def _words(scan: Scan, pointer: Pointer) -> str | None:
    if pointer in (NONE, PAGE):
        return None
    return " ".join(scan.printed[pointer.start : pointer.end].split()) or None


def _part(scan: Scan, answer: FigureAnswer, parts: Sequence[Part]) -> tuple[str | None, str | None]:
    """Segment and dimension, by the name under which the document lists the part."""
    words = _words(scan, answer.pointers["segment"].value)
    if words is None or answer.metric.value == "other_numeric":
        return None, None
    listed = known_part(words, parts)
    return (listed.name, listed.dimension) if listed else (words, None)


def _signed(figure: Figure, answer: FigureAnswer, metric: Metric) -> Figure:
    """A fall in words makes the value negative; a printed minus stays."""
    if metric not in SPANNED or metric == "impact_on_cagr" or figure.value <= 0 or not answer.falls.value:
        return figure
    high = None if figure.value_high is None else -figure.value
    low = -(figure.value if figure.value_high is None else figure.value_high)
    return replace(figure, value=low, value_high=high)


def _unit(figure: Figure, metric: Metric) -> str | None:
    if facts_of(metric).unit == "percentage points":
        return "percentage points"
    return figure.unit or figure.noun or None
