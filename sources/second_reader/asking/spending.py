"""A run's budget and its circuit breaker: when to stop asking. Each call is counted in advance, so none exceeds the budget."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sources.second_reader.settings import Budget, Price

_CHARACTERS_A_TOKEN = 3  # of plain letters and blanks: fewer than a token has on average
_LATIN_EXTENDED = 0x250
_CJK = 0x2E7F
BROKEN_AFTER = 5  # failed calls in a row after which the server counts as dead for this run


def tokens_of(text: str) -> int:
    """A text's tokens, estimated on the dear side.

    A third of its Latin letters and blanks; one for each digit, sign or letter of another alphabet; three for two
    characters of Chinese, Japanese or Korean.
    """
    letters = sum(c == " " or (c.isalpha() and ord(c) < _LATIN_EXTENDED) for c in text)
    cjk = sum(ord(c) > _CJK for c in text)
    return letters // _CHARACTERS_A_TOKEN + (len(text) - letters - cjk) + (cjk * 3 + 1) // 2 + 1


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

    def settle(self, reserved: Decimal, cost: Decimal) -> Decimal:
        """Books what a call really cost in place of what was set aside for it."""
        self.reserved -= reserved
        self.usd += cost
        return cost

    def count(self, *, failed: bool) -> None:
        """Counts how a call ended, for the breaker."""
        self.failures = self.failures + 1 if failed else 0

    @property
    def is_broken(self) -> bool:
        """The server has failed so often in a row that this run does not ask it again."""
        return self.failures >= BROKEN_AFTER
