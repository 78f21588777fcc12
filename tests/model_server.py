"""A local server that speaks the chat part of the OpenAI API and answers from a function: what tests ask instead of a model."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_NUMBERED = re.compile(r"⟦(\d+)⟧")


@dataclass(frozen=True)
class Asked:
    """One request as it came in.

    `message` is what the last message says: the passage with its figures numbered, and the candidates.
    """

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    number: int  # from 1, in order of arrival

    @property
    def message(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def numbers(self) -> list[int]:
        """The numbers of the figures that are asked about."""
        return [int(number) for number in _NUMBERED.findall(self.message)]

    def number_before(self, words: str) -> int | None:
        """The number of the figure that the passage prints so; None where it does not stand there."""
        found = re.search(rf"⟦(\d+)⟧{re.escape(words)}", self.message)
        return int(found[1]) if found else None


@dataclass(frozen=True)
class Reply:
    """What the server sends.

    Attributes:
        words: of the model; None sends `raw` as it is.
        status: of HTTP; with one that is no success, `words` is the message of the error.
        seconds: how long it takes before anything is sent.
        headers: beside the usual ones.
        raw: the whole body.
        cut_off: closes the connection in the middle of the body.
        tokens: in and out, as the server counts; None counts nothing.
    """

    words: str | None = '{"figures": []}'
    status: int = 200
    seconds: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes = b""
    cut_off: bool = False
    tokens: tuple[int, int] | None = (100, 10)


Answering = Callable[[Asked], "Reply | str"]


def choices(*figures: dict[str, Any]) -> str:
    """The words of an answer with these choices."""
    return json.dumps({"figures": list(figures)}, ensure_ascii=False)


class ModelServer:
    """A running server; `asked` holds every request in order of arrival, `at_once` the most that were under way together."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering
        self.asked: list[Asked] = []
        self.at_once = 0
        self._under_way = 0
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """What settings name as `url`."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def stop(self) -> None:
        """Ends the server; slow replies are not waited for."""
        self._stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(timeout=5)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with server._lock:
                    asked = Asked(self.path, body, dict(self.headers), len(server.asked) + 1)
                    server.asked.append(asked)
                    server._under_way += 1
                    server.at_once = max(server.at_once, server._under_way)
                try:
                    told = server.answering(asked)
                    reply = Reply(told) if isinstance(told, str) else told
                    server._stopping.wait(reply.seconds)
                finally:
                    # Before it is sent: whoever has the answer may ask the next question before this thread goes on.
                    with server._lock:
                        server._under_way -= 1
                with suppress(ConnectionError):
                    self._send(asked, reply)

            def _send(self, asked: Asked, reply: Reply) -> None:
                content = _body(asked, reply)
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: len(content) // 2] if reply.cut_off else content)
                self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                """Tests read `asked` instead."""

        return Handler


def _body(asked: Asked, reply: Reply) -> bytes:
    if reply.words is None:
        return reply.raw
    if reply.status >= 300:
        return json.dumps({"error": {"message": reply.words, "type": "error"}}).encode()
    told: dict[str, Any] = {
        "id": f"chatcmpl-{asked.number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": asked.body.get("model", ""),
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply.words}},
        ],
    }
    if reply.tokens is not None:
        tokens_in, tokens_out = reply.tokens
        told["usage"] = {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        }
    return json.dumps(told, ensure_ascii=False).encode()


@contextmanager
def model_server(answering: Answering) -> Iterator[ModelServer]:
    """A server on a free port of loopback for as long as the block runs.

    Args:
        answering: from a request to a reply, or to the words of one; called in a thread of its own for each request.
    """
    server = ModelServer(answering)
    try:
        yield server
    finally:
        server.stop()
