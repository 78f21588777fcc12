"""Politeness: an address is requested only if the feed file, its host's robots.txt and the pause between requests permit it.

Follows redirects one by one, each judged like the first address; tries again where that may help, a bounded number of
times. One request is `downloading`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version

from sources.ingest.feeds.addresses import Address, BadAddress, address_of, is_allowed
from sources.ingest.feeds.connecting import Deadline, Resolver, look_up
from sources.ingest.feeds.downloading import Answer, Downloader, Unfetched
from sources.ingest.feeds.feed_file import Feed
from sources.ingest.feeds.pace import OutOfTime, Pace, retry_after
from sources.ingest.feeds.robots import MAX_BYTES as MAX_ROBOTS_BYTES
from sources.ingest.feeds.robots import TOKEN, Robots, robots_of, unreachable

MAX_REDIRECTS = 5
MAX_TRIES = 3
FIRST_PAUSE_SECONDS = 2.0  # before the second try; doubled before the third
LONGEST_PAUSE_SECONDS = 30.0  # a server that asks for more is left to a later run
ANSWER_SECONDS = 120.0

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_TRANSIENT = frozenset((408, 425, 429, 500, 502, 503, 504))
_OVERCHARGED = frozenset((429, 503))


@dataclass(frozen=True, slots=True)
class Got:
    """An answer of status 200 or 304, and the address that gave it."""

    answer: Answer
    address: Address


class Visitor:
    """Asks for addresses on behalf of feeds, through one run. Holds connections; close it."""

    def __init__(
        self,
        now: datetime,
        pace: Pace | None = None,
        *,
        resolver: Resolver = look_up,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        """`now` is the run's clock; the others are replaced by tests."""
        self.now = now
        self.pace = pace or Pace()
        self._resolver = resolver
        self._seconds = answer_seconds
        self._downloaders: dict[tuple[str, bool], Downloader] = {}
        self._robots: dict[tuple[str, str, bool], Robots] = {}

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        for downloader in self._downloaders.values():
            downloader.close()

    def get(self, feed: Feed, address: Address, validators: Mapping[str, str], until: float) -> Got:
        """Asks for an address, and for those it redirects to.

        Args:
            feed: whose rules hold.
            address: where to begin.
            validators: If-None-Match, If-Modified-Since.
            until: when, by the pace's clock, the feed's time is over.

        Raises:
            Unfetched: there is no document to be had.
            OutOfTime: the feed's time is over.
        """
        for _ in range(MAX_REDIRECTS + 1):
            self._judge(feed, address, until)
            answer = self._try(feed, address, validators, feed.max_bytes, until)
            if answer.status in _REDIRECTS:
                address = _next(answer, address)
            elif answer.status == 200 or (answer.status == 304 and validators):
                return Got(answer, address)
            else:
                raise _no_document(answer.status)
        raise Unfetched("refused", f"more than {MAX_REDIRECTS} redirects, the last to {address.text}")

    def _judge(self, feed: Feed, address: Address, until: float) -> None:
        """Raises Unfetched where the file or the host's robots.txt does not allow an address."""
        if not is_allowed(address, feed.allowed_hosts):
            raise Unfetched(
                "refused", f"it leads to {address.authority}, which the feed's file does not name under `hosts`"
            )
        refusal = self._rules(feed, address, until).refusal(address.text)
        if refusal is not None:
            raise Unfetched("refused", refusal)

    def _rules(self, feed: Feed, address: Address, until: float) -> Robots:
        """The host's robots.txt, asked for once a run."""
        key = (address.scheme, address.authority, feed.allow_private)
        if key not in self._robots:
            self._robots[key] = self._ask_for_rules(feed, address, until)
        return self._robots[key]

    def _ask_for_rules(self, feed: Feed, address: Address, until: float) -> Robots:
        place = Address(address.scheme, address.host, address.port, "/robots.txt")
        try:
            for _ in range(MAX_REDIRECTS + 1):
                if not is_allowed(place, feed.allowed_hosts):
                    return unreachable(
                        f"it leads to {place.authority}, which the feed's file does not name under `hosts`"
                    )
                answer = self._try(feed, place, {}, MAX_ROBOTS_BYTES, until)
                if answer.status not in _REDIRECTS:
                    return robots_of(answer.status, answer.body)
                place = _next(answer, place)
        except Unfetched as problem:
            if (
                problem.kind == "failed"
            ):  # a host in trouble, not a rule of its: the visit failed and is tried again later
                self.pace.rest(place.authority, f"its robots.txt could not be read: {problem}")
                raise
            return unreachable(str(problem))
        return unreachable(f"more than {MAX_REDIRECTS} redirects")

    def _try(self, feed: Feed, address: Address, headers: Mapping[str, str], max_bytes: int, until: float) -> Answer:
        """One address, tried again where its host is in trouble for a moment."""
        resting = self.pace.resting(address.authority)
        if resting is not None:
            raise Unfetched("failed", f"its host is left alone for the rest of this run: {resting}")
        pause = FIRST_PAUSE_SECONDS
        for tries_left in reversed(range(MAX_TRIES)):
            self.pace.wait(address.host, self._gap(feed, address), until)
            try:
                answer = self._downloader(feed).ask(
                    address,
                    headers,
                    max_bytes=max_bytes,
                    seconds=min(self._seconds, max(until - self.pace.clock(), 1.0)),
                )
                if answer.status not in _TRANSIENT:
                    return answer
                problem = self._trouble(answer)
            except Unfetched as error:
                if not error.host_rests:
                    raise
                problem = error
            wait = pause if problem.wait_seconds is None else problem.wait_seconds
            if tries_left == 0 or wait > LONGEST_PAUSE_SECONDS or self.pace.clock() + wait >= until:
                if problem.host_rests:
                    self.pace.rest(address.authority, str(problem))
                raise problem
            self.pace.hold(address.host, wait)
            pause *= 2
        raise OutOfTime  # never reached: the last try returns or raises

    def _trouble(self, answer: Answer) -> Unfetched:
        wait = retry_after(answer.headers.get("retry-after"), answer.headers.get("date"), self.now)
        asked = "" if wait is None else f", and asks to be left alone for {wait:g} seconds"
        return Unfetched(
            "failed",
            f"the server answers with status {answer.status}{asked}",
            status=answer.status,
            wait_seconds=wait,
            host_rests=answer.status in _OVERCHARGED,
        )

    def _gap(self, feed: Feed, address: Address) -> float:
        rules = self._robots.get((address.scheme, address.authority, feed.allow_private))
        return max(feed.seconds_between_requests, rules.crawl_delay if rules else 0.0)

    def _downloader(self, feed: Feed) -> Downloader:
        agent = f"{TOKEN}/{_program_version()} (+{feed.contact})"
        key = (agent, feed.allow_private)
        if key not in self._downloaders:
            self._downloaders[key] = Downloader(
                agent, allow_private=feed.allow_private, deadline=Deadline(), resolver=self._resolver
            )
        return self._downloaders[key]


def _next(answer: Answer, here: Address) -> Address:
    location = answer.headers.get("location")
    if not location:
        raise Unfetched("failed", f"status {answer.status} without an address to go on to", status=answer.status)
    try:
        return address_of(location, here.text)
    except BadAddress as error:
        raise Unfetched("refused", f"it redirects to {error}", status=answer.status) from error


def _no_document(status: int) -> Unfetched:
    if status in (404, 410):
        return Unfetched("refused", f"not found (status {status}); correct the address or remove it", status=status)
    if status in (401, 402, 403, 451):
        return Unfetched(
            "refused", f"the server does not let us read it (status {status}); ask the owner of the site", status=status
        )
    return Unfetched("failed", f"the server answers with status {status}", status=status)


def _program_version() -> str:
    try:
        return version("parallax")
    except PackageNotFoundError:
        return "0"
