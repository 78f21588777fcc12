"""Keeping a data home and its services well: checks, backups, clean-up, migration, metrics, Dagster's processes."""
