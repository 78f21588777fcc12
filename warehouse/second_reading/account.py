"""What one asking came to, or would cost, in numbers that add up: asked = answered + malformed + failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from decimal import Decimal

from sources.ask.calling import Answered, tokens_of
from sources.ask.questions import Question, asked, conventions
from sources.ask.settings import Settings

# Tokens of an answer for each figure: 36 in answers of a strong model about 40 texts (893 figures, three characters a token).
A_FIGURE = 40


@dataclass(frozen=True, slots=True)
class Account:
    """Questions by what became of them, and what they cost by the price of the settings."""

    answered: int = 0
    malformed: int = 0  # an invalid answer; not asked again
    failed: int = 0  # without words after all tries; the next run asks again
    unasked: int = 0  # budget, time or a server was missing; the next run asks
    taken_over: int = 0  # answers of the same passage in another document, without a call
    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal = Decimal(0)
    problems: dict[str, int] = field(default_factory=dict)  # why questions failed or were not asked, with how many each

    @property
    def asked(self) -> int:
        """Questions that were sent."""
        return self.answered + self.malformed + self.failed


def account_of(outcomes: Collection[Answered], taken_over: int = 0) -> Account:
    """Adds up outcomes."""
    counts = Counter(one.outcome for one in outcomes)
    problems = Counter(one.problem for one in outcomes if one.problem and one.outcome in ("failed", "unasked"))
    return Account(
        counts["answered"],
        counts["malformed"],
        counts["failed"],
        counts["unasked"],
        taken_over,
        sum(one.tokens_in for one in outcomes),
        sum(one.tokens_out for one in outcomes),
        sum((one.usd for one in outcomes), Decimal(0)),
        dict(sorted(problems.items())),
    )


def in_words(account: Account) -> str:
    """One line for people: what became of the questions, and the cost so far."""
    names = {"unasked": "not asked", "taken_over": "taken over"}
    counts = {one: getattr(account, one) for one in ("answered", "malformed", "failed", "unasked", "taken_over")}
    summary = ", ".join(f"{n:,} {names.get(one, one)}" for one, n in counts.items() if n) or "nothing to ask"
    tokens = account.tokens_in + account.tokens_out
    return f"{summary}; {tokens:,} tokens, USD {account.usd:.4f}" if tokens or account.usd else summary


def estimate(questions: Collection[Question], settings: Settings) -> Account:
    """What questions cost that nobody has asked yet, each answered at the first try."""
    before = tokens_of(conventions())
    tokens_in = sum(before + tokens_of(asked(question)) for question in questions)
    tokens_out = sum(min(settings.output_tokens, A_FIGURE * len(question.figures)) for question in questions)
    usd = settings.price.of(tokens_in, tokens_out)
    return Account(unasked=len(questions), tokens_in=tokens_in, tokens_out=tokens_out, usd=usd)
