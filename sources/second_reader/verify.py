"""Verification: a choice of the second reader becomes a mention only if our code finds all of it in the text.

What fails is a refusal with its rule; whether the rest is true is a matter of odds (`join`).
"""

from __future__ import annotations

from collections.abc import Sequence

from sources.records import Mention
from sources.second_reader.answer import Choice
from sources.second_reader.instructions import instructions
from sources.second_reader.mention import mention_of
from sources.second_reader.page import Page
from sources.second_reader.pointers import NotInText, Pointers
from sources.second_reader.records import Denial, Question, Refusal, Verified
from sources.second_reader.refused import RULE, Refused

_MOST_A_FIGURE, _MOST_BESIDE = 2, 20  # choices of an answer that are looked at


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
        `answered_twice`, `figure_in_instruction`, `no_metric`, `unit_does_not_fit`, `no_name_in_quote`, `no_area_in_quote`,
        `year_not_in_text`, `no_year_in_quote`, `year_words_unknown`, `period_reversed`, `status_against_date`,
        `no_fall_in_quote`, `rise_is_nearer`, `hedge_of_another_figure`.
    """
    pointers = Pointers(question, instructions(question.passage))
    mentions: list[Mention] = []
    without_market: set[tuple[int, int]] = set()
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
        except Refused as refused:
            refusals.append(_of_passage(page, question, refused.rule, refused.said))
            continue
        q = page.scan.figures[at]
        surface = page.scan.printed[q.start : q.end]
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
            mentions.append(mention_of(page, at, choice, pointers))
            if choice.market is None:
                without_market.add((q.start, q.end))
        except Refused as refused:
            refusals.append(Refusal(q.start, q.end, surface, RULE + refused.rule, refused.said))
    return Verified(tuple(mentions), tuple(denials), tuple(refusals), frozenset(without_market))


def _of_passage(page: Page, question: Question, rule: str, said: str) -> Refusal:
    """Where no figure is meant, the refusal stands at the passage's first figure's place: the passage itself."""
    start = question.char_start + question.asked_from
    return Refusal(start, start, page.scan.printed[start:start], RULE + rule, said)


def _figure(page: Page, question: Question, choice: Choice, pointers: Pointers) -> int:
    """Index of the quantity that a choice is about."""
    if choice.figure is not None:
        if not 1 <= choice.figure <= len(question.figures):
            raise Refused("unknown_figure", str(choice.figure))
        figure = question.figures[choice.figure - 1]
        start, end = figure.char_start + question.char_start, figure.char_end + question.char_start
    else:
        try:
            start, end = pointers.span(choice.quote or "")
        except NotInText:
            raise Refused("quote_not_in_text", choice.quote or "") from None
    at = page.scan.overlapping(start, end)
    if at is None:
        raise Refused("no_figure_in_quote", choice.quote or str(choice.figure))
    if choice.figure is None:
        behind = page.scan.figures[at + 1 : at + 2]
        if any(q.start < end for q in behind) or any(a < start or end < b for a, b in page.scan.figures[at].numerals):
            raise Refused("several_figures_in_quote", choice.quote or "")
    return at
