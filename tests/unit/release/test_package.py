"""The data package describes exactly the files that are there."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest

from release.making.data_package import field, licences
from release.record import Release
from warehouse.export import ColumnInfo


@pytest.fixture(scope="module")
def package(release: Release) -> Any:
    """The published descriptor."""
    return json.loads((release.path / "datapackage.json").read_text(encoding="utf-8"))


def test_every_parquet_file_is_a_resource_with_its_hash(release: Release, package: Any) -> None:
    assert {resource["path"] for resource in package["resources"]} == {
        f"parquet/{file.name}" for file in release.parquet.iterdir()
    }
    for resource in package["resources"]:
        content = (release.path / resource["path"]).read_bytes()
        assert resource["hash"] == "sha256:" + hashlib.sha256(content).hexdigest()
        assert (resource["format"], resource["mediatype"]) == ("parquet", "application/vnd.apache.parquet")


def test_fields_are_the_columns_of_the_files_in_their_order(release: Release, package: Any) -> None:
    for resource in package["resources"]:
        found = duckdb.sql(f"DESCRIBE SELECT * FROM '{release.path / resource['path']}'").fetchall()
        assert [field["name"] for field in resource["schema"]["fields"]] == [row[0] for row in found], resource["name"]


def test_every_field_and_every_table_is_described_and_keyed(package: Any) -> None:
    for resource in package["resources"]:
        assert resource["description"], resource["name"]
        assert all(field["description"] for field in resource["schema"]["fields"]), resource["name"]
        names = {field["name"] for field in resource["schema"]["fields"]}
        assert set(resource["schema"]["primaryKey"]) <= names


def test_version_is_the_format_and_the_number_of_the_release(package: Any) -> None:
    assert (package["name"], package["version"]) == ("parallax", "1.1.0")
    assert package["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    assert "created" not in package


def test_sources_are_the_documents_with_their_publishers(package: Any) -> None:
    assert [(source["publisher"], source["title"]) for source in package["sources"]] == [
        ("Acme Research", "d_new.txt"),
        ("Acme Research", "d_old.txt"),
        ("Borealis Insights", "d_other.txt"),
        ("Copyhouse Wire", "d_copy.txt"),
    ]


def test_licences_are_counted_and_get_names_that_the_standard_allows() -> None:
    documents: list[dict[str, Any]] = [
        {"licence": "CC-BY-4.0"},
        {"licence": "All rights reserved"},
        {"licence": None},
        {"licence": "CC-BY-4.0"},
    ]
    assert licences(documents) == [
        {"name": "All-rights-reserved", "title": "All rights reserved: the quotes from 1 document"},
        {"name": "CC-BY-4.0", "title": "CC-BY-4.0: the quotes from 2 documents"},
        {"name": "unknown", "title": "unknown: the quotes from 1 document"},
    ]


@pytest.mark.parametrize(
    ("duckdb_type", "described"),
    [
        ("VARCHAR", {"type": "string"}),
        ("INTEGER", {"type": "integer"}),
        ("BIGINT", {"type": "integer"}),
        ("DECIMAL(38,9)", {"type": "number"}),
        ("DOUBLE", {"type": "number"}),
        ("BOOLEAN", {"type": "boolean"}),
        ("DATE", {"type": "date"}),
        ("TIMESTAMP", {"type": "datetime"}),
        ("VARCHAR[]", {"type": "list", "itemType": "string"}),
    ],
)
def test_types_are_those_of_the_standard(duckdb_type: str, described: dict[str, str]) -> None:
    required = {"constraints": {"required": True}}
    assert field(ColumnInfo("x", duckdb_type, True, None)) == {
        "name": "x", **described, "physicalType": duckdb_type, **required,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("duckdb_type", "required", "form", "type_", "is_required"),
    [
        ("INTEGER", False, "parquet", "number", False),  # read through pandas, a null makes floats of integers
        ("INTEGER", True, "parquet", "integer", True),
        ("INTEGER", False, "csv", "integer", False),
        ("VARCHAR", True, "parquet", "string", True),
        ("VARCHAR", True, "csv", "string", False),  # in CSV an empty text and a missing one are alike
    ],
)
def test_a_field_is_what_readers_of_its_form_meet(
    duckdb_type: str, required: bool, form: Any, type_: str, is_required: bool
) -> None:
    described = field(ColumnInfo("x", duckdb_type, required, None), None, form)
    assert (described["type"], "constraints" in described) == (type_, is_required)


def test_a_required_column_with_a_unit_says_both() -> None:
    assert field(ColumnInfo("year", "INTEGER", True, "the year"), "year") == {
        "name": "year",
        "type": "integer",
        "physicalType": "INTEGER",
        "description": "the year",
        "unit": "year",
        "constraints": {"required": True},
    }


def test_a_release_passes_the_standards_own_validator(release: Release) -> None:
    assert problems(release.path / "datapackage.json") == []


def test_the_validator_finds_a_null_where_a_value_is_required(release: Release, tmp_path: Path) -> None:
    shutil.copytree(release.parquet, tmp_path / "parquet")
    package = json.loads((release.path / "datapackage.json").read_text(encoding="utf-8"))
    package["resources"] = [one for one in package["resources"] if one["name"] == "claims"]
    nullable = next(one for one in package["resources"][0]["schema"]["fields"] if one["name"] == "segment")
    nullable["constraints"] = {"required": True}
    (tmp_path / "datapackage.json").write_text(json.dumps(package), encoding="utf-8")
    assert {found[:3] for found in problems(tmp_path / "datapackage.json")} == {
        ("claims", "constraint-error", "segment")
    }


def problems(descriptor: Path) -> list[tuple[str, str, str, str]]:
    """What `frictionless validate` finds: file, kind, field, note."""
    import frictionless

    report = frictionless.validate(str(descriptor))
    return [
        (task.name, error.type, str(getattr(error, "field_name", "")), error.note)
        for task in report.tasks
        for error in task.errors
    ] + [("", error.type, "", error.note) for error in report.errors]
