"""Metrics, read by the official parsers: off by default, whole or not at all, and no fault of theirs stops a run."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from pipelines.metrics.collect import RunFacts, collect
from pipelines.metrics.export import report, send_otlp, wanted, write_file
from pipelines.metrics.families import as_text, by_label, single
from pipelines.metrics.route import add_metrics

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FACTS = RunFacts(False, 1_700_000_000.25, {"core": 6.9, "marts": 12.0}, 1_690_000_000.0)


def parsed(text: str) -> dict[str, list[tuple[dict[str, str], float]]]:
    """Samples by name as the official client of Prometheus reads them."""
    found = text_string_to_metric_families(text)
    return {one.name: [(sample.labels, sample.value) for sample in one.samples] for one in found}


@settings(deadline=None)
@given(
    st.dictionaries(st.text(min_size=1, max_size=20), st.floats(allow_nan=False), max_size=5),
    st.text(max_size=40),
)
def test_any_label_any_number_and_any_words_come_back_as_they_were(values: dict[str, float], words: str) -> None:
    found = parsed(as_text([by_label("parallax_x", words, "name", values)]))
    assert {labels["name"]: value for labels, value in found.get("parallax_x", [])} == values


def test_a_family_without_a_value_is_left_out() -> None:
    assert as_text([single("parallax_x", "x", None), by_label("parallax_y", "y", "part", {})]) == ""


def test_an_empty_home_has_runs_and_no_release(tmp_path: Path) -> None:
    found = parsed(as_text(collect(tmp_path, FACTS, NOW)))
    assert found["parallax_run_success"] == [({}, 0.0)]
    assert found["parallax_last_success_timestamp_seconds"] == [({}, 1_690_000_000.0)]
    assert found["parallax_stage_seconds"] == [({"stage": "core"}, 6.9), ({"stage": "marts"}, 12.0)]
    assert "parallax_release_age_seconds" not in found


def test_the_size_of_the_ledger_is_that_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "ledger" / "documents" / "ab").mkdir(parents=True)
    (tmp_path / "ledger" / "documents" / "ab" / "x").write_bytes(b"12345")
    (tmp_path / "ledger" / "batches").mkdir()
    (tmp_path / "ledger" / "batches" / "elsewhere").symlink_to("/usr/bin")
    found = parsed(as_text(collect(tmp_path, RunFacts(), NOW)))
    assert found["parallax_ledger_bytes"] == [({"part": "batches"}, 0.0), ({"part": "documents"}, 5.0)]


def test_the_file_is_replaced_in_one_step_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "parallax.prom"
    file.write_text("old 1\n")
    write_file(file, [single("parallax_x", "x", 2)])
    assert parsed(file.read_text()) == {"parallax_x": [({}, 2.0)]}
    assert [entry.name for entry in tmp_path.iterdir()] == ["parallax.prom"]
    assert file.stat().st_mode & 0o777 == 0o644


def test_metrics_are_off_by_default_and_then_nobody_even_looks(tmp_path: Path) -> None:
    import dagster as dg

    assert not wanted({})
    with dg.DagsterInstance.ephemeral() as instance:
        assert report(tmp_path / "no such home", instance, {}) == []


def test_a_fault_of_metrics_is_told_and_stops_nothing(tmp_path: Path) -> None:
    import dagster as dg

    with dg.DagsterInstance.ephemeral() as instance:
        told = report(tmp_path, instance, {"PARALLAX_METRICS_FILE": str(tmp_path / "missing" / "x.prom")})
    (fault,) = told
    assert "check the folder and its permissions" in fault


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes what is sent and keeps it."""

    taken: list[tuple[str, bytes]] = []  # noqa: RUF012
    answers = 200

    def do_POST(self) -> None:
        """Keeps one body."""
        self.taken.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(self.answers)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def receiver() -> Iterator[str]:
    """A server on loopback; yields its address."""
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http.metric_exporter", reason="extra [otel] not installed")
    Receiver.taken.clear()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/metrics"
        server.shutdown()


def test_what_is_sent_is_opentelemetry_and_says_the_same(receiver: str) -> None:
    from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

    send_otlp(
        receiver,
        [single("parallax_claims", "Claims.", 65), by_label("parallax_documents", "d", "outcome", {"landed": 4})],
    )
    ((path, body),) = Receiver.taken
    assert path == "/v1/metrics"
    (resource,) = ExportMetricsServiceRequest.FromString(body).resource_metrics
    assert {a.key: a.value.string_value for a in resource.resource.attributes} == {"service.name": "parallax"}
    metrics = {one.name: one for scope in resource.scope_metrics for one in scope.metrics}
    (claims,) = metrics["parallax_claims"].gauge.data_points
    assert (claims.as_double or claims.as_int) == 65
    (landed,) = metrics["parallax_documents"].gauge.data_points
    assert [(a.key, a.value.string_value) for a in landed.attributes] == [("outcome", "landed")]


def test_serve_answers_metrics_only_where_the_flag_asked_for_it(tmp_path: Path) -> None:
    plain, with_metrics = FastAPI(), FastAPI()
    add_metrics(with_metrics, tmp_path)
    (tmp_path / "ledger" / "texts").mkdir(parents=True)
    assert TestClient(plain).get("/metrics").status_code == 404
    answer = TestClient(with_metrics).get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert parsed(answer.text) == {"parallax_ledger_bytes": [({"part": "texts"}, 0.0)]}
    assert "/metrics" not in with_metrics.openapi()["paths"]
