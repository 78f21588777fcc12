"""Half-sent requests delay nobody: they are closed when their time is up, and earlier if they are many."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn

from pipelines.cli.serve import half_sent
from pipelines.cli.serve.half_sent import Impatient

HALF = b"GET /v1/release HTTP/1.1\r\nHost: 127.0.0.1\r\n"
PATIENCE = 120.0  # seconds until a socket of a test gives up

Serve = Callable[..., int]


async def _app(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a server with the limits of `parallax serve` on a port of its own, and gives the port."""
    ends: list[Callable[[], None]] = []

    def start(protocol: Any = Impatient) -> int:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen(1024)
        config = uvicorn.Config(_app, log_level="critical", lifespan="off", limit_concurrency=100, http=protocol)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
        thread.start()

        def end() -> None:
            server.should_exit = server.force_exit = True
            thread.join(PATIENCE)
            listening.close()

        ends.append(end)
        port: int = listening.getsockname()[1]
        return port

    yield start
    for end in ends:
        end()


def _connected(port: int, sent: bytes) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    opened.sendall(sent)
    return opened


def _status(port: int) -> int:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    asked.request("GET", "/v1/release")
    answer = asked.getresponse()
    answer.read()
    asked.close()
    return answer.status


def _is_closed(opened: socket.socket) -> bool:
    try:
        return opened.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("sent", [HALF, b"", b"GET"])
def test_three_hundred_half_sent_requests_turn_nobody_else_away(serve: Serve, sent: bytes) -> None:
    port = serve()
    opened = [_connected(port, sent) for _ in range(300)]
    assert [_status(port) for _ in range(5)] == [200] * 5
    for one in opened:
        one.close()


def test_a_half_sent_request_is_closed_when_its_time_is_up(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_sent, "SECONDS", 0.2)
    assert _is_closed(_connected(serve(), HALF))


def test_who_sends_a_byte_now_and_then_gains_no_time(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_sent, "SECONDS", 0.3)
    dripping = _connected(serve(), HALF + b"X-Drip: ")
    with pytest.raises(OSError):  # reset or broken pipe; a server that waited would take bytes for ever
        for _ in range(100_000):
            dripping.sendall(b"x")
            threading.Event().wait(0.01)


def test_a_connection_on_which_nothing_follows_an_answer_is_closed(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half_sent, "SECONDS", PATIENCE)

    class HastyAfterwards(Impatient):
        def on_response_complete(self) -> None:
            monkeypatch.setattr(half_sent, "SECONDS", 0.2)
            super().on_response_complete()

    opened = _connected(serve(HastyAfterwards), HALF + b"\r\n")
    said = b""
    while not said.endswith(b"ok"):
        said += (more := opened.recv(1000))
        assert more, "closed before it was answered"
    opened.sendall(b"GET /v1/rel")  # ends the time that uvicorn itself gives between two requests
    assert _is_closed(opened)


def test_several_requests_on_one_connection_are_answered(serve: Serve) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", serve(), timeout=PATIENCE)
    for _ in range(3):
        asked.request("GET", "/v1/release")
        assert asked.getresponse().read() == b"ok"
    asked.close()


def test_both_parsers_of_uvicorn_have_what_this_hooks_into() -> None:
    from uvicorn.protocols.http.h11_impl import H11Protocol
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    for protocol in (H11Protocol, HttpToolsProtocol):
        for name in ("connection_made", "data_received", "connection_lost", "on_response_complete"):
            assert callable(getattr(protocol, name))
