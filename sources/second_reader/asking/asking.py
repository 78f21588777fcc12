"""Asks many questions at once within a budget of calls, money and time. A slow or dead server costs that time and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from sources.second_reader.answer import MalformedAnswer, read_answer
from sources.second_reader.asking.answered import Answered, Outcome
from sources.second_reader.asking.calling import CallFailed, Form, Words, call, client_of
from sources.second_reader.asking.spending import Spending, tokens_of
from sources.second_reader.prompt import asked, conventions
from sources.second_reader.records import Question
from sources.second_reader.settings import Settings

_FORMS: tuple[Form, ...] = ("schema", "plain", "bare")


def ask(
    questions: Mapping[str, Question], settings: Settings, report: Callable[[Answered], None] = lambda answered: None
) -> tuple[Answered, ...]:
    """Asks questions and waits for all that the budget allows.

    Args:
        questions: by id; those with known answers are left out by the caller.
        settings: whom to ask, and what it may cost.
        report: is told every outcome as it comes, to store it: a kill loses calls under way and no others.

    Returns:
        One outcome per question, in the order of the questions.
    """
    return asyncio.run(_ask(questions, settings, report))


async def _ask(
    questions: Mapping[str, Question], settings: Settings, report: Callable[[Answered], None]
) -> tuple[Answered, ...]:
    run = _Run(settings)
    answers: dict[str, Answered] = {}

    async def one(question_id: str, question: Question) -> None:
        answered = await run.answer(question_id, question)
        answers[question_id] = answered
        report(answered)

    tasks = [asyncio.ensure_future(one(question_id, question)) for question_id, question in questions.items()]
    try:
        async with asyncio.timeout(settings.budget.minutes * 60):
            await asyncio.gather(*tasks)
    except TimeoutError:
        pass
    finally:
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        await run.client.close()
    late = f"the run's {settings.budget.minutes:g} minutes are over"
    return tuple(
        answers.get(question_id) or run.tally(question_id, question).ended("unasked", problem=late)
        for question_id, question in questions.items()
    )


@dataclass(slots=True)
class _Tally:
    """What one question has cost so far, all tries together."""

    question_id: str
    document_id: str
    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal = Decimal(0)

    def ended(self, outcome: Outcome, written: str | None = None, problem: str | None = None) -> Answered:
        return Answered(
            self.question_id,
            self.document_id,
            outcome,
            written,
            self.tokens_in,
            self.tokens_out,
            self.usd,
            problem,
        )


class _Run:
    """What calls of one run share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.client = client_of(settings)
        self.spending = Spending(settings.budget, settings.price)
        self.at_once = asyncio.Semaphore(settings.calls_at_once)
        self.forms = _FORMS if settings.structured else _FORMS[1:]  # the first one is known to work, or not tried yet
        self.tallies: dict[str, _Tally] = {}
        self.random = Random(0)  # jitter of the waits; shapes no answer

    def tally(self, question_id: str, question: Question) -> _Tally:
        """The question's own costs."""
        return self.tallies.setdefault(question_id, _Tally(question_id, question.document_id))

    async def answer(self, question_id: str, question: Question) -> Answered:
        """Tries until there are words, the tries are used up, or the budget or the server gives out."""
        tally = self.tally(question_id, question)
        problem = ""
        for number in range(self.settings.tries):
            is_last = number + 1 == self.settings.tries
            async with self.at_once:
                if self.spending.is_broken:
                    return tally.ended("unasked", problem="the server failed repeatedly")
                try:
                    words = await self._in_a_form(tally, question)
                except CallFailed as failed:
                    # A server that asks for patience is not dead; one that never has time for a question may as well be.
                    if is_last or not failed.limited:
                        self.spending.count(failed=True)
                    problem, again, wait = str(failed), failed.again, failed.after
                else:
                    if words is None:
                        return tally.ended("unasked", problem="the run's budget is spent")
                    self.spending.count(failed=False)
                    return _judged(tally, words)
            if not again:
                break
            if not is_last:
                await asyncio.sleep(self._wait(number, wait))
        return tally.ended("failed", problem=problem)

    async def _in_a_form(self, tally: _Tally, question: Question) -> Words | None:
        """One try: a server that refuses a form of request is asked in a plainer one, and only in that one once it takes it.

        Returns:
            What it wrote; None where the budget does not hold the call.
        """
        forms = self.forms
        for form in forms:
            try:
                words = await self._call(tally, question, form)
            except CallFailed as failed:
                if failed.refused and form != forms[-1]:
                    continue
                raise
            self.forms = self.forms[self.forms.index(form) :] if form in self.forms else self.forms
            return words
        raise AssertionError("there is always a form")

    async def _call(self, tally: _Tally, question: Question, form: Form) -> Words | None:
        """One call within the budget. Every request to the server passes here."""
        most_in = tokens_of(conventions()) + tokens_of(asked(question))
        reserved = self.spending.reserve(most_in, self.settings.output_tokens)
        if reserved is None:
            return None
        cost = reserved  # of a call that is cancelled or breaks off: the true cost is unknown
        try:
            words = await call(self.client, self.settings, question, form)
            n_in, n_out = words.tokens_in or most_in, words.tokens_out or tokens_of(words.text)
            tally.tokens_in, tally.tokens_out = tally.tokens_in + n_in, tally.tokens_out + n_out
            cost = self.settings.price.of(n_in, n_out)
            return words
        except CallFailed as failed:
            cost = Decimal(0) if failed.is_free else reserved
            raise
        finally:
            tally.usd += self.spending.settle(reserved, cost)

    def _wait(self, number: int, asked_for: float | None) -> float:
        longest = self.settings.longest_wait_seconds
        if asked_for is not None:
            return min(longest, asked_for)
        return min(longest, self.settings.wait_seconds * float(2**number)) * (0.5 + self.random.random() / 2)


def _judged(tally: _Tally, words: Words) -> Answered:
    try:
        read_answer(words.text)
    except MalformedAnswer as error:
        return tally.ended("malformed", words.text, str(error))
    return tally.ended("answered", words.text)
