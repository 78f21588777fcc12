"""Reads one sentence after the other: numbers first, then what stands around them, until each is a mention or a rejection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sources.extract.attribution import Subject, area_subject, areas_around, read_subject
from sources.extract.clauses import Clause, clause_of, label_of
from sources.extract.context import Context
from sources.extract.decoys import address_spans, decoy_rule, list_marks
from sources.extract.markets import market_key, market_marks
from sources.extract.members import name_before, name_behind
from sources.extract.metrics import Reading, Surroundings, read_metric
from sources.extract.numerals import numerals
from sources.extract.quantities import Quantity, quantities
from sources.extract.sentences import Sentence
from sources.extract.tables import CellContext, cell_context, with_header_unit
from sources.extract.timing import Timing, growth_period, point_in_time, status_of
from sources.extract.years import YearMark, year_marks
from sources.grammar.areas import WORLD, Area
from sources.records import Block, Mention, Metric, ParsedDocument, Rejection

_DIGIT = re.compile(r"[0-9]")
_LINK = re.compile(r"[\s,&/(\[·]*(?:and|und|y|et|or|to|bzw\.)?[\s,]*(?:(?:eds|ca|approx)[.:]?\s?)?[~≈]?\s?$")
_LISTED_RULES = frozenset({"percent.listed_member", "percent.same_as_before", "money.same_as_before"})
_LIST_NAMES = re.compile(r",\s*(?:and\s|und\s|y\s|et\s)?|\s(?:and|und|y|et|&)\s")


@dataclass(slots=True)
class _State:
    """What carries over from sentence to sentence of one document."""

    block: int = -1
    subject: Subject | None = None
    sized: bool = False  # the sentence before spoke of a market's size
    metric: Metric | None = None
    parts: set[str] = field(default_factory=set)  # unlisted phrases that have carried a share or a growth rate
    mentions: list[Mention] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)


def read_figures(parsed: ParsedDocument, found: Sequence[Sentence], context: Context) -> tuple[list[Mention], list[Rejection]]:
    """All figure-like tokens of a document, each as a mention or as a rejection with its rule.

    Returns:
        Mentions without claim ids, and rejections, both in order of the text.
    """
    state = _State()
    cuts = list_marks(parsed.text, parsed.blocks)
    bounds = tuple((s.char_start, s.char_end) for s in context.segments if _DIGIT.search(s.surface))
    for sentence in found:
        if not _DIGIT.search(parsed.text, sentence.start, sentence.end):
            _listen(parsed.text, sentence, context, state)
            continue
        _read_sentence(parsed, sentence, context, state, cuts, bounds)
    state.mentions.sort(key=lambda m: (m.char_start, m.char_end))
    state.rejections.sort(key=lambda r: (r.char_start, r.char_end))
    return state.mentions, state.rejections


def _listen(text: str, sentence: Sentence, context: Context, state: _State) -> None:
    """A sentence without digits may still name who the next one speaks of."""
    if state.block != sentence.block:
        state.subject = None
        state.metric = None
        state.block = sentence.block
    clause = clause_of(text, sentence.start, sentence.end, context.grammar)
    if clause.subject:
        subject = read_subject(clause.subject, context.market, context.parts, context.grammar)
        if not subject.generic and (subject.area or subject.known or subject.market is not None):
            state.subject = subject
    state.sized = bool(re.search(r"\b(?:size|market)\b[^.]{0,20}[:：]\s*$", text[sentence.start : sentence.end]))


def _read_sentence(parsed: ParsedDocument, s: Sentence, context: Context, state: _State, cuts: frozenset[int], bounds: Sequence[tuple[int, int]]) -> None:
    text, g = parsed.text, context.grammar
    block = parsed.blocks[s.block]
    mark = next((c for c in cuts if s.first and s.start < c <= s.start + 3), None)
    if mark is not None:
        state.rejections.append(Rejection(s.start, mark, text[s.start : mark], "list_number"))
        s = replace(s, start=mark)
    if state.block != s.block:
        if not (block.kind == "list_item" and parsed.blocks[state.block].kind == "list_item" if state.block >= 0 else False):
            state.metric = None
        state.subject = None
        state.block = s.block
    numbers = numerals(text, s.start, s.end, g, cuts)
    marks = year_marks(text, s.start, s.end)
    everything = quantities(text, s.start, s.end, numbers, marks, g)
    for mark in marks:
        state.rejections.append(Rejection(mark.start, mark.end, text[mark.start : mark.end], "year_or_date"))
    addresses = address_spans(text, s.start, s.end)
    cell = cell_context(parsed, s.block, context) if block.kind == "table_cell" else None
    if cell:
        everything = [with_header_unit(q, cell, g) for q in everything]
    live: list[Quantity] = []
    for q in everything:
        rule = decoy_rule(text, q, s.start, s.end, block, addresses, [*bounds, *_part_spans(text, q, context)], g)
        if rule:
            first, last = q.numerals[0][0], q.numerals[-1][1]
            state.rejections.append(Rejection(first, last, text[first:last], rule))
        else:
            live.append(q)
    metrics: list[Metric | None] = []
    label = label_of(text, block.char_start, block.char_end, g) if s.first and block.kind in ("list_item", "paragraph", "heading") else None
    for i, q in enumerate(live):
        before = live[i - 1] if i else None
        reading, subject, clause = _interpret(parsed, s, block, context, state, q, before, live, marks, metrics, label, cell)
        if reading is None:
            first, last = q.numerals[0][0], q.numerals[-1][1]
            state.rejections.append(Rejection(first, last, text[first:last], "no_reading"))
            metrics.append(None)
            continue
        metrics.append(reading.metric)
        mention = _mention(parsed, s, block, context, q, live, marks, reading, subject, clause, state, cell)
        if mention.segment and mention.metric in ("share", "cagr"):
            state.parts.add(mention.segment)
        state.mentions.append(mention)
        state.metric = reading.metric
        if subject and not subject.generic:
            state.subject = subject
    _respectively(text, s, context, state, live)
    state.sized = any(m == "market_size" for m in metrics)


def _part_spans(text: str, q: Quantity, context: Context) -> list[tuple[int, int]]:
    """The span of a listed member's name around the quantity, where the number is part of that name ("above 16,384 units")."""
    if q.kind != "count":
        return []
    digits = re.sub(r"[^0-9]", "", text[q.numerals[0][0] : q.numerals[-1][1]])
    for part in context.parts:
        if digits and digits in re.sub(r"[^0-9]", "", part.name) and len(digits) >= 2:
            return [(q.numerals[0][0], q.numerals[-1][1])]
    return []


