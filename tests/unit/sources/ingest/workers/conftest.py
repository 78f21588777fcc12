"""A reading that hangs fails its test; the tracker that `multiprocessing` starts once in a program is there before."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker

import pytest

_PATIENCE = 600  # seconds


@pytest.fixture(autouse=True)
def nobody_waits_for_ever() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"no answer within {_PATIENCE} seconds")

    resource_tracker.ensure_running()
    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(_PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
