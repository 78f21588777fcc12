"""Reads one sentence after the other until every figure-like token is a mention or a rejection."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from sources.extract.document.context import Context
from sources.extract.figures.falls import is_growth, with_sign
from sources.extract.figures.surroundings import Reading
from sources.extract.metric.cjk_rates import changed, concentration, part_behind
from sources.extract.metric.metric_context import surroundings_of
from sources.extract.metric.metrics import read_metric
from sources.extract.metric.non_english_growth import as_fall
from sources.extract.metric.shared_brackets import same_bracket
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.clauses import Clause
from sources.extract.phrases.non_english_clauses import non_english_clause
from sources.extract.read.dating import date_figure
from sources.extract.read.figure_fields import figure_fields
from sources.extract.scan.figure import Figure
from sources.extract.scan.scan import Scan
from sources.extract.scenes.list_readings import entry_subject, list_reading
from sources.extract.scenes.memory import Memory
from sources.extract.scenes.scene import Scene
from sources.extract.scenes.survey import rejection, survey
from sources.extract.scenes.tables import cell_reading
from sources.extract.statements.technical_wholes import whole_drawing
from sources.extract.subjects.coreference import listen
from sources.extract.subjects.names_beside import name_beside
from sources.extract.subjects.of_firms import as_firm, of_firm
from sources.extract.subjects.placing import area_of, market_of, part_of_market, unit_of
from sources.extract.subjects.reporting_speakers import only_says
from sources.extract.subjects.respective_names import respective_subjects
from sources.extract.subjects.speakers import speaker_of
from sources.extract.subjects.subjects import subject_of
from sources.extract.text.sentences import Sentence
from sources.extract.time.agreed_periods import with_agreed_periods
from sources.extract.time.cjk_time import cjk_status
from sources.extract.time.current_year import with_current_year
from sources.extract.time.other_years import TO_VALUE
from sources.extract.time.relative_years import Beside, relative_year
from sources.extract.time.statuses import status_of
from sources.extract.time.timing import Timing, years_later
from sources.grammar.areas import WORLD
from sources.grammar.pattern_words import pattern_words
from sources.records import Comparator, Mention, Metric, ParsedDocument, Rejection

_WORDS = pattern_words("read")
_DIGIT = re.compile(r"[0-9]")
_YEAR_BEFORE = re.compile(
    rf"\s(?:(?:of|in|for)\s)?(?:the|a)?\s?{_WORDS['years_before']}\b",
    re.IGNORECASE,
)
_RATES = ("cagr", "growth_rate")
# "37 % of revenue, or USD 9.4 billion": one value stated twice.
_EQUALS = re.compile(rf"[^.;:()]{{0,40}}?,?\s\(?{_WORDS['equal_words']}\s(?:{_WORDS['equal_hedges']}\s)?")
_LISTED_RULES = frozenset({"percent.listed_member", "percent.same_as_before", "money.same_as_before"})
_HEARD_BACK = 3  # sentences without digits that are listened to before one with digits


def read_figures(page: Scan, context: Context) -> tuple[list[Mention], list[Rejection], list[Scene]]:
    """All figure-like tokens of a document, each as a mention or as a rejection with its rule.

    Args:
        page: the document's scan.
        context: its own facts.

    Returns:
        Mentions without claim ids, and rejections, both in order of the text; and the sentences that were read.
    """
    parsed = page.parsed
    memory = Memory()
    bounds = tuple((s.char_start, s.char_end) for s in context.segments if _DIGIT.search(s.surface))
    mentions: list[Mention] = []
    rejections: list[Rejection] = []
    scenes: list[Scene] = []
    unheard: deque[Sentence] = deque(maxlen=_HEARD_BACK)
    previous: Sentence | None = None
    for at, sentence in enumerate(page.sentences):
        if (found := page.found.get(at)) is None:
            unheard.append(sentence)
            previous = sentence
            continue
        for earlier in unheard:
            _enter(parsed, earlier, memory)
            listen(parsed.text, earlier, context, memory)
        unheard.clear()
        _enter(parsed, sentence, memory)
        scene, aside = survey(page, found, context, bounds, previous)
        previous = sentence
        if _is_wordless(scene):
            rejections += aside
            rejections += [rejection(parsed.text, q, "figures_without_words") for q in scene.live]
            continue
        scenes.append(scene)
        read, unread = _read_scene(scene, memory)
        if not scene.live:  # "The X segment led in 2024."
            listen(parsed.text, sentence, context, memory)
        mentions += read
        rejections += aside + unread
    mentions.sort(key=lambda m: (m.char_start, m.char_end))
    mentions = with_agreed_periods(parsed.text, mentions, context.window)
    mentions = with_current_year(parsed.text, mentions, context.window, context.grammar)
    rejections.sort(key=lambda r: (r.char_start, r.char_end))
    return mentions, rejections, scenes


_ROW_OF_FIGURES = 24
_WORD = re.compile(r"[^\W\d_]{2}")


def _is_wordless(scene: Scene) -> bool:
    """A long row of figures of which fewer than half have any word between them: no sentence says what they are."""
    if len(scene.live) < _ROW_OF_FIGURES or scene.cell or scene.listing:
        return False
    edges = [scene.sentence.start, *(q.end for q in scene.live)]
    spoken = sum(
        bool(_WORD.search(scene.text, edge, q.hedge_start)) for edge, q in zip(edges, scene.live, strict=False)
    )
    return spoken * 2 < len(scene.live)


def _enter(parsed: ParsedDocument, sentence: Sentence, memory: Memory) -> None:
    was_item = memory.block >= 0 and parsed.blocks[memory.block].kind == "list_item"
    memory.enter(sentence.block, keeps_metric=was_item and parsed.blocks[sentence.block].kind == "list_item")


def _read_scene(scene: Scene, memory: Memory) -> tuple[list[Mention], list[Rejection]]:
    mentions: list[Mention] = []
    rejections: list[Rejection] = []
    metrics: list[Metric | None] = []
    respective = respective_subjects(scene)
    subject: Subject | None = None
    for i, q in enumerate(scene.live):
        before = scene.live[i - 1] if i else None
        clause = non_english_clause(scene.text, scene.begin(q), q.start, scene.grammar)
        beside = name_beside(scene, q, before, clause)
        shared = bool(
            before
            and subject
            and not scene.is_wide
            and not scene.cell
            and same_bracket(scene.text, scene.sentence.start, before.end, q.hedge_start, scene.grammar)
        )
        if not shared:
            subject = _listed(scene, q) or respective.get(i) or beside or subject_of(scene, q, clause, memory)
        if (
            subject
            and subject.market == ""
            and memory.subject
            and memory.subject.area
            and _THERE.match(scene.words.lstrip())
        ):
            subject = memory.subject
        if subject and subject.company and not scene.cell and _only_says(scene, q, clause):
            subject = Subject(subject.text, market="")
        firms = concentration(scene, q)
        behind = part_behind(scene, q, subject)
        subject = firms or behind or subject
        firm = as_firm(scene, subject)
        subject = firm or subject
        around = surroundings_of(
            scene,
            q,
            before,
            clause,
            subject,
            memory,
            metrics,
            is_listed=beside is not None or bool(before and i in respective),
            is_firm=firm is not None,
        )
        if around.is_spent_on_market and subject and subject.segment and not subject.known:
            subject = Subject(subject.text, market="")
        reading = _settled(scene, q, subject) or read_metric(q, around, scene.grammar)
        if firm and reading:
            reading = of_firm(reading, around)
        if (
            reading
            and scene.grammar.is_non_english
            and (reading.metric in _RATES or is_growth(reading.metric, reading.rule))
        ):
            q = as_fall(q, around, scene.text, scene.grammar, reading.rule, mentions[-1] if mentions else None)
        if firms or behind:
            reading = Reading("share", "percent.part_behind" if behind and not firms else "percent.concentration")
        if reading and scene.is_wide:
            q, reading = changed(scene, q, reading)
        metrics.append(reading.metric if reading else None)
        if reading is None:
            rejections.append(rejection(scene.text, q, "no_reading"))
            continue
        mention = _mention(scene, q, clause, subject, reading, memory, mentions)
        mentions.append(mention)
        if mention.segment and mention.metric in ("share", "cagr"):
            memory.parts.add(mention.segment)
        memory.metric = reading.metric
        memory.has_parts = memory.has_parts or bool(mention.segment or (subject and subject.area not in (None, WORLD)))
        if subject and not subject.generic:
            memory.subject = subject
    memory.sized = "market_size" in metrics
    return mentions, rejections


def _only_says(scene: Scene, q: Figure, clause: Clause) -> bool:
    start = scene.sentence.start if scene.is_wide else clause.start
    return only_says(scene.text[start : q.hedge_start], scene.text[q.end : scene.sentence.end], scene.grammar)


def _listed(scene: Scene, q: Figure) -> Subject | None:
    """The name beside the figure of a list."""
    c = scene.context
    return entry_subject(q, scene.listing, c.market, c.parts, c.grammar) if scene.listing else None


def _settled(scene: Scene, q: Figure, subject: Subject | None) -> Reading | None:
    """The metric that the table or the list around a figure settles."""
    if scene.cell and not scene.listing:
        if q.kind == "percent" and scene.grammar.pattern("metrics.cagr").search(
            scene.text[scene.sentence.start : q.start]
        ):
            return None  # "Growth rate | CAGR of 4.4 %": the cell itself says it
        return cell_reading(q, scene.cell, scene.grammar)
    return list_reading(q, scene.listing, subject, scene.grammar) if scene.listing else None


_THERE = re.compile(
    rf"(?:{_WORDS['there_words']}|{_WORDS['there_words_mul']})\s(?:the|{_WORDS['articles_mul']})\s|Its\s(?:\w+\s)?{_WORDS['market_noun']}\b"
)


def _mention(
    scene: Scene,
    q: Figure,
    clause: Clause,
    subject: Subject | None,
    reading: Reading,
    memory: Memory,
    before: Sequence[Mention],
) -> Mention:
    metric = reading.metric
    since = max((m.char_end for m in before), default=scene.sentence.start) - scene.sentence.start
    at = q.hedge_start - scene.sentence.start
    q = with_sign(q, metric, reading.rule, scene.words, at, since, before, scene.grammar)
    timing = date_figure(scene, q, metric)
    grown = metric == "growth_rate" and before and before[-1].metric in ("market_size", "volume")
    if timing.year is None and timing.period_end is None and grown and scene.grammar.is_non_english:
        timing = _as_before(before[-1])
    if timing.year is None and before and reading.rule in _LISTED_RULES:
        timing = _as_before(before[-1])
    if before and before[-1].year and (later := years_later(scene.text, q.end)):
        timing = Timing(before[-1].year + later, inferred=True, basis="years after the figure before it")
    elif (
        before
        and before[-1].year
        and timing == Timing()
        and metric not in _RATES
        and (_EQUALS.fullmatch(scene.text, before[-1].char_end, q.start) or _is_in_one_breath(scene, q, metric, before))
    ) or (timing == Timing() and metric in ("market_size", "volume") and _has_led_to(scene, q, before)):
        timing = _as_before(before[-1])
    elif timing.year is None and before and before[-1].year and _YEAR_BEFORE.match(scene.text, q.end):
        timing = Timing(before[-1].year - 1, inferred=True, basis="the year before that of the figure before it")
    if reading.rule.endswith(".year_before") and before and before[-1].year:
        timing = Timing(before[-1].year - 1, inferred=True, basis="the year before that of the figure before it")
    if metric == "growth_rate" and timing.period_end is None and (stepped := _stepped(scene, q, before)):
        timing = stepped
    if metric == "cagr" and timing.period_start is None and (ends := _sized_ends(before)):
        timing = Timing(period_start=ends[0], period_end=ends[1], inferred=True, basis="years of the values beside it")
    if metric not in ("cagr", "impact_on_cagr") and not scene.cell:
        timing = _by_distance(scene, q, metric, before) or timing
    s = scene.sentence
    is_outlook = bool(scene.label and scene.grammar.pattern("status.forecast").search(scene.label[0]))
    clause_from = s.start if is_outlook else clause.start
    words_from = max([clause_from, *(o.end for o in scene.live if o.end <= q.start)])
    figure_in_time = (scene.text, q, s.start, s.end, timing, metric, scene.context.window)
    status = cjk_status(*figure_in_time, scene.grammar) if scene.is_wide else None
    status = status or status_of(*figure_in_time, clause_from, scene.grammar, words_from)
    segment, dimension, topic = part_of_market(scene, clause, subject, metric, memory)
    if metric == "other_numeric" and q.kind == "count" and (whole := whole_drawing(scene.text, s.start, q.hedge_start)):
        topic = scene.text[whole.start : whole.end]
    area = area_of(scene, q, clause, subject, metric)
    return Mention(
        **figure_fields(scene.text, q, timing),
        metric=metric,
        unit=unit_of(scene, q, metric),
        unit_per=reading.unit_per,
        comparator=_comparator(scene, q),
        year=timing.year,
        status=status,
        publisher=speaker_of(scene, clause, q.start, metric, memory),
        market=market_of(scene, clause, subject),
        dimension=dimension,
        segment=segment,
        geography=area.name,
        ref_area=area.code,
        subject=topic,
        rule=reading.rule,
    )


def _has_led_to(scene: Scene, q: Figure, before: Sequence[Mention]) -> bool:
    """ "fell 4 % last year to USD 3 bn": the value has the year of the growth that led to it."""
    if scene.cell or not before or before[-1].metric != "growth_rate" or not before[-1].year:
        return False
    return bool(TO_VALUE.fullmatch(scene.text, before[-1].char_end, q.hedge_start))


def _is_in_one_breath(scene: Scene, q: Figure, metric: Metric, before: Sequence[Mention]) -> bool:
    if before[-1].metric != metric or scene.cell is not None:
        return False
    gap = scene.text[before[-1].char_end : q.hedge_start]
    return bool(_AND_ALSO.fullmatch(gap) or _OF_WHICH.search(gap))


def _by_distance(scene: Scene, q: Figure, metric: Metric, before: Sequence[Mention]) -> Timing | None:
    """The time of a figure whose year is given as a distance from another."""
    earlier = [o.end for o in scene.live if o.end <= q.start]
    left = max(earlier, default=scene.sentence.start)
    right = min((o.hedge_start for o in scene.live if o.start >= q.end), default=scene.sentence.end)
    compared = next((m.year for m in reversed(before) if m.year and m.metric == metric), None)
    beside = Beside(q.hedge_start, q.end, min(left, q.hedge_start), max(right, q.end), is_first=not earlier)
    grown = metric == "growth_rate"
    return relative_year(
        scene.text, beside, scene.marks, compared, scene.context.window, scene.grammar, is_growth=grown
    )


# "22 % of that year's units and 34 % of value": two shares of one year.
_AND_ALSO = re.compile(
    rf"(?:\s[^\s,.;:()0-9]{{1,18}}){{0,6}}\s(?:and|{_WORDS['and_words_mul']}|{_WORDS['and_also_de']})\s(?:[^\s,.;:()0-9]{{1,14}}\s){{0,3}}",
    re.IGNORECASE,
)
# "USD 900 million in 2024, of which Asia contributed": the part has its whole's year.
_OF_WHICH = re.compile(rf",\s(?:{_WORDS['of_which']}|{_WORDS['of_which_mul']})\s")
# "USD 4.8 bn in 2024, a rise of 5 %": the step that led to the value before it.
_STEP = re.compile(
    rf"[^.;:]{{0,40}},\s(?:{_WORDS['step_leads']}\s)?(?:(?:a|an)\s(?:\w+\s){{0,2}}(?:of|by)|{_WORDS['step_words']})\s(?:{_WORDS['hedges']}\s)?"
)
# "USD 4.8 bn in 2024 (+5 %)", "121 m t in 2024, +2.7 % y/y".
_BRACKETED = re.compile(
    rf"^[^.;:()]{{0,40}}(?:,\s|\s?[(（])(?P<moved>(?:an?\s)?{_WORDS['moved_words']}\s(?:by\s)?(?:{_WORDS['hedges']}\s)?)?$"
)
_YEARLY_STEP = re.compile(rf"\s{_WORDS['yearly_words']}\b", re.IGNORECASE)
_YEAR_BEHIND = re.compile(r"[^,.;]{0,30}\b(?:19|20)[0-9]{2}\b")


def _stepped(scene: Scene, q: Figure, before: Sequence[Mention]) -> Timing | None:
    if not before or before[-1].metric not in ("market_size", "volume") or _YEAR_BEHIND.match(scene.text, q.end):
        return None
    gap = scene.text[before[-1].char_end : q.hedge_start]
    bracketed = _BRACKETED.search(gap)
    if not _STEP.fullmatch(gap) and not (
        bracketed and (scene.text[q.start] in "+-−–" or bracketed["moved"] or _YEARLY_STEP.match(scene.text, q.end))
    ):
        return None
    year = max((m.year for m in before if m.metric == before[-1].metric and m.year), default=None)
    if bracketed:
        year = before[-1].year
    return Timing(year, inferred=True, basis="year of the value that the step led to") if year else None


def _sized_ends(before: Sequence[Mention]) -> tuple[int, int] | None:
    """First and last year of the two values just before a growth rate in its sentence."""
    years = [m.year for m in before[-2:] if m.metric in ("market_size", "volume") and m.year]
    return (min(years), max(years)) if len(set(years)) > 1 else None


def _as_before(leader: Mention) -> Timing:
    """Members of a row hold for the time of the one before them."""
    return Timing(
        leader.year,
        leader.time_period,
        leader.period_start,
        leader.period_end,
        leader.period_inferred,
        leader.inference_basis,
    )


def _comparator(scene: Scene, q: Figure) -> Comparator:
    """A header's "(~)" hedges every cell below it."""
    return "~" if q.comparator == "=" and "~" in " ".join(scene.block.header_path) else q.comparator
