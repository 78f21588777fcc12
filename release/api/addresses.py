"""Which hosts are this machine: addresses to listen on, and the names that a request may ask for. Pure but for names."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

LOCAL_NAMES = frozenset({"localhost"})


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on this host."""
    try:
        return host.casefold() in LOCAL_NAMES or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The host names under which a server may be asked, so that no page reaches it under a name of its own (DNS
    rebinding). An address cannot be rebound: on loopback loopback's are taken, beyond it any.
    """

    names: frozenset[str]
    beyond_loopback: bool

    def hold(self, header: str) -> bool:
        """Whether a Host header names this server. Its port does not matter: no page can choose another."""
        name = header[1:].partition("]")[0] if header.startswith("[") else header.partition(":")[0]
        name = name.casefold().removesuffix(".")
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.beyond_loopback or address.is_loopback


def own_names(host: str) -> OwnNames:
    """The names of a server that listens on this host; beyond loopback also this machine's."""
    if is_loopback(host):
        return OwnNames(LOCAL_NAMES, beyond_loopback=False)
    machine = {host.casefold(), socket.gethostname().casefold(), socket.getfqdn().casefold()}
    return OwnNames(LOCAL_NAMES | machine, beyond_loopback=True)
