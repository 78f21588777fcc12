"""dbt in this process: it reports what it built and tested; a failure names its nodes; no files are left behind."""

from __future__ import annotations

import os
import re

import pytest

from warehouse.connection import connect, query
from warehouse.manifest_cache import load_manifest
from warehouse.marts import MartError, build_marts

pytestmark = pytest.mark.slow

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


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A place of their own for what is kept: planted projects shall not drive out the real one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "parallax"


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


def sum_of(database):
    return query(database, "SELECT sum(n)::INTEGER AS s FROM marts.figures")["s"].to_list()


def test_a_project_that_was_read_is_not_read_again_and_gives_the_same_build(database, project, cache, monkeypatch):
    first = build_marts(database, project=project)
    page = database.with_name("dbt.html").read_bytes()
    monkeypatch.setattr("dbt.parser.manifest.ManifestLoader.load", None)  # whoever reads the project again stumbles
    second = build_marts(database, project=project)
    assert [(node.name, node.status) for node in (*first.models, *first.tests)] == [
        (node.name, node.status) for node in (*second.models, *second.tests)
    ]
    assert database.with_name("dbt.html").read_bytes() == page
    assert sum_of(database) == [12]
    assert len(list(cache.glob("*.manifest.zip"))) == 1


@pytest.mark.proof
def test_a_project_that_changed_is_read_again_and_few_readings_are_kept(database, project, cache):
    build_marts(database, project=project)
    write(project, {"models/figures.sql": SQL.replace("* 2", "* 3")})
    build_marts(database, project=project)
    assert sum_of(database) == [18]  # 3 + 6 + 9
    for number in range(4):
        (cache / f"older{number}.manifest.zip").touch()
        os.utime(cache / f"older{number}.manifest.zip", (0, 0))
    write(project, {"models/figures.sql": SQL.replace("* 2", "* 4")})
    build_marts(database, project=project)
    assert sum_of(database) == [24]
    kept = list(cache.glob("*.manifest.zip"))
    assert len(kept) == 4
    assert sum(path.name.startswith("older") for path in kept) == 1  # three readings are newer


@pytest.mark.proof
def test_a_kept_reading_that_is_damaged_is_none_wherever_the_damage_is(database, project, cache, tmp_path):
    build_marts(database, project=project)
    (path,) = cache.glob("*.manifest.zip")
    whole = path.read_bytes()
    assert load_manifest(project, database, tmp_path / "target") is not None
    flipped = [
        whole[:n] + bytes([whole[n] ^ 255]) + whole[n + 1 :] for n in range(40, len(whole) // 2, len(whole) // 40)
    ]
    for damaged in (whole[:-30], whole.replace(b"PK", b"XX"), b"", *flipped):
        path.write_bytes(damaged)
        assert load_manifest(project, database, tmp_path / "target") is None
    build_marts(database, project=project)
    assert sum_of(database) == [12]
    assert load_manifest(project, database, tmp_path / "target") is not None


@pytest.mark.proof
def test_where_nothing_can_be_kept_the_project_is_read_each_time(database, project, cache):
    cache.parent.write_text("a file where a folder would have to be")
    for _ in range(2):
        build_marts(database, project=project)
    assert sum_of(database) == [12]
