"""Figures of operating Parallax, for whoever watches it: off unless a setting asks for them.

`PARALLAX_METRICS_FILE` names a file that Prometheus' node exporter collects, `PARALLAX_METRICS_OTLP` an address that takes
OpenTelemetry metrics (extra `[otel]`). Nothing here is a market figure, and nothing of a document leaves the machine.
"""
