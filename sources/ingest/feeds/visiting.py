"""Requests: sent only where the feed, the host's robots.txt and the pause permit it, and read within limits.

One request at a time, one try a run. Which addresses of the network may be connected to is `connecting`'s.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Literal, NamedTuple
from urllib.parse import urljoin, urlsplit

import httpcore
from protego import Protego

from sources.ingest.feeds.connecting import Deadline, ForbiddenAddress, GuardedBackend, Resolver, look_up
from sources.ingest.feeds.feed_file import BadAddress, Feed, address_of

ROBOT = "Parallax"  # the name that a robots.txt calls us by
MAX_REDIRECTS = 5  # RFC 9309, 2.3.1.2, follows as many
MAX_ROBOTS_BYTES = 1_000_000  # RFC 9309, 2.5: at least 500 kibibytes
LONGEST_PAUSE_SECONDS = 60.0
ANSWER_SECONDS = 120.0
_TIMEOUT = {"connect": 15.0, "read": 30.0, "write": 30.0, "pool": 15.0}  # seconds; of `read`: the longest silence


@dataclass
class Unfetched(Exception):
    """An address that gave no document; `message` says why and what to do."""

    kind: Literal["failed", "refused"]  # failed: worth another try; refused: not before something changes
    message: str
    status: int | None = None  # of the answer
    wait_seconds: float = 0.0  # how long the server asked us to stay away
    host_rests: bool = False  # whether its host is left alone for the rest of the run

    def __str__(self) -> str:
        return self.message


class Answer(NamedTuple):
    """What a server said: status, header fields by their names in small letters, the body (of status 200 only), and where."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    address: str


@dataclass
class Visitor:
    """Asks for addresses on behalf of feeds, through one run. `now` is the run's clock; tests replace what follows it."""

    now: datetime
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    resolver: Resolver = look_up
    deadline: Deadline = field(default_factory=Deadline)
    _free_at: dict[str, float] = field(default_factory=dict)
    _resting: dict[str, str] = field(default_factory=dict)
    _robots: dict[str, Protego] = field(default_factory=dict)

    def get(self, feed: Feed, address: str, validators: Mapping[str, str]) -> Answer:
        """Asks for a canonical address, and for those it redirects to; the answer has status 200, or 304 to validators.

        Raises:
            Unfetched: there is no document to be had.
        """
        for _ in range(MAX_REDIRECTS + 1):
            if not self._rules(feed, address).can_fetch(address, ROBOT):
                raise Unfetched("refused", "robots.txt of its host disallows it; ask the owner of the site")
            answer = self._ask(feed, address, validators, feed.max_bytes)
            if answer.status == 200 or (answer.status == 304 and validators):
                return answer
            address = _next(answer)
        raise Unfetched("refused", f"more than {MAX_REDIRECTS} redirects, the last to {address}")

    def _rules(self, feed: Feed, address: str) -> Protego:
        """The host's robots.txt, asked for once a run. One that is not there allows everything; a host in trouble, nothing."""
        host, place = urlsplit(address).netloc, urljoin(address, "/robots.txt")
        for _ in range(MAX_REDIRECTS + 2):
            if host in self._robots:
                return self._robots[host]
            answer = self._ask(feed, place, {}, MAX_ROBOTS_BYTES)
            if answer.status == 200 or 400 <= answer.status < 500:  # RFC 9309, 2.3.1.3
                self._robots[host] = Protego.parse(answer.body.decode("utf-8-sig", "replace"))
            else:
                self._resting[host] = f"its robots.txt cannot be read (status {answer.status})"
                place = _next(answer)
                del self._resting[host]
        raise Unfetched("refused", f"its robots.txt: more than {MAX_REDIRECTS} redirects")

    def _ask(self, feed: Feed, address: str, headers: Mapping[str, str], max_bytes: int) -> Answer:
        host = urlsplit(address).netloc
        if not feed.may_ask(address):
            raise Unfetched("refused", f"it leads to {host}, which the feed's file does not name under `hosts`")
        if host in self._resting:
            raise Unfetched("failed", f"its host is left alone for the rest of this run: {self._resting[host]}")
        self._wait(feed, host)
        agent = f"{ROBOT}/{version('parallax')} (+{feed.contact})"
        # Nothing packed is asked for: what it grows to cannot be seen before it has grown.
        fields = {"User-Agent": agent, "Accept": "*/*", "Accept-Encoding": "identity", **headers}
        self.deadline.begin(ANSWER_SECONDS)
        try:
            answer = _sent(GuardedBackend(feed.allow_private, self.deadline, self.resolver), address, fields, max_bytes)
            if answer.status in (429, 503):
                wait = answer.headers.get("retry-after", "")
                told = f"the server is overcharged (status {answer.status})"
                raise Unfetched("failed", told, answer.status, float(wait) if wait.isdecimal() else 0.0, True)
        except Unfetched as problem:
            if problem.host_rests:
                self._resting[host] = str(problem)
            raise
        return answer

    def _wait(self, feed: Feed, host: str) -> None:
        """Waits as long as the host's robots.txt or else the feed's file asks for between two requests."""
        delay = self._robots[host].crawl_delay(ROBOT) if host in self._robots else None
        pause = max(feed.seconds_between_requests, delay or 0.0)
        if pause > LONGEST_PAUSE_SECONDS:
            raise Unfetched("refused", f"its host asks for {pause:g} seconds between requests; save it by hand")
        now = self.clock()
        start = max(now, self._free_at.get(host, now))
        self.sleep(start - now)
        self._free_at[host] = start + pause


