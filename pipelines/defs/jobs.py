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

daily_release = dg.ScheduleDefinition(
    name="daily_release",
    job=publish_release,
    cron_schedule="0 6 * * *",
    execution_timezone="UTC",
    description="The main job every day at 06:00 UTC.",
)
