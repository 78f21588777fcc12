"""A choice among the candidates of one attribute of one figure: the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

C = TypeVar("C")


@dataclass(frozen=True)
class Choice(Generic[C]):
    """What a pass made of one attribute of one figure.

    Attributes:
        candidates: of the figure.
        chances: of each of them.
        preferred: the candidate that counts although another is likelier; None where the likeliest counts.
    """

    candidates: Sequence[C]
    chances: Sequence[float]
    preferred: int | None = None

    @cached_property
    def best(self) -> int:
        """Index of the candidate that counts."""
        if self.preferred is not None:
            return self.preferred
        return max(range(len(self.chances)), key=self.chances.__getitem__)

    @property
    def chosen(self) -> C:
        """The candidate that counts."""
        return self.candidates[self.best]


def in_order(choice: Choice[C]) -> list[C]:
    """The candidate that counts, then the others from the likeliest to the least likely."""
    order = sorted(range(len(choice.chances)), key=lambda i: (i != choice.best, -choice.chances[i]))
    return [choice.candidates[i] for i in order]
