"""Verification: a choice of the second reader becomes a mention only where our own code finds all of it in the text.

Values, units, ranges and hedges come from the scanner, years from the reader's own functions, areas from the gazetteer.
What fails is a refusal with its rule; whether the rest is true is a matter of odds (`join`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from sources.extract.named_subjects import known_part
from sources.extract.quantities import Quantity
from sources.extract.unmarked import marked
from sources.grammar.areas import WORLD, Area, area_marks, area_named, area_of_adjective, area_with_code
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation
from sources.records import Comparator, Mention, Metric
from sources.second_reader.answer import Choice
from sources.second_reader.page import Page
from sources.second_reader.pointers import NotInText, Pointers
from sources.second_reader.records import Denial, Question, Refusal, Verified
from sources.second_reader.times import NoTime, time_of

RULE = "second_reader."
_KINDS: dict[Metric, frozenset[str]] = {
    "market_size": frozenset({"money"}),
    "cagr": frozenset({"percent"}),
    "share": frozenset({"percent"}),
    "growth_rate": frozenset({"percent", "times"}),
    "volume": frozenset({"count"}),
    "price": frozenset({"money"}),
    "margin": frozenset({"percent", "points"}),
    "impact_on_cagr": frozenset({"percent", "points", "basis_points"}),
    "other_numeric": frozenset({"money", "percent", "points", "basis_points", "times", "count"}),
}
_COMPARATORS: tuple[Comparator, ...] = (">=", "<=", ">", "<", "~")
_WORD = re.compile(r"[^\W\d_]+")
_WORLDWIDE = frozenset({"global", "world", "worldwide"})


class _Refused(Exception):
    """The rule's name, and the words that were refused."""


def verify(page: Page, question: Question, choices: Sequence[Choice]) -> Verified:
    """What of one answer is found in the text.

    Args:
        page: the document.
        question: what was asked.
        choices: what was answered; a figure that is answered twice counts once, the first time.

    Returns:
        Mentions without claim ids, figures that are denied, and refusals with one of these rules:
        `unknown_figure`, `no_figure_in_quote`, `quote_not_in_text`, `no_metric`, `unit_does_not_fit`, `no_area_in_quote`,
        `year_not_in_text`, `no_year_in_quote`, `year_words_unknown`, `period_reversed`, `no_fall_in_quote`.
    """
    pointers = Pointers(question)
    mentions: list[Mention] = []
    denials: list[Denial] = []
    refusals: list[Refusal] = []
    seen: set[int] = set()
    for choice in choices:
        try:
            at = _figure(page, question, choice, pointers)
        except _Refused as refused:
            refusals.append(_of_passage(page, question, *refused.args))
            continue
        if at in seen:
            continue
        seen.add(at)
        q = page.quantities[at]
        surface = page.printed[q.start : q.end]
        if choice.none and not choice.metric:
            denials.append(Denial(q.start, q.end, surface, choice.none))
            continue
        try:
            mentions.append(_mention(page, at, choice, pointers))
        except _Refused as refused:
            rule, said = refused.args
            refusals.append(Refusal(q.start, q.end, surface, RULE + rule, said))
    return Verified(tuple(mentions), tuple(denials), tuple(refusals))


def joined(page: Page, parts: Iterable[Verified]) -> Verified:
    """The verified answers of all questions of one document, in order of the text, at their places in the source."""
    parts = tuple(_in_source(page, part) for part in parts)
    return Verified(
        tuple(sorted((m for p in parts for m in p.mentions), key=lambda m: (m.char_start, m.char_end))),
        tuple(sorted((d for p in parts for d in p.denials), key=lambda d: (d.char_start, d.char_end))),
        tuple(sorted((r for p in parts for r in p.refusals), key=lambda r: (r.char_start, r.char_end, r.rule, r.said))),
    )


def _in_source(page: Page, part: Verified) -> Verified:
    plain, source = page.shown, page.source
    if plain is None:
        return part
    return Verified(
        tuple(marked(m, plain, source) for m in part.mentions),
        tuple(marked(d, plain, source) for d in part.denials),
        tuple(marked(r, plain, source) for r in part.refusals),
    )


def _of_passage(page: Page, question: Question, rule: str, said: str) -> Refusal:
    """Where no figure is meant, the refusal stands at the passage's first figure's place: the passage itself."""
    start = question.char_start + question.asked_from
    return Refusal(start, start, page.printed[start:start], RULE + rule, said)


def _figure(page: Page, question: Question, choice: Choice, pointers: Pointers) -> int:
    """Index of the quantity that a choice is about."""
    if choice.figure is not None:
        if not 1 <= choice.figure <= len(question.figures):
            raise _Refused("unknown_figure", str(choice.figure))
        figure = question.figures[choice.figure - 1]
        start, end = figure.char_start + question.char_start, figure.char_end + question.char_start
    else:
        try:
            start, end = pointers.span(choice.quote or "")
        except NotInText:
            raise _Refused("quote_not_in_text", choice.quote or "") from None
    at = page.overlapping(start, end)
    if at is None:
        raise _Refused("no_figure_in_quote", choice.quote or str(choice.figure))
    return at


