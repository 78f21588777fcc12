"""The time of a scene's figures: `timing` for sentences, the headers for cells, and inferences if no year is stated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sources.extract.facts.page_dates import page_date
from sources.extract.layout.header_words import full_years
from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark, year_marks
from sources.extract.scenes.list_readings import years_of_entry
from sources.extract.scenes.scene import LINK, Scene
from sources.extract.scenes.tables import CellContext
from sources.extract.time.cjk_time import cjk_period, cjk_point
from sources.extract.time.growth_periods import growth_period, over_years
from sources.extract.time.in_sentence import InSentence
from sources.extract.time.other_years import ends_a_rate, landed_year, than_year, turn, year_behind_compared
from sources.extract.time.timing import Timing, point_in_time
from sources.grammar.pattern_words import pattern_words
from sources.records import Metric

_WORDS = pattern_words("read")
_END_OF_PERIOD = re.compile(
    rf"\b{_WORDS['period_ends']}\b[^.]{{0,24}}{_WORDS['period_noun']}|\b{_WORDS['ends_of_forecast']}"
)


def date_figure(scene: Scene, q: Figure, metric: Metric) -> Timing:
    """The year or growth period of a figure, stated or read with its basis; empty where neither is possible."""
    if metric == "impact_on_cagr":
        return Timing()
    if not scene.marks and (dated := _dated_from_above(scene, q, metric)):
        return dated
    marks = _dating_marks(scene)
    if metric == "cagr":
        return _cjk_rate_period(scene, q, marks) if scene.is_wide else _rate_period(scene, q, marks)
    if scene.listing:
        marks = years_of_entry(q, scene.listing, scene.live, marks)
    if respective := _respective_year(scene, q, marks):
        return respective
    timing = _point(scene, q, marks)
    if metric in ("share", "market_size") and ends_a_rate(scene.text, q, timing.year, marks, scene.live, scene.grammar):
        return Timing()
    if scene.grammar.language != "en" and (before := _year_before(scene, q, timing)):
        return before
    if metric == "growth_rate":
        return _time_of_growth(scene, q, marks, timing)
    return timing if timing.year is not None else _time_of_value(scene, q, metric, marks) or timing


def _dated_from_above(scene: Scene, q: Figure, metric: Metric) -> Timing | None:
    """The time that a cell's headers, the line above a list or the label above a bare value give."""
    if scene.cell:
        return _dated_by_header(scene.cell, scene, q, metric)
    if scene.listing:
        dated = _dated_by(full_years(scene.listing.under), scene, q, metric)
        if dated != Timing():
            return dated
    dated = _dated_by(scene.above, scene, q, metric) if scene.above else Timing()
    return dated if dated != Timing() else None


def _dating_marks(scene: Scene) -> tuple[YearMark, ...]:
    """Years of the sentence that may date its figures; a dateline dates none."""
    begin = scene.label[1] if scene.label and scene.label[0] == "" else 0
    return tuple(m for m in scene.marks if m.start >= begin and not _is_idle(scene, m))


