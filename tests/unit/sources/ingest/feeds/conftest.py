"""A real web site on loopback for tests of feeds, and a clock that need not be waited for."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest

from sources.ingest.arrival import Arrival
from sources.ingest.feeds.feed_file import Feed
from sources.ingest.feeds.fetching import fetch
from sources.ingest.feeds.visiting import Visitor
from sources.records import Visit

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

Reply = Callable[[BaseHTTPRequestHandler], None]


def page(body: bytes | str, status: int = 200, **headers: str) -> Reply:
    """A reply with a body; names of header fields with _ for -."""
    content = body.encode() if isinstance(body, str) else body

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(content)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return reply


def tagged(body: str, etag: str) -> Reply:
    """A page with an ETag: 304 to whoever has it."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("If-None-Match") == etag:
            page("", 304, ETag=etag)(handler)
        else:
            page(body, ETag=etag)(handler)

    return reply


def status(code: int, **headers: str) -> Reply:
    """A reply without a document."""
    return page("no", code, **headers)


def in_turn(*replies: Reply) -> Reply:
    """One reply after the other, the last for ever."""
    left = list(replies)

    def reply(handler: BaseHTTPRequestHandler) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(handler)

    return reply


class _Server(ThreadingHTTPServer):
    """A server that is silent about clients which hang up: cutting an answer short is what they are tested for."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints every other error as ever."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@dataclass
class Site:
    """A web site: replies by path, and what was asked for."""

    port: int
    pages: dict[str, Reply] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def asked_but_robots(self) -> list[str]:
        """Paths asked for since the last look, without robots.txt."""
        found = [path for path in self.asked if path != "/robots.txt"]
        self.asked.clear()
        return found


@pytest.fixture
def site() -> Iterator[Site]:
    """A site that answers 404 until told otherwise."""
    site: Site

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.headers.append(dict(self.headers))
            try:
                site.pages.get(self.path, status(404))(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield site
    server.shutdown()
    server.server_close()


@dataclass
class Clock:
    """Time that passes by itself, and at once where somebody sleeps."""

    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return time.monotonic() + sum(self.slept)

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0, "time.sleep refuses it"
        if seconds:
            self.slept.append(seconds)


class Fetched(NamedTuple):
    """What became of one address."""

    visit: Visit
    arrival: Arrival | None

    @property
    def problem(self) -> str:
        """Why no document came; empty where one did."""
        return self.visit.problem or ""


@dataclass
class Reader:
    """Fetches a feed as runs do, keeping what is known between them."""

    site: Site
    clock: Clock
    visits: list[Visit] = field(default_factory=list)

    def feed(self, *paths: str, kind: str = "page", **more: Any) -> Feed:
        fields = {
            "name": "f", "kind": kind, "urls": [self.site.url(path) for path in paths], "licence": "CC-BY-4.0",
            "licence_note": "said by the test", "contact": "desk@example.com", "allow_private": True,
            "seconds_between_requests": 0, **more,
        }  # fmt: skip
        return Feed.model_validate(fields)

    @property
    def known(self) -> dict[tuple[str, str], Visit]:
        """The newest visit of each address."""
        return {(visit.feed, visit.url): visit for visit in self.visits}

    def run(self, feed: Feed, now: datetime = NOON, *, everything: bool = False, **more: Any) -> list[Fetched]:
        """One run."""
        visitor = Visitor(now, self.clock.now, self.clock.sleep, **more)
        found = [Fetched(*one) for one in fetch(feed, self.known, visitor, everything=everything)]
        self.visits += [one.visit for one in found]
        return found


@pytest.fixture
def reader(site: Site) -> Reader:
    """A reader of the site that has read nothing yet."""
    return Reader(site, Clock())


def rss(*items: tuple[str, str, str]) -> str:
    """An RSS list of (link, title, date)."""
    written = "".join(
        f"<item><title>{title}</title><link>{link}</link><pubDate>{day}</pubDate></item>" for link, title, day in items
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title>{written}</channel></rss>'
