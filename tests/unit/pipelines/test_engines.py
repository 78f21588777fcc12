"""Choosing an engine: a wrong choice is reported before anything runs; the choice is a resource of the same assets."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.cli.publish import run_command as module
from pipelines.cli.publish.run_command import EngineName, _engine
from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.defs.build import build_defs
from pipelines.defs.resources import default_resources
from warehouse.engine import LocalEngine
from warehouse.spark import session
from warehouse.spark.engine import SparkEngine


@pytest.fixture(autouse=True)
def no_master(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own cluster."""
    monkeypatch.delenv("PARALLAX_SPARK_MASTER", raising=False)


@pytest.mark.parametrize(
    ("engine", "master", "told"),
    [
        (EngineName.SPARK, None, "--engine spark needs a cluster"),
        (EngineName.SPARK, "host", "'host' is no Spark master"),
        (EngineName.LOCAL, "spark://host:7077", "add --engine spark"),
    ],
)
def test_a_choice_that_cannot_be_meant_is_wrong_usage(engine: EngineName, master: str | None, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        _engine(engine, master)


def test_without_pyspark_a_run_says_which_command_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "find_spec", lambda name: None)
    with pytest.raises(CommandError, match=r"pyspark is not installed .* `make spark`"):
        _engine(EngineName.SPARK, "spark://host:7077")


def test_the_environment_may_name_the_cluster_and_nothing_is_started_by_choosing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "missing_for_spark", lambda: None)
    monkeypatch.setenv("PARALLAX_SPARK_MASTER", "spark://127.0.0.1:1")
    with _engine(EngineName.SPARK, None) as chosen:
        assert isinstance(chosen, SparkEngine)


def test_this_machine_is_the_engine_unless_another_is_given() -> None:
    with _engine(EngineName.LOCAL, None) as chosen:
        assert chosen is None
    assert isinstance(default_resources()["engine"], LocalEngine)


def test_both_engines_are_given_to_the_same_assets() -> None:
    ours = build_defs().resolve_all_asset_specs()
    theirs = build_defs(resource_overrides={"engine": SparkEngine("spark://127.0.0.1:1")}).resolve_all_asset_specs()
    assert {spec.key for spec in ours} == {spec.key for spec in theirs}


def test_a_run_without_spark_imports_none_of_its_modules() -> None:
    import subprocess
    import sys

    code = "import sys, pipelines.cli.app, pipelines.defs.build; sys.exit(any('warehouse.spark' in m or m == 'pyspark' for m in sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", code], cwd=Path(module.__file__).parents[2], check=False).returncode == 0
    )
