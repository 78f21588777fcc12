"""`datapackage.json`: the release as a Frictionless Data Package v2, for tools that do not know Parallax."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from release.manifest import sha256_of
from release.record import DATABASE, FORMAT_VERSION, PARQUET
from warehouse.connection import query
from warehouse.export import ColumnInfo, Form, TableInfo
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

_MEDIA_TYPES: Mapping[Form, str] = {"parquet": "application/vnd.apache.parquet", "csv": "text/csv"}

_SOURCES = (
    "SELECT publisher, title, name, url, licence FROM core.documents ORDER BY publisher, title, name, document_id"
)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a package: what its table is called, where it is in the package's folder, and what its rows are."""

    name: str
    path: str
    columns: Sequence[ColumnInfo]
    doc: str | None
    grain: str | None = None
    key: Sequence[str] = ()
    units: Mapping[str, str] | None = None


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
    files = [mart_file(table, contracts.get(table.name), f"{PARQUET}/{table.name}.parquet") for table in tables]
    return package(directory, directory / DATABASE, release_id, files, "parquet")


def package(directory: Path, database: Path, release_id: str, files: Sequence[DataFile], form: Form) -> dict[str, Any]:
    """Describes data files of a release, in a folder of any name.

    Args:
        directory: the folder that `path` of each file begins in.
        database: the release's database, for the sources and their licences.
        release_id: the release.
        files: the files, which are complete.
        form: their form.
    """
    documents = query(database, _SOURCES).to_dicts()
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
        "resources": [_resource(directory, one, form) for one in files],
    }


def mart_file(table: TableInfo, mart: Mart | None, path: str) -> DataFile:
    """The file of a mart, as catalogue and contract describe it."""
    doc = table.doc or (mart.doc if mart else None)
    if mart is None:
        return DataFile(table.name, path, table.columns, doc)
    units = {column.name: column.unit for column in mart.columns if column.unit}
    return DataFile(table.name, path, table.columns, doc, mart.grain, mart.key, units)


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


def _resource(directory: Path, one: DataFile, form: Form) -> dict[str, Any]:
    file = directory / one.path
    units = one.units or {}
    schema: dict[str, Any] = {
        "fields": [field(column, units.get(column.name), form) for column in one.columns],
        # Parquet knows null, so an empty text is a value there; CSV writes both alike.
        "missingValues": [] if form == "parquet" else [""],
    }
    if one.key:
        schema["primaryKey"] = list(one.key)
    resource: dict[str, Any] = {
        "name": one.name,
        "type": "table",
        "path": one.path,
        "format": form,
        "mediatype": _MEDIA_TYPES[form],
        # Validators count bytes while they read lines and cannot of Parquet; the hash pins the content of both.
        **({"bytes": file.stat().st_size, "encoding": "utf-8"} if form == "csv" else {}),
        "hash": f"sha256:{sha256_of(file)}",
        "schema": schema,
    }
    return resource | ({"description": one.doc} if one.doc else {}) | ({"grain": one.grain} if one.grain else {})


def field(column: ColumnInfo, unit: str | None = None, form: Form = "parquet") -> dict[str, Any]:
    """A column as a Frictionless field; `unit` and `physicalType` (the exact type in DuckDB) are properties of ours."""
    described: dict[str, Any] = {"name": column.name}
    if column.type.endswith("[]"):
        described |= {"type": "list", "itemType": _field_type(column.type.removesuffix("[]"))}
    else:
        described["type"] = _field_type(column.type)
    if form == "parquet" and described["type"] == "integer" and not column.required:
        described["type"] = "number"  # readers that go through pandas meet a null among integers as a float
    described["physicalType"] = column.type
    if column.doc:
        described["description"] = column.doc
    if unit:
        described["unit"] = unit
    if column.required and (form == "parquet" or column.type != "VARCHAR"):  # an empty text is no missing one
        described["constraints"] = {"required": True}
    return described


def _field_type(duckdb_type: str) -> str:
    return "number" if duckdb_type.startswith("DECIMAL") else _TYPES.get(duckdb_type, "string")
