"""A mart's columns and entry as a dbt model with contract, descriptions and data tests; and dbt's YAML. No reading of files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from warehouse.dbt_files.entries import MartEntry
from warehouse.dbt_files.inheritance import Inheritable
from warehouse.schema.marts import MartColumn


class _Line(dict[str, Any]):
    """A mapping on one line."""


class _Names(list[str]):
    """A list on one line."""


class _Dumper(yaml.SafeDumper):
    """YAML as dbt projects have it: lists are indented."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indents a list below its key."""
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: object) -> bool:
        """Writes a list out each time."""
        return True


_YAML = "tag:yaml.org,2002:"
_Dumper.add_representer(_Line, lambda dumper, data: dumper.represent_mapping(f"{_YAML}map", data, flow_style=True))
_Dumper.add_representer(_Names, lambda dumper, data: dumper.represent_sequence(f"{_YAML}seq", data, flow_style=True))


def yaml_text(content: Mapping[str, object]) -> str:
    """A dbt property file."""
    return yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)


def contract_of(name: str, entry: MartEntry, mart: Inheritable, renamed: Mapping[str, str]) -> Mapping[str, object]:
    """The content of a mart's property file.

    Args:
        name: the mart.
        entry: what its author wrote.
        mart: what it says and inherits; columns in the order of its query.
        renamed: columns of the mart's key that `rows_of` calls otherwise: the mart's name → that of the core table.
    """
    keyed = _Names(mart.key)
    if entry.rows_of is None:
        test: Mapping[str, object] = {"unique_key": {"arguments": {"columns": keyed}}}
    else:
        others = _Line({name: renamed[name] for name in mart.key if name in renamed}) or None
        same = {
            "other": f"source('core', '{entry.rows_of}')",
            "columns": keyed,
            "condition": entry.where,
            "renamed": others,
        }
        test = {"same_keys_as": {"arguments": _without_none(same)}}
    order = _Names(entry.order) if entry.order else None
    model = {
        "name": name,
        "description": mart.doc,
        "config": {"meta": _without_none({"grain": entry.grain, "key": keyed, "order": order})},
        "data_tests": [test],
        "columns": [_column(column) for column in mart.columns.values()],
    }
    return {"version": 2, "models": [model]}


def exposure_of(marts: Sequence[str]) -> Mapping[str, object]:
    """The content of the exposure that names every mart: each is a file of the release."""
    exposure = {
        "name": "parquet_exports",
        "label": "Parquet exports",
        "type": "application",
        "maturity": "high",
        "description": "One file per mart in the folder parquet/ of each release, described by datapackage.json.",
        "owner": _Line(name="Parallax"),
        "depends_on": [f"ref('{mart}')" for mart in sorted(marts)],
    }
    return {"version": 2, "exposures": [exposure]}


def _column(column: MartColumn) -> Mapping[str, object]:
    return _without_none(
        {
            "name": column.name,
            "data_type": column.type,
            "description": column.doc,
            "constraints": [{"type": "not_null"}] if column.required else None,
            "config": None if column.unit is None else {"meta": _Line(unit=column.unit)},
        }
    )


def _without_none(content: Mapping[str, object]) -> Mapping[str, object]:
    return {key: value for key, value in content.items() if value is not None}
