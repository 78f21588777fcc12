"""Asks many questions at once within a budget of calls, money and time. A slow or dead server costs that time and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from decimal import Decimal
from random import Random

from sources.second_reader.answer import MalformedAnswer, read_answer
from sources.second_reader.asking.answered import Answered
from sources.second_reader.asking.calling import CallFailed, Form, Words, call, client_of
from sources.second_reader.asking.spending import Spending, tokens_of
from sources.second_reader.prompt import asked, conventions
from sources.second_reader.records import Question
from sources.second_reader.settings import Settings

_FIRST_WAIT = 1.0  # seconds before the second try; doubled for each further one
_LONGEST_WAIT = 30.0


def ask(
    questions: Mapping[str, Question], settings: Settings, told: Callable[[Answered], None] = lambda answered: None
) -> tuple[Answered, ...]:
    """Asks questions and waits for all that the budget allows.

    Args:
        questions: by id; those with known answers are left out by the caller.
        settings: whom to ask, and what it may cost.
        told: is told every outcome as it comes, to store it: a kill loses calls under way and no others.

    Returns:
        One outcome per question, in the order of the questions.
    """
    return asyncio.run(_ask(questions, settings, told))


async def _ask(
    questions: Mapping[str, Question], settings: Settings, told: Callable[[Answered], None]
) -> tuple[Answered, ...]:
    run = _Run(settings)
    found: dict[str, Answered] = {}

    async def one(question_id: str, question: Question) -> None:
        answered = await run.answer(question_id, question)
        found[question_id] = answered
        told(answered)

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
        found.get(question_id) or Answered(question_id, question.document_id, "unasked", problem=late)
        for question_id, question in questions.items()
    )


class _Run:
    """What calls of one run share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.client = client_of(settings)
        self.spending = Spending(settings.budget, settings.price)
        self.at_once = asyncio.Semaphore(settings.calls_at_once)
        self.forms: list[Form] = ["schema", "plain", "bare"] if settings.structured else ["plain", "bare"]
        self.random = Random(0)  # jitter of the waits; shapes no answer

    async def answer(self, question_id: str, question: Question) -> Answered:
        """Tries until there are words, the tries are used up, or the budget or the server gives out."""
        total_in = total_out = 0
        usd = Decimal(0)
        problem = ""
        for number in range(self.settings.tries):
            async with self.at_once:
                if self.spending.is_broken:
                    return Answered(
                        question_id, question.document_id, "unasked", problem="the server failed repeatedly"
                    )
                most_in = tokens_of(conventions()) + tokens_of(asked(question))
                reserved = self.spending.reserve(most_in, self.settings.output_tokens)
                if reserved is None:
                    return Answered(question_id, question.document_id, "unasked", problem="the run's budget is spent")
                try:
                    words = await self._call(question)
                except CallFailed as failed:
                    usd += self.spending.settle(reserved, 0, 0, failed=True)
                    problem, again, wait = str(failed), failed.again, failed.after
                except asyncio.CancelledError:
                    self.spending.settle(reserved, 0, 0, failed=True)
                    raise
                else:
                    counted = (words.tokens_in or most_in, words.tokens_out or tokens_of(words.text))
                    usd += self.spending.settle(reserved, *counted, failed=False)
                    total_in, total_out = total_in + counted[0], total_out + counted[1]
                    return self._judged(question_id, question, words, total_in, total_out, usd)
            if not again:
                break
            if number + 1 < self.settings.tries:
                await asyncio.sleep(self._wait(number, wait))
        return Answered(question_id, question.document_id, "failed", None, total_in, total_out, usd, problem)

    async def _call(self, question: Question) -> Words:
        """A server that refuses a form of request is asked in a plainer one, for the rest of the run."""
        while True:
            form = self.forms[0]
            try:
                return await call(self.client, self.settings, question, form)
            except CallFailed as failed:
                if not failed.refused or len(self.forms) == 1:
                    raise
                if self.forms[0] == form:
                    self.forms.pop(0)

    def _judged(
        self, question_id: str, question: Question, words: Words, tokens_in: int, tokens_out: int, usd: Decimal
    ) -> Answered:
        try:
            read_answer(words.text)
        except MalformedAnswer as error:
            return Answered(
                question_id, question.document_id, "malformed", words.text, tokens_in, tokens_out, usd, str(error)
            )
        return Answered(question_id, question.document_id, "answered", words.text, tokens_in, tokens_out, usd)

    def _wait(self, number: int, asked_for: float | None) -> float:
        wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2**number)
        return min(_LONGEST_WAIT, asked_for) if asked_for is not None else wait * (0.5 + self.random.random() / 2)
