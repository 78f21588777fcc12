"""Dagster definitions: assets, checks, jobs, schedule, sensor. An asset body reads, transforms, writes and reports."""
