"""Marts without dbt: rendered, with the core tables that they read; refused where they use what is not rendered."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.schema import core_tables
from warehouse.schema.marts import marts
from warehouse.step import BuildError
from warehouse.vintages.models import models


def project(folder: Path, **marts_sql: str) -> Path:
    for name in ("models/marts", "macros"):
        (folder / name).mkdir(parents=True)
    (folder / "macros/twice.sql").write_text(
        "{% macro twice(c) -%}{{ return(adapter.dispatch('twice', 'parallax')(c)) }}{%- endmacro %}\n"
        "{% macro default__twice(c) -%}{{ c }} + {{ c }}{%- endmacro %}"
    )
    for name, sql in marts_sql.items():
        (folder / f"models/marts/{name}.sql").write_text(sql)
    return folder


def test_sources_and_dispatched_macros_become_sql(tmp_path: Path) -> None:
    found = models(["b"], project(tmp_path, b="select {{ twice('n') }} as m from {{ source('core', 'a') }}"))
    assert [(model.name, model.sql) for model in found] == [("b", 'select n + n as m from "core"."a"')]
    assert found[0].tables == ("core.a",)


def test_what_nobody_asked_for_stays_out(tmp_path: Path) -> None:
    folder = project(tmp_path, a1="select 1", z="select 2")
    assert [model.name for model in models(["z"], folder)] == ["z"]
    assert [model.name for model in models(None, folder)] == ["a1", "z"]


@pytest.mark.parametrize("sql", ["select {{ var('x') }}", "select {{ this }}", "from {{ ref('nobody') }}", "{% if %}"])
def test_what_is_not_rendered_is_refused_by_file(tmp_path: Path, sql: str) -> None:
    with pytest.raises(BuildError, match=r"b\.sql: cannot be rendered outside dbt"):
        models(["b"], project(tmp_path, b=sql))


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="has no mart c"):
        models(["c"], project(tmp_path))


def test_every_model_of_the_project_is_rendered_and_reads_core_alone() -> None:
    found = models()
    assert set(marts()) == {model.name for model in found}
    assert {table for model in found for table in model.tables} <= set(core_tables())
    assert all("{" not in model.sql for model in found)
