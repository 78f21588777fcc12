"""Connections: only to addresses of the open network, and never beyond a deadline. Below HTTP, above sockets.

A name is looked up once, each address found is judged, and the connection goes to that very address: a name that is
answered otherwise a moment later (DNS rebinding) leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import httpcore

Resolver: TypeAlias = Callable[[str, int], list[str]]

# Forms of IPv6 that carry an IPv4 address which a gateway would go on to.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class ForbiddenAddress(Exception):
    """A host whose address may not be connected to."""


def is_public(text: str) -> bool:
    """Whether an IP address belongs to the open network: not loopback, private, link-local, shared, multicast, reserved."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved and not address.is_unspecified


def look_up(host: str, port: int) -> list[str]:
    """Addresses of a host, as the machine's resolver gives them."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


@dataclass(slots=True)
class Deadline:
    """When the request under way must be over, by a clock that only runs forward."""

    clock: Callable[[], float] = time.monotonic
    at: float = float("inf")

    def begin(self, seconds: float) -> None:
        """Gives the next request that long."""
        self.at = self.clock() + seconds

    def left(self, timeout: float | None) -> float:
        """Seconds that one step may take.

        Raises:
            httpcore.ReadTimeout: none are left.
        """
        remaining = self.at - self.clock()
        if remaining <= 0:
            raise httpcore.ReadTimeout("the time for the whole answer is over")
        return remaining if timeout is None else min(timeout, remaining)


class _Stream(httpcore.NetworkStream):
    """A connection whose every step ends with the deadline, so that a server that drips cannot hold it."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> Any:
        secured = self._inner.start_tls(ssl_context, server_hostname, self._deadline.left(timeout))
        return _Stream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


@dataclass(slots=True)
class GuardedBackend(httpcore.NetworkBackend):
    """Connects to hosts by addresses that have been judged.

    Attributes:
        allow_private: whether addresses outside of the open network are let through.
        deadline: of the request under way.
        resolver: name and port → addresses.
    """

    allow_private: bool
    deadline: Deadline
    resolver: Resolver = look_up
    _sockets: httpcore.SyncBackend = field(default_factory=httpcore.SyncBackend)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Looks the host up, judges every address found, connects to one of them, and judges what it is connected to.

        Raises:
            ForbiddenAddress: an address of the host lies outside of the open network.
            httpcore.ConnectError: the host is unknown or does not answer.
        """
        try:
            addresses = self.resolver(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(f"the name {host} is unknown ({error})") from error
        for address in addresses:
            self._judge(host, address)
        problem: Exception = httpcore.ConnectError(f"the name {host} has no address")
        for address in addresses:
            try:
                stream = self._sockets.connect_tcp(
                    address, port, self.deadline.left(timeout), local_address, socket_options or ()
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
                continue
            try:
                self._judge(host, str(stream.get_extra_info("server_addr")[0]))
            except Exception:
                stream.close()
                raise
            return _Stream(stream, self.deadline)
        raise problem

    def _judge(self, host: str, address: str) -> None:
        if not self.allow_private and not is_public(address):
            raise ForbiddenAddress(
                f"{host} is {address}, an address of a private network or of this machine; "
                "only a feed file with `allow_private: true` lets it through, where that is meant"
            )
