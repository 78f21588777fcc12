"""A language model's answers held against the text: what our code finds there is a mention, the rest a refusal with its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar
from unicodedata import category

from sources.ask.answer import Choice, MalformedAnswer, read_answer
from sources.ask.chance import Chances, chance_of, kind_of
from sources.ask.instructions import instructions
from sources.ask.pointing import Places, Span, figure_of, is_within, pointed
from sources.ask.questions import Page, Question, placed, question_of
from sources.extract.decide.constraints import broken
from sources.extract.resolve.mention import PageValues, mention_of
from sources.extract.resolve.refused import Refused
from sources.extract.resolve.time import PageYears
from sources.extract.text.unmarked import marked
from sources.extract.window.outline import fact_lines
from sources.records import Mention, ReadingChoice, Rejection, StoredAnswer

RULE = "second_reader."  # of all that is refused, as readings of the first generation have it
_MOST_A_FIGURE, _MOST_BESIDE = 2, 20  # choices of an answer that are looked at
# What of a choice a rule of `resolve` speaks of.
_SAID = {"unit_does_not_fit": "metric", "year_words_unknown": "year_words", "year_not_in_text": "year_words",
         "no_fall_in_quote": "fall_words", "rise_is_nearer": "fall_words", "hedge_of_another_figure": "hedge"}  # fmt: skip
_Spanned = TypeVar("_Spanned", Mention, Rejection, ReadingChoice)


@dataclass(frozen=True)
class Verified:
    """What is left of a language model's answers about a document, in offsets of its source.

    Attributes:
        mentions: that hold, without claim ids, in order of the text.
        silent: spans of those whose answer names no market.
        denied: spans of figures that it calls no market figures.
        refusals: what does not hold, each as a choice that is not taken.
        chance: that a claim of a metric is right which it states.
    """

    mentions: Sequence[Mention]
    silent: frozenset[Span]
    denied: Sequence[Span]
    refusals: Sequence[ReadingChoice]
    chance: Mapping[str, float]


def verified(page: Page, answers: Sequence[StoredAnswer], known: Sequence[Mention], chances: Chances) -> Verified:
    """What of a model's answers our code finds in the text, and holds together. A stored answer whose passage is gone says nothing.

    Args:
        page: the document.
        answers: see `read_again`.
        known: mentions of the built-in reader.
        chances: see `read_again`.
    """
    chance = chances.get(kind_of(len(page.scan.figures), len(page.scan.parsed.text)), {})
    read = _Read(page, chance)
    for stored in sorted(answers, key=lambda one: one.question_id):
        if question := placed(question_of(stored.question), page):
            with suppress(MalformedAnswer):
                read.take(question, *read_answer(stored.written))
    mentions = sorted(read.mentions, key=lambda one: one[0].char_start)
    wrong = broken([m for m, _ in mentions], known)
    held = [one for at, one in enumerate(mentions) if at not in wrong]
    for at, rule in wrong.items():
        m, _ = mentions[at]
        read.refusals.append(_refusal(m.char_start, m.char_end, m.surface, rule, m.metric))
    silent = frozenset((m.char_start, m.char_end) for m, is_silent in held if is_silent)
    return Verified([m for m, _ in held], silent, read.denied, read.refusals, chance)


@dataclass
class _Read:
    """What is verified so far. Each choice stands or falls alone."""

    page: Page
    chance: Mapping[str, float]
    mentions: list[tuple[Mention, bool]] = field(default_factory=list)  # with whether the answer names no market
    denied: list[Span] = field(default_factory=list)
    refusals: list[ReadingChoice] = field(default_factory=list)
    chosen: dict[int, Choice] = field(default_factory=dict)  # of each figure the first

    def __post_init__(self) -> None:
        context, window = self.page.context, self.page.context.window
        years = PageYears(window.dated, window.end)
        self.values = PageValues(context.market, context.area, context.parts, years)
        self.lines = [(line.start, line.end) for line in fact_lines(context.facts)]
        self.deaf = instructions(self.page.scan.parsed.text)

    def take(self, question: Question, choices: Sequence[Choice], n_misfits: int) -> None:
        """Takes the choices of one answer that hold; the others are refusals. One about no figure is refused where the passage begins."""
        begin = question.char_start + question.asked_from
        most = _MOST_A_FIGURE * len(question.figures) + _MOST_BESIDE
        if n_misfits:
            self._refuse(begin, begin, "no_choice", str(n_misfits))
        if len(choices) > most:
            self._refuse(begin, begin, "too_many_choices", str(len(choices)))
        above = [
            (at, at + len(line)) for line in question.carried if (at := self.page.scan.parsed.text.find(line)) >= 0
        ]
        places = Places(self.page, question, (*above, *self.lines), self.deaf)
        for choice in choices[:most]:
            start = end = begin
            try:
                at = figure_of(question, choice, places)
                start, end = self.page.scan.figures[at].start, self.page.scan.figures[at].end
                if self._is_first(at, choice, start, end):
                    self._take(at, choice, places)
            except Refused as refused:
                said = refused.said or ("" if start == end else getattr(choice, _SAID.get(refused.rule, "quote")) or "")
                self._refuse(start, end, refused.rule, said)

    def _is_first(self, at: int, choice: Choice, start: int, end: int) -> bool:
        """A figure counts once, the first time; not where the text speaks to its reader."""
        first = self.chosen.setdefault(at, choice)
        if first is choice and is_within(self.deaf, start, end):
            raise Refused("figure_in_instruction", choice.none or choice.metric or "")
        if first != choice:
            raise Refused("answered_twice", choice.metric or "")
        return first is choice

    def _take(self, at: int, choice: Choice, places: Places) -> None:
        chance = chance_of(self.chance, choice.metric or "")
        one = mention_of(self.page.scan, self.values, pointed(at, choice, places, self.values, chance))
        if isinstance(one, Mention):
            self.mentions.append((self._in_source(replace(one, rule=RULE + one.metric)), not choice.market))
        elif (rule := one.rule.removeprefix("model.")) != "none":
            raise Refused(rule)
        else:
            one = self._in_source(one)
            self.denied.append((one.char_start, one.char_end))

    def _refuse(self, start: int, end: int, rule: str, said: str) -> None:
        surface = self.page.scan.printed[start:end]
        self.refusals.append(self._in_source(_refusal(start, end, surface, rule, _printable(said))))

    def _in_source(self, one: _Spanned) -> _Spanned:
        scan = self.page.scan
        return marked(one, scan.shown, scan.source.text) if scan.shown else one


def _refusal(start: int, end: int, surface: str, rule: str, said: str) -> ReadingChoice:
    return ReadingChoice(start, end, surface, "figure", None, said, "first", None, RULE + rule)


def _printable(words: str) -> str:
    """A model's own words as tables and terminals take them."""
    return "".join(" " if category(sign) == "Cc" else sign for sign in words.encode("utf-8", "replace").decode("utf-8"))
