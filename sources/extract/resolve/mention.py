"""One answer about one figure as a mention, or a rejection with the rule that says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sources.extract.answer import NONE, PAGE, FigureAnswer, Pointer
from sources.extract.parts.named_subjects import Part, known_part
from sources.extract.read.figure_fields import figure_fields
from sources.extract.resolve.area import area_of, home_area
from sources.extract.resolve.falls import check_fall
from sources.extract.resolve.refused import Refused
from sources.extract.resolve.time import NO_YEARS, SPANNED, PageYears, time_of
from sources.extract.scan.figure import Figure
from sources.extract.scan.scan import Scan
from sources.grammar.areas import Area
from sources.metrics import facts_of
from sources.records import Comparator, Mention, Metric, Rejection

RULE = "model."
HAS_SUBJECT = ("other_numeric", "impact_on_cagr")
_COMPARATORS: tuple[Comparator, ...] = (">=", "<=", ">", "<", "~")


@dataclass(frozen=True, slots=True)
class PageValues:
    """What holds for all figures of a page where an answer points to PAGE."""

    market: str | None
    area: Area
    parts: tuple[Part, ...] = ()  # as its lists name them
    years: PageYears = NO_YEARS  # what words such as "last year" are counted from


def mention_of(scan: Scan, page: PageValues, answer: FigureAnswer) -> Mention | Rejection:
    """A mention without claim id, in offsets of the text without markup.

    Args:
        scan: the document.
        page: its facts.
        answer: about one of its figures. Beside the usual pointers it may have `anchor` (see `time_of`), `home` (see `home_area`),
            `hedge`, `fall`, `dimension`, and `company` for the subject of a metric that has none of its own.

    Returns:
        A rejection `model.none` where the figure states nothing of a market, `model.unit_does_not_fit` where its unit is none that the
        metric is counted in, and others where something that is pointed to is not what the answer takes it for.
    """
    figure = scan.figures[answer.figure]
    metric = answer.metric.value
    try:
        if metric is None:
            raise Refused("none")
        if figure.kind not in facts_of(metric).figures:
            raise Refused("unit_does_not_fit")
        return _read(scan, page, answer, metric)
    except Refused as refused:
        return Rejection(figure.start, figure.end, scan.printed[figure.start : figure.end], RULE + refused.rule)


def _read(scan: Scan, page: PageValues, answer: FigureAnswer, metric: Metric) -> Mention:
    timing = time_of(scan, answer, metric, page.years)
    home = answer.pointers.get("home")
    area = home_area(scan, home.value, page.area) if home else area_of(scan, answer.pointers["area"].value, page.area)
    segment, dimension = _part(scan, answer, page.parts)
    figure = _signed(scan, answer, metric)
    return Mention(
        **figure_fields(scan.printed, figure, timing),
        metric=metric,
        unit=_unit(figure, metric),
        unit_per=None,
        comparator=_comparator(scan, answer),
        year=timing.year,
        status="forecast" if answer.forecast.value else "historical",
        publisher=_words(scan, answer.pointers["speaker"].value),
        market=_words(scan, answer.pointers["market"].value) or page.market,
        dimension=dimension,
        segment=segment,
        geography=area.name,
        ref_area=area.code,
        subject=_words(scan, answer.pointers["subject"].value)
        if metric in HAS_SUBJECT
        else _further(scan, answer, "company"),
        rule=RULE + metric,
        assertion=answer.assertion.value,
    )


def _further(scan: Scan, answer: FigureAnswer, name: str) -> str | None:
    """The words of a pointer that an answer need not have."""
    choice = answer.pointers.get(name)
    return _words(scan, choice.value) if choice else None


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
    return (listed.name, listed.dimension) if listed else (words, _further(scan, answer, "dimension"))


def _comparator(scan: Scan, answer: FigureAnswer) -> Comparator:
    """The scanner's; where it sees none, that of the words that the answer points to. No other figure may be between them and the figure."""
    found, hedge = scan.figures[answer.figure].comparator, _further(scan, answer, "hedge")
    if found != "=" or hedge is None:
        return found
    if not any(hedge.casefold() in side.casefold() for side in scan.around(answer.figure)):
        raise Refused("hedge_of_another_figure")
    return next((c for c in _COMPARATORS if scan.grammar.pattern(f"comparators.{c}").search(hedge)), found)


def _signed(scan: Scan, answer: FigureAnswer, metric: Metric) -> Figure:
    """A fall in words makes the value negative; a printed minus stays."""
    figure = scan.figures[answer.figure]
    if metric not in SPANNED or metric == "impact_on_cagr" or figure.value <= 0 or not answer.falls.value:
        return figure
    if words := answer.pointers.get("fall"):
        check_fall(scan, answer.figure, words.value)
    high = None if figure.value_high is None else -figure.value
    low = -(figure.value if figure.value_high is None else figure.value_high)
    return replace(figure, value=low, value_high=high)


def _unit(figure: Figure, metric: Metric) -> str | None:
    if facts_of(metric).unit == "percentage points":
        return "percentage points"
    return figure.unit or figure.noun or None
