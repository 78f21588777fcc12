"""Verification: a choice of the second reader becomes a mention only where our own code finds all of it in the text.

Values, units, ranges and hedges come from the scanner, years from the reader's own functions, areas from the gazetteer.
What fails is a refusal with its rule; whether the rest is true is a matter of odds (`join`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

from sources.extract.home_area import local_currency_area
from sources.extract.named_subjects import known_part
from sources.extract.quantities import Quantity
from sources.extract.unmarked import marked
from sources.grammar.areas import WORLD, Area, area_marks, area_named, area_of_adjective, area_with_code
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation
from sources.records import Comparator, Mention, Metric
from sources.second_reader.answer import Choice
from sources.second_reader.directions import rises, says_fall
from sources.second_reader.instructions import instructions
from sources.second_reader.page import Page
from sources.second_reader.pointers import NotInText, Pointers
from sources.second_reader.records import Denial, NameKind, Question, Refusal, Verified
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
_LONGEST_NAME = 160
_MOST_A_FIGURE, _MOST_BESIDE = 2, 20  # choices of an answer that are looked at
_WORLDWIDE = frozenset({"global", "world", "worldwide"})


class _Refused(Exception):
    """The rule's name, and the words that were refused."""


def verify(page: Page, question: Question, choices: Sequence[Choice], misfits: int = 0) -> Verified:
    """What of one answer is found in the text.

    Args:
        page: the document.
        question: what was asked.
        choices: what was answered; a figure that is answered twice counts once, the first time.
        misfits: choices that did not fit the schema.

    Returns:
        Mentions without claim ids, figures that are denied, and refusals with one of these rules:
        `unknown_figure`, `no_figure_in_quote`, `several_figures_in_quote`, `quote_not_in_text`, `too_many_choices`, `no_choice`,
        `answered_twice`,         `figure_in_instruction`, `no_metric`, `unit_does_not_fit`, `no_name_in_quote`, `no_area_in_quote`,
        `year_not_in_text`, `no_year_in_quote`, `year_words_unknown`, `period_reversed`, `status_against_date`,
        `no_fall_in_quote`, `rise_is_nearer`, `hedge_of_another_figure`.
    """
    pointers = Pointers(question, instructions(question.passage))
    mentions: list[Mention] = []
    denials: list[Denial] = []
    refusals: list[Refusal] = []
    if misfits:
        refusals.append(_of_passage(page, question, "no_choice", str(misfits)))
    seen: dict[int, Choice] = {}
    most = _MOST_A_FIGURE * len(question.figures) + _MOST_BESIDE
    if len(choices) > most:
        refusals.append(_of_passage(page, question, "too_many_choices", str(len(choices))))
    for choice in choices[:most]:
        try:
            at = _figure(page, question, choice, pointers)
        except _Refused as refused:
            refusals.append(_of_passage(page, question, *refused.args))
            continue
        q = page.quantities[at]
        surface = page.printed[q.start : q.end]
        if at in seen:
            if seen[at] != choice:
                refusals.append(Refusal(q.start, q.end, surface, RULE + "answered_twice", choice.metric or ""))
            continue
        seen[at] = choice
        if any(a < q.end - question.char_start and q.start - question.char_start < b for a, b in pointers.deaf):
            refusals.append(Refusal(q.start, q.end, surface, RULE + "figure_in_instruction", choice.none or surface))
            continue
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
    """Where no figure is meant, the refusal is at the place of the passage's first figure: the passage itself."""
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
    if choice.figure is None:
        behind = page.quantities[at + 1 : at + 2]
        if any(q.start < end for q in behind) or any(a < start or end < b for a, b in page.quantities[at].numerals):
            raise _Refused("several_figures_in_quote", choice.quote or "")
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
    status = _status(choice, timing.period_end if metric == "cagr" else timing.year, page)
    area = _area(choice, pointers, page)
    segment, dimension = _part(choice, pointers, page)
    market = _name(choice.market, pointers, within_words=True) or context.market
    q = _signed(page, at, choice, pointers, metric)
    return Mention(
        char_start=q.start,
        char_end=q.end,
        surface=page.printed[q.start : q.end],
        metric=metric,
        value=q.value,
        value_high=q.value_high,
        unit=_unit(q, metric),
        unit_per=None,
        comparator=_comparator(page, at, choice, pointers),
        year=None if metric == "cagr" else timing.year,
        time_period=None if timing.inferred else timing.time_period,
        period_start=timing.period_start,
        period_end=timing.period_end,
        period_inferred=timing.inferred,
        inference_basis=timing.basis,
        status=status,
        publisher=_name(choice.speaker, pointers),
        market=market,
        dimension=dimension,
        segment=segment,
        geography=area.name,
        ref_area=area.code,
        subject=_name(choice.subject, pointers, within_words=True),
        rule=f"{RULE}{metric}",
    )


def _own_words(page: Page, at: int) -> str:
    """The words that state a figure: its sentence, and the header and label of its cell."""
    sentence = page.homes[at]
    block = page.parsed.blocks[sentence.block]
    words = [page.parsed.text[sentence.start : sentence.end], *block.header_path, block.row_label or ""]
    return " ".join(" ".join(words).split())


