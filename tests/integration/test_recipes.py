"""The recipes "add a mart" and "add a check" of CONTRIBUTING.md, typed into a copy of the repository: what they name is enough."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from tests.integration.repository_copy import RepositoryCopy, copy_repository
from warehouse.schema.marts import marts

QUERY = """\
select
    rejections.document_id,
    documents.publisher,
    rejections.rule,
    count(*) as n_numbers
from {{ source('core', 'rejections') }} as rejections
inner join {{ source('core', 'documents') }} as documents
    on rejections.document_id = documents.document_id
group by rejections.document_id, documents.publisher, rejections.rule
order by rejections.document_id, rejections.rule
"""
ENTRY = """
rule_counts:
  doc: Numbers of each document that a rule sets aside.
  grain: document x rule
  key: [document_id, rule]
  columns:
    document_id: {required: true}
    n_numbers: {doc: numbers that the rule sets aside, unit: count, required: true}
"""
SUITE, BEGINS = "quality/suites/descriptions.py", "CORE_DESCRIPTIONS: tuple[Check, ...] = (\n"
CHECK = """\
    no_rows(
        "driver_phrases",
        "core.drivers",
        "warning",
        "A driver is a phrase, not a passage.",
        "select driver_id, driver from core.drivers where length(driver) > 300 order by driver_id",
    ),
"""
PLANTED_IN, PLANTED_BEGINS = (
    "tests/unit/quality/test_planted_failures.py",
    "PLANTED: dict[tuple[str, str], tuple[str, ...]] = {\n",
)
PLANTED = """    ("core", "driver_phrases"): ("update core.drivers set driver = repeat('x', 301)",),\n"""
PYTEST = ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-v")
REPORT = "The global widget market was worth USD 10.0 billion in 2025, Acme Research says. See page 14 of 2,300.\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> RepositoryCopy:
    """The repository, to be changed."""
    return copy_repository(tmp_path_factory.mktemp("recipes") / "copy")


@pytest.mark.slow
def test_a_check_takes_an_entry_in_a_suite_and_its_planted_failure(copy: RepositoryCopy) -> None:
    copy.insert(SUITE, BEGINS, CHECK)
    missing = copy.python(*PYTEST, PLANTED_IN, "-k", "every_check_has")
    assert (missing.returncode, "driver_phrases" in missing.stdout) == (1, True), missing.stdout + missing.stderr
    copy.insert(PLANTED_IN, PLANTED_BEGINS, PLANTED)
    caught = copy.python(*PYTEST, PLANTED_IN, "-k", "every_check_has or driver_phrases")
    assert (caught.returncode, "2 passed" in caught.stdout) == (0, True), caught.stdout + caught.stderr
    # Dagster takes it from the suite
    listed = copy.python(*PYTEST, "tests/unit/pipelines/test_definitions.py")
    assert listed.returncode == 0, listed.stdout + listed.stderr


@pytest.mark.slow
def test_a_mart_takes_a_query_and_an_entry_and_is_in_the_release_with_types_words_and_checks(
    copy: RepositoryCopy, tmp_path: Path
) -> None:
    (copy.folder / "dbt_project/models/marts/rule_counts.sql").write_text(QUERY)
    with (copy.folder / "warehouse/schema/marts.yml").open("a") as entries:
        entries.write(ENTRY)
    stale = copy.python("-m", "warehouse.dbt_files", "--check")
    assert (stale.returncode, "rule_counts.yml" in stale.stdout) == (1, True), stale.stderr
    assert "run python -m warehouse.dbt_files" in stale.stderr
    made = copy.python("-m", "warehouse.dbt_files")
    assert (made.returncode, made.stderr) == (0, "")

    inbox, home = tmp_path / "inbox", tmp_path / "home"
    inbox.mkdir()
    (inbox / "report.txt").write_text(REPORT)
    run = copy.parallax("run", "--inbox", str(inbox), "--home", str(home))
    assert run.returncode == 0, run.stdout + run.stderr

    release = home / "releases" / "latest"
    assert {path.stem for path in (release / "parquet").iterdir()} == {*marts(), "rule_counts"}
    with duckdb.connect(str(release / "warehouse.duckdb"), read_only=True) as con:
        columns = con.execute(
            "select column_name, data_type, is_nullable, comment from duckdb_columns() "
            "where table_name = 'rule_counts' order by column_index"
        ).fetchall()
        n_rejections = con.execute("select count(*) from core.rejections").fetchone()
        assert con.execute("select sum(n_numbers) from marts.rule_counts").fetchone() == n_rejections
    assert n_rejections is not None
    assert n_rejections[0] > 0
    assert columns == [
        ("document_id", "VARCHAR", False, "the document"),
        ("publisher", "VARCHAR", True, "canonical name"),
        ("rule", "VARCHAR", True, "named rule"),
        ("n_numbers", "BIGINT", False, "numbers that the rule sets aside"),
    ]
    package = json.loads((release / "datapackage.json").read_text())
    assert "rule_counts" in {resource["name"] for resource in package["resources"]}
    assert "unique_key_rule_counts_document_id__rule" in (release / "dbt.html").read_text()
