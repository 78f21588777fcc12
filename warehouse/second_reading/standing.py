"""What a language model's part of the readings in force is: claims that it supports, and its refused choices."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from warehouse.ledger import Ledger
from warehouse.second_reading.planning import in_force

REFUSED_AT_MOST = (
    0.2  # share of choices above which a person should look at the model: it invents, or misreads the task
)


@dataclass(frozen=True, slots=True)
class Standing:
    """Numbers over all readings in force.

    Attributes:
        documents: with a joined reading.
        verified: mentions of claims that the language model reads, alone or with the built-in reader.
        refused: its choices that our code did not find in the text, or that contradict each other, by rule.
    """

    documents: int
    verified: int
    refused: dict[str, int]

    @property
    def n_refused(self) -> int:
        """Choices refused, by whatever rule."""
        return sum(self.refused.values())

    @property
    def refused_share(self) -> float:
        """Share of refused ones among all choices; 0 where there are none."""
        n_choices = self.verified + self.n_refused
        return self.n_refused / n_choices if n_choices else 0.0

    @property
    def is_sound(self) -> bool:
        """Whether no more is refused than any model misses now and then."""
        return self.refused_share <= REFUSED_AT_MOST


def standing(ledger: Ledger) -> Standing:
    """Counts what is in force in a ledger."""
    outcomes = ledger.outcomes().filter(pl.col("answers").is_not_null())
    if outcomes.is_empty():
        return Standing(0, 0, {})
    claims = in_force(ledger.rows("raw.claims"), outcomes).filter(
        pl.col("read_by").is_in(["language_model", "model", "both"])
    )
    choices = in_force(ledger.rows("raw.choices"), outcomes).filter(~pl.col("rule").is_in(["odds", "joined"]))
    rules = choices.group_by("rule").len().sort("rule")
    return Standing(outcomes.height, int(claims["n_mentions"].sum()), dict(rules.iter_rows()))
