"""The marts from their dbt models: grain, key, columns, and the core tables behind them.

Reading only.

The models are the contract; this module repeats none of it. What is done with a mart (build, export, show) is said
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from warehouse.reviewed import ReviewedFileError, read_reviewed

PROJECT = Path(__file__).resolve().parents[2] / "dbt_project"

_REF = re.compile(r"\bref\(\s*'([a-z0-9_]+)'\s*\)")
_SOURCE = re.compile(r"\bsource\(\s*'core'\s*,\s*'([a-z0-9_]+)'\s*\)")

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


@dataclass(frozen=True, slots=True)
class MartColumn:
    """One column: its name, what it holds, its unit where it is a number, its type (empty where no table has it), and whether null is refused."""

    name: str
    doc: str
    unit: str | None
    type: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class Mart:
    """One mart. Table `marts.<name>`, dbt model `<name>`, file `parquet/<name>.parquet`, asset `marts/<name>`."""

    name: str
    doc: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[MartColumn, ...]
    core_tables: tuple[str, ...]  # that it reads, without their schema
    order: tuple[
        str, ...
    ] = ()  # its rows stand by these columns, then by their key: what questions ask for lies together

    tests: tuple[str, ...] = ()  # dbt's data tests, those of `dbt_project/tests` with the first model that they name

    @property
    def sorted_by(self) -> tuple[str, ...]:
        """The columns that its rows stand by, ascending, nulls last."""
        return (*self.order, *(name for name in self.key if name not in self.order))


class _Lenient(BaseModel):
    """Of a dbt file only what is asked for here; dbt judges the rest."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _ColumnConfig(_Lenient):
    meta: dict[str, Any] = Field(default_factory=dict)


class _Constraint(_Lenient):
    type: Words


class _Column(_Lenient):
    name: Words
    description: Words
    data_type: Words
    constraints: list[_Constraint] = Field(default_factory=list)
    config: _ColumnConfig = _ColumnConfig()


class _Meta(_Lenient):
    grain: Words
    key: list[Words] = Field(min_length=1)
    order: list[Words] = Field(default_factory=list)


class _Config(_Lenient):
    meta: _Meta


class _Model(_Lenient):
    name: Words
    description: Words
    config: _Config
    data_tests: list[dict[Words, Any]] = Field(default_factory=list)
    columns: list[_Column] = Field(min_length=1)


class _File(_Lenient):
    models: list[_Model]


def read_marts(project: Path) -> Mapping[str, Mart]:
    """Reads the marts of a dbt project.

    Args:
        project: folder with `models/marts/*.yml` beside `*.sql`.

    Returns:
        Marts by name, in alphabetical order.

    Raises:
        ReviewedFileError: a model without description, grain or key, without its SQL, or described twice; a key or an
            order that names no column; names the file.
    """
    tests = {path.stem: _REF.findall(path.read_text(encoding="utf-8"))[0] for path in (project / "tests").glob("*.sql")}
    marts: dict[str, Mart] = {}
    for path in sorted((project / "models" / "marts").glob("*.yml")):
        for model in read_reviewed(path, TypeAdapter(_File)).models:
            query = path.with_name(f"{model.name}.sql")
            if not query.is_file():
                raise ReviewedFileError(
                    f"{path}: {model.name}: has no {query.name} beside it; add the model or take it out"
                )
            if model.name in marts:
                raise ReviewedFileError(f"{path}: {model.name}: described twice")
            columns = tuple(_column(c) for c in model.columns)
            for what, named in (("key", model.config.meta.key), ("order", model.config.meta.order)):
                unknown = sorted(set(named) - {column.name for column in columns})
                if unknown:
                    raise ReviewedFileError(
                        f"{path}: {model.name}: its {what} names no column of it: {', '.join(unknown)}"
                    )
            core = sorted(set(_SOURCE.findall(query.read_text(encoding="utf-8"))))
            marts[model.name] = Mart(
                model.name,
                model.description,
                model.config.meta.grain,
                tuple(model.config.meta.key),
                columns,
                tuple(core),
                tuple(model.config.meta.order),
                (
                    *(name for test in model.data_tests for name in test),
                    *sorted(name for name, about in tests.items() if about == model.name),
                ),
            )
    return MappingProxyType(dict(sorted(marts.items())))


@cache
def marts() -> Mapping[str, Mart]:
    """The marts of our own dbt project, by name."""
    return read_marts(PROJECT)


def _column(column: _Column) -> MartColumn:
    is_required = any(constraint.type == "not_null" for constraint in column.constraints)
    return MartColumn(column.name, column.description, _unit(column), column.data_type, is_required)


def _unit(column: _Column) -> str | None:
    unit = column.config.meta.get("unit")
    return None if unit is None else str(unit)
