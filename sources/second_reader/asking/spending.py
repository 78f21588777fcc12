"""A run's budget and its circuit breaker: when to stop asking. Counted before a call is made, so that no call is one too many."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sources.second_reader.settings import Budget, Price

_CHARACTERS_A_TOKEN = (
    3  # fewer than any tokenizer takes for Latin text on average: an estimate that errs on the dear side
)
BROKEN_AFTER = 5  # failed calls in a row after which the server counts as dead for this run


def tokens_of(text: str) -> int:
    """An upper estimate of a text's tokens: a third of its characters, and one for each character beyond Latin."""
    wide = sum(character > "\u2e7f" for character in text)
    return wide + (len(text) - wide) // _CHARACTERS_A_TOKEN + 1


@dataclass(slots=True)
class Spending:
    """What a run has spent and set aside so far. The one mutable thing of a run; used by one event loop."""

    budget: Budget
    price: Price
    calls: int = 0
    usd: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)
    failures: int = 0  # in a row

    def reserve(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Sets aside what a call may cost at most; None where the budget does not hold it."""
        most = self.price.of(tokens_in, tokens_out)
        if self.calls >= self.budget.calls or self.usd + self.reserved + most > self.budget.usd:
            return None
        self.calls += 1
        self.reserved += most
        return most

    def settle(self, reserved: Decimal, tokens_in: int, tokens_out: int, *, failed: bool) -> Decimal:
        """Books what a call really cost. A failed call without a count costs what was set aside: nobody knows better."""
        cost = self.price.of(tokens_in, tokens_out) if tokens_in or not failed else reserved
        self.reserved -= reserved
        self.usd += cost
        self.failures = self.failures + 1 if failed else 0
        return cost

    @property
    def is_broken(self) -> bool:
        """The server has failed so often in a row that nobody asks it again in this run."""
        return self.failures >= BROKEN_AFTER
