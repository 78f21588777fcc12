"""One request: sent, its answer read within limits of time and of bytes after unpacking. No redirect is followed here.

The one module that speaks HTTP.
"""

from __future__ import annotations

import ssl
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import httpcore

from sources.ingest.feeds.addresses import Address
from sources.ingest.feeds.connecting import Deadline, ForbiddenAddress, GuardedBackend, Resolver, look_up

CONNECT_SECONDS = 15.0
STEP_SECONDS = 30.0  # the longest silence within an answer


class Unfetched(Exception):
    """An address that gave no document.

    Attributes:
        kind: failed: worth another try; refused: not before something changes.
        status: of the answer; None where there was none.
        wait_seconds: how long the server asked us to stay away.
        host_rests: whether its host should be left alone for the rest of the run.
    """

    def __init__(
        self,
        kind: Literal["failed", "refused"],
        message: str,
        *,
        status: int | None = None,
        wait_seconds: float | None = None,
        host_rests: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind: Literal["failed", "refused"] = kind
        self.status = status
        self.wait_seconds = wait_seconds
        self.host_rests = host_rests


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said: status, header fields by their names in small letters, the body unpacked (of status 200 only)."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Downloader:
    """Sends requests. Holds connections; close it."""

    def __init__(
        self,
        user_agent: str,
        *,
        allow_private: bool = False,
        deadline: Deadline | None = None,
        resolver: Resolver = look_up,
    ) -> None:
        """Args are of the feed, but `deadline` (a clock) and `resolver`, which tests replace."""
        self._user_agent = user_agent
        self._deadline = deadline or Deadline()
        self._pool = httpcore.ConnectionPool(
            ssl_context=_trust(),
            max_connections=4,
            keepalive_expiry=10.0,
            retries=0,
            network_backend=GuardedBackend(allow_private, self._deadline, resolver),
        )

    def close(self) -> None:
        """Closes all connections."""
        self._pool.close()

    def ask(self, address: Address, headers: Mapping[str, str], *, max_bytes: int, seconds: float) -> Answer:
        """Sends one GET.

        Args:
            address: where to.
            headers: beside the usual ones.
            max_bytes: of the body, packed as sent and unpacked.
            seconds: for the whole of it.

        Raises:
            Unfetched: no answer, a broken one, or one beyond the limits.
        """
        self._deadline.begin(seconds)
        url = httpcore.URL(
            scheme=address.scheme.encode(),
            host=address.host.encode(),
            port=address.port,
            target=address.target.encode(),
        )
        fields = {
            "User-Agent": self._user_agent,
            "Accept": "text/html, application/xhtml+xml, application/pdf, application/rss+xml, application/atom+xml, text/*;q=0.9, */*;q=0.5",
            "Accept-Encoding": "gzip",
            **headers,
        }
        try:
            return self._ask(url, fields, max_bytes)
        except ForbiddenAddress as error:
            raise Unfetched("refused", str(error)) from error
        except httpcore.TimeoutException as error:
            raise Unfetched(
                "failed", f"no whole answer within {seconds:g} seconds; the server is slow or stuck"
            ) from error
        except (httpcore.ConnectError, ssl.SSLError) as error:
            raise Unfetched(
                "failed", f"no connection to {address.authority}: {_first_line(error)}", host_rests=True
            ) from error
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
            raise Unfetched("failed", f"the answer broke off or is no HTTP: {_first_line(error)}") from error

    def _ask(self, url: httpcore.URL, fields: Mapping[str, str], max_bytes: int) -> Answer:
        """Sends it, and once more where the server hung up before a word: it may have closed a connection kept from before."""
        timeout = {"connect": CONNECT_SECONDS, "read": STEP_SECONDS, "write": STEP_SECONDS, "pool": CONNECT_SECONDS}
        for is_last in (False, True):
            has_begun = False
            try:
                with self._pool.stream(
                    "GET", url, headers=list(fields.items()), extensions={"timeout": timeout}
                ) as response:
                    has_begun, said = True, _fields(response.headers)
                    # What any other answer says is not read: it would only be a way to send much, or to upset the connection.
                    body = _body(response, said, max_bytes) if response.status == 200 else b""
                    return Answer(response.status, said, body)
            except (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError):
                if has_begun or is_last:
                    raise
        raise AssertionError("the second try returns or raises")


@cache
def _trust() -> ssl.SSLContext:
    """The machine's own certificates and those of the `certifi` package; TLS 1.2 at least."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _fields(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Header fields; of one that stands twice, the first."""
    fields: dict[str, str] = {}
    for name, value in headers:
        fields.setdefault(name.decode("latin-1").lower(), value.decode("latin-1").strip())
    return fields


def _body(response: httpcore.Response, headers: Mapping[str, str], max_bytes: int) -> bytes:
    length = headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length[:20]) > max_bytes:
        raise _too_large(max_bytes)
    packing = headers.get("content-encoding", "identity").lower()
    if packing not in ("identity", "", "gzip", "x-gzip"):
        raise Unfetched("refused", f"it came packed as {packing[:40]!r}, which was not asked for")
    chunks = response.iter_stream()
    unpacked = _unzipped(chunks, max_bytes) if packing.endswith("gzip") else chunks
    body = bytearray()
    for chunk in unpacked:
        body += chunk
        if len(body) > max_bytes:
            raise _too_large(max_bytes)
    return bytes(body)


def _unzipped(chunks: Iterator[bytes], max_bytes: int) -> Iterator[bytes]:
    """Unpacks gzip a step at a time; never more than the limit in memory, whatever it would grow to."""
    step = 1 << 16
    inflater = zlib.decompressobj(31)
    n_packed, begun = 0, False
    try:
        for chunk in chunks:
            n_packed += len(chunk)
            if n_packed > max_bytes:
                raise _too_large(max_bytes)
            rest = chunk
            while rest:
                begun = True
                yield inflater.decompress(rest, step)
                rest = inflater.unconsumed_tail
                if inflater.eof and inflater.unused_data:  # a further member
                    rest = inflater.unused_data
                    inflater = zlib.decompressobj(31)
        if begun:
            yield inflater.flush(step)
    except zlib.error as error:
        raise Unfetched("failed", f"its gzip is broken ({error})") from error
    if begun and not inflater.eof:
        raise Unfetched("failed", "its gzip ends in the middle")


def _too_large(max_bytes: int) -> Unfetched:
    return Unfetched(
        "refused", f"it has more than {max_bytes:,} bytes; raise max_bytes in the feed's file where that is meant"
    )


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:300]
