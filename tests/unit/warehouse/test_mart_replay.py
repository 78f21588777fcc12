"""A replay gives the tables, types, comments, results and page that dbt gives; what fails is dbt's to name."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.unit.small_world import core_rows, write_core
from warehouse import mart_recording
from warehouse import marts as marts_module
from warehouse.mart_nodes import NodeResult
from warehouse.mart_recording import Listener, Recording, load_recording, recorded, recording_file
from warehouse.mart_replay import replay
from warehouse.marts import PROJECT, MartError, MartReport, build_marts

Make = Callable[..., Path]
CATALOGUE = (
    "select schema_name, table_name, comment from duckdb_tables() order by all",
    "select schema_name, table_name, column_index, column_name, data_type, is_nullable, comment from duckdb_columns() "
    "where not internal order by all",
    "select schema_name, view_name, sql from duckdb_views() where not internal order by all",
)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the recording of the small world, and the build that dbt made with it, in `warehouse.duckdb`."""
    folder = tmp_path_factory.mktemp("recorded")
    write_core(folder / "warehouse.duckdb", core_rows())
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    try:
        build_marts(folder / "warehouse.duckdb")
    finally:
        del os.environ["XDG_CACHE_HOME"]
        if before is not None:
            os.environ["XDG_CACHE_HOME"] = before
    return folder