def _sent(backend: GuardedBackend, address: str, fields: Mapping[str, str], max_bytes: int) -> Answer:
    """One GET on a connection of its own.

    Raises:
        Unfetched: no answer, a broken one, or one beyond the limits.
    """
    parts = urlsplit(address)
    target = parts._replace(scheme="", netloc="").geturl()  # httpcore itself drops what is behind a semicolon
    url = httpcore.URL(scheme=parts.scheme, host=parts.hostname or "", port=parts.port, target=target)
    try:
        with (
            httpcore.ConnectionPool(network_backend=backend) as pool,
            pool.stream("GET", url, headers=list(fields.items()), extensions={"timeout": _TIMEOUT}) as response,
        ):
            said = {name.decode("latin-1").lower(): value.decode("latin-1").strip() for name, value in response.headers}
            if (packing := said.get("content-encoding", "identity")) != "identity":
                raise Unfetched("refused", f"it came packed as {packing[:40]!r}, which was not asked for")
            body = b""
            for chunk in response.iter_stream() if response.status == 200 else ():  # else only a way to send much
                body += chunk
                if len(body) > max_bytes:
                    raise Unfetched("refused", f"more than {max_bytes:,} bytes; raise max_bytes, or save it by hand")
            return Answer(response.status, said, body, address)
    except ForbiddenAddress as error:
        raise Unfetched("refused", str(error)) from error
    except httpcore.TimeoutException as error:
        raise Unfetched("failed", "no whole answer in time; the server is slow or stuck") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        is_dead = isinstance(error, httpcore.ConnectError | ssl.SSLError)
        told = "no connection to its host" if is_dead else "the answer broke off or is no HTTP"
        raise Unfetched("failed", f"{told}: {str(error)[:300]}", host_rests=is_dead) from error


def _next(answer: Answer) -> str:
    """Where an answer leads that is no document.

    Raises:
        Unfetched: nowhere.
    """
    status, location = answer.status, answer.headers.get("location")
    if status in (301, 302, 303, 307, 308) and location:
        try:
            return address_of(location, answer.address)
        except BadAddress as error:
            raise Unfetched("refused", f"it redirects to {error}", status) from error
    told = f"the server answers with status {status}; correct the address, or ask the owner of the site"
    raise Unfetched("refused" if 400 <= status < 500 else "failed", told, status)
