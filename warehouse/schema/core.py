"""The core layer's tables, read from `core.yml` and checked for their shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, model_validator

from warehouse.reviewed import read_reviewed
from warehouse.schema.table import NUMBERS, Column, Table, TypeName, by_name

PACKAGED = Path(__file__).with_name("core.yml")

Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
TableName = Annotated[str, StringConstraints(pattern=r"^core\.[a-z][a-z0-9_]*$")]
Doc = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class _ColumnShape(NamedTuple):
    type: TypeName
    need: Literal["required", "optional"]
    doc: Doc
    unit: Doc | None = None


class _TableShape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    doc: Doc
    key: list[Identifier]
    columns: dict[Identifier, _ColumnShape]

    @model_validator(mode="after")
    def _key_is_made_of_columns(self) -> Self:
        unknown = [name for name in self.key if name not in self.columns]
        if unknown or not self.key or len(set(self.key)) < len(self.key):
            raise ValueError(f"key {self.key} must name columns of the table, each once; unknown: {unknown}")
        return self

    @model_validator(mode="after")
    def _numbers_have_units(self) -> Self:
        odd = [name for name, column in self.columns.items() if (column.type in NUMBERS) != (column.unit is not None)]
        if odd:
            raise ValueError(f"a number has a unit as its fourth entry, and nothing else has one; see {odd}")
        return self


def read_tables(path: Path) -> Mapping[str, Table]:
    """Reads a schema file.

    Args:
        path: a file in the form of `core.yml`.

    Returns:
        Tables by full name, in the file's order.

    Raises:
        ReviewedFileError: the file is not in that form; names file and line.
    """
    shapes = read_reviewed(path, TypeAdapter(dict[TableName, _TableShape]))
    return by_name(
        tuple(
            Table(
                name=table,
                doc=shape.doc,
                key=tuple(shape.key),
                columns=tuple(
                    Column(name, column.type, column.need == "required", column.doc, column.unit)
                    for name, column in shape.columns.items()
                ),
            )
            for table, shape in shapes.items()
        )
    )


@cache
def core_tables() -> Mapping[str, Table]:
    """Tables of schema core by full name, in the order in which the build writes them."""
    return read_tables(PACKAGED)
