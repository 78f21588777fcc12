"""`parallax serve` on a port of its own, until the test is over."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.integration.conftest import PARALLAX


@contextmanager
def serving(home: Path, **more: str) -> Iterator[int]:
    """The port of a running server over the home; `more` are variables.

    Raises:
        AssertionError: the server ended before it answered.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    environment = os.environ | {"PARALLAX_HOME": str(home)} | more
    with subprocess.Popen([PARALLAX, "serve", "--port", str(port)], env=environment, stderr=subprocess.PIPE) as server:
        try:
            while True:  # until it answers, or has ended
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert server.poll() is None
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait(600)
