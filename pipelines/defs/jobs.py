"""Jobs and schedules: which assets run together, and when.

Every run takes everything that is pending, so a missed tick loses nothing.
"""

from datetime import UTC, datetime

import dagster as dg

from pipelines.defs import automation
from pipelines.defs.policies import POOL, SOURCES
from pipelines.defs.resources import Home, LedgerParam
from warehouse.values.wording import counted

# A run whose process died begins anew: its build is unfinished, and what it had read is not read again.
FROM_THE_START = {"dagster/retry_strategy": "ALL_STEPS"}
# All that a run says in one form and in one place, see pipelines/logs.
ONE_LOG: dict[str, dict[str, object]] = {"python_log": {}}

publish_release = dg.define_asset_job(
    "publish_release",
    selection=dg.AssetSelection.all(),
    tags=FROM_THE_START,
    description="The main job: ingest what is new, rebuild, judge, publish. Without new documents it publishes nothing.",
)

ingest_only = dg.define_asset_job(
    "ingest_only",
    selection=dg.AssetSelection.groups(SOURCES),
    tags=FROM_THE_START,
    description="Receives and reads the inbox; builds and publishes nothing.",
)


@dg.schedule(
    name="daily_release",
    job=publish_release,
    cron_schedule="0 6 * * *",
    execution_timezone="UTC",
    default_status=automation.schedule_status(),
    description="The main job every day at 06:00 UTC; decisions that end on the day of the tick are not applied.",
)
def daily_release(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """The day of the tick, an input of the run, is the day by which the expiry of decisions is judged."""
    day = context.scheduled_execution_time.date().isoformat()
    return dg.RunRequest(run_config={"loggers": ONE_LOG, "ops": {"core": {"config": {"as_of_day": day}}}})


@dg.op(
    name="delete_old_runs",
    description="Deletes finished runs that are beyond `runs.kept_days` or `runs.most_megabytes` of operations.yml.",
)
def forget(context: dg.OpExecutionContext, home: Home) -> None:
    """Keeps the memory of Dagster small."""
    from pipelines.old_runs import forget_old_runs as forget_runs
    from pipelines.operations import read_operations

    kept = read_operations(home.path).runs
    gone = forget_runs(context.instance, datetime.now(UTC), kept.kept_days, kept.kept_at_least, kept.most_bytes)
    context.log.info(f"{counted(len(gone), 'run')} beyond {kept.kept_days} days or {kept.most_megabytes} MB deleted")


@dg.job(
    name="forget_old_runs",
    description="Housekeeping of Dagster's history: old runs and their events. Ledger and releases do not change.",
)
def forget_old_runs() -> None:
    """One op."""
    forget()


@dg.schedule(
    name="weekly_housekeeping",
    job=forget_old_runs,
    cron_schedule="30 4 * * 0",
    execution_timezone="UTC",
    default_status=automation.schedule_status(),
    description="Every Sunday at 04:30 UTC: old runs of Dagster are deleted.",
)
def weekly_housekeeping() -> dg.RunRequest:
    """Nothing but the log is said."""
    return dg.RunRequest(run_config={"loggers": ONE_LOG})


@dg.op(
    name="compare_with_rebuild",
    pool=POOL,
    description="Computes the latest release again without stored results, in a scratch folder, and compares every row.",
)
def compare_with_rebuild(context: dg.OpExecutionContext, home: Home, ledger: LedgerParam) -> None:
    """What `parallax rebuild --check` does. Fails on a difference; the home does not change."""
    from release.catalogue import latest
    from release.making.rebuild_check import check_again, in_words

    current = latest(home.path)
    if current is None:
        context.log.info("no release yet: nothing to compare")
        return
    found = check_again(home.path, ledger, current.release_id)
    if found.inputs:
        context.log.warning(f"no longer what the release was made from: {', '.join(found.inputs)}")
    if found.differing:
        raise dg.Failure(f"{current.release_id}: not what its inputs give\n{in_words(found)}", allow_retries=False)
    context.log.info(f"{current.release_id}: {in_words(found)}")


@dg.job(
    name="check_release",
    tags=FROM_THE_START,
    description="The latest release beside a full rebuild without stored results, row by row. Changes nothing.",
)
def check_release() -> None:
    """One op."""
    compare_with_rebuild()


@dg.schedule(
    name="nightly_check",
    job=check_release,
    cron_schedule="30 1 * * *",
    execution_timezone="UTC",
    default_status=automation.schedule_status(),
    description="Every night at 01:30 UTC: the latest release is compared with a full rebuild, row by row.",
)
def nightly_check() -> dg.RunRequest:
    """At night, because a rebuild holds the ledger for as long as a first run without reading; the daily run starts at 06:00."""
    return dg.RunRequest(run_config={"loggers": ONE_LOG})
