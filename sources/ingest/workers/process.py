"""A worker as the process that asks holds it: started, given a document, waited for, ended. What its death means is `verdicts`'."""

from __future__ import annotations

import os
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path

from sources.ingest.workers.limits import Limits
from sources.ingest.workers.server import ForkServer, Process
from sources.ingest.workers.verdicts import Answer, Death, Failed, death_of, ending, unreadable
from sources.ingest.workers.wire import WireError, unpacked
from sources.ingest.workers.worker import QUESTION_BYTES, Work
from sources.records import Extraction, ParsedDocument, Unreadable

_LEAST_WORK = 0.02  # of the processor time that a document may take: less, in all the time that it has, is waiting
_GRACE = 1.0  # seconds that a worker whose channel is closed has to end by itself
Sent = tuple[
    bytes, str | None, str | None
]  # a document, the charset that its server named, the column map of its sidecar


class FalseStartError(Exception):
    """A worker ended before it was ready."""


class Worker:
    """A process that reads one document after another; one thread at a time asks it."""

    def __init__(self, server: ForkServer, limits: Limits) -> None:
        """Starts it and waits until it is ready.

        Raises:
            ServerLostError: nobody forks any more.
            TimeoutError: it was not ready in time.
            FalseStartError: it ended before.
        """
        self._limits, self.n_read = limits, 0
        self._channel, theirs = Pipe()
        with theirs:
            self.process = Process(server, Work(limits), theirs.fileno(), limits.start_seconds)
        if not self._channel.poll(limits.start_seconds):
            raise TimeoutError
        try:
            self._channel.recv_bytes()
        except (EOFError, OSError) as error:
            raise FalseStartError(ending(self.end())) from error

    @property
    def is_silent(self) -> bool:
        """Whether it is there and says nothing; one that says more than it was asked is asked nothing more."""
        return not self._channel.poll()

    def read(self, document: Sent) -> tuple[Answer | Death, int]:
        """Has it read a document: what it says, with the bytes of that, or how it ended, which it then has."""
        question = os.urandom(QUESTION_BYTES)  # what was said before it was asked does not know it
        with suppress(OSError):  # it is gone, as will be heard
            self._channel.send((question, *document[1:]))
            self._channel.send_bytes(document[0])
        used = self._processor_seconds()
        while not self._channel.poll(self._limits.wall_factor * self._limits.seconds):
            before, used = used, self._processor_seconds()
            if used - before < _LEAST_WORK * self._limits.seconds:
                self.process.kill()
                self.end()
                return Death(unreadable("too_slow")), 0
            # It works, on a machine that is busy with others: the system bounds its processor time.
        try:
            payload = self._channel.recv_bytes(self._limits.answer_bytes + QUESTION_BYTES)
            answer = _answer(question, payload)
        except WireError as error:
            answer, payload = Death(unreadable("parser_killed", str(error))), b""
        except (EOFError, OSError) as error:
            is_too_large = not isinstance(error, EOFError) and not self._channel.readable
            status = self.end()
            return Death(unreadable("answer_too_large")) if is_too_large else death_of(status), 0
        self.n_read += 1
        if isinstance(answer, Death):
            self.end()
        return answer, len(payload)

    def end(self) -> int:
        """Lets it end, kills it where it does not; its exit code, or the number of a signal, negative."""
        self._channel.close()
        if self.process.wait(_GRACE) is None:
            self.process.kill()
        return self.process.wait() or 0

    def _processor_seconds(self) -> float:
        """Processor time that it has used so far, to a hundredth of a second; 0 where the system does not report it."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_bytes().rpartition(b") ")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _answer(question: bytes, payload: bytes) -> Answer | Death:
    if not payload.startswith(question):
        raise WireError("it sent what answers no question of ours")
    match unpacked(payload[QUESTION_BYTES:]):
        case "read", ParsedDocument() as parsed, Extraction() as extraction:
            return parsed, extraction
        case "unreadable", str(reason), str(detail):
            return Unreadable(reason, detail)
        case "failed", str(problem), str(where):
            return Death(Failed(problem, where))
    raise WireError("it sent an answer of no known form")
