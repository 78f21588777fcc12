"""Servers that misbehave while `parallax fetch` reads them, and kill -9 of `parallax fetch` in the middle.

A real server on loopback breaks its answers, a real process fetches. Whatever the server did, the documents that came are
those it holds, each once; once it behaves, the next fetch brings what was missing.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

from chaos.trial import Outcome, Size, Trial
from trials.supervised import Ended, Running, start

ROUNDS: dict[Size, int] = {"quick": 1, "full": 20}
KILLS: dict[Size, int] = {"quick": 4, "full": 60}
PATIENCE_SECONDS = 3.0  # for one answer; what a server that drips may cost
LISTS, ENTRIES = 3, 4
MONDAY = "Mon, 16 Nov 2026 08:00:00 GMT"
Fault = Callable[[BaseHTTPRequestHandler, bytes], None]


def _head(handler: BaseHTTPRequestHandler, status: int = 200, **headers: str) -> None:
    handler.close_connection = True
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()


def _well(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    _head(handler, Content_Length=str(len(body)), ETag=f'"{hashlib.sha256(body).hexdigest()[:8]}"')
    handler.wfile.write(body)


def _drips(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    _head(handler, Content_Length=str(len(body)))
    for number in range(len(body)):
        handler.wfile.write(body[number : number + 1])
        time.sleep(0.5)


def _cut(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    _head(handler, Content_Length=str(len(body)))
    handler.wfile.write(body[: len(body) // 2])


def _cut_chunks(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    _head(handler, Transfer_Encoding="chunked")
    handler.wfile.write(f"{len(body):x}\r\n".encode() + body + b"\r\n")  # and never the last chunk


def _cut_gzip(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    packed = gzip.compress(body)[:-9]
    _head(handler, Content_Length=str(len(packed)), Content_Encoding="gzip")
    handler.wfile.write(packed)


def _two_lengths(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n" + body)


def _no_length(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n" + body)


def _no_http(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    handler.close_connection = True
    handler.wfile.write(b"\x00\xff" * 40)


def _silent(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    handler.close_connection = True


def _broken(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    _head(handler, 500, Content_Length="0")


def _in_circles(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    _head(handler, 302, Location=f"{handler.path}?again" if "?" not in handler.path else handler.path.partition("?")[0])


FAULTS: Mapping[str, Fault] = {
    "drips": _drips,
    "cut": _cut,
    "cut chunks": _cut_chunks,
    "cut gzip": _cut_gzip,
    "two lengths": _two_lengths,
    "a length below nothing": _no_length,
    "no HTTP": _no_http,
    "hangs up": _silent,
    "status 500": _broken,
    "redirects in circles": _in_circles,
}


@dataclass
class Site:
    """A web site: bodies by path, the fault of each path that has one, and a word at every request."""

    port: int
    bodies: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)
    heard: Callable[[str], None] = lambda _: None

    def url(self, path: str) -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def site() -> Iterator[Site]:
    """A site on loopback; 404 for what it does not hold."""
    here: Site

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            here.heard(self.path)
            path = self.path.partition("?")[0]
            body = here.bodies.get(path)
            try:
                if body is None:
                    _head(self, 404, Content_Length="0")
                else:
                    here.faults.get(path, _well)(self, body)
            except OSError:
                self.close_connection = True  # whoever asked has hung up, or is dead

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    here = Site(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        server.server_close()


def fetch(home: str, *arguments: str) -> None:
    """`parallax fetch` with little patience; to be given to `start`."""
    from pipelines.cli.app import main
    from sources.ingest.feeds import visiting

    visiting.ANSWER_SECONDS = PATIENCE_SECONDS
    main(["fetch", "--home", home, *arguments])


def _write_feed(home: Path, name: str, kind: str, *urls: str) -> None:
    (home / "feeds").mkdir(parents=True, exist_ok=True)
    (home / "feeds" / f"{name}.yml").write_text(
        f"name: {name}\nkind: {kind}\nurls: [{', '.join(urls)}]\nlicence: CC-BY-4.0\n"
        "licence_note: a site of the trial itself\ncontact: desk@example.com\nallow_private: true\n"
        "seconds_between_requests: 0\n",
        encoding="utf-8",
    )


def _body(name: str) -> bytes:
    return f"The {name} market was valued at USD 1.5 billion in 2025, says its page.\n".encode() * 3


def faults_of(home: Path, wanted: Mapping[str, bytes], *, is_end: bool) -> list[str]:
    """What is wrong with the ledger of a home that fetched these documents.

    Args:
        home: the home.
        wanted: address → bytes, of all documents that the site holds.
        is_end: whether everything must have come.
    """
    from warehouse.ledger import open_ledger
    from warehouse.ledger.health import ledger_findings

    ledger = open_ledger(home)
    receipts = ledger.rows("raw.receipts")
    faults = [str(finding) for finding in ledger_findings(home)] if is_end else []
    places = Counter(zip(receipts["origin"], receipts["document_id"], strict=True))
    for (origin, document_id), times in places.items():
        if document_id != hashlib.sha256(wanted.get(origin, b"")).hexdigest():
            faults.append(f"{origin}: holds what its server never had")
        if times > 1:
            faults.append(f"{origin}: {times} times")
    if is_end:
        lost = wanted.keys() - {origin for origin, _ in places}
        faults += [f"{origin}: lost" for origin in sorted(lost)]
    return faults


def _ended_badly(ended: Ended) -> list[str]:
    is_well = ended.code in (0, 1) and not ended.has_traceback
    return [] if is_well else [f"ended with {ended.code}: {ended.last_words}"]


def misbehaving(work: Path, size: Size) -> Outcome:
    """Every fault in the middle page of a feed of three; then the site is mended and fetched again."""
    draw, faults, trials = Random("parallax chaos: feeds"), [], 0
    with site() as here:
        for number in range(ROUNDS[size]):
            home = work / f"{number:03d}"
            here.bodies = {}
            for place, (kind, fault) in enumerate(FAULTS.items()):
                paths = [f"/{place}/{part}.html" for part in range(3)]
                here.bodies.update({path: _body(f"{kind} {path}") for path in paths})
                here.faults[draw.choice(paths) if number else paths[1]] = fault
                _write_feed(home, f"f{place}", "page", *map(here.url, paths))
                trials += 1
            wanted = {here.url(path): body for path, body in here.bodies.items()}
            ended = start(work / f"log-{number}", fetch, str(home)).wait()
            faults += _ended_badly(ended) + faults_of(home, wanted, is_end=False)
            here.faults.clear()
            ended = start(work / f"log-{number}-again", fetch, str(home), "--now").wait()
            faults += _ended_badly(ended) + faults_of(home, wanted, is_end=True)
    return Outcome.of(trials, faults, f"{len(FAULTS)} kinds")


def killed(work: Path, size: Size) -> Outcome:
    """Kills a fetch of three lists while a drawn request of its is answered; the next fetch is not disturbed."""
    n_requests = 1 + LISTS * (1 + ENTRIES)  # robots.txt is asked for once
    faults = []
    with site() as here:
        for number in range(KILLS[size]):
            home = work / f"{number:03d}"
            wanted = _lists(here, home)
            at = 2 + number * (n_requests - 2) // max(1, KILLS[size] - 1)
            running: list[Running] = []
            here.heard = _killer(at, running)
            running.append(start(work / f"log-{number}", fetch, str(home)))
            if not running[0].wait().was_killed:
                faults.append(f"was to be killed at request {at}")
            here.heard = lambda _: None
            faults += [f"killed at {at}: {fault}" for fault in faults_of(home, wanted, is_end=False)]
            for again in ("again", "and again"):
                ended = start(work / f"log-{number}-{again}", fetch, str(home)).wait()
                faults += [f"killed at {at}, {again}: {fault}" for fault in _ended_badly(ended)]
            faults += [f"killed at {at}: {fault}" for fault in faults_of(home, wanted, is_end=True)]
    return Outcome.of(KILLS[size], faults)


def _lists(here: Site, home: Path) -> dict[str, bytes]:
    wanted = {}
    for number in range(LISTS):
        items = ""
        for entry in range(ENTRIES):
            path = f"/{number}-{entry}.html"
            here.bodies[path] = wanted[here.url(path)] = _body(path)
            items += f"<item><title>{path}</title><link>{here.url(path)}</link><pubDate>{MONDAY}</pubDate></item>"
        here.bodies[f"/{number}.xml"] = f'<rss version="2.0"><channel><title>x</title>{items}</channel></rss>'.encode()
        _write_feed(home, f"list-{number}", "rss", here.url(f"/{number}.xml"))
    return wanted


def _killer(at: int, running: list[Running]) -> Callable[[str], None]:
    heard = Counter[str]()

    def hear(_: str) -> None:
        heard["requests"] += 1
        if heard["requests"] == at:
            while not running:
                time.sleep(0.001)
            running[0].kill()

    return hear


TRIALS = (
    Trial("servers that drip, cut, lie, break or send in circles", "only what they hold, each once; the next fetch completes", misbehaving),
    Trial("kill -9 of a fetch while a request is answered", "nothing lost, nothing doubled; the next fetch completes", killed),
)  # fmt: skip
