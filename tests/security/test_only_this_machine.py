"""What the program listens on, by the kernel's own tables: addresses of this machine and no other."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.security.listening import is_of_this_machine, listening

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program with these arguments, until the block ends."""
    code = "from pipelines.cli.app import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        cwd=ROOT, env=os.environ | {"PYTHONPATH": "."},
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            process.wait(600)


def once_open(pid: int, port: int, seconds: float = 600) -> set[tuple[str, int]]:
    """What a process listens on as soon as it listens on a port."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = listening(pid)
        if any(number == port for _, number in found):
            return found
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")


@pytest.mark.parametrize("more", [["--metrics"], ["--host", "::1"]], ids=["with metrics", "IPv6"])
def test_the_api_listens_on_this_machine_alone(tmp_path: Path, more: list[str]) -> None:
    port = free_port()
    with running("serve", "--home", str(tmp_path), "--port", str(port), *more) as server:
        found = once_open(server.pid, port)
    assert found == {("::1" if more[:1] == ["--host"] else "127.0.0.1", port)}
    assert all(is_of_this_machine(address) for address, _ in found)


def test_mcp_listens_nowhere(tmp_path: Path) -> None:
    with running("mcp", "--home", str(tmp_path)) as server:
        assert server.stdin is not None and server.stdout is not None
        hello = (
            b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
            b'"clientInfo":{"name":"test","version":"1"}}}\n'
        )
        server.stdin.write(hello)
        server.stdin.flush()
        assert b'"serverInfo"' in server.stdout.readline()  # it is at work
        assert listening(server.pid) == set()


@pytest.mark.parametrize(
    ("address", "is_seen"), [("127.0.0.1", True), ("0.0.0.0", False), ("::1", True), ("::", False)]
)  # fmt: skip
def test_a_door_to_the_network_would_be_seen(address: str, is_seen: bool) -> None:
    kind = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(kind) as door:
        door.bind((address, 0))
        door.listen()
        assert (address, door.getsockname()[1]) in listening(os.getpid())
    assert is_of_this_machine(address) is is_seen


def test_packets_are_seen_too() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind(("127.0.0.1", 0))
        assert ("127.0.0.1", door.getsockname()[1]) in listening(os.getpid())
