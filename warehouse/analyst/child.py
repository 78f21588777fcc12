"""The process that runs foreign SQL: `python -c "..." DATABASE SPILL MEMORY`, spoken to over standard input and output.

Belongs here: its limits, its loop and its end. It ends with its parent. It lives as long as the session, for temporary tables.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import shutil
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from warehouse.analyst.frames import ALL, ASK, DONE, ENOUGH, ERROR, PIECE, READY, STOP, WHOLE, Frame, Frames, send
from warehouse.analyst.limits import Limits

if TYPE_CHECKING:
    from warehouse.analyst.answering import Answer, Connection

_SPARE_SECONDS = 5  # of processor time beyond a statement's own, before the system ends an unattended process
_PIECE = 2**20  # bytes
_STATM = Path("/proc/self/statm")


def main() -> None:
    """Opens the database, says so, and answers until its input ends."""
    database, spill, memory = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets the signal and says what to do
    # Arrow's own allocator reserves a gigabyte of addresses at its first byte.
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    words = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no part of an answer
    import pyarrow  # noqa: F401  # not in the time of the first statement

    from warehouse.analyst.answering import open_for_analysts

    connection = open_for_analysts(database, spill=spill)
    _limit_memory(memory)
    asked: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked, connection, spill), daemon=True).start()
    send(words, READY)
    while True:
        kind, content = asked.get()
        if kind == ASK:
            _answer(connection, content, asked, words)


def _answer(connection: Connection, content: bytes, asked: queue.SimpleQueue[Frame], words: int) -> None:
    from warehouse.analyst.answering import ask

    given: dict[str, Any] = json.loads(content)
    limits = Limits(**given["limits"])
    _limit_processor(limits)
    answers = ask(connection, given["text"], limits)
    try:
        for answer in answers:
            if answer is None:
                send(words, DONE)
            else:
                _put(answer, words)
                send(words, WHOLE)
            if asked.get()[0] == ENOUGH:
                break
            _limit_processor(limits)
        send(words, ALL)
    except Exception as error:
        module, name = type(error).__module__.split(".")[0].strip("_"), type(error).__name__
        failure = {"of": module, "kind": name, "is_memory": isinstance(error, MemoryError), "message": str(error)}
        send(words, ERROR, json.dumps(failure).encode())
    finally:
        answers.close()  # type: ignore[attr-defined]  # a generator


def _put(answer: Answer, words: int) -> None:
    import pyarrow as pa

    with pa.ipc.new_stream(pa.PythonFile(_Pieces(words), mode="w"), answer.schema) as stream:
        for batch in answer.batches:
            stream.write_batch(batch)


class _Pieces:
    """A file whose every write is a frame."""

    closed = False

    def __init__(self, words: int) -> None:
        self._words = words

    def write(self, piece: Any) -> int:
        content = memoryview(piece).cast("B")
        for start in range(0, content.nbytes, _PIECE):
            send(self._words, PIECE, content[start : start + _PIECE])
        return content.nbytes

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


def _listen(asked: queue.SimpleQueue[Frame], connection: Connection, spill: Path) -> NoReturn:
    """Takes what the parent says while a statement runs; the end of its input is the end of the parent."""
    frames = Frames(sys.stdin.fileno())
    while frames.read():
        for frame in frames.whole():
            if frame[0] == STOP:
                connection.interrupt()
            else:
                asked.put(frame)
    shutil.rmtree(spill, ignore_errors=True)
    os._exit(0)


def _limit_memory(memory: int) -> None:
    """So much beyond what is taken now; where the system does not say how much that is, the parent alone watches."""
    if _STATM.exists():
        now = int(_STATM.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (now + memory, now + memory))


def _limit_processor(limits: Limits) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + limits.seconds) + _SPARE_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