def _interpret(
    parsed: ParsedDocument, s: Sentence, block: Block, context: Context, state: _State, q: Quantity, before: Quantity | None,
    live: Sequence[Quantity], marks: Sequence[YearMark], metrics: Sequence[Metric | None], label: tuple[str, int] | None, cell: CellContext | None,
) -> tuple[Reading | None, Subject | None, Clause]:  # fmt: skip
    text, g = parsed.text, context.grammar
    begin = label[1] if label and label[1] <= q.start else s.start
    clause = clause_of(text, begin, q.start, g)
    left_edge = before.end if before else s.start
    beside = None if cell else _beside(text, s, context, q, before, begin, clause)
    subject = cell.subject if cell else beside or _subject(text, s, context, state, clause, label, q)
    linked = before is not None and bool(_LINK.fullmatch(_without_years(text, before.end, q.hedge_start, marks)))
    heading = cell.header if cell else ""
    if label and label[1] <= q.start and not heading and q.start - label[1] < 30:
        heading = label[0]
    around = Surroundings(
        left=text[left_edge : q.hedge_start],
        right=_right(text, q, live, s.end, marks),
        sentence=text[s.start : s.end],
        at=q.start - s.start,
        heading=heading,
        has_growth_rate=bool(g.pattern("metrics.cagr").search(text, s.start, s.end)),
        previous=metrics[-1] if linked and metrics else None,
        carried=state.metric,
        is_alone=len(live) == 1,
        is_listed=beside is not None,
        previous_in_sentence=next((m for m in reversed(metrics) if m), None),
        subject_is_generic=bool(subject is None or subject.generic or (clause.subject and clause.subject.lower() in g.phrases("generic_subjects"))),
        subject_is_part=bool(subject and (subject.area and subject.area is not WORLD or subject.segment)),
        clause=text[clause.start : q.hedge_start],
        subject=clause.subject or "",
        subject_is_known=bool(subject and (subject.known or subject.area)),
        subject_is_market=bool(subject and subject.market is not None),
        context_is_sized=state.sized or bool(subject and subject.generic and state.metric == "market_size")
        or bool(g.pattern("metrics.market_size").search(context.headings.get(s.block, "")) and block.kind == "list_item"),
    )
    return read_metric(q, around, g), subject, clause


