"""Where metrics go: a file for Prometheus, an address for OpenTelemetry. Off unless a setting names one."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import dagster as dg
    from prometheus_client.core import GaugeMetricFamily

FILE_VARIABLE = "PARALLAX_METRICS_FILE"
OTLP_VARIABLE = "PARALLAX_METRICS_OTLP"
SECONDS = 10
_LOG = logging.getLogger("parallax.metrics")


def wanted(environment: Mapping[str, str]) -> bool:
    """Whether a setting asks for metrics."""
    return bool(environment.get(FILE_VARIABLE) or environment.get(OTLP_VARIABLE))


def write_file(path: Path, families: Sequence[GaugeMetricFamily]) -> None:
    """Replaces the file in one step; whoever collects it sees the old one or the new one.

    The temporary file does not end in `.prom`, so that the node exporter passes it over.
    """
    from pipelines.metrics.families import as_text

    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(as_text(families), encoding="utf-8")
        draft.chmod(0o644)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def send_otlp(address: str, families: Sequence[GaugeMetricFamily]) -> None:
    """Sends all values once, as gauges, over HTTP.

    Raises:
        RuntimeError: the extra `[otel]` is not installed, or the address did not take them.
    """
    try:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricExportResult
        from opentelemetry.sdk.resources import Resource
    except ImportError as error:
        raise RuntimeError(f"{OTLP_VARIABLE} is set, but the extra [otel] of parallax is not installed") from error
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader], Resource({"service.name": "parallax"}), shutdown_on_exit=False)
    meter = provider.get_meter("parallax")
    for family in families:
        if family.samples:
            gauge = meter.create_gauge(family.name, description=family.documentation)
            for sample in family.samples:
                gauge.set(sample.value, dict(sample.labels))
    exporter = OTLPMetricExporter(endpoint=address, timeout=SECONDS)
    try:
        data = reader.get_metrics_data()
        if data is not None and exporter.export(data, timeout_millis=SECONDS * 1000) is not MetricExportResult.SUCCESS:
            raise RuntimeError(f"{OTLP_VARIABLE}: the address did not take the metrics")
    finally:
        exporter.shutdown()
        provider.shutdown()


def report(home: Path, instance: dg.DagsterInstance, environment: Mapping[str, str]) -> list[str]:
    """Writes and sends what the settings ask for. A fault here is told and stops nothing.

    Args:
        home: the data home.
        instance: Dagster's storage.
        environment: the settings.

    Returns:
        What went wrong, in words; empty where all is well or nothing is asked for.
    """
    if not wanted(environment):
        return []
    from pipelines.metrics.collect import collect, run_facts

    faults: list[str] = []
    try:
        families = collect(home, run_facts(instance), datetime.now(UTC))
    except Exception as error:  # whatever is wrong with the home: metrics must not hide the error of the run
        faults.append(f"metrics could not be collected: {error}")
        families = ()
    file, address = environment.get(FILE_VARIABLE), environment.get(OTLP_VARIABLE)
    if file and families:
        try:
            write_file(Path(file).expanduser(), families)
        except OSError as error:
            faults.append(f"{FILE_VARIABLE}={file}: {error.strerror or error}; check the folder and its permissions")
    if address and families:
        try:
            send_otlp(address, families)
        except Exception as error:
            faults.append(str(error))
    for fault in faults:
        _LOG.warning("%s", fault)
    return faults
