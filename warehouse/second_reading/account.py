"""What one asking costs in advance, and what it came to, in numbers that add up: asked = answered + malformed + failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from sources.ask.calling import Answered, tokens_of
from sources.ask.questions import Question, asked, conventions
from sources.ask.settings import Settings

# Tokens of an answer for each figure: 36 in answers of a strong model about 40 texts (893 figures, three characters a token).
A_FIGURE = 40


@dataclass(frozen=True, slots=True)
class Account:
    """Questions by what became of them, and what they cost.

    Attributes:
        answered: with words that are an answer.
        malformed: with an invalid answer; not asked again.
        failed: without words after all tries; the next run asks again.
        unasked: for which budget, time or a server was missing; the next run asks them.
        taken_over: answers of the same passage in another document, without a call.
        tokens_in: as the server counts them.
        tokens_out: likewise.
        usd: by the price of the settings.
        problems: why questions failed or were not asked, with how many each.
    """

    answered: int = 0
    malformed: int = 0
    failed: int = 0
    unasked: int = 0
    taken_over: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal = Decimal(0)
    problems: dict[str, int] = field(default_factory=dict)

    @property
    def asked(self) -> int:
        """Questions that were sent."""
        return self.answered + self.malformed + self.failed


def account_of(outcomes: Iterable[Answered], taken_over: int = 0) -> Account:
    """Adds up outcomes."""
    results = tuple(outcomes)
    counts = Counter(one.outcome for one in results)
    problems = Counter(one.problem for one in results if one.problem and one.outcome in ("failed", "unasked"))
    return Account(
        counts["answered"],
        counts["malformed"],
        counts["failed"],
        counts["unasked"],
        taken_over,
        sum(one.tokens_in for one in results),
        sum(one.tokens_out for one in results),
        sum((one.usd for one in results), Decimal(0)),
        dict(sorted(problems.items())),
    )


def in_words(account: Account) -> str:
    """One line for people: what became of the questions, and the cost so far."""
    counts = {
        "answered": account.answered,
        "malformed": account.malformed,
        "failed": account.failed,
        "not asked": account.unasked,
        "taken over": account.taken_over,
    }
    summary = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing to ask"
    tokens = account.tokens_in + account.tokens_out
    return f"{summary}; {tokens:,} tokens, USD {account.usd:.4f}" if tokens or account.usd else summary


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
