"""Ctrl-C and SIGTERM outside a run: one line, then exit. Loads only the standard library."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def leave_at_once(number: int, frame: FrameType | None) -> NoReturn:
    """One line, and out: nothing has been begun, or all is done."""
    os.write(2, f"{last_line(number)}\n".encode())
    os._exit(128 + number)


def last_line(number: int) -> str:
    """What a stopped run says."""
    name = "interrupted" if number == signal.SIGINT else f"stopped by {signal.Signals(number).name}"
    return f"{name}; the last release is unchanged"
