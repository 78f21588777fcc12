"""A language model as a reader of one page: what it answered about its passages, and what of that does not hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
from sources.records import StoredAnswer

RULE = "second_reader."
_MOST_A_FIGURE, _MOST_BESIDE = 2, 20  # choices of an answer that are looked at
# What of a choice a rule of `resolve` speaks of.
_SAID = {"unit_does_not_fit": "metric", "year_words_unknown": "year_words", "year_not_in_text": "year_words",
         "no_fall_in_quote": "fall_words", "rise_is_nearer": "fall_words", "hedge_of_another_figure": "hedge"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refusal:
    """A choice that does not hold, with the rule that says so; the span is the figure's, an empty one where none is meant."""

    char_start: int
    char_end: int
    surface: str
    rule: str
    said: str  # the words that were refused


@dataclass
class LanguageModel:
    """See `extract.answer.Reader`. What is refused is known once it has answered."""

    page: Page
    stored: Sequence[StoredAnswer]
    chance: Mapping[str, float]
    refusals: list[Refusal] = field(default_factory=list)
    choices: dict[int, Choice] = field(default_factory=dict)  # by figure, the first of each

    @property
    def values(self) -> PageValues:
        """What holds for all figures of the page."""
        context = self.page.context
        years = PageYears(context.window.dated, context.window.end)
        return PageValues(context.market, context.area, context.parts, years)

    def answer(self, scan: Scan, facts: Sequence[Line]) -> tuple[FigureAnswer, ...]:
        """What it says of the figures of the page, in order. A stored answer whose passage is gone says nothing."""
        deaf, text = instructions(scan.parsed.text), scan.parsed.text
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
            for rule, count in (
                ("no_choice", misfits),
                ("too_many_choices", len(choices) if len(choices) > most else 0),
            ):
                self.refusals += [Refusal(begin, begin, "", RULE + rule, str(count))] if count else []
            above = [(at, at + len(line)) for line in question.carried if (at := text.find(line)) >= 0]
            places = Places(self.page, question, (*above, *((line.start, line.end) for line in facts)), deaf)
            for choice in choices[:most]:
                try:
                    at = figure_of(question, choice, places)
                except Refused as refused:
                    self.refusals.append(Refusal(begin, begin, "", RULE + refused.rule, refused.said))
                else:
                    found += self._about(at, choice, places)
        return tuple(sorted(found, key=lambda one: one.figure))

    def _about(self, at: int, choice: Choice, places: Places) -> list[FigureAnswer]:
        """The answer of a choice, if it points into the text; a figure counts once, the first time."""
        figure = self.page.scan.figures[at]
        first = self.choices.setdefault(at, choice)
        try:
            if first is not choice:
                if first != choice:
                    raise Refused("answered_twice", choice.metric or "")
                return []
            if is_within(places.deaf, figure.start, figure.end):
                raise Refused("figure_in_instruction", choice.none or choice.metric or "")
            return [pointed(at, choice, places, self.values, chance_of(self.chance, choice.metric or ""))]
        except Refused as refused:
            self.refuse(at, refused.rule, refused.said)
            return []

    def refuse(self, at: int, rule: str, said: str = "") -> None:
        """Notes that the choice about a figure does not hold."""
        figure, scan = self.page.scan.figures[at], self.page.scan
        said = said or getattr(self.choices[at], _SAID.get(rule, "quote")) or ""
        self.refusals.append(
            Refusal(figure.start, figure.end, scan.printed[figure.start : figure.end], RULE + rule, said)
        )
