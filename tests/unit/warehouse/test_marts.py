"""dbt in this process: what it built and tested is told; a failure names its nodes; nothing is left behind."""

from __future__ import annotations

import os
import re

import pytest

from warehouse.connection import connect, query
from warehouse.marts import MartError, build_marts

PROFILE = """\
parallax:
  target: build
  outputs:
    build:
      type: duckdb
      path: "{{ env_var('PARALLAX_BUILD') }}"
      schema: marts
      threads: 1
"""
PROJECT = """\
name: parallax
version: "1.0"
config-version: 2
profile: parallax
models:
  parallax:
    +materialized: table
    +contract: {enforced: true}
"""
MODELS = """\
models:
  - name: {name}
    columns:
      - name: n
        data_type: bigint
        constraints: [{{type: not_null}}]
        data_tests: [not_null]
"""
UNIT_TEST = """\
  - name: {name}
    model: figures
    given:
      - input: source('core', 'numbers')
        rows: [{{n: 2}}]
    expect:
      rows: [{{n: {expected}}}]
"""
SOURCES = """\
sources:
  - name: core
    tables:
      - name: numbers
"""
SQL = "select n * 2 as n from {{ source('core', 'numbers') }}"
POSITIVE = "select * from {{ ref('figures') }} where n <= 0"


@pytest.fixture
def database(tmp_path):
    (tmp_path / "build").mkdir()
    path = tmp_path / "build" / "warehouse.duckdb"
    con = connect(path, read_only=False)
    con.execute("CREATE SCHEMA core; CREATE TABLE core.numbers AS SELECT i::BIGINT AS n FROM range(1, 4) t(i)")
    con.close()
    return path


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    write(
        root,
        {
            "profiles.yml": PROFILE,
            "dbt_project.yml": PROJECT,
            "models/sources.yml": SOURCES,
            "models/figures.yml": MODELS.format(name="figures"),
            "models/figures.sql": SQL,
            "tests/positive.sql": POSITIVE,
        },
    )
    return root


def write(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def with_unit_test(project, name, expected):
    unit_test = UNIT_TEST.format(name=name, expected=expected)
    write(project, {"models/figures.yml": MODELS.format(name="figures") + "unit_tests:\n" + unit_test})


def test_models_and_data_tests_are_told_a_warning_does_not_block_and_nothing_is_left_behind(database, project):
    # 2, 4 and 6 are figures: three rows above zero, so this warning has three.
    write(project, {"tests/small.sql": "{{ config(severity='warn') }} " + POSITIVE.replace("<=", ">")})
    with_unit_test(project, "planted", 5)
    files = sorted(path.relative_to(project) for path in project.rglob("*"))
    environment = dict(os.environ)
    report = build_marts(database, project=project)
    assert [(model.name, model.status) for model in report.models] == [("figures", "success")]
    assert [(test.name, test.status) for test in report.tests] == [
        ("not_null_figures_n", "pass"),
        ("positive", "pass"),
        ("small", "warn"),
    ]
    assert [(test.name, test.n_failing) for test in report.warnings] == [("small", 3)]
    assert report.rows == {"figures": 3}
    assert query(database, "SELECT sum(n)::INTEGER AS s FROM marts.figures")["s"].to_list() == [12]
    assert sorted(path.name for path in database.parent.iterdir()) == ["dbt.html", "warehouse.duckdb"]
    assert sorted(path.relative_to(project) for path in project.rglob("*")) == files
    assert dict(os.environ) == environment
    connect(database, read_only=False).close()  # dbt holds no lock


def test_unit_tests_run_where_asked_for_and_can_fail(database, project):
    # 2 * 2 is 4, so a test that expects 5 must fail, and does not run where it is not asked for (the test above).
    with_unit_test(project, "planted", 5)
    with pytest.raises(MartError, match="unit_test planted: fail"):
        build_marts(database, project=project, unit_tests=True)
    with_unit_test(project, "doubles", 4)
    report = build_marts(database, project=project, unit_tests=True)
    assert [(test.name, test.status) for test in report.tests if test.kind == "unit_test"] == [("doubles", "pass")]


def test_every_failure_names_its_node_and_what_it_cost(database, project):
    broken = {"no_column": SQL.replace("n * 2", "m"), "wrong_type": SQL.replace("n * 2", "(n * 2)::varchar")}
    broken["a_null"] = SQL.replace("n * 2", "nullif(n, 2)")
    for name, sql in broken.items():
        write(project, {f"models/{name}.sql": sql, f"models/{name}.yml": MODELS.format(name=name)})
    write(
        project,
        {
            "models/after.sql": "{{ config(contract={'enforced': false}) }} from {{ ref('a_null') }}",
            "tests/positive.sql": POSITIVE.replace("<=", ">"),
        },
    )
    with pytest.raises(MartError) as raised:
        build_marts(database, project=project)
    told = str(raised.value)
    for message in (
        r"model no_column: error: .*\"m\" not found",
        r"model wrong_type: error: .*contract",
        r"model a_null: error: .*NOT NULL",
        r"model after: skipped",
        r"test positive: fail: Got 3 results",
    ):
        assert re.search(message, told, re.DOTALL), message
    states = {result.name: result.status for result in raised.value.results if result.kind == "model"}
    assert states == dict.fromkeys(broken, "error") | {"figures": "success", "after": "skipped"}
    assert not [path for path in database.parent.iterdir() if path.is_dir()]


def test_a_project_that_does_not_parse_is_told_as_such(database, project):
    write(project, {"models/figures.sql": "select {{ nonsense("})
    with pytest.raises(MartError, match="dbt could not run"):
        build_marts(database, project=project)


def test_a_missing_build_is_named(tmp_path, project):
    with pytest.raises(FileNotFoundError, match=r"warehouse\.duckdb: not there"):
        build_marts(tmp_path / "warehouse.duckdb", project=project)
