"""Measured odds as data: how often the second reading is right in a difference, and how often a figure is right after both readings.

Odds belong to one model and one version of the conventions; `python -m benchmarks.second_reader` writes them. A data home
has its own file, or says in it that the bundled odds hold for its model; without one the second reader only raises doubts.
"""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from sources.reviewed import read_reviewed

NAME = "second_reader_odds.yml"  # of a data home
BUNDLED = Path(__file__).with_name("odds.yml")


class Count(BaseModel):
    """Cases, and in how many of them the claim was right."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    n: int = Field(ge=0)
    right: int = Field(ge=0)

    @model_validator(mode="after")
    def _no_more_right_than_cases(self) -> Count:
        if self.right > self.n:
            raise ValueError(f"{self.right} right of {self.n}")
        return self

    @property
    def chance(self) -> float:
        """Laplace's rule of succession: (right + 1) / (n + 2), two decimals; .5 without counts."""
        return round((self.right + 1) / (self.n + 2), 2)

    @property
    def is_more_than_half(self) -> bool:
        """The posterior under a uniform prior, Beta(right + 1, n - right + 1), has 95 % of its mass above one half.

        Its distribution at one half is a sum of binomial probabilities (Abramowitz and Stegun 26.5.24).
        """
        above = sum(comb(self.n + 1, k) for k in range(self.right + 1, self.n + 2))
        return bool(20 * above <= 2 ** (self.n + 1))


class OddsFile(BaseModel):
    """What was counted on labelled texts.

    Attributes:
        measured_on: model, texts and prompt version, in words.
        second: by attribute, cases where the readings differ and only one is right; `right` counts the second.
        outcomes: by what became of a figure (`agreed_sure`, `agreed_unsure`, `differs_` and an attribute, `added`, `kept`),
            claims, and those that are right in value, time, part and area.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    measured_on: str
    second: dict[str, Count]
    outcomes: dict[str, Count]

    def favours_second(self, attribute: str) -> bool:
        """The cases show that the second reading is right more often than not; few cases show nothing."""
        return self.second.get(attribute, _NONE).is_more_than_half

    def chance(self, attribute: str) -> float:
        """Chance that the second reading is right where the two differ in an attribute."""
        return self.second.get(attribute, _NONE).chance

    def confidence(self, outcome: str, before: float | None = None) -> float | None:
        """Chance that a claim with this outcome is right.

        Args:
            outcome: what became of the figure.
            before: confidence of the first reader. Without counts of the outcome, it stays after an agreement, and is
                at most one half after a difference: then two readers disagree, and it is unknown which is right.
        """
        counted = self.outcomes.get(outcome, _NONE)
        if counted.n:
            return counted.chance
        return before if outcome.startswith("agreed") else min(0.5, before if before is not None else 0.5)


_NONE = Count(n=0, right=0)
UNMEASURED = OddsFile(measured_on="nobody", second={}, outcomes={})


class _Bundled(BaseModel):
    """A person's word that the model at hand reads like the one that the bundled odds were measured on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    use: Literal["bundled"]
    author: str = Field(min_length=1)
    reason: str = Field(min_length=1)


def odds_of(home: Path) -> OddsFile:
    """The odds that hold in a data home: those of its own file, the bundled ones where that file says so, else none.

    Without odds the second reader changes nothing that the first has read: it raises doubts, and never an estimate.

    Args:
        home: the data home; its `second_reader_odds.yml` may be missing.

    Raises:
        ReviewedFileError: the file does not fit the schema; the message names file and line.
    """
    path = home / NAME
    if not path.is_file():
        return UNMEASURED
    said = read_reviewed(path, TypeAdapter(dict[str, object]))
    if "use" in said:
        read_reviewed(path, TypeAdapter(_Bundled))
        return read_odds()
    return read_odds(path)


@cache
def read_odds(path: Path = BUNDLED) -> OddsFile:
    """The odds of a file.

    Raises:
        ReviewedFileError: it does not fit the schema; the message names file and line.
    """
    return read_reviewed(path, TypeAdapter(OddsFile))
