"""`datapackage.json`: the release as a Frictionless Data Package v2, for tools that do not know Parallax."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from release.manifest import sha256_of
from release.record import DATABASE, FORMAT_VERSION, PARQUET
from warehouse.connection import query
from warehouse.export import ColumnInfo, TableInfo
from warehouse.schema.marts import Mart
from warehouse.values.wording import counted

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"

# DuckDB type → Frictionless field type; anything else is read as a string.
_TYPES = {
    "VARCHAR": "string",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIMESTAMP": "datetime",
    "DOUBLE": "number",
    "FLOAT": "number",
    "TINYINT": "integer",
    "SMALLINT": "integer",
    "INTEGER": "integer",
    "BIGINT": "integer",
    "HUGEINT": "integer",
}

_SOURCES = (
    "SELECT publisher, title, name, url, licence FROM core.documents ORDER BY publisher, title, name, document_id"
)


def describe(
    directory: Path, release_id: str, tables: Sequence[TableInfo], contracts: Mapping[str, Mart]
) -> dict[str, Any]:
    """Describes a release folder whose data files are complete.

    Args:
        directory: the folder.
        release_id: its id; the package's version is `<format version>.<number of the release>.0`.
        tables: the marts as the database's catalogue knows them.
        contracts: grain, key and units by mart, as the dbt models say them.

    Returns:
        The descriptor. It holds no clock and no path of this machine.
    """
    documents = query(directory / DATABASE, _SOURCES).to_dicts()
    origins = {"licenses": licences(documents), "sources": sources(documents)} if documents else {}
    return {
        "$schema": PROFILE,
        "name": "parallax",
        "title": "Market figures from conflicting vendor reports, traced and reconciled",
        "description": (
            "Every figure is a claim by a publisher, tied to the words that state it; marts.market_estimates holds the "
            "reconciled values and the refusals. See README.md."
        ),
        "version": f"{FORMAT_VERSION}.{int(release_id[1:])}.0",
        **origins,
        "resources": [_resource(directory, table, contracts.get(table.name)) for table in tables],
    }


def sources(documents: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """One entry per document: title, publisher, and address and licence where they are known."""
    found = []
    for document in documents:
        entry = {"title": document["title"] or document["name"]}
        entry |= {"publisher": document["publisher"]} if document["publisher"] else {}
        entry |= {"path": document["url"]} if document["url"] else {}
        entry |= {"licence": document["licence"]} if document["licence"] else {}
        found.append(entry)
    return found


def licences(documents: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The licences of the documents; each governs the quotes from its own documents."""
    by_licence = Counter(document["licence"] or "unknown" for document in documents)
    return [
        {
            "name": re.sub(r"[^-a-zA-Z0-9._]+", "-", licence).strip("-") or "unknown",
            "title": f"{licence}: the quotes from {counted(n, 'document')}",
        }
        for licence, n in sorted(by_licence.items())
    ]


def _resource(directory: Path, table: TableInfo, mart: Mart | None) -> dict[str, Any]:
    file = directory / PARQUET / f"{table.name}.parquet"
    units = {column.name: column.unit for column in mart.columns if column.unit} if mart else {}
    schema: dict[str, Any] = {"fields": [field(column, units.get(column.name)) for column in table.columns]}
    if mart:
        schema["primaryKey"] = list(mart.key)
    resource: dict[str, Any] = {
        "name": table.name,
        "type": "table",
        "path": f"{PARQUET}/{table.name}.parquet",
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        "bytes": file.stat().st_size,
        "hash": f"sha256:{sha256_of(file)}",
        "schema": schema,
    }
    doc = table.doc or (mart.doc if mart else None)
    return resource | ({"description": doc} if doc else {}) | ({"grain": mart.grain} if mart else {})


def field(column: ColumnInfo, unit: str | None = None) -> dict[str, Any]:
    """A column as a Frictionless field; `unit` is a property of ours."""
    described: dict[str, Any] = {"name": column.name}
    if column.type.endswith("[]"):
        described |= {"type": "list", "itemType": _field_type(column.type.removesuffix("[]"))}
    else:
        described["type"] = _field_type(column.type)
    if column.doc:
        described["description"] = column.doc
    if unit:
        described["unit"] = unit
    if column.required:
        described["constraints"] = {"required": True}
    return described


def _field_type(duckdb_type: str) -> str:
    return "number" if duckdb_type.startswith("DECIMAL") else _TYPES.get(duckdb_type, "string")