def _mention(page: Page, at: int, choice: Choice, pointers: Pointers) -> Mention:
    q, context = page.quantities[at], page.context
    metric = choice.metric
    if metric is None:
        raise _Refused("no_metric", "")
    if q.kind not in _KINDS[metric]:
        raise _Refused("unit_does_not_fit", f"{metric} of {q.unit or q.noun or 'a bare number'}")
    own_words = _own_words(page, at)
    try:
        timing = time_of(choice, metric, own_words, pointers, page)
    except NoTime as refused:
        said = " ".join(filter(None, (choice.year, choice.year_words, choice.period_start, choice.period_end)))
        raise _Refused(refused.args[0], said) from None
    area = _area(choice, pointers, page)
    segment, dimension = _part(choice, pointers, page)
    market = _words(choice.market, pointers) or context.market
    q = _signed(q, choice, pointers, own_words, metric, context.grammar)
    return Mention(
        char_start=q.start,
        char_end=q.end,
        surface=page.printed[q.start : q.end],
        metric=metric,
        value=q.value,
        value_high=q.value_high,
        unit=_unit(q, metric),
        unit_per=None,
        comparator=_comparator(q, choice, pointers, own_words, context.grammar),
        year=None if metric == "cagr" else timing.year,
        time_period=None if timing.inferred else timing.time_period,
        period_start=timing.period_start,
        period_end=timing.period_end,
        period_inferred=timing.inferred,
        inference_basis=timing.basis,
        status=choice.status or "historical",
        publisher=_words(choice.speaker, pointers),
        market=market,
        dimension=dimension,
        segment=segment,
        geography=area.name,
        ref_area=area.code,
        subject=_words(choice.subject, pointers),
        rule=f"{RULE}{metric}",
    )


def _own_words(page: Page, at: int) -> str:
    """The words that state a figure: its sentence, and the header and label of its cell."""
    sentence = page.homes[at]
    block = page.parsed.blocks[sentence.block]
    words = [page.parsed.text[sentence.start : sentence.end], *block.header_path, block.row_label or ""]
    return " ".join(" ".join(words).split())


def _words(pointer: str | None, pointers: Pointers) -> str | None:
    if pointer is None:
        return None
    try:
        return pointers.words(pointer)
    except NotInText:
        raise _Refused("quote_not_in_text", pointer) from None


def _area(choice: Choice, pointers: Pointers, page: Page) -> Area:
    """The area that the words name; the document's own where the answer names none."""
    if choice.area is None:
        return page.context.area
    if choice.area.casefold() in _WORLDWIDE:
        return WORLD
    words = _words(choice.area, pointers) or ""
    if area := area_named(words):
        return area
    if marks := area_marks(words, 0, len(words)):
        return marks[0].area
    if area := next(filter(None, map(area_of_adjective, _WORD.findall(words))), None):
        return area
    if area := _home(words, page):
        return area
    raise _Refused("no_area_in_quote", words)


def _home(words: str, page: Page) -> Area | None:
    """ "国内", "domestic": the document's own area, else the country of its language."""
    grammar = page.context.grammar
    if not grammar.phrases("home_words") or not grammar.pattern("home_words").search(words):
        return None
    if page.context.area != WORLD:
        return page.context.area
    return area_with_code(grammar.home_area) if grammar.home_area else None


def _part(choice: Choice, pointers: Pointers, page: Page) -> tuple[str | None, str | None]:
    """Segment and dimension, by the name under which the document lists the part."""
    words = _words(choice.part, pointers)
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


def _unit(q: Quantity, metric: Metric) -> str | None:
    if metric == "impact_on_cagr":
        return "percentage points"
    return q.unit or q.noun or None


def _comparator(q: Quantity, choice: Choice, pointers: Pointers, own_words: str, grammar: Grammar) -> Comparator:
    """The scanner's; where it sees none, that of the words that the answer points to, if our lexicon knows them."""
    if q.comparator != "=" or choice.hedge is None:
        return q.comparator
    words = _words(choice.hedge, pointers) or ""
    if words not in own_words:
        raise _Refused("quote_not_in_text", words)
    return next((c for c in _COMPARATORS if _hedges(c, grammar).search(words)), q.comparator)


@cache
def _hedges(comparator: Comparator, grammar: Grammar) -> re.Pattern[str]:
    return re.compile(alternation(grammar.phrases(f"comparators.{comparator}")), re.IGNORECASE)


def _signed(
    q: Quantity, choice: Choice, pointers: Pointers, own_words: str, metric: Metric, grammar: Grammar
) -> Quantity:
    """Growth is negative where the answer points to words of a fall beside the figure, and our lexicon knows them as such."""
    if choice.fall_words is None or metric not in ("growth_rate", "cagr", "other_numeric") or q.value <= 0:
        return q
    words = _words(choice.fall_words, pointers) or ""
    if words not in own_words or not _falls(grammar).search(words):
        raise _Refused("no_fall_in_quote", words)
    low, high = (q.value, q.value_high) if q.value_high is None else (q.value_high, q.value)
    return replace(q, value=-low, value_high=None if high is None else -high)


@cache
def _falls(grammar: Grammar) -> re.Pattern[str]:
    lists = ("fall_verbs", "fall_nouns", "falls", "fall_behind", "fall_tails")
    words = [phrase for name in lists for phrase in grammar.phrases(name)]
    return re.compile(alternation([*words, "down", "lower", "less", "minus", "lost", "off"]), re.IGNORECASE)
