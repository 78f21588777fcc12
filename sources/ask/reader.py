"""A language model as a reader of one page: what it answered about its passages, and what of that does not hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import category

from sources.ask.answer import Choice, MalformedAnswer, read_answer
from sources.ask.chance import chance_of
from sources.ask.instructions import instructions
from sources.ask.pointing import Places, figure_of, is_within, pointed
from sources.ask.questions import Page, placed, question_of
from sources.extract.answer import FigureAnswer
from sources.extract.resolve.mention import PageValues
from sources.extract.resolve.refused import Refused
from sources.extract.resolve.time import PageYears
from sources.extract.scan.scan import Scan
from sources.extract.window.sight import Line
from sources.records import ReadingChoice, StoredAnswer

RULE = "second_reader."  # of all that is refused, as readings of the first generation have it
_MOST_A_FIGURE, _MOST_BESIDE = 2, 20  # choices of an answer that are looked at
# What of a choice a rule of `resolve` speaks of.
_SAID = {"unit_does_not_fit": "metric", "year_words_unknown": "year_words", "year_not_in_text": "year_words",
         "no_fall_in_quote": "fall_words", "rise_is_nearer": "fall_words", "hedge_of_another_figure": "hedge"}  # fmt: skip


@dataclass
class LanguageModel:
    """See `extract.answer.Reader`.

    Attributes:
        page: the document, with its own facts.
        stored: what one model answered about passages of this text, whichever document they were asked for.
        chance: that a claim is right, by metric.
        choices: what it said of each figure, the first of each; once it has answered.
        refusals: what does not hold, each with its rule; the span is the figure's, an empty one where none is meant.
    """

    page: Page
    stored: Sequence[StoredAnswer]
    chance: Mapping[str, float]
    choices: dict[int, Choice] = field(default_factory=dict)
    refusals: list[ReadingChoice] = field(default_factory=list)

    @property
    def values(self) -> PageValues:
        """What holds for all figures of the page."""
        context, window = self.page.context, self.page.context.window
        return PageValues(context.market, context.area, context.parts, PageYears(window.dated, window.end))

    def answer(self, scan: Scan, facts: Sequence[Line]) -> tuple[FigureAnswer, ...]:
        """What it says of the figures of the page, in order. A stored answer whose passage is gone says nothing."""
        text, deaf = scan.parsed.text, instructions(scan.parsed.text)
        found: list[FigureAnswer] = []
        for stored in sorted(self.stored, key=lambda one: one.question_id):
            question = placed(question_of(stored.question), self.page)
            try:
                choices, misfits = read_answer(stored.written)
            except MalformedAnswer:
                continue
            if question is None:
                continue
            begin, most = (
                question.char_start + question.asked_from,
                _MOST_A_FIGURE * len(question.figures) + _MOST_BESIDE,
            )
            if misfits:
                self._refuse(begin, begin, "no_choice", str(misfits))
            if len(choices) > most:
                self._refuse(begin, begin, "too_many_choices", str(len(choices)))
            above = [(at, at + len(line)) for line in question.carried if (at := text.find(line)) >= 0]
            places = Places(self.page, question, (*above, *((line.start, line.end) for line in facts)), deaf)
            for choice in choices[:most]:
                try:
                    at = figure_of(question, choice, places)
                except Refused as refused:
                    self._refuse(begin, begin, refused.rule, refused.said)
                    continue
                try:
                    found += self._about(at, choice, places)
                except Refused as refused:
                    self.refuse(at, refused.rule, refused.said)
        return tuple(sorted(found, key=lambda one: one.figure))

    def _about(self, at: int, choice: Choice, places: Places) -> list[FigureAnswer]:
        """The answer of a choice; a figure counts once, the first time."""
        first, figure = self.choices.setdefault(at, choice), self.page.scan.figures[at]
        if first is not choice:
            if first != choice:
                raise Refused("answered_twice", choice.metric or "")
            return []
        if is_within(places.deaf, figure.start, figure.end):
            raise Refused("figure_in_instruction", choice.none or choice.metric or "")
        return [pointed(at, choice, places, self.values, chance_of(self.chance, choice.metric or ""))]

    def refuse(self, at: int, rule: str, said: str = "") -> None:
        """Notes that the choice about a figure does not hold."""
        figure = self.page.scan.figures[at]
        self._refuse(figure.start, figure.end, rule, said or getattr(self.choices[at], _SAID.get(rule, "quote")) or "")

    def _refuse(self, start: int, end: int, rule: str, said: str) -> None:
        surface, words = self.page.scan.printed[start:end], _printable(said)
        self.refusals.append(ReadingChoice(start, end, surface, "figure", None, words, "first", None, RULE + rule))


def _printable(words: str) -> str:
    """A model's own words as tables and terminals take them."""
    return "".join(" " if category(sign) == "Cc" else sign for sign in words.encode("utf-8", "replace").decode("utf-8"))
