"""Addresses on which a process and its children listen, from the kernel. No tests here."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from pathlib import Path

_LISTENS = "0A"


def family(pid: int) -> set[int]:
    """A process and all below it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def listening(pid: int) -> set[tuple[str, int]]:
    """Addresses and ports on which a process or one below it takes connections from a network (TCP), or packets (UDP)."""
    inodes: set[str] = set()
    for one in family(pid):
        with suppress(OSError):
            for descriptor in Path(f"/proc/{one}/fd").iterdir():
                with suppress(OSError):
                    target = str(descriptor.readlink())
                    if target.startswith("socket:["):
                        inodes.add(target[8:-1])
    found = set()
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            is_open = fields[3] == _LISTENS if table.startswith("tcp") else fields[3] == "07"
            if fields[9] in inodes and is_open:
                found.add(_address(fields[1]))
    return found


def _address(text: str) -> tuple[str, int]:
    """ "0100007F:1F90" is 127.0.0.1, port 8080: words of four bytes in the order of the machine."""
    words, _, port = text.partition(":")
    raw = b"".join(bytes.fromhex(words[at : at + 8])[::-1] for at in range(0, len(words), 8))
    return str(ipaddress.ip_address(raw)), int(port, 16)


def is_of_this_machine(address: str) -> bool:
    """Whether nobody else reaches an address."""
    found = ipaddress.ip_address(address)
    return found.is_loopback or bool(
        isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped and found.ipv4_mapped.is_loopback
    )
