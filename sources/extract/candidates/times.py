"""Candidates for the time of a figure: years and periods in and above its sentence, in the sentences before, and those that the document states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.layout.header_words import full_years
from sources.extract.scan.years import YearMark, year_marks
from sources.records import Metric

TimeSource = Literal[
    "none", "sentence", "pair", "cell", "header", "row", "label", "above", "heading", "before", "window", "base", "dated", "title", "rule"
]  # fmt: skip
TIME_SOURCES: tuple[TimeSource, ...] = (
    "none", "sentence", "pair", "cell", "header", "row", "label", "above", "heading", "before", "window", "base", "dated", "title", "rule",
)  # fmt: skip
_BACK = 3
_MARKS = 8  # of one sentence, nearest to the figure


class TimeCandidate(NamedTuple):
    """One reading of a figure's time.

    Attributes:
        year: of a level; None for a period, and where none is stated.
        start, end: of a period; a start may be open.
        source: where it comes from.
        mark: where the sentence prints it; the last mark of a pair.
        distance: sentences or headers away.
        order: its place among those of its source, the nearest first.
    """

    year: int | None
    start: int | None
    end: int | None
    source: TimeSource
    mark: YearMark | None = None
    distance: int = 0
    order: int = 0

    @property
    def key(self) -> tuple[int | None, int | None, int | None]:
        """What candidates of one time have in common."""
        return self.year, self.start, self.end

    @property
    def last(self) -> int | None:
        """The year that it ends with."""
        return self.year if self.year is not None else self.end


UNDATED = TimeCandidate(None, None, None, "none")


def fits(metric: Metric, time: TimeCandidate) -> bool:
    """Whether a metric can have this time: a yearly rate has a period, a level a year, growth either; all may be undated."""
    if time.key == UNDATED.key:
        return True
    if metric == "cagr":
        return time.end is not None
    return metric == "growth_rate" or time.year is not None


def time_candidates(page: Page, figure: PlacedFigure) -> tuple[TimeCandidate, ...]:
    """Every reading of a figure's time, each once with the nearest place that offers it; undated comes first.

    Args:
        page: with the figure.
        figure: one of its figures.
    """
    by_time: dict[tuple[int | None, int | None, int | None], TimeCandidate] = {UNDATED.key: UNDATED}
    for candidate in _offered(page, figure):
        by_time.setdefault(candidate.key, candidate)
    return tuple(by_time.values())


def _offered(page: Page, figure: PlacedFigure) -> Iterator[TimeCandidate]:
    scene, block = figure.scene, figure.scene.block
    q = figure.quantity
    marks = sorted(scene.marks, key=lambda m: min(abs(m.end - q.start), abs(m.start - q.end)))[:_MARKS]
    yield from _of_marks(marks, "sentence", 0)
    years = sorted((m for m in marks if m.first and m.first == m.last), key=lambda m: m.start)
    for order, (a, b) in enumerate(combinations(years, 2)):
        first, last = sorted((_year(a), _year(b)))
        if first < last:
            yield TimeCandidate(None, first, last, "pair", b, 0, order)
    if scene.cell:
        yield from _of_words(scene.cell.dated, "cell", 0)
        if scene.cell.ends:
            yield TimeCandidate(None, *scene.cell.ends, "cell")
    for distance, header in enumerate(reversed(block.header_path)):
        yield from _of_words(header, "header", distance)
    for distance, label in enumerate(reversed(block.row_labels)):
        yield from _of_words(label, "row", distance)
    yield from _of_words(scene.label[0] if scene.label else "", "label", 0)
    yield from _of_words(scene.above, "above", 0)
    yield from _of_words(page.context.headings.get(scene.sentence.block, ""), "heading", 0)
    for distance in range(_BACK):
        at = figure.sentence - 1 - distance
        if at >= 0:
            sentence = page.sentences[at]
            yield from _of_words(page.parsed.text[sentence.start : sentence.end][-600:], "before", distance)
    window = page.context.window
    if window.end is not None:
        yield TimeCandidate(None, window.start, window.end, "window")
        yield TimeCandidate(window.end, None, None, "window")
    if window.start is not None:
        yield TimeCandidate(window.start, None, None, "window")
    if window.base_year is not None:
        yield TimeCandidate(window.base_year, None, None, "base")
        if window.end is not None:
            yield TimeCandidate(None, window.base_year, window.end, "base")
    for year in (window.reference, window.dated, window.dated and window.dated - 1):
        if year:
            yield TimeCandidate(year, None, None, "dated")
    yield from _of_words(page.context.title or "", "title", 0)
    m = figure.mention
    yield TimeCandidate(m.year, m.period_start, m.period_end, "rule")


def _of_words(words: str, source: TimeSource, distance: int) -> Iterator[TimeCandidate]:
    yield from _of_marks(_marks(words), source, distance, keeps_mark=False)


def _of_marks(
    marks: tuple[YearMark, ...] | list[YearMark], source: TimeSource, distance: int, *, keeps_mark: bool = True
) -> Iterator[TimeCandidate]:
    for order, mark in enumerate(m for m in marks if m.first):
        at = mark if keeps_mark else None
        if mark.first != mark.last:
            yield TimeCandidate(None, mark.first, mark.last, source, at, distance, order)
            yield TimeCandidate(mark.last, None, None, source, at, distance, order)
        else:
            yield TimeCandidate(mark.first, None, None, source, at, distance, order)
            yield TimeCandidate(None, None, mark.first, source, at, distance, order)


def _year(mark: YearMark) -> int:
    return mark.first or 0


@lru_cache(maxsize=4096)
def _marks(words: str) -> tuple[YearMark, ...]:
    spelled = full_years(words)
    return tuple(year_marks(spelled, 0, len(spelled))) if spelled else ()
