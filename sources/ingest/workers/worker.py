"""What goes on in the fork server and in its workers: the reader is loaded, then documents are read, one after another, under system limits."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import os
import pickle
import resource
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path

from sources.ingest.workers.limits import Limits
from sources.ingest.workers.pace import slowness
from sources.ingest.workers.verdicts import NO_MEMORY, TOO_LARGE
from sources.records import Unreadable

# A page of our own, which every worker can read.
SAMPLE = Path(__file__).parents[2] / "samples" / "inbox" / "halden-ridge-industrial-heat-pumps.md"
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
QUESTION_BYTES = 8  # of a document's question, which its answer begins with
_MOST_WORDS = 4_000
_LARGEST_FILE = 100_000_000  # bytes; the guess of a language by letters unpacks its model through one
_MOST_FILES = 1_024
# New objects before garbage cycles are collected. Reading makes records without cycles; Python's default of 700 took 8 % of it.
_SELDOM = (50_000, 50, 100)


def load() -> None:
    """Loads what reads and compiles its patterns, once for all workers; no stranger's bytes are in this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt at the terminal is for the process that asks
    gc.disable()  # what is loaded here stays
    import sources.parse.html
    import sources.parse.pdf  # noqa: F401
    from sources.extract import extract
    from sources.parse import parse

    extract(parse(SAMPLE.read_bytes()))
    gc.freeze()  # what is loaded is never looked through again, so its pages stay shared
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # from here on nobody reads what a library prints


@dataclass(frozen=True, slots=True)
class Work:
    """What a process does that the fork server has forked.

    Attributes:
        limits: of one document.
    """

    limits: Limits

    def _bootstrap(self, _: int) -> int:
        channel = (forkserver.get_inherited_fds() or [])[0]
        # Who holds the server's pipe keeps the server alive when the process that asks is gone.
        os.closerange(3, channel)
        os.closerange(channel + 1, _MOST_FILES)
        _confine(self.limits)
        with contextlib.suppress(EOFError, OSError):  # nobody asks any more
            return _serve(Connection(channel), self.limits)
        return 0


def _confine(limits: Limits) -> None:
    with contextlib.suppress(OSError, AttributeError):  # Linux only; elsewhere the channel's end tells
        ctypes.CDLL(None, use_errno=True).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    gc.set_threshold(*_SELDOM)
    gc.enable()
    sys.dont_write_bytecode = True
    _lower(resource.RLIMIT_AS, _address_space() + limits.memory_megabytes * 1_000_000)
    _lower(resource.RLIMIT_FSIZE, _LARGEST_FILE)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(which: int, wanted: int) -> None:
    """Sets a limit for good, never above the one that holds already."""
    hard = resource.getrlimit(which)[1]
    value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (value, value))


def _address_space() -> int:
    """Bytes of address space in use; 0 where the system does not tell, which makes the limit a total."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _serve(channel: Connection, limits: Limits) -> int:
    seconds = slowness() * limits.seconds
    channel.send_bytes(b"")  # ready
    try:
        while True:
            question, charset, column_map = channel.recv()
            said = _answer(channel.recv_bytes(), charset, column_map, seconds)
            payload = pickle.dumps(said, pickle.HIGHEST_PROTOCOL)
            if len(payload) > limits.answer_bytes:
                return TOO_LARGE
            channel.send_bytes(question + payload)
            if said[0] == "failed":
                return 0  # what this process holds now, nobody knows
    except MemoryError:
        return NO_MEMORY


def _answer(content: bytes, charset: str | None, column_map: str | None, seconds: float) -> tuple[object, ...]:
    from sources.extract import extract
    from sources.parse import parse

    soft, hard = math.ceil(time.process_time() + seconds), resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    try:
        parsed = parse(content, charset, column_map) if column_map else parse(content, charset)
        return "read", parsed, extract(parsed)
    except Unreadable as problem:
        return "unreadable", problem.reason, problem.detail
    except BaseException as error:  # a panic of a Rust library is no Exception
        if any(map(_lacks_memory, _causes(error))):
            raise MemoryError from error
        words = " ".join(f"{type(error).__name__}: {error}"[:_MOST_WORDS].split())
        return "failed", words, "".join(traceback.format_exception(error))[-_MOST_WORDS:]


def _lacks_memory(error: BaseException) -> bool:
    """Whether memory ran out; where not even that error found room, the interpreter says that none was set."""
    return isinstance(error, MemoryError) or (isinstance(error, SystemError) and "without exception set" in str(error))


def _causes(error: BaseException) -> list[BaseException]:
    """An error with all that stand behind it, also those that a library keeps among the arguments of its own error."""
    causes: list[BaseException] = []
    queue: list[object] = [error]
    while queue:
        item = queue.pop()
        if isinstance(item, BaseException) and not any(item is known for known in causes):
            causes.append(item)
            queue += [item.__cause__, item.__context__, *item.args]
    return causes
