"""A worker: reads one document after another under system limits and reports each outcome.

Runs in a process of its own, forked from `template`. Knows nothing of other workers or of what becomes of its answers.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import pickle
import resource
import signal
import socket
import sys
import time
import traceback

from sources.ingest.workers import wire
from sources.ingest.workers.limits import Limits
from sources.ingest.workers.pace import slowness
from sources.records import Unreadable

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
_PAGE = resource.getpagesize()
_MOST_WORDS = 4_000
_LETTERS = 100_000_000  # bytes of the file through which the guess by letters unpacks itself where the template has not loaded it


def serve(channel: socket.socket, limits: Limits, parent: int) -> None:
    """Reads documents until nobody asks any more, or until this process should not read another one.

    Args:
        channel: documents come in here, answers go out.
        limits: what one document may use.
        parent: process id of the template; where it is gone, so is the worker.
    """
    _confine(limits, parent)
    slow = slowness()
    wire.send_frame(channel, wire.READY)
    while True:
        try:
            document = wire.receive_document(channel)
            if document is None:
                return
            content, charset, column_map, seconds = document
            kind, payload = _answer(content, charset, column_map, slow * seconds, limits)
        except MemoryError:
            kind, payload = wire.NO_MEMORY, b"it does not fit into memory"
        wire.send_frame(channel, kind, payload)
        if kind in (wire.NO_MEMORY, wire.FAILED, wire.TOO_LARGE):
            return  # what this process holds now, nobody knows


def die_with_parent(parent: int) -> None:
    """Has the system kill this process when its parent ends, however that ends; Linux only, elsewhere the channel's end tells."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def _confine(limits: Limits, parent: int) -> None:
    from sources.extract.text.languages import has_letters

    die_with_parent(parent)
    sys.dont_write_bytecode = True
    _lower(resource.RLIMIT_AS, _address_space() + limits.memory_megabytes * 1_000_000)
    _lower(resource.RLIMIT_FSIZE, 0 if has_letters() else _LETTERS)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(which: int, wanted: int) -> None:
    """Sets a limit for good, never above the one that holds already."""
    hard = resource.getrlimit(which)[1]
    value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (value, value))


def _address_space() -> int:
    """Bytes of address space in use; 0 where the system does not tell, which makes the limit a total."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - no file of anybody, and in a hurry
            return int(file.read().split()[0]) * _PAGE
    except OSError:
        return 0


def _answer(
    content: bytes, charset: str | None, column_map: str | None, seconds: float, limits: Limits
) -> tuple[bytes, bytes]:
    from sources.extract import extract
    from sources.parse import parse

    used = time.process_time()
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = math.ceil(used + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    try:
        parsed = parse(content, charset, column_map) if column_map else parse(content, charset)
        payload = pickle.dumps((parsed, extract(parsed)), pickle.HIGHEST_PROTOCOL)
    except Unreadable as problem:
        return wire.UNREADABLE, pickle.dumps((problem.reason, problem.detail), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:  # a panic of a Rust library is no Exception
        if any(map(_lacks_memory, _causes(error))):
            return wire.NO_MEMORY, type(error).__name__.encode()
        where = "".join(traceback.format_exception(error))
        words = f"{type(error).__name__}: {error}"[:_MOST_WORDS] + "\n" + where[-_MOST_WORDS:]
        return wire.FAILED, words.encode("utf-8", "backslashreplace")
    if len(payload) > limits.answer_bytes:
        return wire.TOO_LARGE, str(len(payload)).encode()
    return wire.READ, payload


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