def _right(text: str, q: Quantity, live: Sequence[Quantity], end: int, marks: Sequence[YearMark]) -> str:
    """The words behind a figure up to its neighbour; in "17 %, 15 % and 13 % of revenue" those behind the last of the row."""
    last = q
    for other in live:
        if other.start < q.end:
            continue
        if other.kind == last.kind and _LINK.fullmatch(text[last.end : other.hedge_start]):
            last = other
            continue
        return text[last.end : other.start]
    return text[last.end : end]


def _without_years(text: str, start: int, end: int, marks: Sequence[YearMark]) -> str:
    out, at = [], start
    for m in marks:
        if start <= m.start and m.end <= end:
            out.append(re.sub(r"(?:\bin|\bby|\bfor)\s?$", "", text[at : m.start]))
            at = m.end
    out.append(text[at:end])
    return "".join(out)


_THE_SEGMENT = re.compile(r"(?:the|this)\s(?:segment|category|type|class|group|sub-?segment|product)\b", re.IGNORECASE)


def _beside(text: str, s: Sentence, context: Context, q: Quantity, before: Quantity | None, begin: int, clause: Clause) -> Subject | None:
    """The subject of a short form, which has no verb: a list's later members, "X, with 58 %", "58 % of revenue came from X"."""
    if q.kind not in ("percent", "money"):
        return None
    name = None
    if before is not None and before.kind == q.kind:
        edge = max([before.end, *(m.end for m in year_marks(text, before.end, q.hedge_start))])
        name = name_before(text, edge, q.hedge_start, context.grammar)
    elif clause.subject is None:
        name = name_before(text, begin, q.hedge_start, context.grammar)
    if name is None and q.kind == "percent" and clause.subject is None:
        name = name_behind(text, q.end, s.end)
    if name is None:
        return None
    subject = read_subject(name, context.market, context.parts, context.grammar)
    return subject if subject.area or subject.known or (subject.segment and len(name.split()) <= 5) else None


def _subject(text: str, s: Sentence, context: Context, state: _State, clause: Clause, label: tuple[str, int] | None, q: Quantity) -> Subject | None:
    g = context.grammar
    chain: list[Subject] = []
    if clause.subject:
        chain.append(read_subject(clause.subject, context.market, context.parts, g))
    if not chain or chain[0].generic:
        for piece in clause.intro.split("; "):
            if intro := _intro_subject(piece, context):
                chain.append(intro)
        if label and label[1] <= q.start:
            named = read_subject(label[0], context.market, context.parts, g)
            if named.area or named.known or named.market is not None or not named.generic and len(label[0].split()) <= 7:
                chain.append(named)
        if state.subject:
            chain.append(state.subject)
        heading = re.sub(r"^(?:[0-9.]+\s+)?(?:By\s[\w ]+:\s)?", "", context.headings.get(s.block, ""))
        if heading:
            named = read_subject(heading, context.market, context.parts, g)
            says_segment = bool(chain and _THE_SEGMENT.match(chain[0].text)) and len(heading.split()) <= 6
            if named.known or named.area or (named.segment and (says_segment or named.segment in state.parts)):
                chain.append(named)
    return next((c for c in chain if not c.generic), chain[0] if chain else None)


def _intro_subject(intro: str, context: Context) -> Subject | None:
    match = re.match(r"(?:[Ff]or|[Ii]n|[Ww]ithin|[Aa]mong|[Oo]f|[Aa]cross|[Ff]ür|[Ii]n der|[Ii]m|[Ee]n|[Pp]ara|[Dd]ans)\s(?P<rest>.+)$", intro)
    if not match or re.search(r"(?:19|20)[0-9]{2}", intro):
        return None
    rest = match["rest"].split(",")[0]
    if area := area_subject(rest):
        return Subject(rest, area=area)
    subject = read_subject(rest, context.market, context.parts, context.grammar)
    if subject.known or (subject.segment and re.search(r"\bsegment\b", rest)):
        return subject
    return None


