"""The entry point: until its commands are loaded, Ctrl-C and SIGTERM end it with one line. Loads only the standard library."""

from __future__ import annotations

import signal
import sys

from pipelines.cli.terminal.signals import SIGNALS, leave_at_once


def main() -> None:
    """Loads the commands and runs the one that was asked for."""
    for number in SIGNALS:
        signal.signal(number, leave_at_once)
    from pipelines.cli import app

    if sys.argv[1:2] != ["run"]:  # a run takes over itself
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    app.main()
