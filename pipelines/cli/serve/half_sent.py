"""Connections of `parallax serve` without a whole request: closed when their time is up, or when there are many."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS = 10.0  # from the connection, or from the answer before, until the head of a request is whole; bytes in between gain none
MOST = (
    50  # of them at a time; the oldest goes first. Fewer than the 100 connections beyond which others are turned away
)

_Base: Any = AutoHTTPProtocol  # one of two classes of uvicorn's, whichever parser is installed


class Impatient(_Base):  # type: ignore[misc]
    """uvicorn's protocol, which by itself waits for ever for the rest of a request and counts who sends none among its guests."""

    _waiting: dict[Impatient, asyncio.TimerHandle] = {}  # noqa: RUF012  # of all connections, the oldest first

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begins to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Waits no more where a request is being answered."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()

    def on_response_complete(self) -> None:
        """Begins to wait for the next request."""
        super().on_response_complete()
        if self.cycle is None or self.cycle.response_complete:  # else the next one has come already
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._wait_no_more()
        if self.transport.is_closing():
            return
        while len(self._waiting) >= MOST:
            next(iter(self._waiting))._leave()
        self._waiting[self] = self.loop.call_later(SECONDS, self._leave)

    def _wait_no_more(self) -> None:
        timer = self._waiting.pop(self, None)
        if timer is not None:
            timer.cancel()

    def _leave(self) -> None:
        self._wait_no_more()
        self.connections.discard(self)  # closing takes until the loop comes round; whoever comes now has its place
        self.transport.abort()
