"""From one choice of a model to an answer that points into the text: each key and quote is looked up there, or refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sources.ask.answer import Choice
from sources.ask.questions import NameKind, Page, Question
from sources.extract.answer import NONE, PAGE, WORLD, FigureAnswer, Pointer
from sources.extract.answer import Choice as Chosen
from sources.extract.resolve.area import area_of
from sources.extract.resolve.distance import distance_of
from sources.extract.resolve.mention import HAS_SUBJECT, PageValues
from sources.extract.resolve.refused import Refused
from sources.extract.resolve.time import SPANNED, time_of
from sources.extract.scan.periods import Period
from sources.extract.scan.years import year_marks
from sources.extract.time.timing import Timing
from sources.records import Metric

_KEY = re.compile(r"[YAPMS][0-9]{1,3}\Z")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_WIDE = 0x2E7F  # scripts behind it write words without blanks between them
_SHORTEST_PIECE, _LONGEST_NAME = 3, 160  # letters of a name that is a piece of a compound; characters of any name
_WORLDWIDE = frozenset({"global", "world", "worldwide"})
Span = tuple[int, int]


@dataclass(frozen=True)
class Places:
    """Where an answer may point: the passage of its question, the lines above, and where the page states its own facts.

    `deaf` are paragraphs that nobody may point into, see `instructions`.
    """

    page: Page
    question: Question
    lines: Sequence[Span]
    deaf: Sequence[Span]

    @property
    def passage(self) -> Span:
        """The passage as a span of the text."""
        return self.question.char_start, self.question.char_start + len(self.question.passage)

    def of(self, words: str, stretches: Sequence[Span], *, within_words: bool = False) -> list[Span]:
        """Where words stand: as printed, else in any case; whole words, or with one edge of a word for a piece of a compound."""
        text = self.page.scan.parsed.text
        pattern = r"\s+".join(map(re.escape, words.split()))
        for flags in (re.NOFLAG, re.IGNORECASE) if pattern else ():
            found = []
            for start, end in stretches:
                for m in re.compile(pattern, flags).finditer(text, start, end):
                    edges = _is_edge(text, m.start()) + _is_edge(text, m.end())
                    is_piece = within_words and edges == 1 and len(words) >= _SHORTEST_PIECE
                    if (edges == 2 or is_piece) and not is_within(self.deaf, *m.span()):
                        found.append(m.span())
            if found:
                return found
        return []

    def nearest(self, pointer: str, at: int, kind: NameKind | None = None, *, within_words: bool = False) -> list[Span]:
        """Where a key or a quote leads, the figure's own sentence first, then by distance; a key that no candidate of the kind has is a quote."""
        name = next((n for n in self.question.names if n.key == pointer), None) if _KEY.match(pointer) else None
        words = name.surface if name and kind in (None, name.kind) else pointer
        figure, home = self.page.scan.figures[at], self.page.scan.homes[at]
        found = self.of(words, (self.passage, *self.lines), within_words=within_words)
        return sorted(
            dict.fromkeys(found),
            key=lambda one: (not home.start <= one[0] < home.end, max(one[0] - figure.end, figure.start - one[1])),
        )

    def words(self, pointer: str | None, at: int, *, within_words: bool = False) -> Pointer:
        """Any words that are pointed to; NONE where none are.

        Raises:
            Refused: `quote_not_in_text`.
        """
        if pointer is None:
            return NONE
        if found := self.nearest(pointer, at, within_words=within_words):
            return Pointer(*found[0])
        raise Refused("quote_not_in_text", pointer)

    def name(self, pointer: str | None, at: int, *, within_words: bool = False) -> Pointer:
        """Words that can be a name: with a letter, and no longer than names are.

        Raises:
            Refused: `quote_not_in_text` or `no_name_in_quote`.
        """
        found = self.words(pointer, at, within_words=within_words)
        words = self.page.scan.parsed.text[found.start : found.end]
        if found != NONE and (len(words) > _LONGEST_NAME or not any(map(str.isalpha, words))):
            raise Refused("no_name_in_quote", words)
        return found

    def time(self, pointer: str, at: int) -> tuple[Pointer, Period]:
        """The nearest mark of time in words that are pointed to; the words themselves where they are a year within a longer mark.

        Raises:
            Refused: `year_not_in_text` or `no_year_in_quote`.
        """
        found = self.nearest(pointer, at, "year")
        for start, end in found:
            marks = [m for m in self.page.scan.marks if m.start < end and start < m.end]
            for mark in reversed(marks):
                if not isinstance(mark.value, Period) or not mark.value.first:
                    continue
                if mark.start <= start and end <= mark.end and mark.value.first != mark.value.last:  # a year within it
                    for year in year_marks(self.page.scan.parsed.text[start:end], 0, end - start):
                        return Pointer(start, end), Period(year.time_period, year.first, year.last)
                return Pointer(mark.start, mark.end), mark.value
        raise Refused("no_year_in_quote" if found else "year_not_in_text", pointer)