def _mention(
    parsed: ParsedDocument, s: Sentence, block: Block, context: Context, q: Quantity, live: Sequence[Quantity], marks: Sequence[YearMark],
    reading: Reading, subject: Subject | None, clause: Clause, state: _State, cell: CellContext | None,
) -> Mention:  # fmt: skip
    text = parsed.text
    metric = reading.metric
    timing = _timing(parsed, s, block, context, q, live, marks, metric)
    if reading.rule in _LISTED_RULES and timing.year is None and (leader := next((m for m in reversed(state.mentions) if m.char_start >= s.start), None)):
        timing = Timing(leader.year, leader.time_period, leader.period_start, leader.period_end, leader.period_inferred, leader.inference_basis)
    status = status_of(text, q, s.start, s.end, timing, metric, context.window, clause.start, context.grammar)
    after = next((o.start for o in live if o.start >= q.end), s.end)
    area = (cell.area if cell else None) or _area(text, s, clause, q, after, context, subject, metric)
    segment, dimension = (subject.segment, subject.dimension) if subject else (None, None)
    topic = None
    if metric in ("other_numeric", "margin", "price"):
        topic = subject.text if subject and not subject.generic else None
        segment = segment if subject and subject.known and metric != "other_numeric" else None
        dimension = dimension if segment else None
    if metric == "impact_on_cagr":
        topic, segment, dimension = block.row_label or topic, None, None
    if segment and not (subject and subject.known) and segment not in state.parts and not _is_part(metric, subject):
        topic, segment, dimension = topic or segment, None, None
    if segment and not dimension and cell and cell.dimension:
        dimension = cell.dimension
    if segment and not dimension and clause.dimension:
        dimension = clause.dimension[:1].upper() + clause.dimension[1:]
    unit = q.unit or (_unit_noun(q, context) if q.kind == "count" else None)
    if metric == "impact_on_cagr":
        unit = "percentage points"
    return Mention(
        char_start=q.start, char_end=q.end, surface=text[q.start : q.end], metric=metric, value=q.value, value_high=q.value_high, unit=unit,
        unit_per=reading.unit_per, comparator="~" if metric == "impact_on_cagr" and q.comparator == "=" and "~" in " ".join(block.header_path) else q.comparator,
        year=timing.year, time_period=None if timing.inferred else timing.time_period, period_start=timing.period_start, period_end=timing.period_end,
        period_inferred=timing.inferred, inference_basis=timing.basis, status=status, publisher=None,
        market=_market(text, s, clause, subject, context), dimension=dimension, segment=segment, geography=area.name, ref_area=area.code,
        subject=topic, rule=reading.rule,
    )  # fmt: skip


def _is_part(metric: Metric, subject: Subject | None) -> bool:
    """An unlisted phrase is a part of the market where the figure is one that parts have."""
    if subject is None or subject.segment is None:
        return False
    if metric in ("share", "cagr", "growth_rate"):
        return True
    return metric == "market_size" and not re.match(r"[A-Z]\w+(?:\s[A-Z]\w+)*$", subject.segment)


def _timing(parsed: ParsedDocument, s: Sentence, block: Block, context: Context, q: Quantity, live: Sequence[Quantity], marks: Sequence[YearMark], metric: Metric) -> Timing:
    text, window = parsed.text, context.window
    if metric == "impact_on_cagr":
        return Timing()
    around = list(marks)
    if block.kind == "table_cell":
        header = " ".join([*block.header_path, block.row_label or ""])
        around = list(marks) or [replace_span(m, s.start) for m in year_marks(header, 0, len(header))]
    if metric == "cagr":
        if block.kind == "table_cell" and not marks:
            spans = [m for m in around if m.kind == "span"]
            if spans:
                return Timing(period_start=spans[0].first, period_end=spans[0].last)
        return growth_period(text, q, s.start, s.end, marks, live, window, context.grammar)
    if block.kind == "table_cell" and not marks:
        points = [m for m in around if m.kind == "point"]
        return Timing(points[0].first, points[0].time_period, flag=points[0].flag) if points else Timing()
    timing = point_in_time(text, q, s.start, s.end, marks, live, context.grammar)
    if timing.year is None and metric == "growth_rate":
        span = next((m for m in marks if m.kind == "span"), None)
        return Timing(period_start=span.first, period_end=span.last) if span else timing
    if timing.year is None and metric in ("market_size", "volume"):
        return _unstated_year(text, q, s, marks, live, context)
    return timing


def replace_span(mark: YearMark, at: int) -> YearMark:
    """A mark read from a header, placed at the cell it dates."""
    return replace(mark, start=at, end=at)


def _unstated_year(text: str, q: Quantity, s: Sentence, marks: Sequence[YearMark], live: Sequence[Quantity], context: Context) -> Timing:
    """A value without a year: the end of the growth period beside it, or the document's own "today"."""
    piece = text[s.start : s.end]
    spans = [m for m in marks if m.kind == "span"]
    forward = context.grammar.pattern("status.forecast").search(text, max(s.start, q.start - 60), q.start)
    if spans and forward:
        return Timing(year=spans[-1].last, inferred=True, basis=f"end of the period {spans[-1].time_period} in the same sentence")
    if forward and context.window.end and re.search(r"\b(?:finish|end|close)\b[^.]{0,24}period|\bby the end of the (?:forecast|analysis) period", piece):
        return Timing(year=context.window.end, inferred=True, basis="end of the document's forecast window")
    now = context.grammar.pattern("periods.this_year").search(text, max(s.start, q.start - 60), min(s.end, q.end + 20))
    if now and context.window.dated:
        return Timing(year=context.window.dated, inferred=True, basis=f"“{now.group()}” in a document dated {context.window.dated}")
    return Timing()


