"""Gauges, each the state of now, and the text form that Prometheus reads. Both are of `prometheus-client`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily


def by_label(name: str, meaning: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    """A family of one label; its name ends with its unit."""
    family = GaugeMetricFamily(name, meaning, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def single(name: str, meaning: str, value: float | None) -> GaugeMetricFamily:
    """A family of one value; of none where it is not known."""
    return GaugeMetricFamily(name, meaning, value=value)


class _Listed(CollectorRegistry):
    """A registry of what is at hand; families without a value are left out."""

    def __init__(self, families: Iterable[GaugeMetricFamily]) -> None:
        super().__init__()
        self._families = families

    def collect(self) -> Iterable[GaugeMetricFamily]:
        return (family for family in self._families if family.samples)


def as_text(families: Iterable[GaugeMetricFamily]) -> str:
    """Families as Prometheus reads them, in text format 0.0.4."""
    return generate_latest(_Listed(families)).decode()
