"""What a process of the trials has loaded before it begins: libraries and word lists, no state of a home. Imported, never called.

Loading takes a dozen seconds and writes nothing, so it is done once, in the process that all others are forked from. Nothing here
may start a thread: a fork would not take it along.
"""

import logging

import dagster
import dbt.adapters.duckdb
import dbt.cli.main
import great_expectations
import pandas
import scipy.stats

import pipelines.cli.publish.run_command
import pipelines.cli.terminal.console
import pipelines.cli.terminal.progress_bar
import pipelines.defs.build
import release.making.publishing
import warehouse.steps
from quality import planned_checks
from sources.extract import extract, extractor_version
from sources.parse import parse
from warehouse.marts import PROJECT
from warehouse.policy import read_policy

extract(parse(b"The global cork market was valued at USD 1.2 billion in 2025."))
read_policy()
logging.getLogger().handlers.clear()  # a library that is loaded this early puts the log on standard error; the program never does

LOADED = (
    dagster, dbt.adapters.duckdb, dbt.cli.main, great_expectations, pandas, scipy.stats, pipelines.cli.publish.run_command, pipelines.cli.terminal.progress_bar,
    pipelines.cli.terminal.console, pipelines.defs.build, release.making.publishing, warehouse.steps, planned_checks(), extractor_version(), PROJECT,
)  # fmt: skip
