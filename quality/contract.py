"""What every table must look like: core from `warehouse.schema`, marts from the dbt contracts. Reading only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from warehouse.schema import core_tables
from warehouse.schema.marts import PROJECT

MARTS = PROJECT / "models" / "marts"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C loader where there is one: ten times as fast


class ContractError(ValueError):
    """A mart's yml does not say what a contract must say. The message names the file and what to add."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What one table must look like.

    Attributes:
        table: with its schema.
        types: DuckDB type by column, in order, upper-case without blanks: DECIMAL(38,9).
        required: columns that hold no null.
        key: columns whose values tell rows apart; null counts as a value.
    """

    table: str
    types: Mapping[str, str]
    required: tuple[str, ...]
    key: tuple[str, ...]


@cache
def contracts() -> Mapping[str, Contract]:
    """Contracts of every table of core and marts, by name with schema: core in build order, then marts by name.

    Raises:
        ContractError: a mart without key, or a column without type.
    """
    core = [
        Contract(
            name,
            {column.name: _plain(column.sql_type) for column in table.columns},
            tuple(column.name for column in table.columns if column.required),
            table.key,
        )
        for name, table in core_tables().items()
    ]
    marts = [read_mart(path) for path in sorted(MARTS.glob("*.yml"))]
    return MappingProxyType({contract.table: contract for contract in [*core, *marts]})


def read_mart(path: Path) -> Contract:
    """Reads one mart's yml.

    Args:
        path: `models/marts/<name>.yml`, holding the model `<name>`.

    Returns:
        Its contract, as table `marts.<name>`.

    Raises:
        ContractError: no such model, no key in its meta, or a column without type.
    """
    content = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    models = [model for model in content.get("models", []) if model.get("name") == path.stem]
    if not models:
        raise ContractError(f"{path}: holds no model {path.stem}: one yml beside each mart, of its name")
    columns = models[0].get("columns", [])
    key = models[0].get("config", {}).get("meta", {}).get("key", [])
    untyped = [column["name"] for column in columns if not column.get("data_type")]
    if untyped:
        raise ContractError(f"{path}: columns without data_type: {', '.join(untyped)}")
    if not key or set(key) - {column["name"] for column in columns}:
        raise ContractError(f"{path}: config.meta.key must name columns of the model, it says {key}")
    return Contract(
        f"marts.{path.stem}",
        {column["name"]: _plain(column["data_type"]) for column in columns},
        tuple(column["name"] for column in columns if {"type": "not_null"} in column.get("constraints", [])),
        tuple(key),
    )


def _plain(sql_type: str) -> str:
    return sql_type.upper().replace(" ", "")