@pytest.fixture
def fresh(recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Core of the small world in a folder of that name, changed by SQL; the cache is that of the recording."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(recording / "cache"))

    def make(name: str, sql: str = "") -> Path:
        (tmp_path / name).mkdir()
        database = tmp_path / name / "warehouse.duckdb"
        write_core(database, core_rows())
        with duckdb.connect(str(database)) as connection:
            connection.execute(sql or "select 1")
        return database

    return make


def _content(database: Path) -> list[Any]:
    with duckdb.connect(str(database), read_only=True) as connection:
        catalogue = [connection.execute(question).fetchall() for question in CATALOGUE]
        names = [(schema, name) for schema, name, _ in catalogue[0]]
        # Not sorted: the order of rows is dbt's, too.
        return [*catalogue, *(connection.execute(f"from {schema}.{name}").fetchall() for schema, name in names)]


def _told(report: MartReport) -> list[tuple[object, ...]]:
    return [
        (node.name, node.kind, node.status, node.message, node.n_failing, node.mart, node.check)
        for node in (*report.models, *report.tests)
    ]


@pytest.mark.slow
def test_a_replay_gives_what_dbt_gives_without_dbt(
    fresh: Make, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_dbt = recording / "warehouse.duckdb"
    database = fresh("replayed")
    monkeypatch.setattr(marts_module, "_run", None)  # whoever starts dbt stumbles
    report = build_marts(database)
    assert _content(database) == _content(by_dbt)
    assert database.with_name("dbt.html").read_bytes() == by_dbt.with_name("dbt.html").read_bytes()
    assert sorted(path.name for path in database.parent.iterdir()) == ["dbt.html", "warehouse.duckdb"]
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(recording / "no cache"))
    again = fresh("built")
    monkeypatch.setenv("XDG_CACHE_HOME", str(recording / "no cache"))
    asked = build_marts(again)
    assert _told(report) == _told(asked)
    assert report.rows == asked.rows


PLANTED = {
    # A data test finds rows: every claim of the small world has a mention too many.
    "a test": (
        "update core.claims set n_mentions = n_mentions + 1",
        "claims_have_their_mentions: fail: Got 12 results",
    ),
    # A statement fails half-way: twice the same area gives two rows of a key.
    "a key": ("insert into core.areas select * from core.areas limit 1", "same_keys_as_areas_ref_area.*: fail"),
    # Another shape: no recording holds for it, and dbt finds the contract broken.
    "a type": ("alter table core.areas alter area type integer using 1", "model areas: error: .*contract"),
    "a column": ("alter table core.areas drop column kind", "model areas: error|Binder Error"),
    # The shape is the same where a null is let in before and after; the contract of the mart refuses it.
    "a null": ("alter table core.areas alter kind drop not null; update core.areas set kind = null", "NOT NULL"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("sql", "words"), PLANTED.values(), ids=PLANTED)
def test_a_planted_failure_is_named_as_dbt_names_it(
    fresh: Make, sql: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(MartError, match=f"(?s){words}") as found:
        build_marts(fresh("one", sql))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no cache"))
    other = fresh("other", sql)
    with pytest.raises(MartError) as by_dbt:
        build_marts(other)
    assert str(found.value).replace("/one/", "/other/") == str(by_dbt.value)
    assert [(node.name, node.status, node.n_failing) for node in found.value.results] == [
        (node.name, node.status, node.n_failing) for node in by_dbt.value.results
    ]


@pytest.mark.slow
def test_a_replay_that_fails_leaves_no_marts_behind(fresh: Make) -> None:
    database = fresh("failing", "update core.claims set n_mentions = n_mentions + 1")
    kept = load_recording(recording_file(PROJECT, database))
    assert kept is not None
    assert replay(database, kept) is None
    with duckdb.connect(str(database)) as connection:
        schemas = connection.execute("select distinct schema_name from duckdb_columns() where not internal").fetchall()
    assert schemas == [("core",)]


def test_another_shape_of_the_build_has_another_recording(tmp_path: Path) -> None:
    places = []
    for name, sql in {
        "a": "create table core.t (n integer)",
        "rows": "create table core.t (n integer); insert into core.t values (1)",
        "type": "create table core.t (n bigint)",
        "null": "create table core.t (n integer not null)",
        "name": "create table core.t (m integer)",
        "comment": "create table core.t (n integer); comment on column core.t.n is 'a number'",
        "schema": "create table core.t (n integer); create schema marts",
        "view": "create table core.t (n integer); create view core.v as select 1 as one",
    }.items():
        (tmp_path / name).mkdir()
        database = tmp_path / name / "warehouse.duckdb"
        with duckdb.connect(str(database)) as connection:
            connection.execute("create schema core; " + sql)
        places.append(recording_file(PROJECT, database))
    assert places[0] == places[1]  # rows do not count
    assert len(set(places)) == 7


def test_a_setting_of_the_profile_has_a_recording_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "warehouse.duckdb"
    duckdb.connect(str(database)).close()
    before = recording_file(PROJECT, database)
    monkeypatch.setenv("PARALLAX_MARTS_MEMORY", "1GB")
    assert recording_file(PROJECT, database) != before
    named = set(re.findall(r"env_var\('(\w+)'", (PROJECT / "profiles.yml").read_text(encoding="utf-8")))
    assert named == {"PARALLAX_BUILD", *mart_recording._SETTINGS}  # no other value can change unnoticed


@pytest.mark.slow
def test_too_little_memory_is_said_by_dbt_and_not_by_a_replay(fresh: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    database = fresh("tight")
    kept = load_recording(recording_file(PROJECT, database))
    assert kept is not None
    assert replay(database, dataclasses.replace(kept, settings={"memory_limit": "1MB"})) is None
    monkeypatch.setenv("PARALLAX_MARTS_MEMORY", "1MB")
    with pytest.raises(MartError, match="PARALLAX_MARTS_MEMORY"):
        build_marts(database)


MODEL = NodeResult("m", "model", "success", "OK", None, 0.1)
TEST = NodeResult("t", "test", "pass", None, 0, 0.1, "m", "unique")
ASKS = "/* {} */ select count(*) as failures, count(*) != 0 as should_warn from (select 1)"


def _recorded(sent: dict[str, list[str]], results: dict[str, NodeResult]) -> Recording | None:
    heard = Listener()
    heard.statements = sent
    return recorded(heard, results, ["marts"], {"TimeZone": "UTC"}, b"page")


def test_a_recording_holds_what_changes_the_build_and_the_question_of_each_test() -> None:
    made = _recorded(
        {
            "": ["BEGIN", "/* {} */ create schema if not exists marts", "select schema_name from duckdb_schemas()"],
            "model.m": [
                "/* {} */\nDESCRIBE (select * from (select 1) where false)",
                "BEGIN",
                "/* {} */ create table m__dbt_tmp (n bigint); insert into m__dbt_tmp select 1",
                "alter table m__dbt_tmp rename to m",
                "select column_name from (describe m)",
                "COMMIT",
            ],
            "test.t": ["BEGIN", ASKS],
        },
        {"model.m": MODEL, "test.t": TEST},
    )
    assert made is not None
    assert made.before == ("create schema if not exists marts",)
    assert [node.statements for node in made.nodes] == [
        ("create table m__dbt_tmp (n bigint); insert into m__dbt_tmp select 1", "alter table m__dbt_tmp rename to m"),
        ("select count(*) as failures, count(*) != 0 as should_warn from (select 1)",),
    ]


@pytest.mark.parametrize(
    ("sent", "results"),
    [
        ({"model.m": ["select max(n) from core.t", "create table m as select 1"]}, {"model.m": MODEL}),
        ({"": ["select n from core.t"], "model.m": ["create table m as select 1"]}, {"model.m": MODEL}),
        ({"test.t": ["create table kept as select 1", ASKS]}, {"test.t": TEST}),
        ({"test.t": [ASKS, ASKS]}, {"test.t": TEST}),
        ({"test.t": [ASKS]}, {"test.t": NodeResult("t", "test", "warn", None, 3, 0.1)}),
        ({"model.m": ["create table m as select 1"]}, {"model.m": MODEL, "test.t": TEST}),
    ],
    ids=["asks rows", "asks before", "a test writes", "asks twice", "warns", "a node is silent"],
)
def test_what_could_differ_in_the_next_build_is_not_recorded(
    sent: dict[str, list[str]], results: dict[str, NodeResult]
) -> None:
    assert _recorded(sent, results) is None


def test_a_damaged_recording_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.marts.zip").write_bytes(b"no archive")
    assert load_recording(tmp_path / "a.marts.zip") is None
    assert load_recording(tmp_path / "missing.marts.zip") is None
