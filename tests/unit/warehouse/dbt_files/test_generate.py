"""The generated files of our dbt project are up to date; in a project of its own they are written, compared and removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.dbt_files import COMMAND, stale, write
from warehouse.dbt_files.__main__ import main
from warehouse.dbt_files.core_columns import inheritable, renamed
from warehouse.dbt_files.inheritance import ContractError
from warehouse.schema.marts import MartColumn, read_marts
from warehouse.schema.table import Column, Table

QUERY = "select quarantine.document_id, quarantine.byte_length from {{ source('core', 'quarantine') }} as quarantine\n"
ENTRIES = "large:\n  grain: rejected document\n  rows_of: quarantine\n  columns: {document_id: sha256 of its bytes}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A dbt project with one mart, nothing generated yet."""
    for folder in ("models/marts", "macros", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "models/marts/large.sql").write_text(QUERY)
    (tmp_path / "marts.yml").write_text(ENTRIES)
    return tmp_path


def test_the_generated_files_of_the_project_are_up_to_date() -> None:
    assert stale() == [], f"out of date: run {COMMAND}"


def test_a_query_and_an_entry_make_the_list_of_sources_the_contract_and_the_exposure(project: Path) -> None:
    assert stale(project, project / "marts.yml")
    written = write(project, project / "marts.yml")
    assert sorted(str(path.relative_to(project / "models")) for path in written) == [
        "marts/large.yml",
        "parquet_exports.yml",
        "sources.yml",
    ]
    mart = read_marts(project)["large"]
    assert (mart.doc.startswith("Documents that could not be read"), mart.key) == (True, ("document_id",))
    assert mart.columns == (
        MartColumn("document_id", "sha256 of its bytes", None, "varchar", required=True),
        MartColumn("byte_length", "size in bytes", "bytes", "bigint", required=True),
    )
    assert stale(project, project / "marts.yml") == write(project, project / "marts.yml") == []


@pytest.mark.parametrize("name", ["sources.yml", "marts/large.yml", "parquet_exports.yml"])
def test_a_generated_file_that_was_edited_or_removed_is_out_of_date(project: Path, name: str) -> None:
    write(project, project / "marts.yml")
    path = project / "models" / name
    made = path.read_text()
    for change in (lambda: path.write_text(made + "\n"), path.unlink):
        change()
        assert stale(project, project / "marts.yml") == [path]
        assert write(project, project / "marts.yml") == [path]
        assert path.read_text() == made


def test_what_is_left_over_is_removed_and_what_is_written_by_hand_stays(project: Path) -> None:
    write(project, project / "marts.yml")
    gone = project / "models/marts/gone.yml"
    gone.write_text((project / "models/marts/large.yml").read_text())
    by_hand = project / "models/marts/notes.yml"
    by_hand.write_text("version: 2\n")
    assert stale(project, project / "marts.yml") == [gone]
    assert write(project, project / "marts.yml") == [gone]
    assert (gone.exists(), by_hand.exists()) == (False, True)


@pytest.mark.parametrize(
    ("query", "entries", "said"),
    [
        (QUERY, "{}", "large: has a query and no entry in marts.yml"),
        (QUERY, ENTRIES + ENTRIES.replace("large", "small"), "small: has an entry in marts.yml and no query"),
        (QUERY.replace("'quarantine'", "'gone'"), ENTRIES, "core.yml has no table core.gone"),
        (QUERY, ENTRIES.replace("document_id:", "name:"), "large.name: the query has no such column"),
    ],
)
def test_queries_and_entries_that_do_not_fit_are_refused(project: Path, query: str, entries: str, said: str) -> None:
    (project / "models/marts/large.sql").write_text(query)
    (project / "marts.yml").write_text(entries)
    with pytest.raises(ContractError) as caught:
        write(project, project / "marts.yml")
    assert said in str(caught.value)


def test_marts_call_reserved_words_otherwise_and_have_no_empty_lists() -> None:
    table = Table(
        "core.sizes",
        "Sizes.",
        ("size_id", "year"),
        (
            Column("size_id", "VARCHAR", required=True, doc="id"),
            Column("year", "INTEGER", required=True, doc="its year", unit="year"),
            Column("claim_ids", "VARCHAR[]", required=True, doc="claims"),
        ),
    )
    read = inheritable(table)
    assert (read.key, renamed(table)) == (("size_id", "time_period_year"), {"time_period_year": "year"})
    # an empty list is null as text
    assert {name: column.required for name, column in read.columns.items()} == {
        "size_id": True,
        "time_period_year": True,
        "claim_ids": False,
    }


def test_the_command_names_itself_where_a_file_is_out_of_date_and_the_entry_that_does_not_fit(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = project / "marts.yml"
    assert main(["--check"], project, entries) == 1
    assert f"out of date: run {COMMAND}" in capsys.readouterr().err
    assert main([], project, entries) == main(["--check"], project, entries) == 0
    entries.write_text(ENTRIES.replace("document_id:", "name:"))
    capsys.readouterr()
    assert main([], project, entries) == 2
    assert capsys.readouterr().err == "large.name: the query has no such column; take it out\n"
