"""The cost of asking, estimated in advance from the passages, on the high side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from sources.second_reader.asking.spending import tokens_of
from sources.second_reader.prompt import asked, conventions
from sources.second_reader.records import Question
from sources.second_reader.settings import Settings

# Tokens of an answer for each figure: 36 in answers of a strong model about 40 texts (893 figures, three characters a token).
A_FIGURE = 40


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls and tokens of all questions, and what they cost by the settings' price."""

    calls: int
    tokens_in: int
    tokens_out: int
    usd: Decimal


def estimate(questions: Iterable[Question], settings: Settings) -> Estimate:
    """Adds up what questions cost, each asked once and answered at the first try.

    Args:
        questions: of a plan.
        settings: the price, and the limit of an answer.
    """
    all_questions = tuple(questions)
    before = tokens_of(conventions())
    tokens_in = sum(before + tokens_of(asked(question)) for question in all_questions)
    tokens_out = sum(min(settings.output_tokens, A_FIGURE * len(question.figures)) for question in all_questions)
    return Estimate(len(all_questions), tokens_in, tokens_out, settings.price.of(tokens_in, tokens_out))
