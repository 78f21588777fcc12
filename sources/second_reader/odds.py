"""How often the second reading is right where the two differ, and how often a figure is right after both have read it: measured, as data.

A file of the same schema in a data home takes the place of the bundled one: odds belong to one model and one version of
the conventions. `python -m benchmarks.second_reader` writes it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from sources.reviewed import read_reviewed

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
        """Laplace's rule of succession: (right + 1) / (n + 2), two decimals; .5 where nobody counted."""
        return round((self.right + 1) / (self.n + 2), 2)


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
        """The second reading is right in more than half of the cases."""
        return self.chance(attribute) > 0.5

    def chance(self, attribute: str) -> float:
        """Chance that the second reading is right where the two differ in an attribute."""
        return self.second.get(attribute, Count(n=0, right=0)).chance

    def confidence(self, outcome: str) -> float:
        """Chance that a claim with this outcome is right."""
        return self.outcomes.get(outcome, Count(n=0, right=0)).chance


@cache
def read_odds(path: Path = BUNDLED) -> OddsFile:
    """The odds of a file.

    Raises:
        ReviewedFileError: it does not fit the schema; the message names file and line.
    """
    return read_reviewed(path, TypeAdapter(OddsFile))
