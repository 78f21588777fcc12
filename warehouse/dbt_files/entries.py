"""What a person writes of a mart: its entry in `warehouse/schema/marts.yml`. What follows from it does not belong here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from warehouse.reviewed import read_reviewed
from warehouse.schema.core import Doc, Identifier

ENTRIES = Path(__file__).resolve().parents[1] / "schema" / "marts.yml"


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _entry(entry: object) -> object:
    return {"doc": entry} if isinstance(entry, str) else entry


class ColumnEntry(_Shape):
    """What a column does not inherit; None is inherited. Text alone is `doc`."""

    doc: Doc | None = None
    unit: Doc | None = None
    required: bool | None = None


class MartEntry(_Shape):
    """One mart.

    Attributes:
        doc: one sentence for people; that of `rows_of` where left out.
        grain: what one row is.
        rows_of: core table whose keys the mart has, none lost and none added; a data test holds it.
        where: condition in SQL on the rows of that table.
        key: columns that tell rows apart; those of `rows_of` where left out.
        order: columns by which rows are sorted before their key.
        columns: what differs from the columns that are inherited, by name.
    """

    doc: Doc | None = None
    grain: Doc
    rows_of: Identifier | None = None
    where: Doc | None = None
    key: list[Identifier] = Field(default_factory=list)
    order: list[Identifier] = Field(default_factory=list)
    columns: dict[Identifier, Annotated[ColumnEntry, BeforeValidator(_entry)]] = Field(default_factory=dict)


def read_entries(path: Path = ENTRIES) -> Mapping[str, MartEntry]:
    """Reads the entries of all marts.

    Args:
        path: a file in the form of `marts.yml`.

    Returns:
        Entries by name of the mart, in the file's order.

    Raises:
        ReviewedFileError: the file is not in that form; names file and line.
    """
    return read_reviewed(path, TypeAdapter(dict[Identifier, MartEntry]))
