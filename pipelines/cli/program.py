"""Where the program begins: until its commands are loaded, Ctrl-C and SIGTERM end it with one line. Loads nothing but the standard library."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main() -> None:
    """Loads the commands and runs the one that was asked for."""
    for number in SIGNALS:
        signal.signal(number, leave_at_once)
    from pipelines.cli import app

    if sys.argv[1:2] != ["run"]:  # a run takes over itself
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    app.main()


def leave_at_once(number: int, frame: FrameType | None) -> NoReturn:
    """One line, and out: nothing has been begun, or all is done."""
    os.write(2, f"{last_line(number)}\n".encode())
    os._exit(128 + number)


def last_line(number: int) -> str:
    """What a stopped run says."""
    name = "interrupted" if number == signal.SIGINT else f"stopped by {signal.Signals(number).name}"
    return f"{name}; the last release is unchanged"