def _rate_period(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> Timing:
    return growth_period(_in_sentence(scene, q, marks), scene.context.window)


def _in_sentence(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> InSentence:
    s = scene.sentence
    return InSentence(scene.text, q, s.start, s.end, marks, scene.live, scene.grammar)


def _cjk_rate_period(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> Timing:
    """The period of a growth rate in a script without blanks, where a semicolon parts two statements."""
    text, s, window = scene.text, scene.sentence, scene.context.window
    heading = scene.context.headings.get(s.block, "") if not marks else ""
    if span := next((m for m in year_marks(heading, 0, len(heading)) if m.kind == "span"), None):
        return Timing(period_start=span.first, period_end=span.last, inferred=True, basis="the heading above")
    if (period := cjk_period(text, q, marks, scene.live, window)) is not None:
        return period
    begin = max(text.rfind(";", s.start, q.start), text.rfind("；", s.start, q.start), s.start)
    stop = min((at for sign in ";；" if (at := text.find(sign, q.end, s.end)) >= 0), default=s.end)
    within = tuple(m for m in marks if begin <= m.start < stop)
    near = [o for o in scene.live if begin <= o.start < stop]
    timing = growth_period(InSentence(text, q, begin, stop, within, near, scene.grammar), window)
    vague = timing.inferred and timing.period_start is None and (timing.period_end or 0) <= (window.dated or 0)
    return Timing() if vague else timing


def _point(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> Timing:
    """The year that the sentence states for a value."""
    if scene.is_wide:
        return cjk_point(scene.text, q, scene.sentence.start, marks, scene.grammar)
    return point_in_time(_in_sentence(scene, q, marks))


def _time_of_growth(scene: Scene, q: Figure, marks: Sequence[YearMark], timing: Timing) -> Timing:
    """The year of a growth rate: the stated one, else the one that what it is compared with leads to."""
    text, s = scene.text, scene.sentence
    if timing.year is None and (after := _year_after_compared(scene, q, marks)):
        return after
    if timing.year is None or timing.time_period:
        counted = over_years(text, q, s.start, s.end, marks)
        if counted and not _YEAR_BEHIND.match(text, q.end):
            return counted
    if timing.year is None and not scene.is_wide:
        timing = landed_year(_in_sentence(scene, q, marks)) or timing
    span = next((m for m in marks if m.kind == "span"), None)
    if timing.year is not None or span is None:
        return timing
    if scene.cell and span.last == span.first + 1:
        return Timing(span.last)  # "YoY growth 2024-2025 (%): 5.1"
    return Timing(period_start=span.first, period_end=span.last)


def _year_after_compared(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> Timing | None:
    """ "7 % more than in 2023": growth of the year after."""
    right = next((m for m in marks if m.kind == "point" and m.first and m.start >= q.end), None)
    if right is None or not than_year(scene.grammar).fullmatch(scene.text[q.end : right.start]):
        return None
    return Timing(right.first + 1, inferred=True, basis=f"the year after {right.first}, which it is compared with")


def _time_of_value(scene: Scene, q: Figure, metric: Metric, marks: Sequence[YearMark]) -> Timing | None:
    """The year of a value beside which none is stated; None where the text gives none."""
    text, s, window = scene.text, scene.sentence, scene.context.window
    if not scene.is_wide and (
        behind := year_behind_compared(text, q, s.start, marks, scene.live, window, scene.grammar)
    ):
        return behind
    if (ends := _span_ends(scene, q)) != Timing():
        return ends
    if not marks and metric in ("market_size", "volume", "share", "price") and (headed := _year_of_heading(scene)):
        return headed
    if scene.grammar.is_cjk and metric in ("share", "market_size", "volume"):
        return _titled_row(scene) or (_unstated_year(scene, q) if metric != "share" else None)
    if metric in ("market_size", "volume"):
        return _unstated_year(scene, q)
    return _only_year_before(scene, q, marks) if metric == "share" else None


def _year_of_heading(scene: Scene) -> Timing | None:
    """The one year of the heading above, where it is none of a study, of the page or of an outlook."""
    heading = scene.context.headings.get(scene.sentence.block, "")
    points = {m.first for m in year_marks(heading, 0, len(heading)) if m.kind == "point" and m.first}
    if len(points) != 1 or scene.sentence.block == 0 or _OF_A_STUDY.search(heading) or page_date(heading):
        return None
    if scene.grammar.is_cjk and re.search(r"[0-9]", re.sub(r"(?:19|20)[0-9]{2}", "", heading)):
        return None
    is_title = heading.strip() == (scene.context.title or "").strip()
    if is_title and _AHEAD.search(heading):
        return None
    return Timing(points.pop(), inferred=True, basis=f"the heading above: “{heading.strip()}”")


def _only_year_before(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> Timing | None:
    """The one year that the sentence names before a share, where no words turn to another one between them."""
    points = {m.first: m for m in marks if m.kind == "point" and m.first and m.start < q.start}
    if len(points) != 1 or any(m.kind == "span" for m in marks):
        return None
    (only,) = points.values()
    if _TO.search(scene.text[scene.sentence.start : q.hedge_start]):
        return None
    if turn(scene.grammar).search(scene.text, only.end, q.hedge_start):
        return None
    return Timing(only.first, only.time_period, flag=only.flag)


_RESPECTIVELY = re.compile(rf"\b(?:{_WORDS['respectively_words']}|{_WORDS['respectively_words_mul']})\b")
# A title that looks ahead: its year is the end of an outlook.
_AHEAD = re.compile(
    rf"\b(?:{_WORDS['ahead_words']}|{_WORDS['ahead_words_mul']})\b|{_WORDS['ahead_words_cjk']}",
    re.IGNORECASE,
)
_ROW_OF_YEARS = re.compile(rf"\s?(?:,|and|{_WORDS['and_words_mul']}|&|,\sand)?\s(?:{_WORDS['in_words']}\s)?")


def _respective_year(scene: Scene, q: Figure, marks: Sequence[YearMark]) -> Timing | None:
    """ "USD 3.0 bn and USD 3.1 bn in 2023 and 2024, respectively": each value has the year of its place."""
    if not _RESPECTIVELY.search(scene.words):
        return None
    alike = [o for o in scene.live if o.kind == q.kind]
    dated = [m for m in marks if m.kind != "date" and m.first]
    years = [y for m in dated for y in ((m.first, m.last) if m.kind == "span" else (m.first,))]
    linked = all(LINK.fullmatch(scene.text[a.end : b.hedge_start]) for a, b in pairwise(alike))
    rowed = all(_ROW_OF_YEARS.fullmatch(scene.text[a.end : b.start]) for a, b in pairwise(dated))
    if len(alike) <= 1 or len(alike) != len(years) or not linked or not rowed:
        return None
    year = years[alike.index(q)]
    return Timing(year, str(year))


_YEAR_BEHIND = re.compile(r"\s(?:in|for)\s(?:19|20)[0-9]{2}")
# "Vision 2030", "Expo 2025": part of a name.
_NAMED = re.compile(rf"\b{_WORDS['dated_names']}\s$")


def _is_idle(scene: Scene, mark: YearMark) -> bool:
    """The page's own date, or a year within a name: dates no figure."""
    if mark.kind == "date" and any(
        f.name in ("published_on", "last_updated") and f.char_start <= mark.start < f.char_end
        for f in scene.context.facts
    ):
        return True
    return bool(_NAMED.search(scene.text[max(0, mark.start - 16) : mark.start]))


# Headings whose year is that of a study or of the page.
_OF_A_STUDY = re.compile(
    rf"\b(?:{_WORDS['study_words']}|{_WORDS['study_words_mul']})\b|{_WORDS['study_words_cjk']}",
    re.IGNORECASE,
)


def _dated_by_header(cell: CellContext, scene: Scene, q: Figure, metric: Metric) -> Timing:
    """The time of a cell: its headers', else its caption's; a growth rate without one runs over the table's years."""
    timing = _dated_by(cell.dated, scene, q, metric)
    if metric == "cagr" and cell.ends and (timing.period_start is None or timing.period_end is None):
        basis = "first and last year of the table's columns"
        return Timing(period_start=cell.ends[0], period_end=cell.ends[1], inferred=True, basis=basis)
    if metric == "growth_rate" and timing.period_start and timing.period_end == timing.period_start + 1:
        return Timing(timing.period_end)  # "YoY growth 2024-2025"
    if metric == "growth_rate" and cell.ends and timing == Timing() and cell.ends[1] - cell.ends[0] == 1:
        return Timing(cell.ends[1], inferred=True, basis="the later of the two years of the table's columns")
    return replace(timing, flag=timing.flag or cell.flag)


def _year_before(scene: Scene, q: Figure, timing: Timing) -> Timing | None:
    """ "contre 82 M€ un an plus tôt": the year before the one of the figure that it is compared with."""
    said = scene.grammar.pattern("periods.last_year").search(scene.text, q.end, min(scene.sentence.end, q.end + 24))
    if (
        said is None
        or (scene.is_wide and _INDEXED.match(scene.text, said.start()))
        or re.search(r"[,，、;；:]", scene.text[q.end : said.start()])
        or any(q.end <= m.start < said.start() for m in scene.marks)
        or any(q.end <= o.start < said.start() for o in scene.live)
    ):
        return None
    base = (
        timing.year
        or next((m.first for m in reversed(scene.marks) if m.first and m.end <= q.start), None)
        or scene.context.window.dated
    )
    if base is None or q.kind == "percent":
        return None
    return Timing(base - 1, inferred=True, basis=f"“{said.group()}”, before {base}")


# "前年度比", "前年から3%増": the year before is what a rate is measured against, no figure's own year.
_INDEXED = re.compile(
    rf"{_WORDS['last_years_ko']}\s?(?:{_WORDS['same_periods_ko']})?\s?{_WORDS['against_ko']}|{_WORDS['last_years_cjk']}度?{_WORDS['same_periods_cjk']}?(?:{_WORDS['against_cjk']}|の[0-9])"
)


def _titled_row(scene: Scene) -> Timing | None:
    """The year in the title of the table that blanks divide: "表1 按应用划分的占比(2025年)"."""
    if not _ROW.match(scene.words):
        return None
    blocks = scene.parsed.blocks
    for block in reversed(blocks[max(0, scene.sentence.block - _LONGEST_TABLE) : scene.sentence.block]):
        marks = [m for m in year_marks(scene.text, block.char_start, block.char_end) if m.kind == "point"]
        if block.kind == "heading" and marks:
            return Timing(marks[0].first, marks[0].time_period)
        if block.kind != "heading" and not _ROW.match(scene.text[block.char_start : block.char_end]):
            return None
    return None


_ROW = re.compile(r"\s*[^\s0-9][^\n0-9]{0,30}?(?:\s{2,}+|\t)\s*+[0-9]")
_LONGEST_TABLE = 16


def _dated_by(header: str, scene: Scene, q: Figure, metric: Metric) -> Timing:
    """The year or span that a header or a label gives to the value under it."""
    marks = year_marks(header, 0, len(header))
    if metric == "cagr":
        span = next((m for m in marks if m.kind == "span"), None)
        if span:
            return Timing(period_start=span.first, period_end=span.last)
        return growth_period(_in_sentence(scene, q, ()), scene.context.window)
    point = next((m for m in marks if m.kind == "point"), None)
    if point is None and metric == "growth_rate" and (span := next((m for m in marks if m.kind == "span"), None)):
        return Timing(period_start=span.first, period_end=span.last)
    return Timing(point.first, point.time_period, flag=point.flag) if point else Timing()


_FROM = re.compile(
    rf"\b(?:from|{_WORDS['from_words_mul']})\s(?:\w+\s){{0,2}}$|(?:由|从|從|自)(?:约|約)?\s?$", re.IGNORECASE
)
_TO = re.compile(
    rf"\b(?:to|{_WORDS['to_words_mul']})\s(?:\w+\s){{0,2}}$|[→⇒]\s*$|{_WORDS['moved_to_zh']}(?:约|約)?\s?$",
    re.IGNORECASE,
)


_FROM_CJK = re.compile(r"(?:由|从|從|自)(?:约|約)?\s?$")
_TO_CJK = re.compile(r"(?:由|从|從|自)[^,，。]{2,16}(?:至|到)(?:约|約)?\s?$|(?:から|에서)\s?(?:約|약\s)?$")


def _span_ends(scene: Scene, q: Figure) -> Timing:
    """ "USD 3 bn → USD 8 bn (2024-2030)": where a sentence has one span and no year, its ends date the two values."""
    spans = [m for m in scene.marks if m.kind == "span"]
    if len(spans) != 1 or any(m.kind == "point" for m in scene.marks):
        return Timing()
    left, right = scene.text[scene.sentence.start : q.hedge_start], scene.text[q.end : q.end + 8]
    span = spans[0]
    if scene.is_wide:
        if _FROM_CJK.search(left) or scene.text.startswith(("から", "에서"), q.end):
            return Timing(
                span.first, inferred=True, basis=f"start of the period {span.time_period} in the same sentence"
            )
        if _TO_CJK.search(left):
            return Timing(span.last, inferred=True, basis=f"end of the period {span.time_period} in the same sentence")
    if re.match(r"\s*[→⇒]", right) or _FROM.search(left):
        return Timing(span.first, inferred=True, basis=f"start of the period {span.time_period} in the same sentence")
    if _TO.search(left):
        return Timing(span.last, inferred=True, basis=f"end of the period {span.time_period} in the same sentence")
    return Timing()


def _unstated_year(scene: Scene, q: Figure) -> Timing:
    """A value without a year: the end of the growth period beside it, or the document's own "today"."""
    text, s, g, window = scene.text, scene.sentence, scene.grammar, scene.context.window
    span = next((m for m in reversed(scene.marks) if m.kind == "span"), None)
    forward = g.pattern("status.forecast").search(text, max(s.start, q.start - 60), q.start)
    if span and forward:
        return Timing(span.last, inferred=True, basis=f"end of the period {span.time_period} in the same sentence")
    if forward and window.end and _END_OF_PERIOD.search(scene.words):
        return Timing(window.end, inferred=True, basis="end of the document's forecast window")
    now = g.pattern("periods.this_year").search(text, max(s.start, q.start - 60), min(s.end, q.end + 20))
    if now and window.dated:
        return Timing(window.dated, inferred=True, basis=f"“{now.group()}” in a document dated {window.dated}")
    last = g.pattern("periods.last_year").search(text, q.end, min(s.end, q.end + 14))
    if last and window.dated and not (scene.is_wide and _INDEXED.match(text, last.start())):
        return Timing(window.dated - 1, inferred=True, basis=f"“{last.group()}” in a document dated {window.dated}")
    return Timing()