def _status(choice: Choice, year: int | None, page: Page) -> Literal["historical", "forecast"]:
    """What is still to come is no history, and what is over is no forecast; one year of grace, for reports on the year before."""
    dated = page.context.window.dated
    if year is None or dated is None:
        return choice.status or "historical"
    status = choice.status or ("forecast" if year > dated else "historical")
    if (status == "historical" and year > dated) or (status == "forecast" and year < dated - 1):
        raise _Refused("status_against_date", f"{status} {year}, dated {dated}")
    return status


def _words(
    pointer: str | None, pointers: Pointers, kind: NameKind | None = None, *, within_words: bool = False
) -> str | None:
    if pointer is None:
        return None
    try:
        return pointers.words(pointer, kind, within_words=within_words)
    except NotInText:
        raise _Refused("quote_not_in_text", pointer) from None


def _name(pointer: str | None, pointers: Pointers, *, within_words: bool = False) -> str | None:
    """Words that can be a name: with a letter, and no longer than names are."""
    words = _words(pointer, pointers, within_words=within_words)
    if words is not None and (len(words) > _LONGEST_NAME or not _WORD.search(words)):
        raise _Refused("no_name_in_quote", words)
    return words


def _area(choice: Choice, pointers: Pointers, page: Page) -> Area:
    """The area that the words name; the document's own where the answer names none."""
    if choice.area is None:
        return page.context.area
    if choice.area.casefold() in _WORLDWIDE:
        return WORLD
    words = _words(choice.area, pointers, "area") or ""
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
    """ "国内", "hierzulande": the document's own area, else the country whose money it counts in, else that of its language."""
    grammar = page.context.grammar
    if not grammar.phrases("home_words") or not grammar.pattern("home_words").search(words):
        return None
    if page.context.area != WORLD:
        return page.context.area
    paid = local_currency_area(page.parsed.text, grammar)
    return paid or (area_with_code(grammar.home_area) if grammar.home_area else None)


def _part(choice: Choice, pointers: Pointers, page: Page) -> tuple[str | None, str | None]:
    """Segment and dimension, by the name under which the document lists the part."""
    words = _name(choice.part, pointers, within_words=True)
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


def _comparator(page: Page, at: int, choice: Choice, pointers: Pointers) -> Comparator:
    """The scanner's; where it sees none, that of the words that the answer points to, if our lexicon knows them.

    They are beside the figure: no other figure is between.
    """
    q, grammar = page.quantities[at], page.context.grammar
    if q.comparator != "=" or choice.hedge is None:
        return q.comparator
    words = _words(choice.hedge, pointers) or ""
    left, right = _around(page, at)
    if not any(_holds(side, words) for side in (left, right)):
        raise _Refused("hedge_of_another_figure", words)
    return next((c for c in _COMPARATORS if _hedges(c, grammar).search(words)), q.comparator)


def _around(page: Page, at: int) -> tuple[str, str]:
    """The text between a figure and its neighbours in its sentence, blanks made one."""
    q, home, text = page.quantities[at], page.homes[at], page.parsed.text
    start, end = home.start, home.end
    if at and page.homes[at - 1] == home:
        start = max(start, page.quantities[at - 1].end)
    if at + 1 < len(page.homes) and page.homes[at + 1] == home:
        end = min(end, page.quantities[at + 1].start)
    return " ".join(text[start : q.start].split()), " ".join(text[q.end : end].split())


def _holds(words: str, quote: str) -> bool:
    return quote.casefold() in words.casefold()


@cache
def _hedges(comparator: Comparator, grammar: Grammar) -> re.Pattern[str]:
    return re.compile(alternation(grammar.phrases(f"comparators.{comparator}")), re.IGNORECASE)


def _signed(page: Page, at: int, choice: Choice, pointers: Pointers, metric: Metric) -> Quantity:
    """Growth is negative where the answer points to words of a fall in the figure's sentence, our lexicon knows them as
    such, and no word of a rise is nearer to the figure. Where a language has no list of rises, the words stand beside
    the figure: no other is between.
    """
    q, grammar = page.quantities[at], page.context.grammar
    if choice.fall_words is None or metric not in ("growth_rate", "cagr", "other_numeric") or q.value <= 0:
        return q
    words = _words(choice.fall_words, pointers, within_words=True) or ""
    own = " ".join(_around(page, at)) if grammar.is_wide else _own_words(page, at)
    if not _holds(own, words) or not says_fall(words, own, grammar):
        raise _Refused("no_fall_in_quote", words)
    if _rise_is_nearer(page, at, words):
        raise _Refused("rise_is_nearer", words)
    low, high = (q.value, q.value_high) if q.value_high is None else (q.value_high, q.value)
    return replace(q, value=-low, value_high=None if high is None else -high)


def _rise_is_nearer(page: Page, at: int, words: str) -> bool:
    q, home, text = page.quantities[at], page.homes[at], page.parsed.text

    def nearest(pattern: re.Pattern[str]) -> int | None:
        found = pattern.finditer(text, home.start, home.end)
        return min((max(q.start - m.end(), m.start() - q.end) for m in found), default=None)

    fall = nearest(re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE))
    rise = nearest(rises(page.context.grammar))
    return fall is not None and rise is not None and rise < fall
