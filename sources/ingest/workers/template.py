"""The process that workers are forked from: everything is loaded once, and no stranger's bytes ever come here.

`python -m sources.ingest.workers.template FD CACHE`, started by `processes`. It has one thread, obeys one socket, and ends with
it. Orders: `limits JSON` once before the first worker, `warm KIND` and `keep KIND` (see `sample.Prepared`), `fork` with the worker's
channel, `reap PID`; all but the first are answered. What a worker does is `worker`'s, when one is wanted `pool`'s.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import time
from pathlib import Path

from sources.ingest.workers.limits import Limits
from sources.ingest.workers.pattern_cache import PatternCache
from sources.ingest.workers.sample import LETTERS, sample_of, sample_version
from sources.ingest.workers.value_cache import ValueCache
from sources.ingest.workers.worker import serve

_MOST = 4096  # bytes of an order
# New objects before a worker collects garbage cycles. Reading makes records without cycles; Python's default of 700 took 8 % of it.
_SELDOM = (50_000, 50, 100)
_GRACE = 1.0  # seconds that a worker whose channel is closed has to end by itself


def main() -> None:
    """Loads, says so, then forks and buries workers until the socket closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt at the terminal is for the process that asks
    os.chdir("/")
    gc.disable()  # what is loaded here stays
    patterns, values = PatternCache(Path(sys.argv[2])), ValueCache(Path(sys.argv[2]))
    patterns.serve()
    values.serve()
    with patterns.storing("load"), values.storing("load"):
        version = _load()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # from here on nobody reads what a library prints
    control.send(b"ready")
    children: set[int] = set()
    limits = ""
    while True:
        try:
            order, descriptors, _, _ = socket.recv_fds(control, _MOST, 1)
        except OSError:
            order, descriptors = b"", []
        verb, _, about = order.decode("ascii").partition(" ")
        if verb == "limits":
            limits = about
            continue
        if verb == "fork":
            answer = _fork(descriptors[0], control, limits, children)
        elif verb == "reap":
            answer = f"reaped {about} {_reap(int(about))}"
            children.discard(int(about))
        elif verb == "keep" and patterns.has(about, version) and values.has(about):
            answer = f"kept {about}"
        elif verb in ("warm", "keep"):
            with patterns.storing(about, version), values.storing(about):
                answer = _warm(about)
        else:  # nobody is left
            for child in children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                _reap(child)
            os._exit(0)
        with contextlib.suppress(OSError):
            control.send(answer.encode("ascii", "backslashreplace")[:_MOST])


def _load() -> str:
    """Loads what reads; the version of all of it."""
    import sources.extract.choose.chooser
    import sources.extract.read.read
    import sources.parse.html
    import sources.parse.pdf
    import sources.parse.text  # noqa: F401
    from sources.extract import extractor_version
    from sources.extract.choose.weights import weights
    from sources.parse import parser_version

    weights()
    return f"{extractor_version()} {parser_version()} {sample_version()}"


def _warm(kind: str) -> str:
    """Reads our own sample of a language, so that no worker has to compile its patterns again; or loads the guess by letters."""
    from sources.extract import extract
    from sources.extract.text.languages import load_letters
    from sources.parse import parse

    if kind == LETTERS:
        load_letters()
    for content in sample_of(kind):
        extract(parse(content))
    return f"warmed {kind}"


def _fork(descriptor: int, control: socket.socket, limits: str, children: set[int]) -> str:
    parent = os.getpid()
    gc.freeze()  # what is loaded is never looked through again, so its pages stay shared
    try:
        child = os.fork()
    except OSError as error:
        os.close(descriptor)
        return f"unforked {error.strerror}"
    if child:
        os.close(descriptor)
        children.add(child)
        return f"forked {child}"
    code = 1
    gc.set_threshold(*_SELDOM)
    gc.enable()
    try:
        control.close()
        with contextlib.suppress(OSError):
            serve(socket.socket(fileno=descriptor), Limits.model_validate_json(limits), parent)
            code = 0
    finally:
        os._exit(code)


def _reap(child: int) -> str:
    """Waits for a worker that is ending, kills it where it does not.

    Returns:
        What it ended with, negative for a signal, and its processor time in milliseconds.
    """
    until = time.monotonic() + _GRACE
    try:
        while True:
            pid, status, used = os.wait4(child, os.WNOHANG)
            if not pid and time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
                pid, status, used = os.wait4(child, 0)
            if pid:
                return f"{os.waitstatus_to_exitcode(status)} {round(1000 * (used.ru_utime + used.ru_stime))}"
            time.sleep(0.001)
    except ChildProcessError:
        return "0 0"


if __name__ == "__main__":
    sys.path[:] = [place for place in sys.path if Path(place).is_absolute()]
    main()
