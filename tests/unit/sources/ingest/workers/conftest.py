"""A reading that hangs fails its test."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

_PATIENCE = 600  # seconds


@pytest.fixture(autouse=True)
def nobody_waits_for_ever() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"no answer within {_PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(_PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
