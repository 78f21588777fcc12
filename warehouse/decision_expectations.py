"""What a decision expects of its source: the source's words on the day of the decision. Shapes only; comparisons: `rulings/expectation.py`."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, model_validator


def _one_line(text: str) -> str:
    return " ".join(text.split())  # a file of any editor folds lines as it likes: breaks and runs of blanks say nothing


Words = Annotated[str, AfterValidator(_one_line), StringConstraints(min_length=1)]


class Frozen(BaseModel):
    """What files say: never changed once read, nothing beside the fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=False)


class Expect(Frozen):
    """What the source said; at least one field."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_dump(exclude_none=True):
            raise ValueError("says nothing; give one of its fields, or leave `expect` out")
        return self

    def words(self) -> str:
        """In one line for people: `field: value; ...`."""
        fields = self.model_dump(mode="json", exclude_none=True)
        return "; ".join(f"{k}: {', '.join(v) if isinstance(v, list) else v}" for k, v in fields.items())


class ExpectedClaim(Expect):
    """A claim as it was: its printed figure, its words, its file."""

    value_as_printed: Words | None = None
    quote: Words | None = None
    document: Words | None = None


class ExpectedConflict(Expect):
    """A conflict as it was: how far apart the sides lay (as many digits count as are written), and where it stood.

    Where it stood is everything but the two values: a conflict without one of these fields is expected without it.
    """

    ratio: Decimal | None = None
    value_a: Decimal | None = None
    value_b: Decimal | None = None
    rule: Words | None = None
    market_id: Words | None = None
    other_market_id: Words | None = None
    segment_key: Words | None = None
    ref_area: Words | None = None
    metric: Words | None = None
    unit_measure: Words | None = None
    year: int | None = None


class ExpectedNames(Expect):
    """Files in which the names were printed."""

    documents: tuple[Words, ...] | None = None


class ExpectedDocument(Expect):
    """A document's file name."""

    name: Words | None = None


class ExpectedQuestion(Expect):
    """Why a question was asked."""

    why: Words | None = None