def figure_of(question: Question, choice: Choice, places: Places) -> int:
    """Index of the figure that a choice is about.

    Raises:
        Refused: `unknown_figure`, `quote_not_in_text` (also where it stands twice), `no_figure_in_quote`, `several_figures_in_quote`.
    """
    scan, said = places.page.scan, choice.quote or ""
    if choice.figure is not None:
        said = str(choice.figure)
        if not 1 <= choice.figure <= len(question.figures):
            raise Refused("unknown_figure", said)
        figure = question.figures[choice.figure - 1]
        start, end = question.char_start + figure.char_start, question.char_start + figure.char_end
    else:
        found = places.of(said, [(question.char_start + question.asked_from, places.passage[1])])
        if len(found) != 1:
            raise Refused("quote_not_in_text", said)
        start, end = found[0]
    at = scan.overlapping(start, end)
    if at is None:
        raise Refused("no_figure_in_quote", said)
    is_cut = any(a < start or end < b for a, b in scan.figures[at].numerals)
    if choice.figure is None and (is_cut or any(q.start < end for q in scan.figures[at + 1 : at + 2])):
        raise Refused("several_figures_in_quote", said)
    return at


def pointed(at: int, choice: Choice, places: Places, values: PageValues, chance: float) -> FigureAnswer:
    """The answer of a choice; no metric where it denies the figure.

    Args:
        at: the figure.
        choice: about it.
        places: where it may point.
        values: of the page.
        chance: that what it says is right.

    Raises:
        Refused: something that it points to is not in the text, or is none of what it is taken for.
    """
    metric, found = choice.metric, {}
    if metric is None and choice.none is None:
        raise Refused("no_metric")
    if metric is not None:
        names = {
            "segment": places.name(choice.part, at, within_words=True),
            "subject" if metric in HAS_SUBJECT else "company": places.name(choice.subject, at, within_words=True),
            "market": _market(choice.market, at, places, values),
            "speaker": places.name(choice.speaker, at),
        }
        further = {}
        if places.page.scan.figures[at].comparator == "=":
            further["hedge"] = places.words(choice.hedge, at)
        if metric in ("cagr", "growth_rate"):
            further["fall"] = places.words(choice.fall_words, at, within_words=True)
        if choice.part and (dimension := places.nearest(choice.dimension or "", at)):
            further["dimension"] = Pointer(*dimension[0])
        further = {name: pointer for name, pointer in further.items() if pointer != NONE}
        found = {
            **names,
            **further,
            **dict(_times(choice, metric, at, places, values)),
            **_area(choice.area, at, places, values),
        }
    answer = FigureAnswer(
        at,
        Chosen(metric, chance),
        Chosen(choice.status == "forecast", chance),
        Chosen(choice.fall_words is not None, chance),
        Chosen("asserted", chance),
        Chosen(None, 0.0),
        Chosen(None, 0.0),
        {name: Chosen(found.get(name, NONE), chance) for name in {"year", "start", "end", "subject", *found}},
    )
    return replace(answer, forecast=Chosen(_is_forecast(answer, choice, places, values), chance)) if metric else answer


def _market(pointer: str | None, at: int, places: Places, values: PageValues) -> Pointer:
    """PAGE where the document's own market is named; NONE where none is."""
    key = next((n.surface for n in places.question.names if n.key == pointer), pointer or "")
    is_own = values.market is not None and key.casefold() == values.market.casefold()
    return PAGE if is_own else places.name(pointer, at, within_words=True)


