"""What is expected of publishers: reviewed data, shipped and of the data home. Shapes and reading; the checks judge.

Belongs here: ranges and ages by publisher with author, day and reason, and the claims that a release holds of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, model_validator

from warehouse.reviewed import ReviewedFileError, read_reviewed

PACKAGED = Path(__file__).with_name("expectations.yml")
FOLDER = "expectations"

_Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_Slug = Annotated[str, StringConstraints(pattern=r"^[^\W_A-Z]+(-[^\W_A-Z]+)*$")]
_Day: TypeAlias = date  # within a class whose field is called date


class _Reviewed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Range(_Reviewed):
    """How many there should be; at least one end is given."""

    min: int | None = Field(default=None, ge=0)
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _has_an_end_and_is_no_void(self) -> Self:
        if self.min is None and self.max is None:
            raise ValueError("give min, max or both")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError("min is above max")
        return self


class Expectation(_Reviewed):
    """What is expected of one publisher.

    Attributes:
        publisher: its id, as in core.publishers.
        documents: current documents.
        claims: claims that are neither superseded nor quarantined.
        newest_within_days: largest age of its newest document on the day of the run.
        max_drop_pct: largest fall of its claims against the last release, in percent; of all publishers where null.
        blocking: whether a minimum that is missed keeps the release back.
        author: who says so.
        date: when.
        reason: where the numbers come from.
    """

    publisher: _Slug
    documents: Range | None = None
    claims: Range | None = None
    newest_within_days: int | None = Field(default=None, ge=1, le=3_660)
    max_drop_pct: float | None = Field(default=None, ge=0, le=100)
    blocking: bool = False
    author: _Words
    date: _Day
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=10)]

    @model_validator(mode="after")
    def _blocks_by_a_minimum(self) -> Self:
        ranges = [one for one in (self.documents, self.claims) if one is not None]
        if self.blocking and all(one.min is None for one in ranges):
            raise ValueError("blocking needs a minimum of documents or claims to be missed")
        return self


class Drop(_Reviewed):
    """What fall of a publisher's claims against the last release is told.

    Attributes:
        max_drop_pct: percent that may go.
        counts_from: claims in the last release below which a fall is chance.
    """

    max_drop_pct: float = Field(ge=0, le=100)
    counts_from: int = Field(ge=1)


class _Shipped(_Reviewed):
    drop: Drop
    expectations: tuple[Expectation, ...]


class _OfTheHome(_Reviewed):
    expectations: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Expectations:
    """What is expected, by publisher, in order of their ids; and what fall is told of any."""

    drop: Drop
    publishers: tuple[Expectation, ...] = ()

    def of(self, publisher_id: str) -> Expectation | None:
        """What is expected of one publisher; None where nothing is."""
        return next((one for one in self.publishers if one.publisher == publisher_id), None)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a build is judged against.

    Attributes:
        expectations: of the reviewed files.
        claims_before: claims by publisher in the last release; empty where there is none.
    """

    expectations: Expectations
    claims_before: Mapping[str, int] = field(default_factory=dict)


def read_expectations(home: Path | None, packaged: Path = PACKAGED) -> Expectations:
    """Reads the shipped expectations and those of a data home, which hold before them.

    Args:
        home: the data home; None reads the shipped ones alone.
        packaged: the shipped file.

    Raises:
        ReviewedFileError: a faulty file, or one publisher twice in the files of the home; names file and line.
    """
    shipped = read_reviewed(packaged, TypeAdapter(_Shipped))
    at_home: dict[str, tuple[Path, Expectation]] = {}
    for path in sorted((home / FOLDER).glob("*.yml")) if home is not None else ():
        for expectation in read_reviewed(path, TypeAdapter(_OfTheHome)).expectations:
            if expectation.publisher in at_home:
                raise ReviewedFileError(
                    f"{path}:1: {expectation.publisher}: {at_home[expectation.publisher][0].name} has an entry for this "
                    "publisher as well; keep one of them"
                )
            at_home[expectation.publisher] = (path, expectation)
    merged = {one.publisher: one for one in shipped.expectations} | {slug: one for slug, (_, one) in at_home.items()}
    return Expectations(shipped.drop, tuple(merged[slug] for slug in sorted(merged)))
