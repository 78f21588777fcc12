"""Hooks: notified of alerts only, failing without harm, never revealing an address."""

from __future__ import annotations

import http.server
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from release.changes import hook
from release.changes.hook import COMMAND, WEBHOOK, tell
from release.changes.record import Alert, Changes

ALERT = Alert(threshold="new_conflicts_above", limit=20.0, seen=30.0, message="30 new rows of conflicts")


def changes(*alerts: Alert) -> Changes:
    return Changes(
        release_id="r000002", before="r000001", inputs=(), counts={}, documents=(), figures=(), estimates=(), conflicts=(), alerts=alerts
    )  # fmt: skip


@pytest.fixture
def listener() -> Iterator[tuple[str, list[bytes]]]:
    """A server on loopback and the bodies that it was sent."""
    bodies: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(500 if self.path.startswith("/broken") else 204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_command_reads_the_changes_from_its_standard_input(tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    script = f"import sys, pathlib; pathlib.Path({str(seen)!r}).write_text(sys.stdin.read())"
    assert tell(changes(ALERT), {COMMAND: f"{sys.executable} -c '{script.replace(chr(39), chr(34))}'"}) == []
    assert json.loads(seen.read_text())["alerts"][0]["message"] == ALERT.message


def test_a_webhook_is_sent_the_changes(listener: tuple[str, list[bytes]]) -> None:
    address, bodies = listener
    assert tell(changes(ALERT), {WEBHOOK: address}) == []
    assert bodies == [changes(ALERT).model_dump_json().encode()]


def test_nothing_is_told_where_there_is_no_alert(listener: tuple[str, list[bytes]]) -> None:
    address, bodies = listener
    assert tell(changes(), {WEBHOOK: address, COMMAND: "/no/such/program"}) == []
    assert bodies == []


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("/no/such/program --now", "could not be run"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "ended with 3"),
        ("unfinished 'quote", "could not be run"),
    ],
)
def test_a_command_that_fails_is_told(command: str, told: str) -> None:
    (failure,) = tell(changes(ALERT), {COMMAND: command})
    assert told in failure


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://127.0.0.1/x", "nonsense"])
def test_only_web_addresses_are_posted_to(address: str) -> None:
    assert tell(changes(ALERT), {WEBHOOK: address}) == [f"{WEBHOOK}: not an http or https address"]


def test_a_failing_webhook_is_told_by_its_host_and_never_by_its_secret(listener: tuple[str, list[bytes]]) -> None:
    (failure,) = tell(changes(ALERT), {WEBHOOK: f"{listener[0]}/broken?token=s3cret"})
    assert "127.0.0.1" in failure
    assert "s3cret" not in failure


SECRET = "T0KEN-of-the-hook-4711"


@pytest.mark.parametrize(
    ("command", "seconds"),
    [
        (f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1])' https://hooks.example/services/{SECRET}", 600),
        (f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1])' --token={SECRET}", 600),
        (f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1][8:])' --token={SECRET}", 600),
        (f"{sys.executable} -c 'import sys; sys.exit(sys.argv[2])' --token {SECRET}", 600),
        (f"{sys.executable} -c 'import time; time.sleep(600)' https://hooks.example/{SECRET}", 0.5),
    ],
)
def test_no_argument_of_a_command_is_told(command: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook, "SECONDS", seconds)
    (failure,) = tell(changes(ALERT), {COMMAND: command})
    assert SECRET not in failure
    assert failure.startswith(COMMAND)


@pytest.mark.parametrize(
    "address",
    [
        f"http://127.0.0.1:PORT/{SECRET}",
        f"http://user:{SECRET}@127.0.0.1:PORT/",
        f"http://127.0.0.1:port/{SECRET}",
        f"http://127.0.0.1:PORT/{SECRET} with blanks",
        f"http://127.0.0.1:PORT/\x7f{SECRET}",
        f"http://[::1/{SECRET}",
        f"ftp://127.0.0.1/{SECRET}",
    ],
)
def test_no_address_of_a_webhook_is_told_however_it_fails(address: str, closed_port: int) -> None:
    (failure,) = tell(changes(ALERT), {WEBHOOK: address.replace("PORT", str(closed_port))})
    assert SECRET not in failure
