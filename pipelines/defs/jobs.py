"""Jobs and the schedule: what runs together, and when.

Every run takes everything that is pending, so a missed tick loses nothing.
"""

import dagster as dg

from pipelines.defs.policies import SOURCES

publish_release = dg.define_asset_job(
    "publish_release",
    selection=dg.AssetSelection.all(),
    description="The main job: ingest what is new, rebuild, judge, publish. Nothing new publishes nothing.",
)

ingest_only = dg.define_asset_job(
    "ingest_only",
    selection=dg.AssetSelection.groups(SOURCES),
    description="Takes the inbox in and reads it; builds and publishes nothing.",
)


@dg.schedule(
    name="daily_release",
    job=publish_release,
    cron_schedule="0 6 * * *",
    execution_timezone="UTC",
    description="The main job every day at 06:00 UTC; decisions that end on the day of the tick are no longer applied.",
)
def daily_release(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """The day of the tick, an input of the run, is the day by which the expiry of decisions is judged."""
    day = context.scheduled_execution_time.date().isoformat()
    return dg.RunRequest(run_config={"ops": {"core": {"config": {"as_of_day": day}}}})
