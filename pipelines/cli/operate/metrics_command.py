"""`parallax metrics`: the figures of operating it, once, as Prometheus reads them."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from pipelines.cli.terminal.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax metrics
  parallax metrics > /var/lib/node_exporter/parallax.prom.new
"""


def metrics(home: HomeOption = None) -> None:
    """Print age of the release, documents, checks, seconds per stage and size of the ledger for Prometheus.

    With PARALLAX_METRICS_FILE every run writes them to a file, with PARALLAX_METRICS_OTLP it sends them; both are off by
    default.
    """
    from pipelines.dagster_storage import dagster_instance
    from pipelines.home import dagster_home, data_home
    from pipelines.metrics.collect import RunFacts, collect, run_facts
    from pipelines.metrics.families import as_text

    folder = data_home(home)
    facts, settings = RunFacts(), dagster_home(folder)
    if (settings / "dagster.yaml").exists():
        with dagster_instance(settings) as instance:
            facts = run_facts(instance)
    sys.stdout.write(as_text(collect(folder, facts, datetime.now(UTC))))
