"""The Dagster definitions load, are what the committed list says, and wire names to names."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import pytest

import pipelines
from pipelines.defs import automation
from pipelines.defs.build import build_defs
from pipelines.defs.core import _done, _reads_too
from quality.suites import core_suite, marts_suite
from warehouse.schema import core_tables
from warehouse.schema.marts import marts
from warehouse.step_cache.cached_step import Counts

EXPECTED = Path(__file__).with_name("expected_definitions.txt")
DEFS = Path(pipelines.__file__).parent / "defs"
MODELS = Path(pipelines.__file__).parents[1] / "dbt_project" / "models" / "marts"


@pytest.fixture(scope="module")
def definitions() -> dg.Definitions:
    """Fresh definitions."""
    return build_defs()


def lines(definitions: dg.Definitions) -> Iterator[str]:
    """Everything Dagster knows, one line each: assets, checks with their severity, jobs, schedules, sensors."""
    for spec in definitions.resolve_all_asset_specs():
        yield f"asset {spec.key.to_user_string()}"
    for check in definitions.resolve_asset_graph().asset_check_keys:
        blocking = definitions.resolve_asset_graph().get(check).blocking
        yield f"check {check.asset_key.to_user_string()} {check.name}{' blocking' if blocking else ''}"
    repository = definitions.get_repository_def()
    yield from (f"job {name}" for name in repository.job_names if not name.startswith("__"))
    yield from (f"schedule {schedule.name}" for schedule in repository.schedule_defs)
    yield from (f"sensor {sensor.name}" for sensor in repository.sensor_defs)


def derived() -> set[str]:
    """The lines that follow from core.yml, the queries of the marts and the suites of checks."""
    assets = [
        *(table.replace(".", "/") for table in core_tables()),
        *(f"marts/{sql.stem}" for sql in MODELS.glob("*.sql")),
    ]
    checks = {
        f"check {check.table.replace('.', '/')} {check.name}{' blocking' if check.severity == 'error' else ''}"
        for check in (*core_suite(), *marts_suite())
    }
    tests = {f"check marts/{mart.name} dbt_{test}" for mart in marts().values() for test in mart.tests}
    return {f"asset {asset}" for asset in assets} | checks | tests


def test_every_table_is_an_asset_and_every_check_of_a_suite_is_on_its_table(definitions: dg.Definitions) -> None:
    assert derived() - set(lines(definitions)) == set()
    # a quote that is not in its text blocks
    assert "check marts/evidence evidence_equality blocking" in derived()


def test_other_assets_checks_and_jobs_are_those_of_the_committed_list(definitions: dg.Definitions) -> None:
    found = sorted(set(lines(definitions)) - derived())
    expected = EXPECTED.read_text(encoding="utf-8").splitlines()
    assert found == expected, f"where this is meant, write the new list to {EXPECTED.name} and review its diff"


def test_asset_key_table_and_dbt_model_are_one_name(definitions: dg.Definitions) -> None:
    keys = {tuple(spec.key.path) for spec in definitions.resolve_all_asset_specs()}
    assert {name for layer, name in keys if layer == "marts"} == {path.stem for path in MODELS.glob("*.sql")}
    assert {f"core.{name}" for layer, name in keys if layer == "core"} == set(core_tables())


def test_everything_loads_at_once_as_a_code_server_loads_it(definitions: dg.Definitions) -> None:
    # two nodes of one name are found only here
    definitions.get_repository_def().load_all_definitions()


def test_every_asset_is_described_grouped_owned_and_has_kinds(definitions: dg.Definitions) -> None:
    for spec in definitions.resolve_all_asset_specs():
        assert spec.description, spec.key
        assert spec.owners, spec.key
        assert spec.kinds, spec.key
        assert spec.group_name in {"sources", "core", "marts", "release"}, spec.key


def test_the_release_lies_behind_every_mart_and_every_mart_behind_core(definitions: dg.Definitions) -> None:
    specs = {spec.key.to_user_string(): spec for spec in definitions.resolve_all_asset_specs()}
    marts = {name for name in specs if name.startswith("marts/")}
    assert {dep.asset_key.to_user_string() for dep in specs["release/latest"].deps} == marts
    assert {dep.asset_key.to_user_string() for dep in specs["marts/market_estimates"].deps} == {
        "core/areas",
        "core/balanced_figures",
        "core/decisions",
        "core/estimate_candidates",
        "core/estimates",
        "core/markets",
    }


def test_runs_are_in_one_process_and_the_schedule_ticks_daily_in_utc(definitions: dg.Definitions) -> None:
    assert definitions.executor is dg.in_process_executor
    schedule = definitions.get_repository_def().get_schedule_def("daily_release")
    assert (schedule.cron_schedule, schedule.execution_timezone) == ("0 6 * * *", "UTC")


def test_every_step_that_holds_the_ledger_is_in_the_pool_of_one_and_housekeeping_is_not(
    definitions: dg.Definitions,
) -> None:
    def pools(job: str) -> set[str | None]:
        return {node.definition.pool for node in definitions.resolve_job_def(job).graph.nodes}  # type: ignore[attr-defined]

    assert pools("publish_release") == pools("ingest_only") == pools("check_release") == {"home"}
    assert pools("forget_old_runs") == {None}


def test_a_run_whose_process_died_is_made_again_from_its_first_step(definitions: dg.Definitions) -> None:
    for name in ("publish_release", "ingest_only"):
        assert definitions.resolve_job_def(name).tags["dagster/retry_strategy"] == "ALL_STEPS"


@pytest.mark.parametrize(("value", "runs"), [("", False), ("off", False), ("on", True), ("1", True)])
def test_sensors_and_schedules_run_by_themselves_only_where_a_service_asks_for_it(
    value: str, runs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARALLAX_AUTOMATION", value)
    assert (automation.sensor_status() is dg.DefaultSensorStatus.RUNNING) is runs
    assert (automation.schedule_status() is dg.DefaultScheduleStatus.RUNNING) is runs


def test_the_day_of_the_tick_is_the_day_by_which_decisions_end(definitions: dg.Definitions) -> None:
    schedule = definitions.get_repository_def().get_schedule_def("daily_release")
    tick = datetime(2027, 1, 15, 6, tzinfo=UTC)
    request = schedule(dg.build_schedule_context(scheduled_execution_time=tick))
    assert isinstance(request, dg.RunRequest)
    assert request.run_config == {
        "loggers": {"python_log": {}},
        "ops": {"core": {"config": {"as_of_day": "2027-01-15"}}},
    }
    assert dg.validate_run_config(definitions.resolve_job_def("publish_release"), request.run_config)


def test_two_calls_share_nothing_that_an_override_could_leak_through() -> None:
    overridden = build_defs(resource_overrides={"progress": "mine"})
    assert overridden.resources is not None
    assert overridden.resources["progress"] == "mine"
    other = build_defs()
    assert other.resources is not None
    assert other.resources["progress"] != "mine"


@pytest.mark.parametrize("module", sorted(DEFS.glob("*.py")), ids=lambda path: path.stem)
def test_no_definition_module_turns_its_annotations_into_text(module: Path) -> None:
    # Dagster reads the annotation of `context` at run time; text there breaks it (dagster #16972)
    tree = ast.parse(module.read_text(encoding="utf-8"))
    futures = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    assert futures == []


def test_loading_the_definitions_loads_nothing_heavy() -> None:
    code = (
        "import sys; import pipelines.defs.definitions; "
        "print([m for m in ('great_expectations', 'dbt', 'pdfplumber', 'duckdb', 'currency_converter') if m in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=DEFS.parents[1]
    )
    assert loaded.stdout.strip() == "[]"


def test_a_build_says_how_many_groups_it_computed_where_its_engine_counts_them() -> None:
    rows = {"core.claims": 38_227, "core.estimates": 21_892}
    assert (
        _done(rows, Counts("all", 60_311, 1_204)) == "38,227 claims, 21,892 estimates; 1,204 of 60,311 groups computed"
    )
    assert _done(rows, Counts("all", 0, 0)) == "38,227 claims, 21,892 estimates"


@pytest.mark.parametrize(
    ("selection", "steps", "reads"),
    [
        (None, None, True),
        (["ledger/extractions", "core/claims"], None, True),
        (["core/claims"], None, False),
        (None, ["core", "judge_core"], False),
        (None, ["ledger__extractions", "core"], True),
    ],
)
def test_a_run_that_reads_nothing_is_known_before_it_builds_on_half_of_a_reading(
    selection: list[str] | None, steps: list[str] | None, reads: bool
) -> None:
    keys = None if selection is None else frozenset(dg.AssetKey(name.split("/")) for name in selection)
    run = dg.DagsterRun(job_name="publish_release", asset_selection=keys, step_keys_to_execute=steps)
    assert _reads_too(run) is reads
