"""What a process of the trials has loaded before it begins: libraries and word lists, no state of a home. Imported, never called.

Loading takes a dozen seconds and writes nothing, so it is done once, in the process that all others are forked from. Nothing here
may start a thread: a fork does not take it along.
"""

import logging
from importlib import import_module

from quality import planned_checks
from sources.extract import extract, extractor_version
from sources.parse import parse
from warehouse.policy import read_policy

for name in (
    "dagster", "dbt.adapters.duckdb", "dbt.cli.main", "great_expectations", "pandas", "scipy.stats", "pipelines.cli.publish.run_command",
    "pipelines.cli.terminal.console", "pipelines.cli.terminal.progress_bar", "pipelines.defs.build", "release.making.publishing", "warehouse.steps",
    "warehouse.marts",
):  # fmt: skip
    import_module(name)
extract(parse(b"The global cork market was valued at USD 1.2 billion in 2025."))
read_policy()
LOADED = planned_checks(), extractor_version()
logging.getLogger().handlers.clear()  # a library that is loaded this early logs to standard error; the program never does
