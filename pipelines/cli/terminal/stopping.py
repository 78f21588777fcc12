"""Ctrl-C and SIGTERM while a run is at work: one line at once, an orderly end within seconds, else a quick one.

Libraries beneath us put handlers of their own in place of ours (Dagster) or make an error of the interruption (dbt). So the signals are
heard beside all handlers, through the descriptor that Python writes their numbers to (`signal.set_wakeup_fd`).
"""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from types import FrameType
from typing import NoReturn

from pipelines.cli.terminal.signals import SIGNALS, last_line

GRACE = 3.0  # seconds for steps to end by themselves; a kill at any moment breaks nothing (docs/reliability.md)
_HEARD = 0.5  # seconds at most until the thread that listens has heard what the main thread was interrupted by
_ENDED, _NOTHING = 0, -1
_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"


class Stopped(BaseException):
    """A signal ended the run; all that is to be said has been said."""

    def __init__(self, number: int) -> None:
        """`number`: of the signal."""
        super().__init__(last_line(number))
        self.code = 128 + number


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Whatever the block makes of a signal, it ends as `Stopped`; in another thread than the main one, nothing is done.

    From the signal on, nothing but the one line is written to standard error.

    Raises:
        Stopped: a signal came.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    listener = _Listener(heard)
    listener.start()
    fd_before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        listener.came.wait(_HEARD)  # no message about what is torn down
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in SIGNALS}
    try:
        yield
    except BaseException as error:
        if listener.came.wait(_HEARD):
            raise Stopped(listener.number) from error
        raise
    else:
        if listener.came.is_set():  # something took the signal for itself
            raise Stopped(listener.number)
    finally:
        signal.set_wakeup_fd(fd_before)
        os.close(told)
        for number, handler in before.items():
            signal.signal(number, handler)


class _Listener(threading.Thread):
    """Hears signals beside all handlers; leaves the process where it does not end by itself."""

    def __init__(self, heard: int) -> None:
        super().__init__(daemon=True)
        self._heard = heard
        self.came = threading.Event()
        self.number = 0

    def run(self) -> None:
        """Waits for a signal or for the end of the block."""
        self.number = self._next()
        if self.number == _ENDED:
            os.close(self._heard)
            return
        is_terminal = os.isatty(2)
        kept = os.dup(2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # libraries complain while they are torn down
        os.write(kept, (_SHOW_CURSOR if is_terminal else b"") + f"{last_line(self.number)}\n".encode())
        self.came.set()
        if self._next(GRACE) == _ENDED:
            sleep(GRACE)  # what libraries do at exit may take as long again
        os._exit(128 + self.number)

    def _next(self, seconds: float | None = None) -> int:
        """The number of the next signal that ends a run, or that the block has ended, or that nothing came in time."""
        while select.select([self._heard], [], [], seconds)[0]:
            told = os.read(self._heard, 1)
            if not told or told[0] in SIGNALS:
                return told[0] if told else _ENDED
        return _NOTHING