def _times(
    choice: Choice, metric: Metric, at: int, places: Places, values: PageValues
) -> Iterator[tuple[str, Pointer]]:
    ends = {"start": choice.period_start, "end": choice.period_end}
    spans = {name: places.time(pointer, at) for name, pointer in ends.items() if pointer}
    if len(spans) == 2 and (spans["start"][1].first or 0) >= (spans["end"][1].last or 0):
        raise Refused("period_reversed", f"{choice.period_start} {choice.period_end}")
    if choice.year_words:
        yield from _by_distance(choice.year_words, choice.year, at, places, values)
    elif choice.year and not spans:
        pointer, period = places.time(choice.year, at)
        yield "year", pointer
        spans = {"end": (pointer, period)} if metric in SPANNED else {}
    if len(spans) == 1:  # one end that is a span of years is both
        (only,) = spans.values()
        spans = dict.fromkeys(ends, only) if only[1].first != only[1].last else spans if not choice.year else {}
    yield from ((name, pointer) for name, (pointer, _) in spans.items())


def _by_distance(
    words: str, year: str | None, at: int, places: Places, values: PageValues
) -> Iterator[tuple[str, Pointer]]:
    """Words of distance; a year that is given with them must follow from them, counted from the page's own or one of the passage."""
    found = places.nearest(words, at)
    if not found:
        raise Refused("year_not_in_text", words)
    yield "year", Pointer(*found[0])
    scan, (start, end) = places.page.scan, places.passage
    if year is None or not _YEAR.fullmatch(year):
        return
    from_year = int(year) - distance_of(words, scan.grammar)
    if from_year != values.years.dated:
        named = (m for m in scan.marks if start <= m.start < end and isinstance(m.value, Period))
        anchor = next((m for m in named if isinstance(m.value, Period) and m.value.last == from_year), None)
        if anchor is None:
            raise Refused("year_not_in_text", f"{year} {words}")
        yield "anchor", Pointer(anchor.start, anchor.end)


def _area(pointer: str | None, at: int, places: Places, values: PageValues) -> dict[str, Pointer]:
    """The area's words; PAGE where none are given. One that no gazetteer knows keeps its name; in English, a name has a capital."""
    if pointer is None:
        return {"area": PAGE}
    if pointer.casefold() in _WORLDWIDE:
        return {"area": WORLD}
    scan, found = places.page.scan, places.nearest(pointer, at, "area")
    if not found:
        raise Refused("quote_not_in_text", pointer)
    area, words = Pointer(*found[0]), scan.parsed.text[slice(*found[0])]
    if area_of(scan, area, values.area).code.startswith("vendor:"):
        if scan.grammar.phrases("home_words") and scan.grammar.pattern("home_words").search(words):
            return {"area": area, "home": area}
        is_name = any(map(str.isupper, words)) if scan.language == "en" else any(map(str.isalpha, words))
        if len(words) > _LONGEST_NAME or not is_name:
            raise Refused("no_area_in_quote", words)
    return {"area": area}


def _is_forecast(answer: FigureAnswer, choice: Choice, places: Places, values: PageValues) -> bool:
    """What is still to come is no history, and what is over is no forecast; one year of grace, for reports on the year before."""
    metric, dated = answer.metric.value, values.years.dated
    timing = time_of(places.page.scan, answer, metric, values.years) if metric else Timing()
    year = timing.period_end if metric == "cagr" else timing.year
    if year is None or dated is None:
        return choice.status == "forecast"
    status = choice.status or ("forecast" if year > dated else "historical")
    if (status == "historical" and year > dated) or (status == "forecast" and year < dated - 1):
        raise Refused("status_against_date", f"{status} {year}, dated {dated}")
    return status == "forecast"


def is_within(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether a stretch shares characters with one of some spans."""
    return any(a < end and start < b for a, b in spans)


def _is_edge(text: str, at: int) -> bool:
    """No word and no run of digits goes on over an offset. Scripts without blanks have no edges to keep to."""
    if not 0 < at < len(text):
        return True
    before, behind = text[at - 1], text[at]
    if before.isdigit() or behind.isdigit():
        return not (before.isdigit() and behind.isdigit())
    return not (before.isalpha() and behind.isalpha() and ord(before) <= _WIDE and ord(behind) <= _WIDE)
