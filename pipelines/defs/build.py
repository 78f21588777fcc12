"""All definitions, fresh for every call: nothing is wired at import time, so tests can pass their own resources."""

from collections.abc import Mapping

import dagster as dg

from pipelines.defs import backfill, checks, core, jobs, ledger, marts, release, resources, second_readings, sensors


def build_defs(*, resource_overrides: Mapping[str, object] | None = None) -> dg.Definitions:
    """Builds the definitions.

    Args:
        resource_overrides: resources by name that replace the default ones: home, ledger, progress, engine.

    Returns:
        Assets, checks, jobs, schedule and sensor, to be run in one process: the ledger has one writer, and a build is
        one file.
    """
    return dg.Definitions(
        assets=[
            ledger.receipts,
            ledger.extractions,
            second_readings.second_readings,
            core.core,
            marts.marts,
            release.latest_release,
        ],
        asset_checks=[checks.judge_core, checks.judge_marts],
        jobs=[jobs.publish_release, jobs.ingest_only, jobs.forget_old_runs, jobs.check_release, backfill.backfill],
        schedules=[jobs.daily_release, jobs.weekly_housekeeping, jobs.nightly_check],
        sensors=[sensors.inbox, sensors.feeds, sensors.lost_runs, sensors.metrics],
        resources={**resources.default_resources(), **(resource_overrides or {})},
        executor=dg.in_process_executor,
        loggers={"console": dg.colored_console_logger, "python_log": resources.python_log},
    )
