"""Reading of the reviewed queries, `ten.yml`. Running them is in `answering.py`."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from warehouse.reviewed import read_reviewed

TEN = Path(__file__).with_name("ten.yml")
MOST_ROWS = 6


class ReviewedQuery(BaseModel):
    """One question.

    Attributes:
        title: the question, as an analyst asks it.
        reads: how to read the answer, one sentence.
        sql: one SELECT against schema `marts`, at most `MOST_ROWS` rows, in a total order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(min_length=8, max_length=90)
    reads: str = Field(min_length=20)
    sql: str = Field(pattern=rf"(?s)^(select|with)\b.*\border by\b.*\blimit [1-{MOST_ROWS}]\s*$")


_SHAPE = TypeAdapter(tuple[ReviewedQuery, ...])


def reviewed_queries(path: Path = TEN) -> tuple[ReviewedQuery, ...]:
    """The questions in their order.

    Args:
        path: the reviewed file.

    Returns:
        One entry per question.

    Raises:
        ReviewedFileError: the file is not in the form asked for; a query without `order by` or `limit` is one such.
    """
    return read_reviewed(path, _SHAPE)
