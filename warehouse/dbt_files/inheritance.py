"""The description of each mart column: from the mart's entry, or inherited from its source column. No I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from warehouse.dbt_files.entries import ColumnEntry, MartEntry
from warehouse.schema.marts import MartColumn

Columns: TypeAlias = Mapping[str, MartColumn]
_NUMBERS = ("integer", "bigint", "double", "decimal")
_NOTHING = ColumnEntry()


@dataclass(frozen=True, slots=True)
class Inheritable:
    """What a mart inherits from a core table, and what it then has: description, key, and columns by name."""

    doc: str
    key: tuple[str, ...]
    columns: Columns


_NO_TABLE = Inheritable("", (), {})


class ContractError(ValueError):
    """A mart's entry says too little, or says again what it inherits. One line per finding, each with what to do."""


def inherited(entry: MartEntry, types: Mapping[str, str], read: Mapping[str, Inheritable]) -> Inheritable:
    """A mart's description, key and columns.

    A column inherits from the first table that has one of its name: `rows_of`, then the others as the query names them.
    It takes description and unit. Null is refused where `rows_of` refuses it; another table may be joined from the left.

    Args:
        entry: what its author wrote.
        types: type by name, in the order of the query.
        read: the core tables that the query reads, in its order.

    Returns:
        The mart, its columns in the order of the query.

    Raises:
        ContractError: no description, no key or one that names no column, a number without unit, a unit of no number,
            `rows_of` or an entry of something that the query does not have, or an entry that repeats what it inherits.
    """
    rows_of = read.get(entry.rows_of or "", _NO_TABLE)
    first = rows_of.columns
    tables = [first, *(table.columns for table in read.values())]
    faults = _faults_of_table(entry, types, rows_of)
    columns: dict[str, MartColumn] = {}
    for name, type_name in types.items():
        parent = next((table[name] for table in tables if name in table), None)
        basis = _basis(name, type_name, parent, is_first=name in first)
        override = entry.columns.get(name, _NOTHING)
        faults += [f"{name}: {fault}" for fault in _faults(override, basis)]
        columns[name] = _overridden(basis, override)
    if faults:
        raise ContractError("\n".join(faults))
    return Inheritable(entry.doc or rows_of.doc, tuple(entry.key) or rows_of.key, columns)


def _faults_of_table(entry: MartEntry, types: Mapping[str, str], rows_of: Inheritable) -> list[str]:
    key = tuple(entry.key) or rows_of.key
    checks = {
        "rows_of: the query reads no such table": entry.rows_of is not None and rows_of is _NO_TABLE,
        "where: is a condition on rows_of; name that": entry.where is not None and entry.rows_of is None,
        "doc: missing; write one sentence": not (entry.doc or rows_of.doc),
        "doc: repeats what it inherits; remove it": entry.doc == rows_of.doc,
        "key: missing; name the columns that identify a row": not key,
        "key: repeats what it inherits; remove it": bool(key) and tuple(entry.key) == rows_of.key,
        "key and order: must name columns of the query": bool({*key, *entry.order} - types.keys()),
    }
    faults = [fault for fault, is_so in checks.items() if is_so]
    return faults + [
        f"{name}: the query has no such column; take it out" for name in entry.columns if name not in types
    ]


def _basis(name: str, type_name: str, parent: MartColumn | None, *, is_first: bool) -> MartColumn:
    """The column as it is inherited, with an empty description where it is not."""
    if parent is None:
        return MartColumn(name, "", None, type_name)
    unit = parent.unit if _is_number(type_name) else None
    return MartColumn(name, parent.doc, unit, type_name, required=is_first and parent.required)


def _overridden(basis: MartColumn, override: ColumnEntry) -> MartColumn:
    return MartColumn(
        basis.name,
        override.doc or basis.doc,
        override.unit or basis.unit,
        basis.type,
        basis.required if override.required is None else override.required,
    )


def _faults(override: ColumnEntry, basis: MartColumn) -> Sequence[str]:
    column = _overridden(basis, override)
    repeated = [
        key
        for key, said, taken in (
            ("doc", override.doc, basis.doc),
            ("unit", override.unit, basis.unit),
            ("required", override.required, basis.required),
        )
        if said is not None and said == taken
    ]
    faults = [f"{key} repeats what it inherits; remove it" for key in repeated]
    if not column.doc:
        faults.append("no table that the query reads has a column of this name; write its doc")
    if (column.unit is not None) != _is_number(column.type):
        faults.append(f"is {column.type}: a number needs a unit, and nothing else has one")
    return faults


def _is_number(type_name: str) -> bool:
    return type_name.startswith(_NUMBERS)