def _area(text: str, s: Sentence, clause: Clause, q: Quantity, after: int, context: Context, subject: Subject | None, metric: Metric) -> Area:
    if subject and subject.area:
        return subject.area
    before, behind = areas_around(text, clause, q.start, q.end, s.end, after)
    if before:
        return before.area
    for piece in clause.intro.split("; "):
        if (intro := _intro_subject(piece, context)) and intro.area:
            return intro.area
    if behind and metric != "other_numeric" and not re.search(r"[,;]\s", text[q.end : behind.start]):
        return behind.area
    if clause.subject and (named := re.match(r"(?:the\s)?(?P<a>.+?)(?:['’]s)\s", clause.subject)) and (area := area_subject(named["a"])):
        return area
    return context.area


def _market(text: str, s: Sentence, clause: Clause, subject: Subject | None, context: Context) -> str | None:
    """The market the sentence names as such, where it is another than the document's own."""
    if subject and subject.market:
        return subject.market
    own = market_key(context.market or "")
    for mark in market_marks(text, s.start, s.end):
        key = market_key(mark.name)
        if key and own and not (key <= own or own <= key) and not key & own and mark.start <= clause.start + 60 and subject and subject.market is not None:
            return mark.name
    return context.market


def _unit_noun(q: Quantity, context: Context) -> str | None:
    g = context.grammar
    if not q.noun:
        return None
    if m := g.pattern("measured_units").match(q.noun):
        return m.group()
    words = []
    for word in re.split(r"\s+", q.noun):
        if word.lower() in ("and", "or", "in", "of", "for", "to", "at", "by", "with", "that", "which", "who", "is", "are", "was", "were", "sold", "per", "each", "across", "by", "from", "worldwide", "globally"):
            break
        words.append(word.strip(".,"))
        if word.strip(".,").endswith("s") and len(words) <= 3:
            break
    return " ".join(words[:4]) or None


def _respectively(text: str, s: Sentence, context: Context, state: _State, live: Sequence[Quantity]) -> None:
    """ "Japan and Canada at 15 % and 14 % respectively": the i-th figure belongs to the i-th name."""
    at = re.search(r"\brespective(?:ly)?\b|\bjeweils\b|\brespectivamente\b|\brespectivement\b", text[s.start : s.end])
    if not at:
        return
    run: list[Quantity] = []
    for q in live:
        if run and q.kind == run[-1].kind and _LINK.fullmatch(text[run[-1].end : q.hedge_start]):
            run.append(q)
        elif len(run) < 2:
            run = [q]
    if len(run) < 2:
        return
    lead = text[s.start : run[0].start]
    verb = list(re.finditer(r"\b(?:are|were|is|is|will|forecast|projected|expected|at|of|held|with|grow|growing|accounted|account)\b", lead))
    copulas = [v for v in verb if v.group() in ("are", "were", "is")]
    others = [v for v in context.grammar.pattern("subject_verbs").finditer(lead) if v.group().lower() not in ("are", "were", "is")]
    pieces = [lead[v.end() :] for v in copulas] + [lead[: v.start()] for v in [*copulas, *others, *verb]] + [lead]
    for piece in pieces:
        names = _names_in(piece, context)
        if len(names) == len(run):
            for q, subject in zip(run, names, strict=True):
                _reassign(state, q, subject)
            return


def _names_in(phrase: str, context: Context) -> list[Subject]:
    phrase = re.split(r"\b(?:forecast|projected|expected|estimated|anticipated|with|at|which|will)\b", phrase)[0]
    names = []
    for piece in _LIST_NAMES.split(phrase.strip(" ,")):
        if _DIGIT.search(piece):
            continue
        subject = read_subject(piece, context.market, context.parts, context.grammar)
        if subject.area or subject.segment:
            names.append(subject)
    return names


def _reassign(state: _State, q: Quantity, subject: Subject) -> None:
    for i, m in enumerate(state.mentions):
        if m.char_start == q.start and m.char_end == q.end:
            area = subject.area or Area(m.ref_area, m.geography)
            state.mentions[i] = replace(m, segment=subject.segment, dimension=subject.dimension, geography=area.name, ref_area=area.code)
